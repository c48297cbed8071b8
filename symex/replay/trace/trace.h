/* symex/replay/trace/trace.h -- the observer that records the steps of a counterexample. */
#ifndef SYMEX_REPLAY_TRACE_TRACE_H
#define SYMEX_REPLAY_TRACE_TRACE_H

#include "result/history.h"
#include "symex/observer.h"
#include "symex/replay/trace/names.h"
#include "symex/replay/trace/origin.h"
#include "symex/replay/trace/object_history.h"
#include "symex/replay/trace/unset.h"

struct trace_store { /* that waits in a buffer */
	uint32_t tid, object;
	term offset;
	size_t step; /* of the counterexample */
};

struct trace_call { /* of an operation of a library */
	uint32_t tid;
	struct library_call call, result; /* 'result' once it has returned */
	struct history_call told;
};

struct trace { /* x->observation.data */
	struct arena *arena;
	struct cex *cex;
	uint32_t goal; /* the property that is violated at the end */
	struct object_history places;
	struct trace_names names;
	struct origins origins;
	struct unsets unsets;
	const char *text;      /* of the violation, where that of the property says less; or NULL */
	const char *function;  /* of the user, in which it is; or NULL */
	struct loc place;      /* where it is told, if not where it was found; or NO_LOC */
	size_t raced;          /* data race: the access that names the object */
	bool is_library_race;  /* at least one access is inside a library function */
	struct depend *depend; /* what the violation depends on */
	VEC(struct trace_store) store; /* in the order in which they were issued */
	VEC(size_t) made;              /* steps that make arguments of the entry */
	VEC(size_t) call;              /* of functions without body and model: their first steps */
	VEC(uint64_t) executed;        /* by thread: instructions so far that count (run_count.h) */
	VEC(struct trace_call) library_call;
	uint64_t arrived;      /* signals from outside so far, a bit for each number */
	uint32_t clock;        /* of real time: calls and returns so far */
	struct run_trace *run; /* a run that it is the counterexample of, for its test; or NULL */
};

extern const struct observer trace_observer;

/* An empty counterexample to a property, in the arena; trace_close leaves it. */
void trace_open(struct trace *, const struct goto_prog *, struct arena *, uint32_t property);
/* The counterexample is complete; or the replay failed, and it is freed. */
void trace_close(struct trace *, bool confirmed);

/* The violation depends on what the n-th call of a function without body and model returns, or
 * writes: its step gets the mark. */
void trace_mark_call(struct trace *, size_t n, bool returns);

/* For modules that add steps. */
static inline struct trace *trace_of(const struct symex *x) {
	return x->observation.data;
}
struct arena *trace_arena(const struct symex *);
struct trace_names *trace_names(const struct symex *);
struct step *trace_add(struct symex *, struct state *, enum step_kind);
/* The function that the user's code has called, "fgets()"; NULL: none. */
const char *trace_callee(const struct symex *, const struct state *);

/* The step happens inside the library: it is told at the call of the user. */
void trace_at_call(struct step *, const struct state *);
const char *trace_lvalue(struct symex *, struct state *, const struct expr *);

/* trace_thread.c: hooks of the observer; and names. */
void trace_create(struct symex *, struct state *, uint32_t tid, const struct created *);
void trace_thread_end(struct symex *, struct state *);
void trace_stop(struct symex *, struct state *);
void trace_acquire(struct symex *, struct state *, const struct held *);
void trace_release(struct symex *, struct state *, term lock);
void trace_interrupt(struct symex *, struct state *);
void trace_signal(struct symex *, struct state *, enum signal_event, uint32_t number);
void trace_lock_edge(struct symex *, struct state *, const struct lock_edge *, bool is_first);
void trace_blocked(struct symex *, struct state *);
const char *trace_thread_name(struct symex *, uint32_t tid);
const char *trace_pointer(struct symex *, const struct state *, term);

/* trace_race.c: a hook; and, once the violation is known, the accesses without what only the
 * library knows. */
void trace_race(struct symex *, struct state *, const struct next_access *,
                const struct next_access *);
void trace_race_names(struct symex *, const struct state *);
/* One of the two, which need not be next to each other. */
void trace_race_access(struct symex *, struct state *, const struct next_access *);

/* trace_event.c: hooks about the graph of the execution. */
void trace_event(struct symex *, struct state *, struct execution_event *, const struct access *,
                 term value);
void trace_raced(struct symex *, struct state *, const struct access *);
void trace_execution(struct symex *, struct execution *);

/* trace_buffer.c: whether the thread's store has gone to its buffer, and whether a load has found
 * its value there; and a hook: a store reaches memory. */
void trace_assigned(struct symex *, struct state *, const struct expr *lhs, struct step *);
void trace_read(struct symex *, struct state *, const struct expr *from, struct step *);
void trace_flush(struct symex *, struct state *, uint32_t tid, uint32_t position);
/* That a store reaches memory matters as much as the store. */
void trace_mark_flushes(struct cex *);

/* trace_link.c: steps name their accesses in the graph. */
void trace_link(struct cex *);

/* trace_history.c: hooks about calls of a library's operations; the history that they make up, once
 * the violation is known. */
void trace_opened(struct symex *, struct state *, const struct library_call *);
void trace_returned(struct symex *, struct state *, const struct library_call *);
void trace_history(struct symex *, struct state *, enum property_class);

/* trace_input.c: inputs from outside the program: typed text, arguments, variables. */
void trace_typed(struct symex *, struct state *, const struct ins *); /* __mc_input and its kin */
void trace_argv(struct symex *, struct state *, const struct symbol *, term argv, term argc);
void trace_externs(struct symex *, struct state *);
void trace_unmodelled(struct symex *, struct state *, const struct symbol *,
                      const struct argument *, uint32_t nargs);

#endif
