/* result/result.h -- the outcome of a run as plain data: what every report format reads.
 *
 * Filled by symex and cli; reports never see solver, symex or goto objects.  All strings are
 * owned by 'arena' (or interned).
 */
#ifndef RESULT_RESULT_H
#define RESULT_RESULT_H

#include <stdbool.h>
#include <stdint.h>

#include "result/cause.h"
#include "result/certificate.h"
#include "result/confirmation.h"
#include "result/execution.h"
#include "result/explored.h"
#include "result/fix.h"
#include "result/history.h"
#include "result/needs.h"
#include "result/orders.h"
#include "result/proof.h"
#include "result/search_progress.h"
#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/stats.h"
#include "util/base/vec.h"

enum verdict { VERDICT_UNKNOWN, VERDICT_SAFE, VERDICT_UNSAFE };

/* Why less than everything was looked at.  Bounds qualify SAFE; inconclusive gaps force UNKNOWN. */
enum gap_kind {
	GAP_UNWIND, /* bound */
	GAP_CONTEXT,
	GAP_RUNS,        /* bound: only the events of some concrete runs, "the events of this run" */
	GAP_CLIENTS,     /* bound: clients of a library, "up to 2 threads with 1 call each" */
	GAP_DEPTH,       /* of an execution, in instructions */
	GAP_BUFFER,      /* of a thread's store buffer, in stores */
	GAP_SIGNALS,     /* bound on how many arrive from outside */
	GAP_INPUT,       /* bound on the environment: argc, string lengths */
	GAP_ASSUMPTION,  /* no bound, but qualifies like one: "'f' changes nothing" */
	GAP_IGNORED,     /* the same, UNSAFE as well: "that #pragma omp is ignored" */
	GAP_ENVIRONMENT, /* no bound, but qualifies like one: "the usual environment" */
	GAP_INTEGERS,    /* no bound, but qualifies like one: bit-vectors were taken for integers */
	GAP_MODEL,       /* no bound: the memory model under which the program is UNSAFE */
	GAP_UNSUPPORTED, /* inconclusive, as all below */
	GAP_ORDERS,      /* proved under sequential consistency, and the program's orders are weaker */
	GAP_SOLVER,
	GAP_NUMBERS, /* a violation was refuted: it needs a value that is not possible */
	GAP_TIME,
	GAP_MEMORY,
	GAP_INTERRUPT,
	GAP_REPLAY, /* a counterexample that did not replay: our bug, never a verdict */
	GAP_CHECK,  /* a solver's answer that was caught wrong: the same */
};

struct gap {
	enum gap_kind kind;
	const char *text; /* "unwind 5", "inline assembly", ... */
	struct loc loc;
	bool is_inconclusive;
	const char *remark; /* for people, on a line of its own beside SAFE; or NULL */
};

/* What the environment was taken not to do, although it could: holds for SAFE only, and does not
 * qualify it in the verdict line; reports say it beside the verdict. */
struct assumption {
	const char *text;   /* "memory can be allocated" */
	const char *option; /* that would do without, "malloc-may-fail" */
};

#define NO_THREAD UINT32_MAX

enum step_kind {
	STEP_INPUT,  /* lhs = value, chosen by the environment */
	STEP_ASSIGN, /* lhs = value */
	STEP_READ,   /* lhs is value: a load from shared memory that is a step of its own, what a branch
	                on   shared memory reads, or what makes the violated condition false */
	STEP_CALL,   /* call: "f", arg: "1", "2"; other: the thread that it waits for the end of */
	STEP_RETURN, /* call: "f"; value: "3", of a scalar; or NULL */
	STEP_BRANCH, /* text: the condition, value "true" or "false" */
	STEP_ASSUME,
	STEP_VIOLATION, /* last; text: the property's text */
	STEP_NOTE,      /* text; e.g. a call without a model */
	STEP_CREATE,    /* 'thread' creates 'other' */
	STEP_THREAD_END,
	STEP_BLOCKED, /* lhs: the object that it waits for, "&m", or NULL; text: "mutex"; NULL: it waits
	                 for the end of 'other' */
	STEP_ACQUIRE, /* from here on the thread holds the lock lhs ("&m"); text: "mutex" */
	STEP_RELEASE, /* and from here on it does not */
	STEP_FLUSH,   /* lhs = value, a store that the thread had buffered, reaches memory (--mm tso,
	                 pso); loc: of the store.  The thread itself may be anywhere by then */
};

