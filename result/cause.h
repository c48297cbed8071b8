/* result/cause.h -- why a property is violated, as plain data (docs/internals.md, "Causes").
 *
 * A cause is a minimal set of facts of the execution: with them it fails, and without any one of
 * them, the others kept, some execution passes, which was run.  The kind is a name for it, if one
 * fits; then 'role' has the events that result/cause_kinds.def lists, and report/story/cause.h
 * makes the sentence of them.
 */
#ifndef RESULT_CAUSE_H
#define RESULT_CAUSE_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/loc.h"
#include "util/base/vec.h"

struct cex;

enum cause_kind {
#define CAUSE(KIND, name, words) CAUSE_##KIND,
#include "result/cause_kinds.def"
	CAUSE_KIND_N,
};

enum cause_class {
	CAUSED_BY_ORDER,     /* other schedules with the same inputs pass */
	CAUSED_BY_INPUT,     /* none does, but with other inputs one does */
	CAUSED_BY_DECISION,  /* one does where a branch goes the other way */
	CAUSED_BY_CONDITION, /* nothing of this is known: the condition with its values */
	CAUSE_CLASS_N,
};

enum cause_event_kind {
	CAUSE_EVENT_NONE,
	CAUSE_EVENT_READ,
	CAUSE_EVENT_WRITE,
	CAUSE_EVENT_LOCK,
	CAUSE_EVENT_UNLOCK,
	CAUSE_EVENT_WAIT, /* for a lock, a condition, the end of a thread: 'what' of 'object' */
	CAUSE_EVENT_SIGNAL,
	CAUSE_EVENT_BROADCAST,
	CAUSE_EVENT_CREATE,
	CAUSE_EVENT_JOIN,
	CAUSE_EVENT_END,
	CAUSE_EVENT_ALLOC, /* or a declaration */
	CAUSE_EVENT_FREE,
	CAUSE_EVENT_CALL, /* of a library function */
	CAUSE_EVENT_INPUT,
	CAUSE_EVENT_BRANCH,
	CAUSE_EVENT_VIOLATION,
	CAUSE_EVENT_KIND_N,
};

#define NO_CAUSE_STEP UINT32_MAX

struct cause_lock { /* that the thread holds at an event */
	const char *object;
	struct loc loc; /* where it was taken */
};

struct cause_event {
	enum cause_event_kind kind;
	uint32_t thread; /* NO_THREAD: not known */
	uint32_t step;   /* index in cex.step; NO_CAUSE_STEP: none is this one.  Before
	                    cause_link: cause_count */
	struct loc loc;
	const char *function; /* display name of the function that it is in; or NULL */
	const char
	    *object; /* "left", "pool.lock", "read(fd, buf, 4)", the condition of a branch; or NULL */
	const char *what;  /* WAIT: "mutex", "condition", "join"; END: another function than that of the
	                      thread, which was left there; FREE: "scope" of a variable; or NULL */
	const char *value; /* read, written, returned; of a condition: "80 + 0 >= 80"; or NULL */
	bool taken;        /* BRANCH: the condition was true */
	bool late;         /* it had not happened when the execution ended */
	VEC(struct cause_lock) held;
};

enum cause_fact_type {
	FACT_ORDER,    /* first happened before second */
	FACT_INPUT,    /* first: the environment chose this value; 'other': one with which it passes */
	FACT_CHOICE,   /* first: who was woken, a wake-up without signal, an allocation that failed */
	FACT_DECISION, /* first: the branch went this way */
	FACT_TYPE_N,
};

struct cause_fact {
	enum cause_fact_type type;
	struct cause_event first, second; /* ORDER has both */
	const char *other;                /* INPUT */
	bool is_shown;                    /* a run that passes without it was executed */
};

struct cause {
	enum cause_class class;
	enum cause_kind kind;
	enum cause_kind
	    also; /* WRONG_LOCK, READ_LOCK, LIBRARY_STATE as the reason of 'kind'; else ORDER */
	VEC(struct cause_fact) fact;
	VEC(struct cause_event) role;
	struct cause_event
	    point; /* the step after which no schedule ends well; kind NONE: not looked for, or none */
	bool is_minimal;    /* each fact was shown to be needed */
	bool is_sufficient; /* no execution with all facts passes: everything was looked at */
	uint32_t runs;      /* that were executed to find it */
};

void cause_free(struct cause *); /* its lists */
/* How many events of its kind, thread and place come before one: those of its object, all; as
 * cause_event.step, until cause_link. */
uint32_t cause_count(uint32_t same, uint32_t all);
/* Finds the steps of the counterexample that the events are: by thread, kind, place, and how many
 * such there are before. */
void cause_link(struct cause *, const struct cex *);
const char *cause_kind_name(enum cause_kind);   /* "lost-update" */
const char *cause_kind_words(enum cause_kind);  /* "lost update" */
const char *cause_class_name(enum cause_class); /* "order", "input", "decision", "condition" */

#endif
