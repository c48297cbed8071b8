/* pthread-models/system/files/mapping.h -- what the models of mapped memory share.
 *
 * A mapping is an object of its own, of whole pages.  munmap ends all of it; parts of it, and
 * places that the program chooses, are UNKNOWN. */
#ifndef PTHREAD_MODELS_SYSTEM_FILES_MAPPING_H
#define PTHREAD_MODELS_SYSTEM_FILES_MAPPING_H

#include "files.h"

enum { PAGE = 4096 }; /* an assumption: other sizes exist on arm64 */

enum { MAY_READ = 1, MAY_WRITE = 2, MAY_EXECUTE = 4 }; /* PROT_ */

enum { /* MAP_ */
	   MAP_FOR_ALL = 1,
	   MAP_FOR_ME = 2,
	   MAP_SHARING = 3, /* mask; also MAP_SHARED_VALIDATE */
	   MAP_AT_PLACE = 0x10,
	   MAP_NO_FILE = 0x20,
	   MAP_AT_FREE_PLACE = 0x100000,
};

extern int __model_shares_memory; /* process.h */

#define MAPPING_FAILED  ((void *)-1)
#define LARGEST_MAPPING ((size_t)__PTRDIFF_MAX__ - PAGE)
#define WHOLE_PAGES(n)  (((n) + (PAGE - 1)) & ~(size_t)(PAGE - 1))

/* Of struct file: its contents are zero, since nobody has written to it. */
enum { MEMORY_IS_ZERO = 1 };

/* Whole pages with arbitrary contents. */
void *__model_map(size_t length, int protection);
/* protect.c: the protection of a new mapping, in programs that call mprotect. */
void __model_protect_new(void *mapping, size_t size, int protection);
/* What a call that is given a part of the address space finds there. */
enum place { PLACE_NOTHING, PLACE_PART, PLACE_MAPPING, PLACE_OTHER };
enum place __model_place(const void *, size_t length);

#endif
