/* Cause: T1 takes a (9) then b (10), T2 takes b (17) then a (18). */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int from, to;

static void *there(void *unused) {
	(void)unused;
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	from--, to++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return NULL;
}
static void *back(void *unused) {
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	from++, to--;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return unused;
}

int main(void) {
	pthread_t s, t;
	pthread_create(&s, NULL, there, NULL);
	pthread_create(&t, NULL, back, NULL);
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
