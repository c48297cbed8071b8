/* symex/replay/run/run_trace.h -- the trace of a concrete run: its events in order, as plain data.
 *
 * Two views of the same run:
 *
 *   event      what threads did to shared memory and to each other, and the values that the
 *              environment chose, in the order of the run
 *   thread     per thread: the decisions at conditional jumps and at calls through pointers, in
 *              order, and how many instructions it executed.  An engine that executes the thread
 *              alone and takes the k-th decision at the k-th such instruction follows the path of
 *              the run, and stops where the run stopped.
 *
 * and 'hits' counts how often each instruction of the user's functions was executed.
 *
 * The schedule is the list of steps: 'step.at[i].thread' ran from one switch point to the next
 * (symex/step/switch.h).  Threads have their numbers in the order of creation; main is 0.
 *
 * Strings are in the arena or interned.  Functions are those of the program, which outlives the
 * trace.
 */
#ifndef SYMEX_REPLAY_RUN_RUN_TRACE_H
#define SYMEX_REPLAY_RUN_RUN_TRACE_H

#include "goto/program/prog.h"
#include "result/result.h"
#include "symex/core/variable.h"
#include "util/base/map.h"
#include "util/number/bits.h"

enum run_event_kind {
#define RUN_EVENT(KIND, name) RUN_##KIND,
#include "symex/replay/run/run_events.def"
	RUN_EVENT_N,
};

#define NO_LINE 0

/* Where the bytes of a READ or WRITE are. */
enum run_memory { MEMORY_NONE, MEMORY_GLOBAL, MEMORY_LOCAL, MEMORY_HEAP };

struct run_bytes {
	enum run_memory kind;    /* NONE: not known */
	const char *variable;    /* GLOBAL: its name to the linker */
	uint32_t block;          /* identifies the object in the run */
	uint64_t offset, nbytes; /* in it */
};

struct run_event {
	enum run_event_kind kind;
	uint32_t thread;
	const struct function *function; /* NULL: before the entry function begins */
	uint32_t pc;
	uint64_t at;      /* instructions that the thread had executed, this one included; 0: unknown */
	uint64_t counted; /* of these, those that count (run_count.h) */
	struct loc loc;
	enum variable_kind variable; /* INPUT: what is chosen */
	const char *what; /* memory "a[3]", lock "m", callee "f", condition "x > 0", variable of an
	                     input; or NULL */
	const char
	    *value;       /* as text: of a read, write or input; "true", "false" of a branch; or NULL */
	struct bits bits; /* READ, WRITE, INPUT: the same; width 0: none */
	const char
	    *name; /* INPUT: what the user calls it, "mode", "__VERIFIER_nondet_int()"; or NULL */
	const char *shown; /* INPUT: the value as the user writes it, "-1", "2.5"; or NULL */
	const char *call;  /* INPUT: the function without a body that returned it, "read_sensor"; or
	                      NULL */
	struct run_bytes memory; /* READ, WRITE */
	uint32_t other;          /* CREATE, JOIN: the other thread; NO_THREAD otherwise */
	bool in_model;           /* inside a library model */
	uint32_t line;           /* of the file that the trace was read from; NO_LINE: none */
};

/* A conditional jump, a call through a pointer, or the choice of a spurious wakeup. */
enum run_decision_kind { DECISION_BRANCH, DECISION_CALL, DECISION_WAKEUP };

struct run_decision {
	enum run_decision_kind kind;
	const struct function *function;
	uint32_t pc;
	bool taken;                  /* BRANCH: jumps; WAKEUP: wakes up without a signal */
	uint64_t when;               /* instructions of the run so far */
	uint32_t location;           /* BRANCH, of a guided run: symex/core/location.h */
	const struct symbol *callee; /* CALL */
};

struct run_thread {
	const struct symbol *start; /* the user's function; NULL: main, or a thread of a model */
	uint64_t instructions;      /* that it executed, those of the initialisation included */
	uint64_t counted;           /* of these, run_counts */
	bool ended;
	uint32_t choices; /* of the environment */
	VEC(struct run_decision) decision;
};

struct run_racer { /* an access of a data race */
	uint32_t thread;
	bool is_write;
	bool in_model;    /* a library function makes it: 'loc' is its call */
	const char *what; /* as of an event */
	struct run_bytes memory;
	struct loc loc;
};

struct run_step {
	uint32_t thread;
	size_t event;  /* index of its first event */
	uint32_t line; /* as above */
};

/* How often the instructions of a function of the user were executed, by index. */
struct run_hits {
	const struct function *function;
	uint64_t *at;
};

/* What a call left somewhere, of which 'to' says where the compiled program finds it:
 *   "a1+4"    behind argument 1, 4 bytes further; "a1*8+4": behind the pointer that is there
 *   "g:x+0"   the variable x
 *   "b3+0"    the block 3 of the library; "b3": there is one now */
