/* A bit-field of a record that a condition may choose.  What one branch reads is not certain to have
 * been read behind it: a change of the record that was not chosen does not matter. */
#include <pthread.h>

static struct record {
	unsigned a : 3, b : 5;
} first = {1, 1}, second = {2, 2};
static int sum, chosen = 1;

static void *worker(void *unused) {
	CHANGED.a = 3;
	sum = 0;
	chosen = 1;
	return unused;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, worker, NULL);
	int local = chosen;
	sum = ({ READ.a; }) + 1;
	(void)local;
	pthread_join(t, NULL);
	return 0;
}
