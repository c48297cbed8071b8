/* Words of CBMC's C. */
#include <pthread.h>

__CPROVER_thread_local int own;
static STORAGE int other;
static __CPROVER_bool flag;
__CPROVER_size_t size;

static void *add(void *unused) {
	(void)unused;
	own++;
	other++;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, add, NULL);
	pthread_join(t, NULL);
	flag = 3;
	__CPROVER_assert(flag == 1 && sizeof size == sizeof(__CPROVER_size_t), "types");
	__CPROVER_assert(own == 0 && other == 0, "each thread has its own");
	return 0;
}
