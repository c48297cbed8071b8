/* Each thread has its own copy of a variable; BUG: there is one for all. */
#include <assert.h>
#include <pthread.h>

#ifdef BUG
static int mine;
#else
static _Thread_local int mine;
#endif

static void *work(void *arg) {
	mine = *(int *)arg;
	mine++;
	assert(mine == *(int *)arg + 1);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	int ten = 10, twenty = 20;
	pthread_create(&a, NULL, work, &ten);
	pthread_create(&b, NULL, work, &twenty);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
}
