/* Figure 1: the assertion fails where the second thread writes y after the first has tested it.
 * Both parameters are inputs, the paper's are a = 1 and b = 0.  With zeros, the first thread does
 * not get to the assertion in the program with BUG.  Without BUG, the second thread does not write
 * less than the first, with the paper's inputs. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);

#ifdef BUG
enum { MORE = 1 };
#else
enum { MORE = 2 };
#endif

static int y, a, b;
static int done_a, done_b;

static void complex_a(void) {
	for (int i = 0; i < 2; i++)
		done_a += i;
}

static void complex_b(void) {
	for (int i = 0; i < 3; i++)
		done_b += i;
}

static void *foo(void *arg) {
	y = a + 1;
	if (y < 2)
		complex_a();
	else
		assert(y >= 2);
	return arg;
}

static void *bar(void *arg) {
	if (b >= 0)
		y = b + MORE;
	else
		complex_b();
	return arg;
}

int main(void) {
	pthread_t s, t;
	a = __VERIFIER_nondet_int();
	b = __VERIFIER_nondet_int();
	pthread_create(&s, NULL, foo, NULL);
	pthread_create(&t, NULL, bar, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
