#include "symex/step/wakeup.h"

#include "goto/analysis/live.h"
#include "symex/config.h"
#include "symex/core/naming.h"
#include "symex/observer.h"
#include "symex/step/loop.h"
#include "symex/step/value/eval.h"

/* Values of the choice.  A solver's model without the variable yields 0. */
enum { WAITS_AGAIN, WAKES, WAITS, CHOICE_BITS = 2 };

/* Keeps a state with a spurious wakeup from being merged with the one without, until the branch
 * after the choice. */
static const struct wakeup about_to_wake;

/* The frame of the model that the user's function called. */
static const struct frame *called_by_user(const struct state *st) {
	const struct frame *f = st->frame;
	while (f->up && f->up->function->is_model)
		f = f->up;
	return f;
}

struct comparison {
	struct symex *x;
	const struct frame *call; /* registers from its base on belong to models */
	bool differ;
};

static bool is_note(uint64_t reg) {
	return reg_kind(reg) >= REG_COUNT;
}

/* Does nobody read the register of one of the callers before it is written again?  What was read
 * to test a condition is dead when the thread waits. */
static bool is_dead(struct symex *x, const struct frame *call, uint32_t key) {
	for (; call->up && call->call; call = call->up) {
		const struct frame *f = call->up;
		if (key < f->base)
			continue;
		uint32_t slot = key - f->base;
		const uint64_t *live = live_during(x->live, f->function, call->return_pc - 1);
		return slot < f->function->local.n && !call->is_interrupt &&
		       !local_is_object(f->function->local.at[slot]) && !(live[slot / 64] >> slot % 64 & 1);
	}
	return false;
}

static void compare_register(void *context, uint32_t key, uint64_t a, uint64_t b) {
	struct comparison *c = context;
	c->differ |= key < c->call->base && !((is_note(a) || !a) && (is_note(b) || !b)) &&
	             !is_dead(c->x, c->call, key);
}

/* Is this the wait that the last spurious wakeup ended, with nothing changed since? */
static bool waits_again(struct symex *x, const struct state *st, term condition) {
	const struct wakeup *w = st->wakeup;
	const struct frame *call = called_by_user(st);
	if (!w || w == &about_to_wake || call->up != w->frame || call->return_pc != w->return_pc ||
	    !term_eq(condition, w->condition) || x->prog->tries[SYNC_MUTEX])
		return false;
	struct comparison c = {.x = x, .call = call};
	pmap_diff(&w->reg, &st->reg, compare_register, &c);
	return !c.differ;
}

struct restoring {
	struct symex *x;
	struct state *st;
	uint32_t end;
};

static void restore_register(void *context, uint32_t key, uint64_t old, uint64_t now) {
	struct restoring *r = context;
	(void)now;
	if (key < r->end)
		pmap_set(&r->x->pool, &r->st->reg, key, old);
}

/* Iterations of loops since the last wait do not count.  If names depend on the location, the
 * counters are part of it and stay. */
static void forget_iterations(struct symex *x, struct state *st) {
	struct state before = *st;
	struct restoring r = {x, st, called_by_user(st)->base};
	if (naming_by_location(x))
		return;
	pmap_snapshot(&x->pool);
	pmap_diff(&before.wakeup->reg, &before.reg, restore_register, &r);
}

static void set_answer(struct symex *x, struct state *st, const struct ins *call, bool wakes) {
	struct lvalue p = eval_lvalue(x, st, call->lhs);
	lvalue_write(x, st, &p, term_u64(x->ts, type_width(x, call->lhs->type), wakes));
}

static bool replay_wakeup(struct symex *x, struct state *st, const struct ins *call, term choice) {
	uint64_t value = WAITS;
	term_get_u64(x->ts, choice, &value);
	if (value == WAKES)
		observe(x, note, st, "wakes up without a signal");
	if (value == WAITS_AGAIN && st->wakeup)
		forget_iterations(x, st);
	set_answer(x, st, call, value == WAKES);
	return step_jump(x, st, st->pc + 1);
}

/* Names by location: the encoding has the variable also where the path does not use its value, so
 * it is told which one a run would have. */
static void require(struct symex *x, struct state *st, term condition) {
	if (naming_by_location(x))
		vec_push(&x->assumption, term_implies(x->ts, state_guard(x, st), condition));
}

bool wakeup_choose(struct symex *x, struct state *st, const struct ins *call, term condition) {
	struct terms *ts = x->ts;
	bool again = !symex_is_concrete(x) && waits_again(x, st, condition);
	const struct wakeup *last = st->wakeup;
	uint32_t number = symex_choice(x, st, CHOICE_INPUT, state_guard(x, st));
	term choice = symex_choose(x, sort_bv(CHOICE_BITS), variable_input(number));
	st->wakeup = symex_is_concrete(x) || again ? last : NULL;
	if (symex_is_concrete(x))
		return replay_wakeup(x, st, call, choice);
	bool followed;
	term spurious = term_equal(ts, choice, term_u64(ts, CHOICE_BITS, WAKES));
	if (x->engine->paths.follows && x->engine->paths.follows(x, st, spurious, &followed)) {
		set_answer(x, st, call, followed);
		return step_jump(x, st, st->pc + 1);
	}
	if (again) {
		forget_iterations(x, st);
		set_answer(x, st, call, false);
		st->wakeup = NULL;
		/* In other schedules of the encoding the variable may have another value. */
		require(x, st, term_equal(ts, choice, term_u64(ts, CHOICE_BITS, WAITS_AGAIN)));
		return step_jump(x, st, st->pc + 1);
	}
	term waits = term_equal(ts, choice, term_u64(ts, CHOICE_BITS, WAITS));
	/* No third value: an encoding by location would stop the thread there, which no run does. */
	require(x, st, term_or(ts, spurious, waits));
	struct state wakes;
	state_fork(x, st, &wakes);
	wakes.wakeup = &about_to_wake;
	if (x->config->library.progress || x->config->termination)
		wakes.marks |= STEP_UNFAIR;
	state_assume(x, &wakes, spurious);
	set_answer(x, &wakes, call, true);
	if (step_jump(x, &wakes, wakes.pc + 1))
		x->engine->enqueue(x, &wakes);
	state_assume(x, st, waits);
	set_answer(x, st, call, false);
	return step_jump(x, st, st->pc + 1);
}

void wakeup_happened(struct symex *x, struct state *st, term condition) {
	const struct frame *call = called_by_user(st);
	if (!call->up)
		return; /* no user's function, which could test its condition, called it */
	struct wakeup *w = arena_new(x->pool.arena, struct wakeup);
	*w = (struct wakeup){call->up, call->return_pc, condition, st->reg};
	uint32_t key;
	uint64_t value;
	pmap_snapshot(&x->pool);
	for (uint32_t at = call->base; pmap_next(&st->reg, at, &key, &value); at = key + 1)
		pmap_set(&x->pool, &w->reg, key, 0);
	pmap_snapshot(&x->pool);
	st->wakeup = w;
}