/* What a store buffer has to do with a step (--mm tso, pso). */
enum step_buffer {
	NO_BUFFER,
	INTO_BUFFER, /* ASSIGN: others do not see it before its FLUSH */
	FROM_BUFFER, /* READ: of a store of the thread's own that has not reached memory */
};

struct step {
	enum step_kind kind;
	uint32_t thread;
	struct loc loc;
	const char *function; /* display name */
	uint32_t depth;       /* so many functions of the user are waiting for it to return; up to 64 */
	uint32_t event; /* INPUT, ASSIGN, READ: the number of its event in cex.execution, counted from
	                   1; 0: none */
	const char *lhs, *value, *text;
	enum step_buffer buffer;
	uint32_t other;     /* CREATE: the new thread; BLOCKED: who must act first; CALL: who is
	                       joined; else NO_THREAD */
	const char *memory; /* INPUT, ASSIGN, READ: identifies the memory that lhs means, whatever
	                       lvalue and thread access it; or NULL.  CALL: the block that it frees,
	                       "12"; its parts are "12+0", "12+32" */
	const char *call;   /* INPUT: the function that the user called for it; or NULL.  CALL, RETURN:
	                       the function */
	const char **arg;   /* CALL: the arguments, nargs of them; BLOCKED: what lhs points to, "m" */
	uint32_t nargs;
	const char *suffix;   /* of the value as a constant of C: "f", "L"; or NULL */
	const char *before;   /* ASSIGN of shared memory: the value that is overwritten; or NULL */
	const char *operands; /* BRANCH: a comparison with the values of both sides, "80 + 0 >= 80"; or
	                         NULL */
	uint64_t counted;     /* instructions of its thread up to it, as a run counts them
	                         (symex/replay/run/run_count.h); 0: unknown */
	uint32_t distance; /* from the violation in what it depends on: 0, 1, ...; those aside: none */
	bool in_model;     /* inside a library model: folded by default */
	bool unmodelled;   /* an INPUT that comes from a function without a model */
	bool typed;        /* an INPUT that is given from outside: argv, a line, what getenv finds */
	bool shared;       /* READ, ASSIGN, BRANCH: of memory that other threads may reach */
	bool reads_shared; /* ASSIGN: its value comes from such memory */
	bool aside;        /* the violation hardly depends on it (symex/replay/trace/depend.h) */
	bool guessed;      /* it is one of cex.guess: the violation depends on it */
};

struct cex_thread {
	const char *name;     /* "main", "T1", "T2" */
	const char *function; /* what it runs */
	struct loc created;   /* NO_LOC: main */
};

struct cex_frame { /* of a call stack, youngest first */
	const char *function;
	struct loc loc;
};

struct cex_wait { /* a thread that waits, at the end of the execution */
	uint32_t thread;
	const char *what, *object; /* "mutex", "&m" or NULL */
	uint32_t holder;           /* thread that must act first; NO_THREAD: any */
	struct loc loc;
	bool is_join; /* it waits for the end of the holder */
};

struct cex_hold { /* a lock that a thread holds, at the end of the execution */
	uint32_t thread;
	const char *what, *object;
	struct loc loc; /* where it was taken */
};

struct cex_order { /* a lock that was taken while another one was held */
	struct cex_hold held, taken;
};

struct cex_access { /* one side of a data race */
	uint32_t thread;
	bool is_write;
	bool is_past; /* the thread has made it; else it is about to.  Nothing orders the two then */
	const char *lvalue; /* "x", "a[3]", "p->n" */
	struct loc loc;
	VEC(struct cex_frame) stack;
};

enum place_kind {
	PLACE_FREED,
	PLACE_ALLOCATED,
	PLACE_ENDED,       /* the variable went out of scope */
	PLACE_DECLARED,    /* the variable; no thread */
	PLACE_OVERWRITTEN, /* leak: the variable, which was the last pointer to the block */
	PLACE_LOST,        /* leak: the same went out of scope */
	PLACE_DROPPED,     /* leak: the same was part of a block that was freed */
	PLACE_KEPT,        /* leak: the declaration of a variable that points to it at the end */
	PLACE_UNSET,       /* the declaration of a variable that is read before it has a value */
	PLACE_UNSET_BLOCK, /* the allocation of a block, of which a part is read so */
};

