/* What is read through a pointer of unknown origin may be what another thread writes. */
#include <pthread.h>

static int shared, copy;
int *get(void);

static void *writer(void *unused) {
	shared = 1;
	return unused;
}

int main(void) {
	pthread_t thread;
	pthread_create(&thread, NULL, writer, NULL);
	copy = *get();
	pthread_join(thread, NULL);
	return 0;
}

#ifdef BODY
int *get(void) {
	static int own;
	return &own;
}
#endif
