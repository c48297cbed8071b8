/* Two threads run the same function, but main joins one of them: then it matters which of the two
 * has ended. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int done;

static void *work(void *unused) {
	done++;
	return unused;
}

int main(void) {
	pthread_t t[2];
	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	if (done == 0) /* the threads go on before main says which of them it joins */
		return 0;
#if JOINED == 0 || JOINED == 2
	pthread_join(t[0], NULL);
#endif
#if JOINED == 1 || JOINED == 2
	pthread_join(t[1], NULL);
#endif
	assert(done == 2);
	return 0;
}
