/* goto/passes/elements.h -- the synchronisation of a program by place, and the program without some
 * of it
 * (--why-safe).
 *
 * An element is a call, a pair of calls or an access of the user that orders what threads do.  It
 * is taken away, or something weaker is put in its place.  Elements are found in the program as it
 * was loaded, before all passes but goto_find_shared; a load of the same sources has the same ones.
 */
#ifndef GOTO_PASSES_ELEMENTS_H
#define GOTO_PASSES_ELEMENTS_H

#include "goto/program/prog.h"

enum element_kind {
	ELEMENT_LOCK,       /* lock calls and the unlock calls that release them: taken away */
	ELEMENT_MODE,       /* a write lock: a read lock instead */
	ELEMENT_LOOP,       /* around a wait on a condition variable: 'if' instead of 'while' */
	ELEMENT_WAKE,       /* signal or broadcast: taken away */
	ELEMENT_BROADCAST,  /* signal instead */
	ELEMENT_JOIN,       /* taken away */
	ELEMENT_STEP,       /* an atomic read-modify-write: an atomic load and an atomic store */
	ELEMENT_ATOMIC,     /* an atomic access: a plain one, or a plain load and a plain store */
	ELEMENT_BARRIER,    /* the wait is taken away */
	ELEMENT_ONCE,       /* the function is called each time */
	ELEMENT_SECTION,    /* an atomic section of SV-COMP: taken away */
	ELEMENT_STORES,     /* two stores that follow each other: the other way round */
	ELEMENT_LOCK_ORDER, /* two lock calls that follow each other: the other way round */
	ELEMENT_SEM_WAIT,   /* taken away, as the next */
	ELEMENT_SEM_POST,
	ELEMENT_KIND_N,
};

struct element_place {
	uint32_t function, pc; /* index in goto_prog.function, and in its instructions */
	struct loc loc;
	bool is_release; /* LOCK, SECTION: it ends what the first one begins */
};

struct element {
	enum element_kind kind;
	VEC(struct element_place) at; /* where something is changed; the first one names it */
	uint32_t to;                  /* STEP, ATOMIC: the last instruction of the operation */
	uint32_t site;                /* ATOMIC: index in order_sites of the program */
	const char *in;               /* display name of the function; interned, as all texts */
	const char *object;           /* "q->lock", "x"; NULL: it has no name */
	const char *second;           /* STORES, LOCK_ORDER: the other one */
	const char *call;             /* the function that is called, "pthread_mutex_lock"; or NULL */
	const char *weaker;           /* that is called instead; or NULL */
	bool is_cut; /* LOCK: there may be calls that belong to it and are not listed */
};

struct elements {
	VEC(struct element) at;
	bool shares_memory; /* threads do, other than what the library has */
};

/* Fills an empty list; marks what is shared.  races: the program has data races, which do not
 * count: then the order of plain stores may matter, and nothing can be said about accesses that are
 * plain instead of atomic.  Elements come in the order of their places. */
void elements_find(struct goto_prog *, bool races, struct elements *);
void elements_free(struct elements *);

/* The program without these elements; by element. */
void elements_remove(struct goto_prog *, const struct elements *, const bool *removed);
/* The program with an assertion that fails where the element is; returns the property. */
uint32_t elements_reach(struct goto_prog *, const struct element *);

#endif
