/* symex/observer.h -- who is told what happens in a concrete execution.
 *
 * A replay has an observer, x->observer; symbolic execution has none.  Every step that is worth
 * telling comes here: a read, a write, a branch, a call, an input, what threads do to each other.
 * The trace of a counterexample is such an observer (symex/replay/trace.h).  A hook that is NULL is
 * not called.
 */
#ifndef SYMEX_OBSERVER_H
#define SYMEX_OBSERVER_H

#include "symex/core/execution.h"

struct created;
struct lock_edge;
struct argument;
struct next_access;

/* What happens to a signal, in the order of pthread-models/mc.h. */
enum signal_event { SIGNAL_ARRIVES, SIGNAL_DELIVERED, SIGNAL_HANDLED, SIGNAL_EVENT_N };

struct observer {
	/* The running thread executes its next instruction; an access that this makes; a choice of the
	 * environment that the model settles. */
	void (*step)(struct symex *, const struct state *);
	void (*access)(struct symex *, const struct state *, const struct access *);
	void (*choice)(struct symex *, const struct state *, const struct choice *);

	/* The running thread goes to its next instruction, or not. */
	void (*branch)(struct symex *, struct state *, bool taken);
	/* What an assignment is about to overwrite, as text, if that is worth telling; and then. */
	const char *(*before)(struct symex *, struct state *, const struct expr *lhs);
	void (*assign)(struct symex *, struct state *, const struct expr *lhs, const char *before);
	void (*call)(struct symex *, struct state *); /* just entered */
	void (*returns)(struct symex *, struct state *);
	void (*note)(struct symex *, struct state *, const char *text);

	/* The environment gives 'value' to an lvalue, bytes at a pointer, what models say was typed,
	 * the arguments of main, and objects that no file defines. */
	void (*input)(struct symex *, struct state *, const struct expr *lhs, term value,
	              enum choice_kind);
	void (*bytes)(struct symex *, struct state *, term pointer, uint64_t n);
	void (*typed)(struct symex *, struct state *, const struct ins *);
	void (*entry)(struct symex *, struct state *, const struct function *, const struct argument *);

	/* A thread other than the last one runs, where there was a choice; the running one stops. */
	void (*context_switch)(struct symex *, struct state *);
	void (*stop)(struct symex *, struct state *);
	void (*create)(struct symex *, struct state *, uint32_t tid, const struct created *);
	void (*thread_end)(struct symex *, struct state *);
	void (*acquire)(struct symex *, struct state *, const struct held *);
	void (*release)(struct symex *, struct state *, term lock);
	void (*interrupt)(struct symex *, struct state *);
	void (*signal)(struct symex *, struct state *, enum signal_event, uint32_t number);
	/* Two threads are about to make accesses that race. */
	void (*race)(struct symex *, struct state *, const struct next_access *,
	             const struct next_access *);
	/* The property that the replay is about is violated; the execution ends. */
	void (*violation)(struct symex *, struct state *, uint32_t property);
	void (*lock_edge)(struct symex *, const struct lock_edge *, bool is_first); /* of a circle */
};

/* observe (x, assign, st, lhs, before): tells the observer, if there is one that wants it. */
#define observe(x, hook, ...)                                                                      \
	((x)->observer && (x)->observer->hook ? (x)->observer->hook((x), __VA_ARGS__) : (void)0)

/* As observe (x, before, ...): NULL if nobody wants it. */
static inline const char *observe_before(struct symex *x, struct state *st,
                                         const struct expr *lhs) {
	return x->observer && x->observer->before ? x->observer->before(x, st, lhs) : NULL;
}

#endif
