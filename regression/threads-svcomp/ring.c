/* Three threads in a ring: each must come before the next one at one variable, and the last before
 * the first at another step.  When the third is needed because of a thread that sleeps, it must be
 * tried although it does nothing to whoever is awake. */
#include <assert.h>
#include <pthread.h>

static int a, y, z, saw_z, saw_a;

static void *one(void *unused) {
	(void)unused;
	a = 1;
	y = 1;
	return NULL;
}

static void *two(void *unused) {
	(void)unused;
	saw_z = z;
	y = 2;
	return NULL;
}

static void *three(void *unused) {
	(void)unused;
	z = 1;
#ifdef BAD
	saw_a = a;
#else
	saw_a = z;
#endif
	return NULL;
}

int main(void) {
	pthread_t t[3];
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_create(&t[2], NULL, three, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(t[i], NULL);
	assert(!(y == 2 && saw_z == 0 && saw_a == 0));
}
