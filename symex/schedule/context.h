/* symex/schedule/context.h -- one thread runs through one context, from all locations where it may
 * be to all locations where it may stop; see symex/schedule/schedule.h.
 *
 * States are joined at every location of the unwound program (core/location.h): the state that
 * begins the context there, and those that came there from earlier locations.  So each instruction
 * of the thread is executed once per context, however many schedules lead to it.
 */
#ifndef SYMEX_SCHEDULE_CONTEXT_H
#define SYMEX_SCHEDULE_CONTEXT_H

#include "symex/core/state.h"

struct thread_stop {   /* where a thread may be between two contexts */
	uint32_t location; /* 0: it has ended */
	struct state st;   /* the thread's own part; as start and end of a context, with memory */
	term here;         /* the thread is at this location */
	term enabled;      /* if it is here, it is enabled */
	bool in_sleep_set; /* it must not run before a step that its next one depends on:
	                      encode_reduction.c */
};

struct stops {
	VEC(struct thread_stop) at;
};

struct spawn { /* a thread created in a context */
	uint32_t tid;
	struct thread_stop stop;
};

struct encoding;
struct configuration;

/* Runs thread 'tid' from each of 'from' while 'others' rest.  Adds to *to where it stops. */
void context_run(struct encoding *, uint32_t tid, const struct stops *from,
                 const struct configuration *others, struct stops *to);

/* The operations of the schedule engine; x->self is the encoding. */
extern const struct engine schedule_engine;

#endif
