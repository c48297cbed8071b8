/* util/base/vec.h -- typed growable arrays.
 *
 * All-zero is a valid empty vector; the owner frees it with vec_free.  The argument 'v'
 * must be free of side effects.  Allocation failure is fatal, callers never test for it.
 */
#ifndef UTIL_BASE_VEC_H
#define UTIL_BASE_VEC_H

#include <stdbool.h>
#include <stddef.h>

#define VEC(T)                                                                                     \
	struct {                                                                                       \
		T *at;                                                                                     \
		size_t n, cap;                                                                             \
	}

#define vec_push(v, x)                                                                             \
	((v)->at = vec_room((v)->at, &(v)->cap, (v)->n + 1, sizeof *(v)->at), (v)->at[(v)->n++] = (x))
#define vec_reserve(v, k) ((v)->at = vec_room((v)->at, &(v)->cap, (k), sizeof *(v)->at))
#define vec_pop(v)        ((v)->at[--(v)->n])
#define vec_last(v)       ((v)->at[(v)->n - 1])
#define vec_free(v)       (mem_free((v)->at), (v)->at = NULL, (v)->n = (v)->cap = 0)

void *vec_room(void *at, size_t *cap, size_t need, size_t elem); /* grows, or dies */

/* The only allocation calls of the program outside arenas. */
void *mem_alloc(size_t size); /* zeroed */
void mem_free(void *at);
_Noreturn void mem_exhausted(void); /* there is no more memory: UNKNOWN */
/* Called before the process ends like that: must not allocate.  true: the verdict is not
 * printed on standard output. */
void mem_set_exhausted(bool (*handler)(void));

#endif
