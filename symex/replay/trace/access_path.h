/* symex/replay/trace/access_path.h -- a name for memory without one: a path from a variable through
 * typed pointers, "pool->idle", "table[2].head->lock".
 *
 * The path is one of the given state.  Static variables come first, then the variables of main and
 * of the functions it has called, then those of the other threads; of each kind, the path with the
 * fewest pointers.
 */
#ifndef SYMEX_REPLAY_TRACE_ACCESS_PATH_H
#define SYMEX_REPLAY_TRACE_ACCESS_PATH_H

#include "symex/core/state.h"

enum path_root { PATH_STATIC, PATH_MAIN, PATH_THREAD, PATH_NONE };

struct memory_part { /* the bytes at 'offset' of the object; a path to them ends at 'type' */
	uint32_t object;
	uint64_t offset;
	const struct type *type;
};

/* NULL: there is no short path, *root is PATH_NONE. */
const char *access_path_find(struct symex *, const struct state *, struct arena *,
                             struct memory_part, enum path_root *root);

#endif
