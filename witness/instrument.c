#include "witness/weave.h"

#include <string.h>

#include "util/diag.h"
#include "witness/loom.h"
#include "witness/section.h"
#include "witness/states.h"
#include "witness/stitch.h"

static bool begins_expression(const struct mark *m) {
	return m->kind == MARK_STATEMENT || m->kind == MARK_EXPRESSION;
}

static bool has_target(const struct loom *l, size_t first) {
	const struct stitch *s;
	for (size_t i = first; (s = stitch_at(l, i)); i = s->next)
		if (s->target)
			return true;
	return false;
}

/* The last waypoint may be passed within the statement that races, by its own thread or by another
 * that waited for it.  So before each of its operations the state is looked at: not when the race
 * happens, as reductions leave out orders of steps that do not depend on each other. */
static void open_gate(struct loom *l, const struct ins *in) {
	if (!l->w->gate || !l->in_target || in->kind == INS_DECL || in->kind == INS_SKIP ||
	    in->kind == INS_FENCE)
		return;
	const struct expr *last = loom_number(l, l->w->witness->nstates - 1),
	                  *state = loom_temporary(l);
	loom_assign(l, state, loom_read(l, l->w->state));
	loom_assign(l, loom_read(l, l->w->gate),
	            expr_cond(l->arena, expr_binary(l->arena, EXPR_EQ, l->type_int, state, last),
	                      loom_read(l, l->w->armed), loom_number(l, 0)));
}

/* What comes between the beginnings of two full expressions belongs to the first; an 'if' and its
 * condition begin at the same time. */
static void write_mark(struct loom *l, const struct mark *m, const struct mark *before) {
	uint64_t first = 0;
	l->loc = m->presumed;
	bool same_time = before && begins_expression(before) && before->at + 1 == m->at;
	if (l->w->armed && m->kind == MARK_RETURN && l->saved)
		loom_assign(l, loom_read(l, l->w->armed), l->saved);
	if (l->w->armed && begins_expression(m) && !same_time) {
		loom_assign(l, loom_read(l, l->w->armed), loom_number(l, 0));
		if (l->w->gate)
			loom_assign(l, loom_read(l, l->w->gate), loom_number(l, 0));
		l->in_target = false;
	}
	if (map_get(&l->first, map_key(m), &first)) {
		section_write(l, (size_t)first);
		l->in_target |= begins_expression(m) && has_target(l, (size_t)first);
	}
	if (m->kind == MARK_RETURN)
		l->saved = NULL;
	if (l->w->armed && m->kind == MARK_CALL) { /* the statements of the callee are others */
		l->saved = loom_temporary(l);
		loom_assign(l, l->saved, loom_read(l, l->w->armed));
	}
}

/* After a thread was made: if the section before the call said so, this is thread k. */
static void write_spawn(struct loom *l, const struct ins *spawn) {
	const struct expr *creates = loom_read(l, l->w->creates);
	for (uint32_t k = 1; k < l->w->thread.n; k++) {
		if (!l->w->thread.at[k])
			continue;
		uint32_t past = loom_jump_if(l, loom_differs(l, creates, k));
		const struct expr *number_of = expr_cast(l->arena, l->type_int, spawn->lhs);
		loom_assign(l, loom_read(l, l->w->thread.at[k]),
		            expr_binary(l->arena, EXPR_ADD, l->type_int, number_of, loom_number(l, 1)));
		rewrite_land(&l->rewrite, past);
	}
	loom_assign(l, creates, loom_number(l, 0));
}

static bool is_spawn(const struct ins *in) {
	return in->kind == INS_CALL && in->lhs && in->rhs->kind == EXPR_SYMBOL &&
	       !strcmp(in->rhs->symbol->name, "__mc_spawn");
}

static void weave_function(struct loom *l, struct function *f) {
	size_t mark = 0;
	l->function = f;
	l->saved = NULL;
	l->in_target = false;
	rewrite_open(&l->rewrite, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		rewrite_at(&l->rewrite, i);
		for (; mark < f->mark.n && f->mark.at[mark].at == i; mark++)
			write_mark(l, &f->mark.at[mark], mark ? &f->mark.at[mark - 1] : NULL);
		l->loc = in.loc;
		open_gate(l, &in);
		rewrite_keep(&l->rewrite, in);
		if (l->w->creates && is_spawn(&in))
			write_spawn(l, &in);
	}
	rewrite_close(&l->rewrite);
	if (mark != f->mark.n)
		BUG("marks of '%s' are not in order", f->symbol->name);
}

