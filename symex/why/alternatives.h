/* symex/why/alternatives.h -- other inputs, and branches that go the other way. */
#ifndef SYMEX_WHY_ALTERNATIVES_H
#define SYMEX_WHY_ALTERNATIVES_H

#include "symex/why/facts.h"

struct other_input {
	uint32_t event;
	struct bits bits;
	bool is_alone; /* it passes with this one changed only */
};

struct other_inputs {
	VEC(struct other_input) at;
};

/* Values of inputs with which a run passes, as few as possible; false: none were found.  What it
 * finds is in the arena. */
bool alternatives_inputs(struct why *, struct arena *, struct other_inputs *);
/* The newest decision of the user's code before the violation, whose opposite lets some run with
 * the facts that are kept pass; one that compares equal values is preferred.  NO_EVENT: none. */
uint32_t alternatives_decision(struct why *, struct why_facts *);

#endif