struct run_write {
	const char *to;
	const char *bytes;   /* in hexadecimal; or NULL */
	const char *pointer; /* a place as above, or a number; or NULL */
	uint64_t size;       /* of the pointer, or of the block */
	bool is_heap;        /* a block that the program is to free */
	bool is_free;        /* the block there is freed */
};

/* What a call of a library function, or of one without a body, gave the program
 * (symex/concrete/run_reply.h). */
struct run_reply {
	uint32_t thread;
	const struct symbol *function;
	struct loc loc;
	const char *result;  /* its bytes in hexadecimal; or NULL */
	const char *pointer; /* as that of run_write; or NULL */
	int error;           /* errno; -1: as it was */
	bool is_unmodelled;
	bool is_partial; /* it wrote memory that cannot be found in the compiled program */
	bool is_open;    /* the run ends in the call: there is no reply */
	bool allocates; /* 'pointer' is "new" or "0"; writes to "r", the block: it is zero but for those
	                   to "r+4", where nobody had set it */
	VEC(struct run_write) write;
};

struct run_object { /* a variable that no file defines, when the program starts */
	const struct symbol *symbol;
	const char *bytes; /* in hexadecimal */
};

/* What the program has read of local variables that nobody had set. */
enum run_unset { UNSET_NONE, UNSET_ZERO, UNSET_OTHER };

/* How a run ends. */
enum run_end {
	RUN_ENDS,          /* the program ends */
	RUN_BLOCKED,       /* no thread is enabled, and deadlocks are not checked */
	RUN_ASSUMES,       /* an assumption of the program is false with these values */
	RUN_VIOLATES,      /* a property is violated */
	RUN_TOO_LONG,      /* the bound of instructions; or it would go on for ever ('circles') */
	RUN_STOPPED,       /* a limit of the whole command, symex_stop */
	RUN_NOT_SUPPORTED, /* 'why' says what */
	RUN_NOT_FOLLOWED,  /* the trace that it was to follow is not one of this program: 'why' */
	RUN_END_N,
};

struct run_trace {
	struct arena *arena;
	const char *file;    /* that it was read from; NULL: none */
	bool multi_property; /* every property was to be decided: then threads may change at assertions
	                      */
	bool circles;        /* RUN_TOO_LONG: an earlier state has come back */
	bool is_brief; /* read from a test: without branches, nor what library functions do inside */
	uint64_t path; /* read from a test: its path (symex/concrete/cover.h); 0: unknown */
	VEC(struct run_event) event;
	VEC(struct run_thread) thread;
	VEC(struct run_step) step;
	/* Of tests only: what the environment gave the program. */
	VEC(struct run_reply) reply; /* in the order in which the calls end */
	uint32_t blocks;             /* of replies */
	VEC(const char *) word;      /* the arguments of main, in hexadecimal */
	VEC(struct run_object) object;
	enum run_unset unset;
	VEC(struct run_hits) hits;
	struct map hits_of; /* function -> index in 'hits' */
	uint64_t instructions;
	uint64_t depth; /* of these, those that count for --depth */
	enum run_end end;
	struct loc end_loc;
	const char
	    *why; /* VIOLATES: the text of the property; BLOCKED: it is that of deadlocks; or NULL */
	uint32_t wrong_line;                  /* NOT_FOLLOWED: line of the file */
	uint32_t property;                    /* VIOLATES: index in symex.properties */
	const char *property_id, *class_name; /* VIOLATES: of the same; or NULL */
	bool is_apart;  /* VIOLATES a race, whose first access is long past: nothing orders the two */
	bool confirmed; /* VIOLATES: the replay ended in the violation, which is in the result */
	bool is_new;    /* and no earlier run has violated that property */
	struct run_racer race[2]; /* VIOLATES: if it is a race whose accesses are next to each other */
	bool has_race;
	uint32_t switches; /* context switches, as bounds count them */
	/* VIOLATES: has the counterexample that this is the run of; NULL: there is none. */
	const struct property_result *told;
};

struct run_trace *run_trace_open(void);
void run_trace_close(struct run_trace *);

const char *run_memory_name(enum run_memory);    /* "global"; NONE: NULL */
const char *run_event_name(enum run_event_kind); /* "read" */
bool run_event_find(const char *name, enum run_event_kind *);
/* Has a test (docs/cover.md) the event?  In models only inputs and what concerns other threads. */
bool run_event_is_brief(const struct run_event *);
/* Does the run end in a violation, one that was reported before included? */
bool run_trace_fails(const struct run_trace *);
const char *run_end_text(enum run_end); /* "the program ends" */

#endif
