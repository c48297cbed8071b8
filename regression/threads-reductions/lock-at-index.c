/* Locks of an array, at an index that is an input: each case of it is looked at. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);

static pthread_mutex_t m[4] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                               PTHREAD_MUTEX_INITIALIZER};
static int x[4];
static struct {
	unsigned at : 2;
} place;
static unsigned index;

static void add(unsigned lock) {
	pthread_mutex_lock(&m[lock]);
	int old = x[index];
	x[index] = old + 1;
	pthread_mutex_unlock(&m[lock]);
}

static void *run(void *p) {
#ifdef BUG
	add(index & 2);
#else
	add(index);
#endif
	return p;
}

int main(void) {
	pthread_t t;
#if INDEX == 0 /* one of two */
	_Bool b = __VERIFIER_nondet_bool();
	index = b ? 3 : 1;
#elif INDEX == 1 /* a bit */
	index = __VERIFIER_nondet_bool();
#elif INDEX == 2 /* two bits */
	place.at = __VERIFIER_nondet_uchar();
	index = place.at;
#else /* a range */
	index = __VERIFIER_nondet_uchar() % 3;
#endif
	pthread_create(&t, 0, run, 0);
	add(index);
	pthread_join(t, 0);
	assert(x[index] == 2);
	return 0;
}
