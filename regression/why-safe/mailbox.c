/* A letter is put into a mailbox, and taken from it. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int full, mail;

static void *post(void *unused) {
	(void)unused;
	pthread_mutex_lock(&m);
	mail = 42;
	full = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return NULL;
}

int main(void) {
	pthread_t t;
	pthread_create(&t, NULL, post, NULL);
	pthread_mutex_lock(&m);
#ifdef BUG
	if (!full)
#else
	while (!full)
#endif
		pthread_cond_wait(&c, &m);
	assert(mail == 42);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
