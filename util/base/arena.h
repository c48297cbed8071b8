/* util/base/arena.h -- memory that is released all at once, or back to a mark.
 *
 *   arena_open --> arena_alloc ... arena_mark ... arena_alloc ... arena_release(mark) -->
 * arena_close
 *
 * What was allocated after a mark is gone once the mark is released.  Memory is zeroed.
 */
#ifndef UTIL_BASE_ARENA_H
#define UTIL_BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena_mark {
	size_t block, used;
};

struct arena *arena_open(void);
void *arena_alloc(struct arena *, size_t size);
char *arena_printf(struct arena *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void *arena_copy(struct arena *, const void *from, size_t size);
struct arena_mark arena_mark(const struct arena *);
void arena_release(struct arena *, struct arena_mark);
void arena_close(struct arena *); /* NULL is allowed */

#define arena_new(a, T)      ((T *)arena_alloc((a), sizeof(T)))
#define arena_array(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (n)))

#endif
