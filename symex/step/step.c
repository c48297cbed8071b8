#include "symex/step/step.h"

#include <string.h>

#include "symex/explore/explore.h"
#include "symex/sequential/induct.h"
#include "symex/step/lasso.h"
#include "symex/replay/replay.h"
#include "symex/step/thread.h"
#include "symex/schedule/context.h"
#include "symex/core/location.h"
#include "symex/query/vc.h"
#include "symex/step/wait.h"
#include "util/diag.h"
#include "util/intern.h"

static const struct ins *current(const struct state *st) {
	return &st->frame->function->ins.at[st->pc];
}

/* --- Loops. --- */

/* --unwind bounds the user's loops; models run as far as their data needs, unless the user names
 * their loop. */
uint32_t step_bound(const struct symex *x, uint32_t tid, const struct function *f, const char *id,
                    bool *given) {
	const struct bounds *b = &x->config->bounds;
	const struct unwind_rule *rule = NULL;
	for (size_t i = 0; i < b->nrules; i++) {
		const struct unwind_rule *r = &b->rule[i];
		bool is_for_all = r->thread == NO_THREAD;
		if ((is_for_all ? !rule : r->thread == tid) && intern(r->loop) == id)
			rule = r;
	}
	*given = true;
	if (rule)
		return rule->bound;
	*given = b->unwind != NO_BOUND && !f->is_model;
	return *given ? b->unwind : x->unwind;
}

/* The function of the library that the user called, if the state is inside one. */
static const struct function *called_model(const struct state *st) {
	const struct function *model = NULL;
	for (const struct frame *f = st->frame; f && f->function->is_model; f = f->up)
		model = f->function;
	return model;
}

static uint32_t loop_property(struct symex *x, struct state *st, const char *what, const char *id) {
	uint64_t known;
	if (map_get(&x->made_property, map_key(id), &known))
		return (uint32_t)known;
	const char *text = intern_printf("unwinding assertion %s %s", what, id);
	uint32_t p =
	    prog_add_property(x->prog, st->frame->function, PROPERTY_UNWIND, state_loc(st), text);
	map_put(&x->made_property, map_key(id), p);
	return p;
}

bool step_cut(struct symex *x, struct state *st, const char *what, const char *id, uint32_t bound,
              bool given) {
	const struct bounds *b = &x->config->bounds;
	if (given && b->unwinding_assertions && !b->partial_loops) {
		step_check(x, st, loop_property(x, st, what, id), term_false(x->ts));
		return false;
	}
	struct cut c = {.kind = GAP_UNWIND,
	                .text = id,
	                .guard = state_guard(x, st),
	                .nfacts = (uint32_t)x->fact.n,
	                .is_loop = what[0] == 'l',
	                .given = given,
	                .bound = bound,
	                .model = called_model(st),
	                .loc = state_user_loc(st)};
	vec_push(&x->cut, c);
	if (given && !b->partial_loops)
		thread_cut(x, st);
	/* What deepening will follow further must not go on as if it were over. */
	return given && b->partial_loops;
}

/* Registers of a loop: rounds that count, the state's activity at the last one, all rounds, and
 * how many threads there were at the last one. */
enum { ROUNDS, ACTIVITY, ALL_ROUNDS, THREADS };

static uint32_t loop_key(const struct frame *f, uint32_t loop) {
	return f->base + (uint32_t)f->function->local.n + LOOP_REGISTERS * loop;
}

static uint32_t get_count(const struct state *st, uint32_t key) {
	uint64_t reg = pmap_get(&st->reg, key);
	return reg_kind(reg) >= REG_COUNT ? reg_payload(reg) : 0;
}

static void set_count(struct symex *x, struct state *st, uint32_t key, uint32_t n) {
	pmap_set(&x->pool, &st->reg, key, reg_make(REG_COUNT, n));
}

static void set_note(struct symex *x, struct state *st, uint32_t key, uint32_t n) {
	pmap_set(&x->pool, &st->reg, key, reg_make(REG_NOTE, n));
}

static const uint8_t *loop_heads(struct symex *x, const struct function *f) {
	uint64_t known;
	if (map_get(&x->loop_heads, map_key(f), &known))
		return (const uint8_t *)(uintptr_t)known;
	uint8_t *heads = f->loop.n ? arena_alloc(x->prog->arena, f->ins.n) : NULL;
	for (size_t i = 0; i < f->loop.n; i++)
		heads[f->loop.at[i].head] = 1;
	map_put(&x->loop_heads, map_key(f), map_key(heads));
	return heads;
}

