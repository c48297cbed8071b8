/* symex/why/kind.h -- the name of a cause: from the story of a run and the facts that it takes to
 * fail to the kind (result/cause_kinds.def) and the events that have a role in it.
 *
 * Kinds are tried in a fixed order, and the first whose conditions hold on the run is taken.  A
 * kind is a hypothesis: one that has a counterfactual of its own (a broadcast here, this write
 * first) is only taken if a run with that change passes.  None: CAUSE_ORDER, the facts are told.
 *
 * Everything that decides is here a function of plain data, so a test can make up a story.
 */
#ifndef SYMEX_WHY_KIND_H
#define SYMEX_WHY_KIND_H

#include "symex/why/story.h"
#include "symex/why/why.h"

struct kind_fact { /* of the cause, by indices of the story */
	enum cause_fact_type type;
	uint32_t first, second; /* or NO_EVENT */
};

struct kind_case { /* what is to be named */
	const struct story *s;
	const struct kind_fact *fact;
	size_t nfacts;
	enum cause_class class;
	/* Does some run with the change pass?  NULL: there are no runs, so no counterfactual holds. */
	enum why_outcome (*run)(void *context, const struct why_change *);
	/* The same of one run, with the schedule of the story as far as the change allows. */
	enum why_outcome (*run_once)(void *context, const struct why_change *);
	void *context;
};

struct kind_role {
	uint32_t event;           /* of the story; NO_EVENT: not known */
	uint32_t wait;            /* index in story.wait, of which the event is told; or NO_EVENT */
	enum cause_event_kind as; /* what it is told as; NONE: what the event is */
	bool neighbour; /* OFF_BY_ONE: with the neighbouring comparison it holds, which 'what' says */
};

#define MAX_KIND_ROLES 16

struct kind_found {
	enum cause_kind kind, also;
	struct kind_role role[MAX_KIND_ROLES];
	size_t roles;
};

/* Names the cause; CAUSE_ORDER: none of the kinds fits. */
struct kind_found kind_find(const struct kind_case *);

#endif
