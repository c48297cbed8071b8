/* What a client written by hand needs: the intrinsics, and threads that each make OPS calls. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

void __mt_begin(void);
int __mt_op(unsigned long long mask);
int __mt_choose(int n);
void __mt_call(int op, ...);
void __mt_return(int op, ...);
void __mt_result(int op, ...);

#ifndef THREADS
#define THREADS 2
#endif
#ifndef OPS
#define OPS 2
#endif

static void *client(void *number);

static void run_clients(void) {
	pthread_t thread[THREADS];
	__mt_begin();
	for (long i = 0; i < THREADS; i++)
		pthread_create(&thread[i], NULL, client, (void *)i);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
}