/* Coming to the head of a loop from outside starts its count anew. */
static void enter_loops(struct symex *x, struct state *st, uint32_t from) {
	const struct function *f = st->frame->function;
	for (uint32_t i = 0; i < f->loop.n; i++) {
		const struct loop *l = &f->loop.at[i];
		if (l->head != st->pc || (from >= l->head && from <= l->back))
			continue;
		set_count(x, st, loop_key(st->frame, i) + ROUNDS, 0);
		set_note(x, st, loop_key(st->frame, i) + ACTIVITY, st->activity);
		set_note(x, st, loop_key(st->frame, i) + ALL_ROUNDS, 0);
		set_note(x, st, loop_key(st->frame, i) + THREADS, st->nthreads);
	}
}

uint32_t step_all_rounds(const struct state *st, const struct frame *f, uint32_t loop) {
	return get_count(st, loop_key(f, loop) + ALL_ROUNDS);
}

uint32_t step_rounds(const struct state *st, const struct frame *f, const struct loop *l) {
	uint32_t i = (uint32_t)(l - f->function->loop.at);
	return get_count(st, loop_key(f, i) + ROUNDS);
}

void step_set_rounds(struct symex *x, struct state *st, const struct loop *l, uint32_t n) {
	uint32_t i = (uint32_t)(l - st->frame->function->loop.at);
	set_count(x, st, loop_key(st->frame, i) + ROUNDS, n);
}

enum { LOOK_AT_LOOP = 64 };

static bool asks_for_input(const struct function *f, const struct loop *l) {
	for (uint32_t i = l->head; i < l->back; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_HAVOC || (in->kind == INS_ASSIGN && in->rhs->kind == EXPR_NONDET))
			return true;
	}
	return false;
}

/* A loop without visible instructions stops after some rounds, so that its state is looked at.  One
 * that may end in any round is not followed far, so it does sooner: after 4, 8, 16 and 32. */
static bool is_looked_at(const struct function *f, const struct loop *l, uint32_t rounds) {
	if (rounds % LOOK_AT_LOOP == 0)
		return true;
	return rounds >= 4 && !(rounds & (rounds - 1)) && asks_for_input(f, l);
}

/* A loop whose exit always folds the same way may be on a path that cannot be taken, and would run
 * for ever there: after 64, 256, 1024, ... rounds the solver is asked. */
static bool runs_in_vain(struct symex *x, struct state *st, uint32_t rounds) {
	if (rounds < 64 || (rounds & (rounds - 1)) || (rounds & 0x55555555u) == 0 || x->replay)
		return false;
	return !term_is_true(x->ts, state_guard(x, st)) && !vc_feasible(x, state_guard(x, st));
}

static bool never_ends(const struct function *f, const struct loop *l) {
	if (f->ins.at[l->back].rhs)
		return false;
	for (uint32_t i = l->head; i < l->back; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_RETURN ||
		    (in->kind == INS_GOTO && (in->target < l->head || in->target > l->back)))
			return false;
	}
	return true;
}

/* Recording schedules: a round of a loop in which the thread changed nothing, itself included, is
 * as if it had not been.  Others may have changed something meanwhile, so the loop goes on, but in
 * the same round: waiting for somebody takes no more rounds, however long it takes. */
static void begin_round(struct symex *x, struct state *st) {
	if (!x->tree || !x->tree->recording || x->tree->trial)
		return;
	st->round = location_and_registers(x, st);
	st->round_context = x->tree->context;
	st->wrote = st->looked = false;
}

static bool round_changed_nothing(struct symex *x, const struct state *st, uint32_t head) {
	struct state there = *st;
	there.pc = head;
	return st->round && !st->wrote && !x->tree->trial &&
	       st->round == location_and_registers(x, &there);
}

/* In the same context nobody else has changed anything either: it would go on for ever. */
static bool round_again(struct symex *x, struct state *st, uint32_t head) {
	st->pc = head;
	if (st->round_context == x->tree->context) {
		context_stays(x, st);
		return false;
	}
	st->round_context = x->tree->context;
	return true;
}

/* A bound the user gave counts every round; deepening counts only rounds in which something was
 * not decided, so that loops over constants simply run.  A loop without an exit that makes threads
 * is counted too, and stops each time: it would run for ever before any of them does.  Where all
 * schedules are recorded, no loop without an exit is run as if it had one. */
