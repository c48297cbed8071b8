/* The words of CBMC's C may come after the type, as every specifier may. */
#include <pthread.h>

static int WORD other;

static void *add(void *unused) {
	static unsigned __CPROVER_thread_local calls = 1;
	other++;
	__CPROVER_assert(calls++ == 1, "each thread has its own");
	return unused;
}

int main(void) {
	pthread_t t;
	add(NULL);
	pthread_create(&t, NULL, add, NULL);
	pthread_join(t, NULL);
	__CPROVER_assert(other == 1, "each thread has its own");
	return 0;
}
