#include "witness/section.h"

#include "util/base/intern.h"
#include "witness/attach.h"

static void read_self(struct builder *b) {
	struct symbol *self = prog_find(b->prog, intrinsic_name(INTRINSIC_SELF));
	if (!self)
		self = prog_add_symbol(b->prog, intrinsic_name(INTRINSIC_SELF),
		                       type_func(b->prog->types, b->type_int, NULL, 0, false, false),
		                       STORAGE_FUNCTION);
	b->self = builder_temporary(b);
	builder_emit(
	    b, (struct ins){.kind = INS_CALL, .lhs = b->self, .rhs = expr_symbol(b->arena, self)});
}

/* The condition that the running thread is not the one of the edge; NULL: any thread may take it.
 */
static const struct expr *is_other_thread(struct builder *b, const struct witness_edge *e) {
	if (!b->self || e->thread == WITNESS_ANY_THREAD)
		return NULL;
	if (!e->thread)
		return builder_differs(b, b->self, 0);
	struct symbol *thread = builder_thread(b, e->thread);
	if (!thread)
		return NULL;
	const struct expr *me =
	    expr_binary(b->arena, EXPR_ADD, b->type_int, b->self, builder_number(b, 1));
	return expr_binary(b->arena, EXPR_NE, b->type_int, me, builder_read(b, thread));
}

static const struct expr *in_other_state(struct builder *b, uint32_t from) {
	if (!b->to->witness->is_graph)
		return builder_differs(b, b->now, from);
	const struct expr *e = builder_number(b, 1);
	states_before(&b->states, from);
	for (size_t i = 0; i < b->states.at.n; i++) {
		const struct expr *other = builder_differs(b, b->now, b->states.at.at[i]);
		e = i ? expr_binary(b->arena, EXPR_LAND, b->type_int, e, other) : other;
	}
	return e;
}

struct jumps {
	uint32_t at[4];
	uint32_t n;
};

static void leave_if(struct builder *b, struct jumps *out, const struct expr *condition) {
	if (condition)
		out->at[out->n++] = builder_jump_if(b, condition);
}

static const struct expr *negation(struct builder *b, const struct expr *e) {
	return e ? expr_unary(b->arena, EXPR_LNOT, b->type_int, e) : NULL;
}

static bool is_accepting(const struct builder *b, uint32_t state) {
	for (size_t i = 0; i < b->to->accepting.n; i++)
		if (b->to->accepting.at[i] == state)
			return true;
	return false;
}

static void take_edge(struct builder *b, const struct attachment *s) {
	const struct witness_edge *e = s->edge;
	if (e->to == WITNESS_SINK) {
		builder_emit(b, (struct ins){.kind = INS_ASSUME, .rhs = builder_number(b, 0)});
		return;
	}
	if (s->target) {
		const struct expr *armed = builder_read(b, b->to->active);
		builder_assign(
		    b, armed,
		    expr_binary(b->arena, EXPR_BITOR, b->type_int, armed, builder_number(b, s->target)));
		return;
	}
	if (e->to != e->from)
		builder_assign(b, builder_read(b, b->to->state), builder_number(b, e->to));
	if (is_accepting(b, e->to) && !b->to->nsides)
		builder_assign(b, builder_read(b, b->to->active), builder_number(b, 1));
	if (s->creates)
		builder_assign(b, builder_read(b, b->to->creates), builder_number(b, s->creates));
}

struct section_ends {
	VEC(uint32_t) jump;
};

/* At most one edge is taken in a section, with two exceptions: a target does not change the state,
 * so other targets may follow; and in a graph one operation may match several edges of its line. */
static void write_edge(struct builder *b, const struct attachment *s, struct section_ends *ends) {
	struct jumps past = {0};
	bool is_nobody = s->edge->thread && s->edge->thread != WITNESS_ANY_THREAD &&
	                 !builder_thread(b, s->edge->thread);
	if (s->edge->to == WITNESS_SINK && is_nobody)
		return;     /* it is not known which thread is excluded */
	if (!s->target) /* of a target the state is checked when something is violated */
		leave_if(b, &past, in_other_state(b, s->edge->from));
	leave_if(b, &past, is_other_thread(b, s->edge));
	leave_if(b, &past, negation(b, s->condition));
	if (s->is_choice && !b->is_guided) {
		const struct expr *choice = builder_temporary(b);
		builder_assign(b, choice, expr_nondet(b->arena, b->type_int));
		leave_if(b, &past, choice);
	}
	take_edge(b, s);
	bool goes_on =
	    b->to->witness->is_graph && (s->edge->point == POINT_LINE || s->edge->point == POINT_DONE);
	if (goes_on && s->edge->to != WITNESS_SINK)
		builder_assign(b, b->now, builder_number(b, s->edge->to));
	else if (!s->target)
		vec_push(&ends->jump, builder_jump_if(b, NULL));
	for (uint32_t i = 0; i < past.n; i++)
		rewrite_land(&b->rewrite, past.at[i]);
}