static bool next_round(struct symex *x, struct state *st, const struct loop *l, uint32_t key,
                       uint32_t to) {
	bool given;
	uint32_t bound = step_bound(x, st->tid, st->frame->function, l->id, &given),
	         n = get_count(st, key);
	if (x->tree && x->tree->recording && !given && round_changed_nothing(x, st, to))
		return round_again(x, st, to);
	uint32_t all = get_count(st, key + ALL_ROUNDS) + 1;
	bool breeds =
	    get_count(st, key + THREADS) != st->nthreads && never_ends(st->frame->function, l);
	bool endless = x->tree && x->tree->recording && never_ends(st->frame->function, l);
	if (given || breeds || endless || get_count(st, key + ACTIVITY) != st->activity)
		n++;
	set_count(x, st, key + ROUNDS, n);
	set_note(x, st, key + ACTIVITY, st->activity);
	set_note(x, st, key + ALL_ROUNDS, all);
	set_note(x, st, key + THREADS, st->nthreads);
	st->loops = breeds || (x->tree && is_looked_at(st->frame->function, l, all));
	if (runs_in_vain(x, st, all))
		return false;
	if (x->config->termination && !lasso_round(x, st, to))
		return false;
	bool too_long = !given && all >= x->patience;
	if ((n >= bound || too_long) && (given || !x->replay)) {
		if (!step_cut(x, st, "loop", l->id, bound, given))
			return false;
		to = st->pc + 1;
	}
	st->pc = to;
	begin_round(x, st);
	return true;
}

bool step_arrive(struct symex *x, struct state *st, uint32_t to) {
	const uint8_t *heads = loop_heads(x, st->frame->function);
	uint32_t from = st->pc;
	st->pc = to;
	if (heads && heads[to]) {
		enter_loops(x, st, from);
		begin_round(x, st);
	}
	return !x->induct || induct_arrive(x, st, from);
}

bool step_jump(struct symex *x, struct state *st, uint32_t to) {
	const struct function *f = st->frame->function;
	const struct ins *i = current(st);
	if (to <= st->pc && i->kind == INS_GOTO && i->loop != NO_LOOP) {
		const struct loop *l = &f->loop.at[i->loop];
		if (!x->induct || !induct_treats(x->induct, l))
			return next_round(x, st, l, loop_key(st->frame, i->loop), to);
	}
	return step_arrive(x, st, to);
}

/* --- Branches, assumptions, assertions. --- */

static bool step_goto(struct symex *x, struct state *st, const struct ins *i) {
	if (!i->rhs)
		return step_jump(x, st, i->target);
	term c = eval_condition(x, st, i->rhs);
	bool taken;
	if (state_implies(x, st, c, &taken)) {
		if (x->replay)
			replay_branch(x, st, taken);
		return step_jump(x, st, taken ? i->target : st->pc + 1);
	}
	if (x->replay)
		BUG("a branch is not decided in a replay");
	x->stats->forks++;
	st->activity++;
	struct state other;
	state_fork(x, st, &other);
	state_assume(x, &other, c);
	if (step_jump(x, &other, i->target))
		explore_add(x, &other);
	state_assume(x, st, term_not(x->ts, c));
	return step_jump(x, st, st->pc + 1);
}

static bool is_selected(const struct symex *x, uint32_t property) {
	return !x->config->claim || intern(x->config->claim) == x->prog->property.at[property].id;
}

bool step_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	if (term_is_true(x->ts, condition) || !is_selected(x, property))
		return true;
	if (x->replay) {
		if (term_is_false(x->ts, condition))
			replay_violation(x, st, property);
		return !x->give_up;
	}
	term guard = state_guard(x, st);
	if (x->induct && induct_assumes(x, st, property)) {
		symex_fact(x, guard, condition);
		return !term_is_false(x->ts, condition);
	}
	struct vc vc = {.property = property,
	                .violated = term_and(x->ts, guard, term_not(x->ts, condition)),
	                .nfacts = (uint32_t)x->fact.n,
	                .loc = state_user_loc(st)};
	if (term_is_false(x->ts, vc.violated))
		return true;
	if (x->tree && x->tree->recording) {
		vc.context = x->tree->context;
		vc.until = x->tree->arrival;
	}
	vec_push(&x->vc, vc);
	st->activity++;
	if (term_is_true(x->ts, vc.violated) && !vc.nfacts && !x->config->multi_property)
		x->give_up = true;
	symex_fact(x, guard, condition);
	return !term_is_false(x->ts, condition);
}

