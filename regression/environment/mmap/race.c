/* A thread uses a mapping that main unmaps: before, or after it has joined the thread. */
#include <pthread.h>
#include <sys/mman.h>

static int *shared;

static void *use(void *unused) {
	(void)unused;
	*shared = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return 1;
	pthread_create(&t, NULL, use, NULL);
#ifdef EARLY
	munmap(shared, sizeof *shared);
	pthread_join(t, NULL);
#else
	pthread_join(t, NULL);
	munmap(shared, sizeof *shared);
#endif
	return 0;
}