/* Threads that are named but never made by a waypoint: nobody can say which they are. */
static void check_threads(struct loom *l) {
	const struct witness *w = l->w->witness;
	for (size_t i = 0; i < w->edge.n; i++) {
		uint32_t t = w->edge.at[i].thread;
		if (t && t != WITNESS_ANY_THREAD && !loom_thread(l, t))
			loom_lose(l, w->edge.at[i].where,
			          arena_printf(l->arena, "no waypoint creates thread %u", (unsigned)t));
	}
}

/* Whose edge is next, by state; an edge that anybody may take leaves it open. */
static void make_guide(struct loom *l) {
	const struct witness *w = l->w->witness;
	struct guide *g = arena_new(l->arena, struct guide);
	uint32_t *thread = arena_array(l->arena, uint32_t, w->nstates + 1);
	for (uint32_t i = 0; i < w->nstates; i++)
		thread[i] = WITNESS_ANY_THREAD;
	for (size_t i = 0; i < w->edge.n; i++)
		if (w->edge.at[i].to != WITNESS_SINK && !l->is_silent[i])
			thread[w->edge.at[i].from] = w->edge.at[i].thread;
	for (uint32_t i = w->nstates; i-- > 1;) /* what nothing matches belongs to what follows */
		if (thread[i - 1] == WITNESS_ANY_THREAD)
			thread[i - 1] = thread[i];
	const struct expr **number = arena_array(l->arena, const struct expr *, l->w->thread.n + 1);
	for (size_t i = 0; i < l->w->thread.n; i++)
		number[i] = l->w->thread.at[i] ? loom_read(l, l->w->thread.at[i]) : NULL;
	*g = (struct guide){loom_read(l, l->w->state), thread, w->nstates, number,
	                    (uint32_t)l->w->thread.n};
	l->w->guide = g;
}

static void find_accepting(struct loom *l) {
	const struct witness *w = l->w->witness;
	/* Of what is not at a place, the last edge may name where it came from. */
	for (size_t i = 0; w->is_graph && w->target_anywhere && i < w->edge.n; i++) {
		const struct witness_edge *e = &w->edge.at[i];
		if (e->to != WITNESS_SINK && w->violation.at[e->to] && e->point == POINT_LINE)
			vec_push(&l->w->accepting, e->from);
	}
	for (uint32_t i = 0; i < w->violation.n; i++) {
		l->states.at.n = 0;
		if (w->violation.at[i])
			states_before(&l->states, i);
		for (size_t k = 0; k < l->states.at.n; k++)
			vec_push(&l->w->accepting, l->states.at.at[k]);
	}
}

static bool makes_threads(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++)
			if (is_spawn(&p->function.at[i]->ins.at[k]))
				return true;
	return false;
}

void weave_open(struct weave *w, struct goto_prog *prog, const struct witness *witness,
                bool guided) {
	*w = (struct weave){.prog = prog, .witness = witness};
	struct loom l = {.w = w,
	                 .prog = prog,
	                 .arena = prog->arena,
	                 .type_int = type_c_int(prog->types),
	                 .is_guided = guided && !witness->is_correctness && witness->is_path &&
	                              makes_threads(prog)};
	w->is_guided = l.is_guided;
	w->is_race = strstr(witness->specification.at[0], "data-race") != NULL;
	if (!witness->is_correctness) {
		w->state = loom_ghost(&l, "state", STORAGE_STATIC);
		w->armed = loom_ghost(&l, "armed", STORAGE_THREAD);
		l.mark = mem_alloc((witness->edge.n + 1) * sizeof *l.mark);
		l.is_silent = mem_alloc(witness->edge.n + 1);
		stitch_edges(&l);
		check_threads(&l);
		states_open(&l.states, witness, l.is_silent);
		find_accepting(&l);
		if (l.is_guided)
			make_guide(&l);
		if (w->thread.n)
			w->creates = loom_ghost(&l, "creates", STORAGE_THREAD);
		if (w->is_race && !witness->is_graph)
			w->gate = loom_ghost(&l, "gate", STORAGE_THREAD);
		w->race_sides = loom_read(&l, w->gate ? w->gate : w->armed);
	}
	stitch_invariants(&l);
	for (size_t i = 0; i < prog->function.n; i++)
		weave_function(&l, prog->function.at[i]);
	if (!witness->is_correctness)
		states_close(&l.states);
	mem_free(l.is_silent);
	mem_free(l.mark);
	vec_free(&l.stitch);
	map_free(&l.first);
	map_free(&l.last);
}