static void write_invariant(struct builder *b, const struct attachment *s) {
	const struct witness_invariant *v = s->invariant;
	const char *text = arena_printf(b->arena, "the invariant '%s' does not hold", v->text);
	uint32_t p = prog_add_property(b->prog, b->function, PROPERTY_INVARIANT, b->loc, text);
	builder_emit(b, (struct ins){.kind = INS_ASSERT, .rhs = s->condition, .property = p});
	vec_last(&b->rewrite.out).hidden = false;
}

static const struct expr *both(struct builder *b, const struct expr *x, const struct expr *y) {
	return x && y ? expr_binary(b->arena, EXPR_LAND, b->type_int, x, y) : x ? x : y;
}

static const struct expr *either(struct builder *b, const struct expr *x, const struct expr *y) {
	return x && y ? expr_binary(b->arena, EXPR_LOR, b->type_int, x, y) : x ? x : y;
}

/* 1 + the last state before that of 'e' in which an edge of the same thread is taken; 0: none. */
static uint32_t after_previous(const struct builder *b, const struct witness_edge *e) {
	const struct witness *w = b->to->witness;
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
static const struct expr *turn(struct builder *b, size_t first) {
	const struct expr *go = NULL;
	const struct attachment *s;
	b->now = builder_read(b, b->to->state);
	for (size_t i = first; (s = attachment_at(b, i)); i = s->next) {
		const struct witness_edge *e = s->edge;
		if (!e || e->to == WITNESS_SINK || e->thread == WITNESS_ANY_THREAD ||
		    (s->target && b->to->witness->is_graph))
			continue;
		uint32_t after = after_previous(b, e);
		if (after >= e->from)
			continue;
		const struct expr *past =
		    expr_binary(b->arena, EXPR_GE, b->type_int, b->now, builder_number(b, e->from));
		const struct expr *not_yet =
		    expr_binary(b->arena, EXPR_LT, b->type_int, b->now, builder_number(b, after));
		const struct expr *free = either(b, is_other_thread(b, e), either(b, past, not_yet));
		if (b->to->witness->is_graph)
			free = either(b, free, negation(b, in_other_state(b, e->from)));
		go = both(b, go, free);
	}
	return go;
}

static void begin_section(struct builder *b, size_t first) {
	struct ins begin = {.kind = INS_ATOMIC_BEGIN};
	begin.rhs = b->is_guided ? turn(b, first) : NULL;
	if (begin.rhs) {
		const struct expr **arg = arena_array(b->arena, const struct expr *, 2);
		arg[0] = expr_u64(b->arena, type_void_pointer(b->prog->types), 0);
		arg[1] = expr_const(b->arena, b->type_int, bits_i64(b->arena, b->type_int->bits, -1));
		begin.arg = arg;
		begin.nargs = 2;
		begin.sync = SYNC_TURN;
	}
	builder_emit(b, begin);
}

/* In a graph several edges of one state may match: which one is taken is a choice. */
static void find_choices(struct builder *b, size_t first) {
	struct attachment *all = b->attachment.at;
	for (size_t i = first; i; i = all[i - 1].next)
		for (size_t k = all[i - 1].next; k; k = all[k - 1].next) {
			const struct witness_edge *e = all[i - 1].edge, *f = all[k - 1].edge;
			if (e && f && e->from == f->from && e->to != WITNESS_SINK && f->to != WITNESS_SINK)
				all[i - 1].is_choice = true;
		}
}

/* Edges to the sink come first in a sequence: an execution that matches 'avoid' and 'follow' has
 * not avoided it.  In a graph they come last: the sink is for executions that match no other edge.
 */
void section_write(struct builder *b, size_t first) {
	struct section_ends ends = {0};
	bool needs_self = false, has_edges = false;
	const struct attachment *s;
	for (size_t i = first; (s = attachment_at(b, i)); i = s->next) {
		has_edges |= s->edge != NULL;
		needs_self |= s->edge && s->edge->thread != WITNESS_ANY_THREAD;
	}
	bool is_graph = b->to->witness->is_graph;
	if (is_graph)
		find_choices(b, first);
	b->self = NULL;
	if (needs_self)
		read_self(b);
	begin_section(b, first);
	if (has_edges) {
		b->now = builder_temporary(b);
		builder_assign(b, b->now, builder_read(b, b->to->state));
	}
	for (int round = 0; round < 2; round++)
		for (size_t i = first; (s = attachment_at(b, i)); i = s->next)
			if (s->edge && (s->edge->to == WITNESS_SINK) == (is_graph ? round == 1 : round == 0))
				write_edge(b, s, &ends);
	for (size_t i = first; (s = attachment_at(b, i)); i = s->next)
		if (s->invariant)
			write_invariant(b, s);
	for (size_t i = first; (s = attachment_at(b, i)); i = s->next)
		if (s->ghost)
			builder_assign(b, s->ghost, s->condition);
	for (size_t i = 0; i < ends.jump.n; i++)
		rewrite_land(&b->rewrite, ends.jump.at[i]);
	builder_emit(b, (struct ins){.kind = INS_ATOMIC_END});
	vec_free(&ends.jump);
}
