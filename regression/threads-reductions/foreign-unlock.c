/* A thread releases the mutex that another one holds: then holding it keeps nobody out.  Where the
 * misuse itself is not looked for, what it leads to must be found. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, is_held;

static void *writer(void *unused) {
	pthread_mutex_lock(&m);
	is_held = 1;
	x = 1;
	x = 2;
#ifdef UNLOCKS
	pthread_mutex_unlock(&m);
#endif
	return NULL;
}

static void *reader(void *unused) {
	if (is_held) {
		RELEASE;
		pthread_mutex_lock(&m);
		assert(x != 1);
		pthread_mutex_unlock(&m);
	}
	return NULL;
}

int main(void) {
	pthread_t a, b;
	pthread_create(&a, NULL, writer, NULL);
	pthread_create(&b, NULL, reader, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
