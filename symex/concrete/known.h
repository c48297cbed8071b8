/* symex/concrete/known.h -- the branches of the unwound program that runs have taken.
 *
 * A branch is a location (symex/core/location.h) with a conditional jump, and one of its two ways;
 * or one with a jump that begins the next iteration of a loop, so that the iterations of endless
 * loops are known one by one.
 */
#ifndef SYMEX_CONCRETE_KNOWN_H
#define SYMEX_CONCRETE_KNOWN_H

#include "goto/program/prog.h"
#include "util/base/map.h"

enum { WAY_ON = 1, WAY_JUMPS = 2 }; /* goes on; jumps */

struct known {       /* all-zero: none */
	struct map ways; /* location -> ways */
	uint64_t n;      /* branches */
};

void known_free(struct known *);
unsigned known_ways(const struct known *, uint32_t location);
void known_add(struct known *, uint32_t location, bool jumps);

static inline bool known_is_branch(const struct ins *i) {
	return i->kind == INS_GOTO && (i->rhs || i->loop != NO_LOOP);
}

/* Is it a conditional jump that the user has written, so that paths are told apart by it?  Those of
 * models are not, nor is whether a compare-and-swap succeeds. */
static inline bool known_is_users(const struct function *f, const struct ins *i) {
	return !f->is_model && i->rhs && i->text && !i->hidden && !i->ghost;
}

static inline unsigned way_of(bool jumps) {
	return jumps ? WAY_JUMPS : WAY_ON;
}

#endif
