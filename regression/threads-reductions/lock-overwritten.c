/* A lock keeps others out as long as nobody writes over its bytes: once it is made anew, or zeroed,
 * or part of a record that is assigned, a second thread gets it while the first one still thinks
 * that it holds it. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct box {
	int first;
	pthread_mutex_t mutex;
	int last;
};

static struct box boxes[2], fresh;
static pthread_spinlock_t spin;
static int x, seen;

#ifndef MINE
#define MINE
#endif
#ifndef OTHERS
#define OTHERS
#endif
#ifdef SPIN
#define LOCK pthread_spin_lock(&spin)
#define UNLOCK pthread_spin_unlock(&spin)
#else
#define LOCK pthread_mutex_lock(&boxes[1].mutex)
#define UNLOCK pthread_mutex_unlock(&boxes[1].mutex)
#endif

int __VERIFIER_nondet_int(void);

static void *run(void *unused) {
	LOCK;
	MINE;
	x = 1;
	x = 0;
	UNLOCK;
	return unused;
}

static void *look(void *unused) {
	LOCK;
	seen = x;
	UNLOCK;
	return unused;
}

int main(void) {
	pthread_t t, u;
	int i = __VERIFIER_nondet_int() != 0;
	pthread_create(&t, NULL, run, NULL);
	pthread_create(&u, NULL, look, NULL);
	(void)i;
	OTHERS;
	pthread_join(t, NULL);
	pthread_join(u, NULL);
	assert(seen == 0);
}