void weave_shared(struct weave *w) {
	if (w->state && w->prog->has_threads)
		w->state->is_shared = true;
}

/* Where the violation of the witness may be: at its target, or in a violation state. */
static const struct expr *elsewhere(struct weave *w) {
	struct arena *arena = w->prog->arena;
	const struct type *type_int = type_c_int(w->prog->types);
	const struct expr *last = expr_u64(arena, type_int, w->witness->nstates - 1);
	if (!w->witness->is_graph)
		return expr_binary(
		    arena, EXPR_LOR, type_int,
		    expr_unary(arena, EXPR_LNOT, type_int, expr_symbol(arena, w->armed)),
		    expr_binary(arena, EXPR_NE, type_int, expr_symbol(arena, w->state), last));
	const struct expr *e = NULL;
	for (size_t i = 0; i < w->accepting.n; i++) {
		const struct expr *other =
		    expr_binary(arena, EXPR_NE, type_int, expr_symbol(arena, w->state),
		                expr_u64(arena, type_int, w->accepting.at[i]));
		e = e ? expr_binary(arena, EXPR_LAND, type_int, e, other) : other;
	}
	return e ? e : expr_u64(arena, type_int, 1);
}

void weave_restrict(struct weave *w) {
	if (w->witness->is_correctness)
		return;
	struct arena *arena = w->prog->arena;
	const struct type *type_int = type_c_int(w->prog->types);
	const struct expr *not_here = elsewhere(w),
	                  *last = expr_u64(arena, type_int, w->witness->nstates - 1);
	w->end_condition = w->witness->is_graph ? expr_unary(arena, EXPR_LNOT, type_int, not_here)
	                                        : expr_binary(arena, EXPR_EQ, type_int,
	                                                      expr_symbol(arena, w->state), last);
	if (w->witness->is_graph)
		w->race_condition = w->end_condition;
	for (size_t i = 0; i < w->prog->function.n; i++) {
		struct function *f = w->prog->function.at[i];
		for (size_t k = 0; k < f->ins.n; k++) {
			struct ins *in = &f->ins.at[k];
			if (in->kind != INS_ASSERT)
				continue;
			in->rhs = expr_is_false(in->rhs)
			              ? not_here
			              : expr_binary(w->prog->arena, EXPR_LOR, type_c_int(w->prog->types),
			                            in->rhs, not_here);
		}
	}
}

/* --- The monitor. --- */

static const struct expr *end_condition(const void *context) {
	return ((const struct weave *)context)->end_condition;
}

static const struct expr *race_condition(const void *context) {
	return ((const struct weave *)context)->race_condition;
}

static const struct expr *race_sides(const void *context, uint32_t *n) {
	const struct weave *w = context;
	*n = w->nsides;
	return w->race_sides;
}

static uint32_t next_thread(const void *context, const struct monitor_state *state) {
	const struct guide *g = ((const struct weave *)context)->guide;
	uint64_t s, number = 1;
	if (!g || !state->value(state, g->state, &s) || s >= g->nstates)
		return MONITOR_ANY_THREAD;
	uint32_t k = g->thread[s];
	if (k >= g->nthreads && k)
		return MONITOR_ANY_THREAD;
	if (k && (!g->number[k] || !state->value(state, g->number[k], &number)))
		return MONITOR_ANY_THREAD;
	return number && number <= state->nthreads ? (uint32_t)number - 1 : MONITOR_ANY_THREAD;
}

struct monitor weave_monitor(const struct weave *w) {
	static const struct monitor_hooks hooks = {.end_condition = end_condition,
	                                           .race_condition = race_condition,
	                                           .race_sides = race_sides,
	                                           .next_thread = next_thread};
	return (struct monitor){&hooks, w};
}

void weave_close(struct weave *w) {
	vec_free(&w->thread);
	vec_free(&w->lost);
	vec_free(&w->nowhere);
	vec_free(&w->accepting);
}
