/* symex/replay/trace/object_history.h -- the history of objects in a concrete execution: where each
 * was allocated and where its lifetime ended, by which thread; for leaks
 * (symex/replay/trace/lost.c) also the pointers to it that were overwritten or went out of scope.
 * A counterexample about memory names these positions.
 */
#ifndef SYMEX_REPLAY_TRACE_OBJECT_HISTORY_H
#define SYMEX_REPLAY_TRACE_OBJECT_HISTORY_H

#include "result/result.h"
#include "symex/core/state.h"

struct site { /* something that a thread did; frame NULL: nothing */
	uint32_t thread;
	struct loc loc;
	const struct frame *frame;
};

struct lifetime {
	struct site begin, end;
	struct { /* the last pointer to it that there was */
		struct site site;
		const char *name;    /* "head", "n->next" */
		enum place_kind how; /* OVERWRITTEN, LOST, DROPPED */
	} lost;
};

struct object_history {
	VEC(struct lifetime) of; /* by object; those that come later have no history */
	bool keeps_lost;         /* the violation is a leak */
	uint32_t raced;          /* data race: the object; 0: none */
};

void history_free(struct object_history *);
/* The running thread allocates the object, or ends its lifetime. */
void history_begin(struct object_history *, const struct state *, uint32_t object);
void history_end(struct object_history *, const struct state *, uint32_t object);
/* Adds the place, and where the block was allocated that it is in; 0: in none. */
void history_add(const struct object_history *, uint32_t block, struct cex_place, struct cex *);
/* The pointer that a check is about, the argument of is_freed(p), readable(p, n); NULL: none. */
const struct expr *history_pointer(const struct expr *check);
struct lifetime *history_lifetime(struct object_history *, uint32_t object);
struct site history_site(const struct state *);
/* Adds the history of the object that the violated check at st->pc is about, or of what is leaked.
 */
void history_describe(struct symex *, struct state *, const struct object_history *, struct arena *,
                      struct cex *);

/* lost.c: the running thread is about to execute the instruction at st->pc; to write the register
 * of an lvalue; to write memory; the object ends.  Names are made in the arena. */
void lost_step(struct symex *, const struct state *, struct object_history *, struct arena *);
void lost_before(struct symex *, struct state *, struct object_history *, struct arena *,
                 const struct expr *lhs);
void lost_write(struct symex *, const struct state *, struct object_history *, struct arena *,
                const struct access *);
void lost_end(struct symex *, const struct state *, struct object_history *, struct arena *,
              uint32_t object);
/* "head", "table[2].first": what is at this offset of an object. */
const char *lost_name(struct symex *, struct arena *, uint32_t object, uint64_t offset);
/* Calls 'each' for every pointer that an object holds, until it returns true; true: it did. */
bool lost_find(struct symex *, const struct state *, uint32_t object,
               bool each(void *context, uint64_t offset, uint32_t target), void *context);

#endif
