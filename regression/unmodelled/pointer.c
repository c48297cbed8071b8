/* Called by pointer, or as the start of a thread. */
#include <assert.h>
#include <pthread.h>

extern void *work(void *);
extern void act(int *);
int given, kept;

int main(void) {
	pthread_t t;
	void (*f)(int *) = act;
	pthread_create(&t, NULL, work, &given);
	f(&given);
	pthread_join(t, NULL);
	assert(WHICH == 0);
	return 0;
}
