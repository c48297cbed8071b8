/* result/needs.h -- which synchronisation a program that holds needs, by place (--why-safe).
 *
 * Each element was taken away or weakened by itself, and the program verified again.  Texts are the
 * arena's, or interned.
 */
#ifndef RESULT_NEEDS_H
#define RESULT_NEEDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

enum need_kind {
#define NEED(kind, id, what, change) NEED_##kind,
#include "result/needs.def"
#undef NEED
	NEED_KIND_N,
};

enum need_outcome {
	NEED_OPEN,        /* neither a violation nor a proof without it: 'reason' */
	NEED_NEEDED,      /* without it there is a violation, whose counterexample was replayed */
	NEED_NOT_ALONE,   /* the program holds without it; others may be needed then */
	NEED_NOT_REACHED, /* no execution comes to it */
	NEED_OUTCOME_N,
};

struct need_place {
	struct loc loc;
	bool is_release; /* an unlock, the end of a section; otherwise a lock, or where it is */
};

struct need {
	enum need_kind kind;
	enum need_outcome outcome;
	struct need_place *at; /* what is taken away or changed; the first one is where it is listed */
	size_t n;
	const char *function; /* display name of the one that it is in */
	const char *object;   /* "q->lock", "x"; NULL: it has no name */
	const char *second;   /* the other of two that follow each other; or NULL */
	const char *call;     /* "pthread_mutex_lock", "load"; or NULL */
	const char *weaker;   /* the call that stood there instead; or NULL */
	/* NEEDED: the violation without it. */
	const char *violation;  /* "assertion 'x == 2' fails" */
	const char *class_name; /* "assertion", "data race" */
	struct loc loc;         /* where; no file: nowhere in particular */
	const char *cause;      /* in a sentence; or NULL */
	const char *reason;     /* OPEN: why it is not known; NOT_ALONE: what is to be said; or NULL */
	bool is_kept;           /* in the sufficient set */
	double seconds;         /* that the verification took */
};

struct needs {
	VEC(struct need) at; /* in the order of places */
	bool shares_memory;  /* threads of the program do */
	bool with_races;     /* data races were looked for although nobody had asked */
	bool is_set;         /* those with 'is_kept' are a set that suffices: the program without all
	                        others was verified */
	uint32_t verified;   /* programs that were */
	uint32_t left_out;   /* elements that were not looked at */
	const char *remark;  /* why there is no table, or what it leaves out; or NULL */
	const char *warning; /* the properties may be too weak; or NULL */
};

const char *need_kind_id(enum need_kind);       /* "lock", "wait-loop": for programs */
const char *need_outcome_id(enum need_outcome); /* "needed", "not-needed-alone", ... */
/* "lock of q->lock", "loop around the wait for full" */
char *need_what(struct arena *, const struct need *);
/* What was put in its place: "without it", "with pthread_cond_signal" */
char *need_change(struct arena *, const struct need *);
void needs_free(struct needs *); /* its lists */

#endif
