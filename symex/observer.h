/* symex/observer.h -- hooks that a concrete execution calls.
 *
 * A replay has an observer, x->observation.observer; a symbolic execution has none.  It calls a
 * hook for every instruction, access, choice and context switch, and for branches, assignments,
 * calls, inputs and operations of threads on each other.  The trace of a counterexample is an
 * observer (symex/replay/trace/trace.h).  A hook that is NULL is not called.  What a hook evaluates
 * is not observed: x->observation.depth counts the hooks that are being executed.
 */
#ifndef SYMEX_OBSERVER_H
#define SYMEX_OBSERVER_H

#include "symex/core/execution.h"

struct created;
struct held;
struct library_call;
struct lock_edge;
struct argument;
struct next_access;
struct pending;
struct execution;
struct execution_event;

/* What happens to a signal, in the order of pthread-models/mc.h. */
enum signal_event { SIGNAL_ARRIVES, SIGNAL_DELIVERED, SIGNAL_HANDLED, SIGNAL_EVENT_N };

struct observer {
	/* The running thread executes its next instruction; the instruction makes an access; the model
	 * settles a choice. */
	void (*step)(struct symex *, const struct state *);
	void (*access)(struct symex *, const struct state *, const struct access *);
	void (*choice)(struct symex *, const struct state *, const struct choice *);

	/* Store buffers: a store has entered that of the running thread; one of the thread, at this
	 * position, is about to reach memory; the running thread loads what is in its own. */
	void (*buffer)(struct symex *, struct state *, const struct pending *);
	void (*flush)(struct symex *, struct state *, uint32_t tid, uint32_t position);
	void (*forward)(struct symex *, struct state *, const struct access *);

	/* A conditional branch at st->pc. */
	void (*branch)(struct symex *, struct state *, bool taken);
	/* Returns the value of 'lhs' before an assignment, as text; NULL: it is not shown.  'assign'
	 * receives it after the assignment. */
	const char *(*before)(struct symex *, struct state *, const struct expr *lhs);
	void (*assign)(struct symex *, struct state *, const struct expr *lhs, const char *before);
	void (*call)(struct symex *, struct state *); /* the function has been entered */
	void (*returns)(struct symex *, struct state *);
	void (*note)(struct symex *, struct state *, const char *text);

	/* Names the bytes at 'offset' of an object without a symbol, up to a part of the type 'want'.
	 */
	const char *(*name)(struct symex *, struct arena *, uint32_t object, uint64_t offset,
	                    const struct type *want);
	/* The program has allocated an object; the lifetime of an object ends. */
	void (*allocates)(struct symex *, struct state *, uint32_t object);
	void (*ends)(struct symex *, struct state *, uint32_t object);

	/* Values from the environment: of an lvalue, of bytes at a pointer, of input that a model has
	 * read, of the arguments of the entry function and of objects that no file defines. */
	void (*input)(struct symex *, struct state *, const struct expr *lhs, term value,
	              enum choice_kind);
	void (*bytes)(struct symex *, struct state *, term pointer, uint64_t n);
	void (*typed)(struct symex *, struct state *, const struct ins *);
	/* A function without body and model is called: what it returns and writes is chosen next. */
	void (*unmodelled)(struct symex *, struct state *, const struct symbol *,
	                   const struct argument *, uint32_t nargs);
	void (*entry)(struct symex *, struct state *, const struct function *, const struct argument *);

	/* The client of a library: a call of the running thread opens, with its arguments; and is about
	 * to return, with its results (symex/step/calls.h). */
	void (*opened)(struct symex *, struct state *, const struct library_call *);
	void (*returned)(struct symex *, struct state *, const struct library_call *);

	/* Another thread than the last one runs, where several were enabled; the running thread stops.
	 */
	void (*context_switch)(struct symex *, struct state *);
	void (*stop)(struct symex *, struct state *);
	/* What follows can be repeated for ever. */
	void (*loop)(struct symex *, struct state *);
	void (*create)(struct symex *, struct state *, uint32_t tid, const struct created *);
	void (*thread_end)(struct symex *, struct state *);
	void (*acquire)(struct symex *, struct state *, const struct held *);
	void (*release)(struct symex *, struct state *, term lock);
	void (*interrupt)(struct symex *, struct state *);
	void (*signal)(struct symex *, struct state *, enum signal_event, uint32_t number);
	/* The next accesses of two threads race. */
	void (*race)(struct symex *, struct state *, const struct next_access *,
	             const struct next_access *);
	/* An event of the graph of the execution (result/execution.h) has been recorded: the hook fills
	 * its texts.  'a': the access that it is, or the first one; NULL: it is none. */
	void (*event)(struct symex *, struct state *, struct execution_event *, const struct access *a,
	              term value);
	/* The running thread makes one of the two accesses of a race that nothing orders. */
	void (*raced)(struct symex *, struct state *, const struct access *);
	/* The graph is complete, and the memory model allows it.  The hook takes its lists. */
	void (*execution)(struct symex *, struct execution *);
	/* The execution violates the property of the replay, and ends. */
	void (*violation)(struct symex *, struct state *, uint32_t property);
	void (*lock_edge)(struct symex *, struct state *, const struct lock_edge *,
	                  bool is_first); /* of a cycle */
};

/* observe (x, assign, st, lhs, before): calls the hook 'assign', if there is one. */
#define observe(x, hook, ...)                                                                      \
	((x)->observation.observer && (x)->observation.observer->hook                                  \
	     ? ((x)->observation.depth++, (x)->observation.observer->hook((x), __VA_ARGS__),           \
	        (void)(x)->observation.depth--)                                                        \
	     : (void)0)

/* Calls the hook 'before'; NULL without one. */
static inline const char *observe_before(struct symex *x, struct state *st,
                                         const struct expr *lhs) {
	if (!x->observation.observer || !x->observation.observer->before)
		return NULL;
	x->observation.depth++;
	const char *text = x->observation.observer->before(x, st, lhs);
	x->observation.depth--;
	return text;
}

#endif
