/* symex/schedule/context.h -- one thread runs through one context, from wherever it may be to
 * wherever it may stop; see symex/schedule/schedule.h.
 *
 * Runs are merged at every place of the unwound program (place.h): those that were there when the
 * context began, and those that came there from before.  So each instruction of the thread is
 * executed once per context, however many schedules lead to it.
 */
#ifndef SYMEX_SCHEDULE_CONTEXT_H
#define SYMEX_SCHEDULE_CONTEXT_H

#include "symex/lazy/node.h"

struct stop {        /* where a thread may be between two contexts */
	uint32_t place;  /* 0: it has ended */
	struct state st; /* what the thread owns counts; in and out of a context, memory as well */
	term here;       /* it is there */
	term can_go;     /* if so: it can go on */
	bool awake;      /* and may, for all that is known: see asleep.c */
};

struct stops {
	VEC(struct stop) at;
};

struct birth { /* of a thread, in a context */
	uint32_t tid;
	struct stop stop;
};

struct recording;
struct world;

/* Runs thread 'tid' from each of 'from'; 'others' are at rest meanwhile.  Adds to *to where it
 * stops. */
void context_run(struct recording *, uint32_t tid, const struct stops *from,
                 const struct world *others, struct stops *to);

/* The stop at a place, or NULL. */
struct stop *stops_find(const struct stops *, uint32_t place);

/* Called while a context runs: a state to go on with; a thread that was created. */
void context_add(struct symex *, const struct state *);
void context_born(struct symex *, const struct state *creator, const struct state *thread);
/* The thread goes round in a loop, in which nothing changes before another thread does something.
 */
void context_stays(struct symex *, const struct state *);
/* The running thread came to a bound of loops or recursion, and stays there. */
void context_cut(struct symex *, const struct state *);
/* Has this other thread ended for sure? */
bool context_ended(const struct symex *, uint32_t tid);

#endif
