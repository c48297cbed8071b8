/* Two locks, taken in one order or in two. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
#ifdef BUG
#define FIRST  b
#define SECOND a
#else
#define FIRST  a
#define SECOND b
#endif
static int shared;

static void *left(void *arg) {
	(void)arg;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	shared++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}

static void *right(void *arg) {
	(void)arg;
	pthread_mutex_lock(&FIRST);
	pthread_mutex_lock(&SECOND);
	shared++;
	pthread_mutex_unlock(&SECOND);
	pthread_mutex_unlock(&FIRST);
	return NULL;
}

int main(void) {
	pthread_t l, r;
	pthread_create(&l, NULL, left, NULL);
	pthread_create(&r, NULL, right, NULL);
	pthread_join(l, NULL);
	pthread_join(r, NULL);
}