static bool step_assume(struct symex *x, struct state *st, const struct ins *i) {
	term c = eval_condition(x, st, i->rhs);
	if (term_is_false(x->ts, c))
		return false;
	symex_fact(x, state_guard(x, st), c);
	return step_jump(x, st, st->pc + 1);
}

/* With threads the explorer sees to it that a thread which cannot go on is not chosen; a wait in an
 * atomic section, which nobody can end, is an assumption.  Without threads it lasts for ever. */
static bool step_wait(struct symex *x, struct state *st, const struct ins *i) {
	term c = eval_condition(x, st, i->rhs);
	if (!x->tree && x->config->schedules.deadlock_check && !st->atomic &&
	    !wait_is_for_signal(x, st))
		return step_check(x, st, wait_property(x, st), c);
	if (term_is_false(x->ts, c))
		return false;
	/* Whoever records schedules lets a thread come here only if the wait is over. */
	if (!x->tree || !x->tree->recording || st->atomic)
		symex_fact(x, state_guard(x, st), c);
	if (x->tree && i->text && !strcmp(i->text, "join"))
		thread_joined(x, st, wait_holder(x, st));
	return true;
}

/* --- Variables. --- */

struct object step_local_object(struct symex *x, struct state *st, struct symbol *s,
                                uint32_t choice) {
	return (struct object){.kind = OBJECT_AUTO,
	                       .symbol = s,
	                       .type = s->type,
	                       .size = eval_sizeof(x, st, s->type),
	                       .align = s->type->align,
	                       .choice = choice,
	                       .loc = s->loc};
}

/* Is the variable given a value by the very next instruction?  Then its arbitrary value before
 * that is not worth a choice. */
static bool assigned_next(const struct state *st, const struct symbol *s) {
	const struct ins *next = current(st) + 1;
	return (next->kind == INS_ASSIGN || next->kind == INS_CALL) && next->lhs &&
	       next->lhs->kind == EXPR_SYMBOL && next->lhs->symbol == s;
}

static void step_dead(struct symex *x, struct state *st, struct symbol *s) {
	uint32_t key = st->frame->base + s->slot;
	uint64_t reg = pmap_get(&st->reg, key);
	if (!reg)
		return;
	if (local_is_object(s))
		memory_end(x, st, reg_term(x, reg));
	pmap_set(&x->pool, &st->reg, key, 0);
}

static void step_decl(struct symex *x, struct state *st, struct symbol *s) {
	uint32_t key = st->frame->base + s->slot;
	uint64_t value = 0;
	step_dead(x, st, s);
	if (local_is_object(s)) {
		uint32_t choice = symex_choice(x, st, CHOICE_MEMORY, state_guard(x, st));
		uint32_t id = memory_object(x, step_local_object(x, st, s, choice));
		memory_put(x, st, id, memory_fresh(x, choice));
		term zero = term_u64(x->ts, x->address_bits, 0);
		value = reg_make(REG_TERM, ptr_make(x, id, zero).ix);
	} else if (!s->is_temp && !assigned_next(st, s)) {
		uint32_t choice = symex_choice(x, st, CHOICE_UNINIT, state_guard(x, st));
		value = reg_any(type_width(x, s->type), choice);
	}
	pmap_set(&x->pool, &st->reg, key, value);
}

static term fresh_scalar(struct symex *x, struct state *st, const struct type *t,
                         enum choice_kind kind) {
	uint32_t choice = symex_choice(x, st, kind, state_guard(x, st));
	const char *name = intern_printf("input!%u", choice);
	if (t->kind == TYPE_BOOL)
		return term_zext(x->ts, symex_choose(x, sort_bv(1), name), 8);
	if (t->kind == TYPE_POINTER)
		return ptr_integer(x, symex_choose(x, sort_bv(x->address_bits), name));
	return symex_choose(x, sort_bv(type_width(x, t)), name);
}

static void havoc_scalar(struct symex *x, struct state *st, const struct expr *lhs,
                         enum choice_kind kind) {
	term value = fresh_scalar(x, st, lhs->type, kind);
	struct lvalue p = eval_lvalue(x, st, lhs);
	lvalue_write(x, st, &p, value);
	if (x->replay)
		replay_input(x, st, lhs, value, kind);
}

