/* A thread waits for the end of another one, which spins until the first has ended (BUG), or until
 * it is told to end. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int told, ended;
static pthread_t spinner;

static void *spin(void *unused) {
#ifdef BUG
	while (!ended)
		;
#else
	while (!told)
		;
#endif
	return unused;
}

static void *boss(void *unused) {
	told = 1;
	pthread_join(spinner, 0);
	ended = 1;
	return unused;
}

int main(void) {
	pthread_t b;
	pthread_create(&spinner, 0, spin, 0);
	pthread_create(&b, 0, boss, 0);
	pthread_join(b, 0);
	return 0;
}