struct cex_place { /* a position in the history of the memory that the violation is about */
	enum place_kind kind;
	uint32_t thread;    /* NO_THREAD: none */
	const char *object; /* a variable, "head", "n->next"; NULL: a block */
	uint64_t bytes;     /* ALLOCATED: its size */
	struct loc loc;
	VEC(struct cex_frame) stack;
};

enum guess_kind {
	GUESS_RETURNS, /* the function may return 'value' */
	GUESS_WRITES,  /* it may write anything to what its arguments reach */
	GUESS_NO_LOCK, /* two threads may be between its call and that of 'value', which would be
	                  impossible if it were a lock */
};

/* What a function does that has neither a body nor a model, and that the violation depends on
 * (symex/replay/guess.h). */
struct guess {
	enum guess_kind kind;
	const char *function; /* as the user knows it */
	const char *value;    /* RETURNS: "32", NULL: a structure; NO_LOCK: a function */
	struct loc loc;       /* of the call */
	uint32_t thread;      /* that calls it */
};

struct cex {
	VEC(struct step) step;
	VEC(struct cex_thread) thread; /* [0] is main */
	uint32_t context_switches;
	VEC(struct cex_wait) wait;     /* deadlock */
	VEC(struct cex_hold) hold;     /* deadlock */
	VEC(struct cex_order) order;   /* lock order: in a circle, each takes what the next one holds */
	VEC(struct cex_access) access; /* data race: two */
	VEC(struct cex_place) place;   /* violations about memory */
	VEC(struct guess) guess;       /* none: the violation depends on no guess */
	VEC(const char *) signal; /* that come from outside, and are handled or waited for: "SIGTERM" */
	struct execution *execution; /* its graph; NULL: the steps say everything, as under sc */
	struct history *history;     /* of a library's operations; NULL: there is none */
	uint32_t
	    loop; /* the steps from this number on, counted from 1, can be repeated for ever; 0: none
	           */
};

/* A conditional branch of the user's code that no run has taken one way, or both. */
struct untaken_branch {
	const char *function;
	struct loc loc;
	const char *condition;      /* as the user wrote it */
	bool when_true, when_false; /* it has never been true, never been false */
};

struct covered_line {     /* an instruction at a line of the user's code; or a function */
	struct loc loc;       /* with a file and a line */
	const char *function; /* its name; NULL: an instruction */
	uint64_t count;       /* how often runs have executed it */
};

struct covered_branch { /* a conditional jump of the user's code */
	struct loc loc;
	bool has_true, has_false;       /* ways that count */
	uint64_t when_true, when_false; /* how often runs have taken them */
};

struct coverage {             /* by concrete runs */
	uint32_t runs;            /* 0: there were none, and nothing is to be said */
	uint32_t branches, taken; /* ways of the branches: two each; those that some run has taken */
	VEC(struct untaken_branch) left;
	VEC(struct covered_line) line, function; /* whatever 'runs' is */
	VEC(struct covered_branch) branch;
};

enum property_status { PROPERTY_UNKNOWN, PROPERTY_HOLDS, PROPERTY_VIOLATED, PROPERTY_UNREACHED };

struct property_result {
	const char *id, *class_name, *text, *function;
	struct loc loc;
	enum property_status status;
	const char *note;    /* UNREACHED: why, for people; or NULL */
	bool in_model;       /* a check inside a library model: of interest only if it does not hold */
	struct cex *cex;     /* VIOLATED: how; or NULL */
	struct cause *cause; /* VIOLATED: why; NULL: it was not looked for */
	struct order_trial *orders; /* VIOLATED under C11: the program holds with these; or NULL */
	struct confirmation *confirmation; /* VIOLATED: by a compiled program; NULL: not asked for */
	const char
	    *test; /* VIOLATED: the file with the run of 'cex' (cli/files/test_file.h); or NULL */
	const char *harness; /* VIOLATED: the folder of --harness; or NULL */
};

/* What was assumed of an argument of the function that the run starts in.  Holds for every verdict.
 */
