/* A barrier of a processor is the weakest fence of C11 that keeps what it keeps; where that keeps
 * more, the verdict says so. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#if BARRIER == 1
#define TEXT "dmb ishst"
#elif BARRIER == 2
#define TEXT "fence rw,w"
#elif BARRIER == 3
#define TEXT "sfence"
#elif BARRIER == 4
#define TEXT "dmb ishld"
#elif BARRIER == 5
#define TEXT "isb"
#else
#define TEXT "dmb ish"
#endif

static int data;
static atomic_int flag;

static void *writer(void *arg) {
	data = 1;
	__asm__ volatile(TEXT ::: "memory");
	atomic_store_explicit(&flag, 1, memory_order_relaxed);
	return arg;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, writer, NULL);
	if (atomic_load_explicit(&flag, memory_order_acquire))
		assert(data == 1);
	pthread_join(t, NULL);
}