void step_havoc(struct symex *x, struct state *st, const struct expr *lhs, enum choice_kind kind) {
	const struct type *t = lhs->type;
	struct arena *a = x->prog->arena;
	if (type_is_scalar(t)) {
		havoc_scalar(x, st, lhs, kind);
	} else if (type_is_record(t)) {
		for (uint32_t i = 0; i < t->record->n; i++)
			if (t->record->field[i].type->size)
				step_havoc(x, st, expr_member(a, lhs, &t->record->field[i]), kind);
	} else if (t->kind == TYPE_ARRAY && t->n != ARRAY_OPEN) {
		for (uint64_t i = 0; i < t->n; i++)
			step_havoc(x, st, expr_index(a, lhs, expr_u64(a, type_size(x->prog->types), i)), kind);
	}
}

/* x = x + 1, with x at a fixed place and nothing else that threads share. */
static bool is_addition(const struct ins *i) {
	const struct expr *at = i->lhs, *sum = expr_same_bits(i->rhs);
	if ((sum->kind != EXPR_ADD && sum->kind != EXPR_SUB) || sum->type->kind != TYPE_INT ||
	    sum->arg[1]->kind != EXPR_CONST || !expr_equal(at, expr_same_bits(sum->arg[0])))
		return false;
	while (at->kind == EXPR_MEMBER && at->field->bit_width == NOT_BITFIELD)
		at = at->arg[0];
	return at->kind == EXPR_SYMBOL;
}

static void step_assign(struct symex *x, struct state *st, const struct ins *i) {
	if (i->rhs->kind == EXPR_NONDET) {
		havoc_scalar(x, st, i->lhs, CHOICE_INPUT);
		return;
	}
	struct lvalue to = eval_lvalue(x, st, i->lhs);
	const char *before = x->replay ? replay_before(x, st, i->lhs) : NULL;
	if (type_is_aggregate(i->lhs->type)) {
		struct lvalue from = eval_lvalue(x, st, i->rhs);
		memory_copy(x, st, lvalue_pointer(x, &to), lvalue_pointer(x, &from), i->lhs->type->size);
	} else {
		lvalue_write(x, st, &to, eval(x, st, i->rhs));
	}
	if (x->replay)
		replay_assign(x, st, i->lhs, before);
}

/* Where ways of different length meet, the longer one goes on as the shorter one would: a replay
 * takes it as far as it was found to go. */
static bool is_deep(struct symex *x, struct state *st) {
	uint32_t bound = x->config->bounds.depth;
	if (bound == NO_BOUND || x->replay || st->steps++ < bound)
		return false;
	struct cut c = {.kind = GAP_DEPTH,
	                .guard = state_guard(x, st),
	                .nfacts = (uint32_t)x->fact.n,
	                .given = true,
	                .bound = bound,
	                .loc = state_user_loc(st)};
	vec_push(&x->cut, c);
	return true;
}

static bool execute(struct symex *x, struct state *st) {
	const struct ins *i = current(st);
	if (is_deep(x, st))
		return false;
	if (x->tree)
		x->tree->made_here = 0;
	switch (i->kind) {
	case INS_SKIP: break;
	case INS_ATOMIC_BEGIN:
		if (i->rhs && !step_wait(x, st, i))
			return false;
		st->atomic++;
		st->waited = i->rhs != NULL;
		break;
	case INS_ATOMIC_END: st->atomic -= st->atomic > 0; break;
	case INS_DECL: step_decl(x, st, i->sym); break;
	case INS_DEAD: step_dead(x, st, i->sym); break;
	case INS_ASSIGN:
		if (x->tree)
			x->tree->adds = x->tree->record && is_addition(i);
		step_assign(x, st, i);
		if (x->tree)
			x->tree->adds = false;
		break;
	case INS_ASSUME: return step_assume(x, st, i);
	case INS_ASSERT:
		if (x->config->termination)
			lasso_demand(x, st, eval_condition(x, st, i->rhs));
		else if (!step_check(x, st, i->property, eval_condition(x, st, i->rhs)))
			return false;
		break;
	case INS_GOTO: return step_goto(x, st, i);
	case INS_CALL: return step_call(x, st, i);
	case INS_RETURN: return step_return(x, st, i);
	case INS_UNSUPPORTED: symex_hole(x, st, term_true(x->ts), i->text); return false;
	case INS_HAVOC: step_havoc(x, st, i->lhs, CHOICE_INPUT); break;
	case INS_END: return step_end(x, st);
	}
	return step_jump(x, st, st->pc + 1);
}

bool step(struct symex *x, struct state *st) {
	x->path_ends = false;
	return execute(x, st) && !x->path_ends;
}