struct assumed_argument {
	const char *parameter; /* "buf" */
	const char *assumed;   /* in words: "points to n bytes" */
	bool is_any;           /* nothing: every value that the type has */
};

/* What was checked, how, and what it cost; everything a report says about the run as a whole. */
struct run_info {
	const char *command;    /* the command line, quoted */
	const char *started;    /* "2026-11-15T10:54:13Z" */
	const char *directory;  /* in which relative names of files mean something */
	VEC(const char *) file; /* the sources, as the user named them */
	const char *entry;      /* the function it starts in */
	const char *data_model; /* "ILP32", "LP64" */
	const char *strategy;   /* "lazy", "schedule", "uw"; NULL: a program without threads */
	const char *solver;     /* "sat" */
	VEC(const char *)
	properties; /* lines of a property file, "CHECK( init(main()), LTL(G ! ...) )" */
	VEC(const char *)
	check; /* classes of properties that were looked for, also those without a property; none: a
	          single property was asked for */
	VEC(struct assumed_argument) argument; /* of an entry other than main */
	double wall_seconds, cpu_seconds;
	uint64_t peak_bytes;
	VEC(struct stat_row) stat; /* the lines of --stats */
};

/* Why there is no verdict at all: the sources are wrong, the disk is full, a bug of ours. */
struct run_error {
	const char *text; /* NULL: there is none */
	struct loc loc;
	int exit_code; /* NO_EXIT_CODE: it did not live to say */
};

#define NO_EXIT_CODE (-1)

struct told_fact {
	struct established fact;
	const char *text;
};

/* What would help: an option, or a smaller program, that a trial has decided something with. */
struct advice {
	const char *option; /* "--context-bound 5"; NULL: it is about another program */
	const char
	    *change; /* "N = 2 instead of 8": how that differs from the one of the user; or NULL */
	const char *reason; /* what is known then, or why it should help: "it holds (proved)" */
	double seconds;     /* that the trial took; negative: it was not tried */
};

struct result {
	struct arena *arena;
	struct run_info info;
	struct run_error error; /* then the verdict is UNKNOWN, and there are no properties */
	enum verdict verdict;
	VEC(struct gap) gap;
	VEC(struct assumption) assumption;
	VEC(struct property_result) property;
	struct coverage coverage;
	struct explored *explored;       /* to be filled with the tree of schedules; NULL: not wanted */
	struct order_advice *orders;     /* --suggest-orders, --relax; NULL: not asked for */
	struct fixes *fixes;             /* --fix; NULL: not asked for, or nothing is to be mended */
	struct needs *needs;             /* --why-safe; NULL: not asked for */
	struct proof *proof;             /* SAFE, by an invariant over threads; NULL: none */
	VEC(const char *) source;        /* the user's files that were read, headers as well */
	struct certificate *certificate; /* --certificate; NULL: not asked for */
	/* UNKNOWN: what is known all the same, what the search was doing when it ended, and options
	 * that would help (report/story/ending.h). */
	VEC(struct told_fact) established;
	const char
	    *established_under; /* "within argc 4; assuming ...": what all of that rests on; or NULL */
	const char *activity;   /* or NULL */
	VEC(struct advice) advice;
	/* SAFE within bounds: "which no execution passes: the assertion at x.c:3 was not reached";
	 * NULL: all were, or it is not known. */
	const char *unreached;
	bool is_kept;        /* it was found by an earlier run, and taken from the cache */
	bool any_threads;    /* SAFE holds for any number of threads */
	bool any_calls;      /* ... each of which makes any number of calls of a library */
	bool deadlocks_open; /* and says nothing about deadlocks, although they were looked for */
	bool is_counted;     /* the executions were (--count-executions) */
	uint64_t executions;
	const char *decided_by; /* "event engine, 2 unwindings"; NULL: a strategy was named */
	uint32_t violated;      /* index of the first violated property; NO_PROPERTY if none */
};

#define NO_PROPERTY UINT32_MAX

/* The runs of one command, one for each entry point, in their order.  Formats write all of them. */
struct results {
	VEC(struct result *) run;
};

