#include "symex/step/switch.h"

#include "symex/config.h"
#include "symex/core/next_ins.h"
#include "symex/memory/invalid.h"
#include "symex/step/interrupt.h"
#include "symex/step/wait.h"

bool switch_is_spawn(const struct state *st) {
	return ins_intrinsic(next_ins(st)) == INTRINSIC_SPAWN;
}

/* The part of a new thread before the user's function belongs to its creation. */
static bool is_start(const struct state *st) {
	return st->tid && !st->frame->up && st->frame->function->is_model;
}

bool switch_may_end(const struct symex *x, const struct state *st) {
	const struct ins *i = next_ins(st);
	if (invalid_stops(x, i))
		return true;
	switch (i->kind) {
	case INS_ASSUME: return true;
	case INS_ASSERT: return !i->hidden && x->config->multi_property;
	case INS_END: return !st->frame->up && !st->tid;
	case INS_CALL: return ins_intrinsic(i) == INTRINSIC_EXIT || ins_intrinsic(i) == INTRINSIC_ABORT;
	default: return false;
	}
}

/* An atomic section that creates a thread writes memory that no other thread can reach yet. */
static bool is_creation(const struct ins *i, const struct state *st) {
	const struct function *f = st->frame->function;
	if (i->kind != INS_ATOMIC_BEGIN || i->rhs || !f->is_model)
		return false;
	for (const struct ins *end = f->ins.at + f->ins.n; i < end && i->kind != INS_ATOMIC_END; i++)
		if (ins_intrinsic(i) == INTRINSIC_SPAWN)
			return true;
	return false;
}

bool switch_is_creation(const struct state *st) {
	return is_creation(next_ins(st), st);
}

/* Is this the first hidden check before a wait, or a wait that no visible check precedes? */
static bool is_wait(const struct state *st, const struct ins *i) {
	if (i->visible)
		return wait_ins(st) != NULL;
	if (i->kind != INS_ATOMIC_BEGIN || !i->rhs)
		return false;
	const struct ins *first = st->frame->function->ins.at;
	while (i > first && i[-1].kind == INS_ASSERT && i[-1].hidden)
		i--;
	return !i->visible;
}

enum switch_point switch_point(const struct symex *x, const struct state *st) {
	const struct ins *i = next_ins(st);
	if (st->atomic || is_start(st) || is_creation(i, st))
		return SWITCH_NONE;
	if (is_wait(st, i))
		return SWITCH_WAIT;
	if (ins_intrinsic(i) == INTRINSIC_OPERATION)
		return SWITCH_VISIBLE;
	bool is_protected = x->switches.without && map_get(x->switches.without, map_key(i), NULL);
	return (i->visible && !is_protected) || switch_may_end(x, st) ? SWITCH_VISIBLE : SWITCH_NONE;
}

bool switch_interrupted(struct symex *x, struct state *st) {
	return x->prog->interrupt.function && x->engine->threads.takes_signals &&
	       switch_point(x, st) != SWITCH_NONE && interrupt(x, st);
}
