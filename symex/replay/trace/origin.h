/* symex/replay/trace/origin.h -- which read of shared memory the value of a temporary comes from.
 *
 * 'if (atomic_load(&x) == 1)' and 'if (is_ready())' branch on temporaries: the first was loaded by
 * an instruction before, the second inside a function that has returned.  A trace tells at the
 * branch what was read.
 */
#ifndef SYMEX_REPLAY_TRACE_ORIGIN_H
#define SYMEX_REPLAY_TRACE_ORIGIN_H

#include "symex/core/state.h"
#include "util/base/map.h"

struct origin {
	const char *lhs, *value, *memory; /* of the step that read it */
	struct loc loc;
};

#define NO_ORIGIN UINT32_MAX

struct origins {
	VEC(struct origin) at;
	struct map of;         /* register of a thread -> index */
	VEC(uint32_t) returns; /* by thread: of what the last function of the user has returned */
};

void origins_free(struct origins *);
/* The value of the temporary has been read: 'read'. */
void origins_read(struct origins *, const struct state *, const struct symbol *,
                  struct origin read);
/* It has been computed from 'rhs', or returned by a call (NULL). */
void origins_assign(struct origins *, const struct state *, const struct symbol *,
                    const struct expr *rhs);
/* The running function returns 'rhs', or nothing (NULL). */
void origins_return(struct origins *, const struct state *, const struct expr *rhs);
/* The origins of the temporaries of 'e', at most 'most'; returns how many. */
unsigned origins_find(const struct origins *, const struct state *, const struct expr *e,
                      const struct origin **found, unsigned most);

#endif
