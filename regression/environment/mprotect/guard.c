/* A guard page, a page that is made read-only for a while, a thread that does not know. */
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static char *page;

static void *use(void *unused) {
	(void)unused;
	page[5] = 1;
	return NULL;
}

int main(void) {
	pthread_t t;
	long size = sysconf(_SC_PAGESIZE);
	page = mmap(NULL, 3 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (page == MAP_FAILED || mprotect(page + 2 * size, size, PROT_NONE) != 0)
		return 1;
	page[2 * size - 1] = 1;
#ifdef GUARD
	page[2 * size] = 1;
#endif
#ifdef PEEK
	assert(page[2 * size + 1] == 0);
#endif
	if (mprotect(page, 3 * size, PROT_READ) != 0)
		return 1;
	assert(page[2 * size - 1] == 1 && page[2 * size] == 0);
#ifdef THREAD
	pthread_create(&t, NULL, use, NULL);
#endif
	if (mprotect(page, 3 * size, PROT_READ | PROT_WRITE) != 0)
		return 1;
#ifndef THREAD
	pthread_create(&t, NULL, use, NULL);
#endif
	pthread_join(t, NULL);
	assert(page[5] == 1);
	return 0;
}
