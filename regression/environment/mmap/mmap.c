/* A mapping: may fail, is zeroed, has whole pages, ends with munmap; free is not for it. */
#include <assert.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
	char *p = mmap(NULL, 5000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#ifndef UNCHECKED
	if (p == MAP_FAILED)
		return 1;
#endif
	assert(p[0] == 0 && p[4999] == 0);
	p[4999] = 3;
#ifdef BEHIND
	p[8192] = 1;
#endif
#ifdef FREED
	free(p);
#else
	munmap(p, 5000);
#endif
#ifdef UNMAPPED
	p[0] = 1;
#endif
	char *block = malloc(4096);
#ifdef BLOCK
	munmap(block, 4096);
#endif
	free(block);
	char *text = mmap(NULL, 10, PROT_READ, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (text == MAP_FAILED)
		return 1;
#ifdef CONSTANT
	text[0] = 'a';
#endif
	return text[0];
}
