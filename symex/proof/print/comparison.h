/* symex/proof/print/comparison.h -- what an invariant says, for people and witnesses: comparisons
 * in C.
 *
 * An atom of a view becomes a fact if it compares a part that has a name with another one or with a
 * constant, in the way that C compares values of their types.  Facts that others imply are left
 * out.
 */
#ifndef SYMEX_PROOF_PRINT_COMPARISON_H
#define SYMEX_PROOF_PRINT_COMPARISON_H

#include "symex/proof/print/name.h"

/* A named part of a thread in view; of shared parts the thread is 0. */
struct named {
	uint32_t part, thread;
};

struct value_range { /* of a named part, in the order of its type, from 0 on */
	struct named of;
	uint64_t low, high;
	VEC(uint64_t) not ; /* values between them that it does not have */
	VEC(uint64_t) is;   /* the only values; none: all between low and high */
};

struct named_order { /* between two named parts of the same type; a comes before b */
	struct named a, b;
	bool le, ge, ne; /* a <= b, a >= b, a != b */
};

struct bits_fact { /* between two sets of bits of the same type (mask.h); a comes before b */
	struct named a, b;
	bool disjoint, a_in_b, b_in_a;
};

struct comparisons {
	struct views *v;
	const struct variable_names *names;
	bool has_own; /* false: it is about shared parts only */
	VEC(struct value_range) range;
	VEC(struct named_order) order;
	VEC(struct bits_fact) bits;
};

void comparisons_open(struct comparisons *, const struct variable_names *, bool has_own);
void comparisons_close(struct comparisons *);
bool comparison_is_named(const struct comparisons *, uint32_t part);
/* Nothing, if it is not one that can be told. */
void comparisons_add(struct comparisons *, term atom);
/* The explicit part has one of these values. */
void comparisons_add_values(struct comparisons *, uint32_t part, uint32_t thread,
                            const uint64_t *value, size_t n);
bool comparison_is_unsigned(const struct comparisons *, uint32_t part);
/* What the facts so far say: it is at least 0, at most a constant, at most another one. */
bool comparison_is_natural(const struct comparisons *, struct named);
bool comparison_is_at_most(const struct comparisons *, struct named, uint64_t);
bool comparison_is_below(const struct comparisons *, struct named, struct named);
/* "x == 0", "t1.mine < t2.mine".  two: the threads are named; both: only facts about both. */
void comparisons_tell(struct comparisons *, struct arena *, bool both,
                      void (*tell)(void *, const char *), void *context);
/* "x == 3" and "x != 3" of an explicit part. */
const char *comparison_value_text(const struct comparisons *, struct arena *, uint32_t part,
                                  uint32_t thread, uint64_t value, bool is_equal, bool two);

#endif
