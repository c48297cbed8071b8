/* symex/proof/check/checked.h -- what a check of an invariant has found. */
#ifndef SYMEX_PROOF_CHECK_CHECKED_H
#define SYMEX_PROOF_CHECK_CHECKED_H

#include "goto/program/prog.h"

enum checked {
	CHECKED_UNDECIDED, /* time is up, or the solver has no answer */
	CHECKED_HOLDS,
	CHECKED_FAILS,
};

struct proof_check {
	enum checked verdict;
	const char *what; /* FAILS: what does not hold; UNDECIDED: why */
	struct loc loc;
	uint32_t queries;
};

#endif
