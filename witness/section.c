#include "witness/section.h"

#include "util/intern.h"
#include "witness/stitch.h"

static void read_self(struct loom *l) {
	struct symbol *self = prog_find(l->prog, "__mc_self");
	if (!self)
		self = prog_add_symbol(l->prog, "__mc_self",
		                       type_func(l->prog->types, l->type_int, NULL, 0, false, false),
		                       STORAGE_FUNCTION);
	l->self = loom_temporary(l);
	loom_emit(l,
	          (struct ins){.kind = INS_CALL, .lhs = l->self, .rhs = expr_symbol(l->arena, self)});
}

/* Is it not this thread that the edge means? */
static const struct expr *is_other_thread(struct loom *l, const struct witness_edge *e) {
	if (!l->self || e->thread == WITNESS_ANY_THREAD)
		return NULL;
	if (!e->thread)
		return loom_differs(l, l->self, 0);
	struct symbol *thread = loom_thread(l, e->thread);
	if (!thread)
		return NULL;
	const struct expr *me =
	    expr_binary(l->arena, EXPR_ADD, l->type_int, l->self, loom_number(l, 1));
	return expr_binary(l->arena, EXPR_NE, l->type_int, me, loom_read(l, thread));
}

static const struct expr *in_other_state(struct loom *l, uint32_t from) {
	if (!l->w->witness->is_graph)
		return loom_differs(l, l->now, from);
	const struct expr *e = loom_number(l, 1);
	states_before(&l->states, from);
	for (size_t i = 0; i < l->states.at.n; i++) {
		const struct expr *other = loom_differs(l, l->now, l->states.at.at[i]);
		e = i ? expr_binary(l->arena, EXPR_LAND, l->type_int, e, other) : other;
	}
	return e;
}

struct jumps {
	uint32_t at[4];
	uint32_t n;
};

static void leave_if(struct loom *l, struct jumps *out, const struct expr *condition) {
	if (condition)
		out->at[out->n++] = loom_jump_if(l, condition);
}

static const struct expr *negation(struct loom *l, const struct expr *e) {
	return e ? expr_unary(l->arena, EXPR_LNOT, l->type_int, e) : NULL;
}

static bool is_accepting(const struct loom *l, uint32_t state) {
	for (size_t i = 0; i < l->w->accepting.n; i++)
		if (l->w->accepting.at[i] == state)
			return true;
	return false;
}

static void take_edge(struct loom *l, const struct stitch *s) {
	const struct witness_edge *e = s->edge;
	if (e->to == WITNESS_SINK) {
		loom_emit(l, (struct ins){.kind = INS_ASSUME, .rhs = loom_number(l, 0)});
		return;
	}
	if (s->target) {
		const struct expr *armed = loom_read(l, l->w->armed);
		loom_assign(
		    l, armed,
		    expr_binary(l->arena, EXPR_BITOR, l->type_int, armed, loom_number(l, s->target)));
		return;
	}
	if (e->to != e->from)
		loom_assign(l, loom_read(l, l->w->state), loom_number(l, e->to));
	if (is_accepting(l, e->to) && !l->w->nsides)
		loom_assign(l, loom_read(l, l->w->armed), loom_number(l, 1));
	if (s->creates)
		loom_assign(l, loom_read(l, l->w->creates), loom_number(l, s->creates));
}

struct loom_ends {
	VEC(uint32_t) jump;
};

/* Targets do not leave the state, so the next edge may be another target; and what is one operation
 * here may be several on the same line of a graph.  The rest ends it. */
static void write_edge(struct loom *l, const struct stitch *s, struct loom_ends *ends) {
	struct jumps past = {0};
	bool is_nobody = s->edge->thread && s->edge->thread != WITNESS_ANY_THREAD &&
	                 !loom_thread(l, s->edge->thread);
	if (s->edge->to == WITNESS_SINK && is_nobody)
		return;     /* nobody can say who must not come here */
	if (!s->target) /* of a target the state is looked at when something is violated */
		leave_if(l, &past, in_other_state(l, s->edge->from));
	leave_if(l, &past, is_other_thread(l, s->edge));
	leave_if(l, &past, negation(l, s->condition));
	if (s->is_choice && !l->is_guided) {
		const struct expr *choice = loom_temporary(l);
		loom_assign(l, choice, expr_nondet(l->arena, l->type_int));
		leave_if(l, &past, choice);
	}
	take_edge(l, s);
	bool goes_on =
	    l->w->witness->is_graph && (s->edge->point == POINT_LINE || s->edge->point == POINT_DONE);
	if (goes_on && s->edge->to != WITNESS_SINK)
		loom_assign(l, l->now, loom_number(l, s->edge->to));
	else if (!s->target)
		vec_push(&ends->jump, loom_jump_if(l, NULL));
	for (uint32_t i = 0; i < past.n; i++)
		rewrite_land(&l->rewrite, past.at[i]);
}

static void write_invariant(struct loom *l, const struct stitch *s) {
	const struct witness_invariant *v = s->invariant;
	const char *text = arena_printf(l->arena, "the invariant '%s' does not hold", v->text);
	uint32_t p = prog_add_property(l->prog, l->function, PROPERTY_INVARIANT, l->loc, text);
	loom_emit(l, (struct ins){.kind = INS_ASSERT, .rhs = s->condition, .property = p});
	vec_last(&l->rewrite.out).hidden = false;
}

