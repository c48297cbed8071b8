/* check/base.h -- memory, numbering and messages of the checker, which shares no code with the rest
 * of the project. */
#ifndef CHECK_BASE_H
#define CHECK_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXIT_ACCEPTED = 0, EXIT_REJECTED = 1, EXIT_USAGE = 2, EXIT_NOTHING = 3 };

/* All three end the program if there is no memory. */
void *base_alloc(size_t n); /* zeros */
/* Room for 'need' elements of the size: the same array, or a larger copy. */
void *base_room(void *at, size_t *cap, size_t need, size_t size);

#define LIST(T)                                                                                    \
	struct {                                                                                       \
		T *at;                                                                                     \
		size_t n, cap;                                                                             \
	}
#define list_push(l, x)                                                                            \
	((l)->at = base_room((l)->at, &(l)->cap, (l)->n + 1, sizeof *(l)->at), (l)->at[(l)->n++] = (x))

/* Numbers 0, 1, ... for keys, in the order in which they are first seen: so memory depends on how
 * many keys there are, not on how large. */
struct numbers {
	uint64_t *key; /* by slot */
	uint32_t *number;
	size_t slots;
	uint32_t n;
};
#define NO_NUMBER UINT32_MAX
uint32_t numbers_of(struct numbers *, uint64_t key); /* a new one if need be */
void numbers_free(struct numbers *);

/* One line to stderr, and the end of the program. */
_Noreturn void base_die(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
