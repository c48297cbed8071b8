#include "symex/step/interrupt.h"

#include "goto/analysis/analysis.h"
#include "symex/core/next_ins.h"
#include "symex/step/frame.h"
#include "symex/step/value/eval.h"
#include "util/text/diag.h"

term interrupt_pending(struct symex *x, struct state *st) {
	const struct expr *when =
	    x->engine->threads.takes_signals && !st->atomic ? goto_interrupted(x->prog, st->tid) : NULL;
	return when ? eval_condition(x, st, when) : term_false(x->ts);
}

/* Others may have joined it: the section before this step says that it has ended. */
static bool has_ended(const struct state *st) {
	return ins_intrinsic(next_ins(st)) == INTRINSIC_END_THREAD;
}

bool interrupt(struct symex *x, struct state *st) {
	struct function *f = x->prog->interrupt.function;
	if (!f || st->frame->function == f || has_ended(st))
		return false;
	term c = interrupt_pending(x, st);
	bool taken;
	if (state_implies(x, st, c, &taken)) {
		if (taken)
			step_interrupt(x, st, f);
		return taken;
	}
	if (symex_is_concrete(x))
		BUG("whether a thread is interrupted is not decided in a concrete execution");
	/* An infeasible path is pruned here: no bound limits handlers that interrupt each other. */
	if (!x->engine->feasible(x, term_and(x->ts, state_guard(x, st), c)))
		return false;
	st->activity++;
	if (x->engine->paths.fork)
		x->engine->paths.fork(x, st);
	struct state other;
	state_fork(x, st, &other);
	state_assume(x, &other, c);
	step_interrupt(x, &other, f);
	x->engine->enqueue(x, &other);
	state_assume(x, st, term_not(x->ts, c));
	return false;
}
