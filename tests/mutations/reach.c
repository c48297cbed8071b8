/* reach.c -- which places of an instrumented program (gcc -fsanitize-coverage=trace-pc) are
 * executed: scripts/mutate/reach.py links it, and reads the file that REACH_FILE names.
 *
 * The file is a bit for each address of the text.  It is mapped, so that nothing is lost however a
 * process ends, and all processes of a test set bits in one file. */

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

extern char __executable_start, etext;

static uint8_t *reached;

void __sanitizer_cov_trace_pc(void);

void __sanitizer_cov_trace_pc(void) {
	if (!reached)
		return;
	uintptr_t place = (uintptr_t)__builtin_return_address(0) - (uintptr_t)&__executable_start;
	uint8_t bit = (uint8_t)(1u << (place & 7));
	if (!(reached[place >> 3] & bit))
		reached[place >> 3] |= bit;
}

__attribute__((constructor)) static void begin(void) {
	const char *name = getenv("REACH_FILE");
	if (!name)
		return;
	int fd = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	size_t size = (size_t)(&etext - &__executable_start) / 8 + 1;
	if (fd < 0 || ftruncate(fd, (off_t)size))
		return;
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (at != MAP_FAILED)
		reached = at;
}