static const struct expr *both(struct loom *l, const struct expr *a, const struct expr *b) {
	return a && b ? expr_binary(l->arena, EXPR_LAND, l->type_int, a, b) : a ? a : b;
}

static const struct expr *either(struct loom *l, const struct expr *a, const struct expr *b) {
	return a && b ? expr_binary(l->arena, EXPR_LOR, l->type_int, a, b) : a ? a : b;
}

/* The last state before 'e' in which an edge of the same thread is taken, + 1. */
static uint32_t after_previous(const struct loom *l, const struct witness_edge *e) {
	const struct witness *w = l->w->witness;
	uint32_t after = 0;
	for (size_t i = 0; i < w->edge.n; i++) {
		const struct witness_edge *f = &w->edge.at[i];
		bool same = f->thread == e->thread || f->thread == WITNESS_ANY_THREAD;
		if (same && f->to != WITNESS_SINK && f->from < e->from && f->from >= after)
			after = f->from + 1;
	}
	return after;
}

/* A thread whose next edge is here waits until the state is that of the edge. */
static const struct expr *turn(struct loom *l, size_t first) {
	const struct expr *go = NULL;
	const struct stitch *s;
	l->now = loom_read(l, l->w->state);
	for (size_t i = first; (s = stitch_at(l, i)); i = s->next) {
		const struct witness_edge *e = s->edge;
		if (!e || e->to == WITNESS_SINK || e->thread == WITNESS_ANY_THREAD ||
		    (s->target && l->w->witness->is_graph))
			continue;
		uint32_t after = after_previous(l, e);
		if (after >= e->from)
			continue;
		const struct expr *past =
		    expr_binary(l->arena, EXPR_GE, l->type_int, l->now, loom_number(l, e->from));
		const struct expr *not_yet =
		    expr_binary(l->arena, EXPR_LT, l->type_int, l->now, loom_number(l, after));
		const struct expr *free = either(l, is_other_thread(l, e), either(l, past, not_yet));
		if (l->w->witness->is_graph)
			free = either(l, free, negation(l, in_other_state(l, e->from)));
		go = both(l, go, free);
	}
	return go;
}

static void begin_section(struct loom *l, size_t first) {
	struct ins begin = {.kind = INS_ATOMIC_BEGIN};
	begin.rhs = l->is_guided ? turn(l, first) : NULL;
	if (begin.rhs) {
		const struct expr **arg = arena_array(l->arena, const struct expr *, 2);
		arg[0] = expr_u64(l->arena, type_void_pointer(l->prog->types), 0);
		arg[1] = expr_const(l->arena, l->type_int, bits_i64(l->arena, l->type_int->bits, -1));
		begin.arg = arg;
		begin.nargs = 2;
		begin.text = "turn";
	}
	loom_emit(l, begin);
}

/* In a graph, several edges of one state may match: any of them is taken. */
static void find_choices(struct loom *l, size_t first) {
	for (size_t i = first, k; i; i = l->stitch.at[i - 1].next)
		for (k = l->stitch.at[i - 1].next; k; k = l->stitch.at[k - 1].next) {
			const struct witness_edge *a = l->stitch.at[i - 1].edge, *b = l->stitch.at[k - 1].edge;
			if (a && b && a->from == b->from && a->to != WITNESS_SINK && b->to != WITNESS_SINK)
				l->stitch.at[i - 1].is_choice = true;
		}
}

/* In a sequence 'avoid' comes before 'follow': who passes both has not avoided it.  In a graph the
 * sink is for what no other edge takes. */
void section_write(struct loom *l, size_t first) {
	struct loom_ends ends = {0};
	bool needs_self = false, has_edges = false;
	const struct stitch *s;
	for (size_t i = first; (s = stitch_at(l, i)); i = s->next) {
		has_edges |= s->edge != NULL;
		needs_self |= s->edge && s->edge->thread != WITNESS_ANY_THREAD;
	}
	bool is_graph = l->w->witness->is_graph;
	if (is_graph)
		find_choices(l, first);
	l->self = NULL;
	if (needs_self)
		read_self(l);
	begin_section(l, first);
	if (has_edges) {
		l->now = loom_temporary(l);
		loom_assign(l, l->now, loom_read(l, l->w->state));
	}
	for (int round = 0; round < 2; round++)
		for (size_t i = first; (s = stitch_at(l, i)); i = s->next)
			if (s->edge && (s->edge->to == WITNESS_SINK) == (is_graph ? round == 1 : round == 0))
				write_edge(l, s, &ends);
	for (size_t i = first; (s = stitch_at(l, i)); i = s->next)
		if (!s->edge)
			write_invariant(l, s);
	for (size_t i = 0; i < ends.jump.n; i++)
		rewrite_land(&l->rewrite, ends.jump.at[i]);
	loom_emit(l, (struct ins){.kind = INS_ATOMIC_END});
	vec_free(&ends.jump);
}