void cex_free(struct cex *); /* its lists; it and its strings are the arena's */
/* "main", "T1 worker" */
const char *cex_thread_label(struct arena *, const struct cex *, uint32_t thread);
struct result *result_open(void);
void result_close(struct result *);
/* 'to' becomes 'from', which is closed; what was told about the run stays. */
void result_replace(struct result *to, struct result *from);
void result_gap(struct result *, enum gap_kind, struct loc, const char *format, ...)
    __attribute__((format(printf, 4, 5))); /* once per kind, position and text */
/* The verdict rests on what a function without a body does: it qualifies SAFE as a gap of kind
 * ASSUMPTION does. */
void result_unmodelled(struct result *, struct loc, const char *function, bool is_noreturn);
/* Forgets the gaps that came after the first n, but no assumption: what rests on it may be kept. */
void result_drop_gaps(struct result *, size_t n);
/* The verdict rests on calls of the system that took their usual course. */
void result_usual(struct result *);
void result_remark(struct result *, enum gap_kind, const char *text);      /* about the last one */
void result_assume(struct result *, const char *text, const char *option); /* each once */
void result_drop_assumption(struct result *, const char *option);          /* it is none */
bool result_is_inconclusive(const struct result *);
bool result_has_gap(const struct result *, enum gap_kind);
bool result_has_bug(const struct result *); /* a gap that is our own mistake */
/* What may be claimed: 'verdict', but never SAFE over an inconclusive gap, and nothing at all once
 * a counterexample did not replay. */
enum verdict result_verdict(const struct result *);
int result_exit_code(const struct result *); /* enum exit_code */
/* Does the violation depend on what a function without body and model does? */
bool result_is_guessed(const struct property_result *);
/* UNSAFE: do all violations that are known?  Then the verdict names what it depends on. */
bool result_rests_on_guess(const struct result *);
/* --strict-environment: such a violation is none; an inconclusive gap remains. */
void result_drop_guessed(struct result *);
/* "if 'recv' may return 32: it has no body and no model"; NULL: there are no guesses. */
char *result_guess_text(struct arena *, const struct cex *);
/* "'recv' may return 32" */
char *guess_text(struct arena *, const struct guess *);
/* What may be claimed of a property: UNKNOWN, HOLDS or VIOLATED.  What was never reached holds only
 * if everything was looked at. */
enum property_status result_status(const struct result *, const struct property_result *);
/* Does it hold only because no execution reaches it?  'note' says so. */
bool result_is_vacuous(const struct result *, const struct property_result *);
/* "assuming that memory can be allocated (--malloc-may-fail)"; NULL: the verdict rests on no
 * assumption, or is the competition's, whose rules make them. */
char *result_assumptions(struct arena *, const struct result *);
/* "buf: points to n bytes" for each argument that may not have every value, a line each; "": there
 * is none. */
char *result_arguments(struct arena *, const struct result *);
/* Does the verdict rest on this gap, so that reports say so beside it? */
bool result_rests_on(const struct result *, const struct gap *);
/* "within unwind 5", "assuming 'f' ends the program", "in the usual environment": a gap that is not
 * inconclusive, as a qualifier. */
char *result_gap_qualifier(struct arena *, const struct gap *);
/* Why the verdict is UNKNOWN: "time limit of 5 s"; NULL: there was no such gap. */
char *result_reason(struct arena *, const struct result *);
/* What SAFE is true for, and what it leaves open, "within unwind 5; assuming 'f' ends the program";
 * NULL: for everything, and nothing. */
char *result_qualifiers(struct arena *, const struct result *);
/* Where a property is violated and others hold: what that rests on, which a verdict of FAILED does
 * not say; NULL: nothing. */
char *result_rest(struct arena *, const struct result *);
/* "that memory can be allocated (--malloc-may-fail)"; NULL: nothing is assumed. */
char *result_assumed(struct arena *, const struct result *);
/* "'f' changes nothing but what its arguments reach at a.c:3": a gap and its position. */
char *result_gap_text(struct arena *, const struct gap *);
/* What else is to be said about the bounds; "" if nothing, or lines. */
char *result_remarks(struct arena *, const struct result *);
/* "with --context-bound 5 it holds (tried, 2 s)"; "try -UASM: ..." of what was not tried. */
char *advice_text(struct arena *, const struct advice *);
/* The line the user looks for: "VERIFICATION SUCCESSFUL (within unwind 5)". */
char *result_verdict_line(struct arena *, const struct result *);

#endif
