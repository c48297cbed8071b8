/* symex/replay/trace/names.h -- names for memory that belongs to no variable, in counterexamples.
 *
 * A block is called after its type, in the order of allocation: "node#2"; what that type is, and
 * how many there are, is known at the end of the execution.  A lock, or the object of a data race,
 * is called by an access path, "pool->idle" (symex/replay/trace/access_path.h), which must be the
 * same for all threads and at all times, since reports compare names.  So texts of the
 * counterexample contain marks until names_resolve replaces them:
 *
 *   names_value, names_lvalue ... --> names_resolve
 */
#ifndef SYMEX_REPLAY_TRACE_NAMES_H
#define SYMEX_REPLAY_TRACE_NAMES_H

#include "result/result.h"
#include "symex/replay/trace/access_path.h"
#include "symex/replay/trace/object_history.h"
#include "util/base/map.h"

struct mention { /* what a mark stands for */
	struct memory_part part;
	bool has_path;       /* by its access path, if there is one */
	const char *path;    /* the best one so far; or NULL */
	enum path_root root; /* of it */
};

struct trace_names {
	VEC(struct mention) mention; /* the number in a mark is an index */
	struct map index;            /* interned text of what is mentioned -> the same */
	struct map type;             /* block -> const struct type * of a pointer to its begin */
	struct map called;           /* object -> interned name of a pointer to it, "argv[1]" */
	struct map owner;            /* interned path -> the mention; several: NO_OWNER */
};

void names_free(struct trace_names *);
/* A mark for the bytes at 'offset' of an object without a symbol. */
const char *names_value(struct symex *, struct trace_names *, struct arena *, struct memory_part);
/* The same for a lock or the object of a race: by its access path in 'st'. */
const char *names_lvalue(struct symex *, const struct state *, struct trace_names *, struct arena *,
                         struct memory_part);
/* The object that the pointer points to is called by this pointer. */
void names_call(struct symex *, struct trace_names *, term pointer, const char *name);
/* Replaces the marks in all texts. */
void names_resolve(struct symex *, const struct trace_names *, const struct object_history *,
                   struct arena *, struct cex *);

#endif
