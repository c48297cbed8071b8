/* Each thread locks two mutexes of an array, which of them depends on an input, and unlocks them in
 * some order.  Nobody but the owner writes the word of a mutex that is locked. */
#include <assert.h>
#include <pthread.h>

enum { SIZE = 4 };

static pthread_mutex_t lock[SIZE];
static int entry[SIZE];
int nondet_int(void);

static void *use(void *arg) {
	(void)arg;
	int low = nondet_int(), high = nondet_int();
	if (low < 0 || low >= high || high >= SIZE)
		return NULL;
	pthread_mutex_lock(&lock[low]);
	pthread_mutex_lock(&lock[high]);
	entry[high]++;
	pthread_mutex_unlock(&lock[FIRST]);
	entry[low]++;
	pthread_mutex_unlock(&lock[low]);
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, use, NULL);
	pthread_create(&b, NULL, use, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
