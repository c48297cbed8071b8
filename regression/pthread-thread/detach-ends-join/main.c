/* A thread that is detached while another joins it: the join ends before the thread does.  Every reduction and every
 * order of events has to know that.  The twins: who detaches. */
#include <assert.h>
#include <pthread.h>

extern int nondet_int(void);

static int x;

static void *run(void *argument) {
#ifdef BY_ITSELF
	pthread_detach(pthread_self());
#endif
	x = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_attr_t a;
	pthread_attr_init(&a);
#ifdef FROM_THE_START
	pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
#endif
	pthread_create(&t, &a, run, NULL);
#ifdef BY_MAIN
	pthread_detach(t);
#endif
#ifdef PERHAPS
	if (nondet_int())
		pthread_detach(t);
#endif
	pthread_join(t, NULL);
	assert(x == 1);
}
