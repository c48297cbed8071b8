/* What a thread returns depends on what another did before. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int x;

static void *reader(void *arg) {
	(void)arg;
	return (void *)(intptr_t)x;
}

static void *writer(void *arg) {
	(void)arg;
	x = 1;
	x = 2;
	return NULL;
}

int main(void) {
	pthread_t r, w;
	void *result;
	pthread_create(&w, NULL, writer, NULL);
	pthread_create(&r, NULL, reader, NULL);
	pthread_join(r, &result);
	pthread_join(w, NULL);
	intptr_t seen = (intptr_t)result;
#ifdef BUG
	assert(seen == 0 || seen == 2);
#else
	assert(seen == 0 || seen == 1 || seen == 2);
#endif
}
