/* Whether a thread jumps depends on another one; the locals of the functions that it leaves end. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

#ifndef OUTCOME
#define OUTCOME 3
#endif

int stop;

static void work(jmp_buf env)
{
	int step = 1;
	int *p = &step;
	*p += 1;
	if (stop)
		longjmp(env, *p);
}

static void *worker(void *none)
{
	jmp_buf env;
	int outcome;
	(void)none;
	switch (setjmp(env)) {
	case 0:
		work(env);
		outcome = 1;
		break;
	case 2: outcome = 2; break;
	default: outcome = 3;
	}
	assert(outcome != OUTCOME); /* violated if it is 1 or 2 */
	return NULL;
}

int main(void)
{
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	stop = 1;
	pthread_join(t, NULL);
}
