/* symex/schedule/context.h -- one thread runs through one context, from wherever it may be to
 * wherever it may stop; see symex/schedule/schedule.h.
 *
 * Runs are merged at every place of the unwound program (place.h): those that were there when the
 * context began, and those that came there from before.  So each instruction of the thread is
 * executed once per context, however many schedules lead to it.
 */
#ifndef SYMEX_SCHEDULE_CONTEXT_H
#define SYMEX_SCHEDULE_CONTEXT_H

#include "symex/core/state.h"

struct stop {          /* where a thread may be between two contexts */
	uint32_t location; /* 0: it has ended */
	struct state st;   /* what the thread owns counts; in and out of a context, memory as well */
	term here;         /* it is there */
	term enabled;      /* if so: it can go on */
	bool awake;        /* and may, for all that is known: see asleep.c */
};

struct stops {
	VEC(struct stop) at;
};

struct birth { /* of a thread, in a context */
	uint32_t tid;
	struct stop stop;
};

struct encoding;
struct configuration;

/* Runs thread 'tid' from each of 'from'; 'others' are at rest meanwhile.  Adds to *to where it
 * stops. */
void context_run(struct encoding *, uint32_t tid, const struct stops *from,
                 const struct configuration *others, struct stops *to);

/* The stop at a location, or NULL. */
struct stop *stops_find(const struct stops *, uint32_t location);

/* What a step asks while a context runs; x->self is the encoding. */
extern const struct engine schedule_engine;

#endif
