#include "symex/step/wait.h"

#include "goto/program/monitor.h"
#include "result/result.h"
#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/core/next_ins.h"
#include "symex/step/check/condition.h"
#include "symex/step/interrupt.h"
#include "symex/step/value/eval.h"
#include "util/base/intern.h"

const struct ins *wait_ins(const struct state *st) {
	const struct ins *i = next_ins(st);
	/* Hidden checks of the reads in the condition precede the wait. */
	while (i->kind == INS_ASSERT && i->hidden)
		i++;
	return i->kind == INS_ATOMIC_BEGIN && i->rhs ? i : NULL;
}

static bool holds_read_lock(const struct state *st) {
	const struct held *h = st->held;
	while (h && h->kind != SYNC_READER)
		h = h->up;
	return h;
}

void wait_beside_readers(struct symex *x, const struct state *st, const struct ins *i) {
	bool tries_to_read = i->sync == SYNC_READER && !i->rhs;
	bool waits = i->rhs && x->config->schedules.deadlock_check;
	x->step.writer_waits |= i->sync == SYNC_WRITER && i->rhs;
	x->step.reader_waits |= tries_to_read || (waits && holds_read_lock(st));
	if (x->step.writer_waits && x->step.reader_waits &&
	    !x->config->environment.rwlock_prefers_writers && !symex_is_concrete(x))
		result_assume(x->result, "readers need not wait for writers that wait",
		              "rwlock-prefers-writers");
}

term wait_condition(struct symex *x, struct state *st) {
	const struct ins *i = wait_ins(st);
	if (!i)
		return term_true(x->ts);
	naming_restart(x);                              /* as when the instruction is executed */
	term condition = eval_condition(x, st, i->rhs); /* takes the first names */
	return term_or(x->ts, condition, interrupt_pending(x, st));
}

uint32_t wait_holder(struct symex *x, struct state *st) {
	const struct ins *i = wait_ins(st);
	uint64_t holder;
	if (!i || i->nargs < 2 || !term_get_u64(x->ts, eval(x, st, i->arg[1]), &holder) ||
	    holder >= st->nthreads)
		return NO_THREAD;
	return (uint32_t)holder;
}

bool wait_is_for_end(const struct symex *x, const struct ins *wait) {
	return wait->sync == SYNC_JOIN && !x->prog->tries[SYNC_JOIN];
}

bool wait_has_one_ender(const struct symex *x, const struct ins *wait) {
	return wait->nargs > 1 && (wait->sync != SYNC_JOIN || wait_is_for_end(x, wait));
}

term wait_object(struct symex *x, struct state *st) {
	const struct ins *i = wait_ins(st);
	return i && i->nargs ? eval(x, st, i->arg[0]) : ptr_null(x);
}

uint32_t wait_property(struct symex *x, const struct state *st) {
	const struct symbol *entry = x->prog->entry;
	return properties_get(x->properties, intern("deadlock"),
	                      entry ? entry->function : st->frame->function, PROPERTY_DEADLOCK,
	                      state_user_loc(st), "deadlock");
}

bool wait_is_for_signal(const struct symex *x, const struct state *st) {
	const struct ins *i = wait_ins(st);
	if (i && i->sync == SYNC_CONNECTION)
		return true;
	return i && i->sync == SYNC_SIGNAL && x->config->environment.signals > 0;
}

bool wait_is_sender(const struct state *st) {
	const struct ins *i = wait_ins(st);
	return i && i->sync == SYNC_SENDER;
}

term wait_excused(struct symex *x, struct state *st) {
	const struct expr *counts = monitor_end_condition(&x->config->monitor);
	return counts ? term_not(x->ts, eval_condition(x, st, counts)) : term_false(x->ts);
}

bool wait_alone(struct symex *x, struct state *st, const struct ins *i, term condition) {
	if (x->config->schedules.deadlock_check && !st->atomic && !wait_is_for_signal(x, st))
		return step_check(x, st, wait_property(x, st), condition);
	return step_assume_wait(x, st, i, condition);
}
