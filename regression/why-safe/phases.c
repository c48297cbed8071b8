/* Two phases with a barrier between them, and a set-up that is done once. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static int base, part[2];

static void set_up(void) {
	base++;
}

static void *work(void *arg) {
	int *own = arg;
#ifdef BUG
	set_up();
#else
	pthread_once(&once, set_up);
#endif
	*own = base;
	pthread_barrier_wait(&barrier);
	assert(part[0] + part[1] == 2);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_barrier_init(&barrier, NULL, 2);
	pthread_create(&t, NULL, work, &part[0]);
	work(&part[1]);
	pthread_join(t, NULL);
	return 0;
}
