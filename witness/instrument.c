#include "witness/instrument.h"

#include <string.h>

#include "util/text/diag.h"
#include "witness/attach.h"
#include "witness/builder.h"
#include "witness/ghosts.h"
#include "witness/section.h"
#include "witness/states.h"

static bool begins_expression(const struct mark *m) {
	return m->kind == MARK_STATEMENT || m->kind == MARK_EXPRESSION;
}

static bool has_target(const struct builder *b, size_t first) {
	const struct attachment *s;
	for (size_t i = first; (s = attachment_at(b, i)); i = s->next)
		if (s->target)
			return true;
	return false;
}

/* The last waypoint may be passed during the statement that races, by its own thread or by another
 * one that waited for it.  So the state is read before each operation of the statement.  To read it
 * when the race is detected would be too late: partial-order reduction leaves out orders of
 * independent steps, and the step that changes the state would be independent. */
static void update_race_active(struct builder *b, const struct ins *in) {
	if (!b->to->race_active || !b->in_target || in->kind == INS_DECL || in->kind == INS_SKIP ||
	    in->kind == INS_FENCE)
		return;
	const struct expr *last = builder_number(b, b->to->witness->nstates - 1),
	                  *state = builder_temporary(b);
	builder_assign(b, state, builder_read(b, b->to->state));
	builder_assign(b, builder_read(b, b->to->race_active),
	               expr_cond(b->arena, expr_binary(b->arena, EXPR_EQ, b->type_int, state, last),
	                         builder_read(b, b->to->active), builder_number(b, 0)));
}

/* A target is active from the beginning of its full expression to the beginning of the next one; an
 * 'if' and its condition begin at the same time. */
static void write_mark(struct builder *b, const struct mark *m, const struct mark *before) {
	uint64_t first = 0;
	b->loc = m->presumed;
	bool same_time = before && begins_expression(before) && before->at + 1 == m->at;
	if (b->to->active && m->kind == MARK_RETURN && b->saved)
		builder_assign(b, builder_read(b, b->to->active), b->saved);
	if (b->to->active && begins_expression(m) && !same_time) {
		builder_assign(b, builder_read(b, b->to->active), builder_number(b, 0));
		if (b->to->race_active)
			builder_assign(b, builder_read(b, b->to->race_active), builder_number(b, 0));
		b->in_target = false;
	}
	if (map_get(&b->first, map_key(m), &first)) {
		section_write(b, (size_t)first);
		b->in_target |= begins_expression(m) && has_target(b, (size_t)first);
	}
	if (m->kind == MARK_RETURN)
		b->saved = NULL;
	if (b->to->active && m->kind == MARK_CALL) { /* statements of the callee reset it */
		b->saved = builder_temporary(b);
		builder_assign(b, b->saved, builder_read(b, b->to->active));
	}
}

/* After a thread was spawned: stores its number if the section before the call named it thread k.
 */
static void write_spawn(struct builder *b, const struct ins *spawn) {
	const struct expr *creates = builder_read(b, b->to->creates);
	for (uint32_t k = 1; k < b->to->thread.n; k++) {
		if (!b->to->thread.at[k])
			continue;
		uint32_t past = builder_jump_if(b, builder_differs(b, creates, k));
		const struct expr *number_of = expr_cast(b->arena, b->type_int, spawn->lhs);
		builder_assign(
		    b, builder_read(b, b->to->thread.at[k]),
		    expr_binary(b->arena, EXPR_ADD, b->type_int, number_of, builder_number(b, 1)));
		rewrite_land(&b->rewrite, past);
	}
	builder_assign(b, creates, builder_number(b, 0));
}

static bool is_spawn(const struct ins *in) {
	return ins_intrinsic(in) == INTRINSIC_SPAWN && in->lhs;
}

/* The ghost variables of the witness get their values before the program begins. */
static void write_initial(struct builder *b) {
	const struct witness *w = b->to->witness;
	for (size_t i = 0; i < w->ghost.n; i++) {
		const struct witness_ghost *g = &w->ghost.at[i];
		struct cexpr_scope scope = {.prog = b->prog, .function = b->function->symbol->name};
		const char *error = NULL;
		const struct expr *value = cexpr_value(&scope, g->initial, &error);
		struct symbol *s = ghosts_find(b, g->name);
		if (!value)
			builder_unsupported(b, g->where,
			                    arena_printf(b->arena, "'%.200s': %s", g->initial, error));
		else if (s)
			builder_assign(b, builder_read(b, s), expr_cast(b->arena, s->type, value));
	}
}

/* --- Updates in one step with an instruction. --- */

/* The first update at the instruction, 1 + its index; 0: none. */
static size_t find_fused(const struct builder *b, const struct function *f, uint32_t at) {
	for (size_t i = 0; i < b->fused.n; i++)
		if (b->fused.at[i].function == f && b->fused.at[i].at == at)
			return i + 1;
	return 0;
}

static void write_updates(struct builder *b, size_t first) {
	const struct fused *same = &b->fused.at[first - 1];
	for (size_t i = first - 1; i < b->fused.n; i++)
		if (b->fused.at[i].function == same->function && b->fused.at[i].at == same->at)
			builder_assign(b, b->fused.at[i].ghost, b->fused.at[i].value);
}

static bool is_first(const struct builder *b, size_t fused) {
	const struct fused *f = &b->fused.at[fused - 1];
	return find_fused(b, f->function, f->at) == fused;
}

/* The updates, if they are due; is_section: this is inside of one. */
static void write_due(struct builder *b, size_t first, bool is_section) {
	const struct expr *due = builder_read(b, b->due);
	uint32_t past = builder_jump_if(b, builder_differs(b, due, (uint32_t)first));
	if (!is_section)
		builder_emit(b, (struct ins){.kind = INS_ATOMIC_BEGIN});
	write_updates(b, first);
	if (!is_section)
		builder_emit(b, (struct ins){.kind = INS_ATOMIC_END});
	builder_assign(b, due, builder_number(b, 0));
	rewrite_land(&b->rewrite, past);
}

/* A thread was created, by a call whose updates are due. */
static void write_spawn_updates(struct builder *b) {
	for (size_t i = 1; i <= b->fused.n; i++)
		if (b->fused.at[i - 1].how == FUSE_SPAWN && is_first(b, i))
			write_due(b, i, true);
}

/* The instruction, and the ghost variables that change in one step with it. */
static void write_fused(struct builder *b, uint32_t at, struct ins in) {
	size_t first = find_fused(b, b->function, at);
	enum fuse how = first ? b->fused.at[first - 1].how : FUSE_NONE;
	if (how == FUSE_SECTION)
		write_updates(b, first);
	if (how == FUSE_SPAWN)
		builder_assign(b, builder_read(b, b->due), builder_number(b, (uint32_t)first));
	if (how == FUSE_STORE) {
		const struct expr *value = builder_variable(b, in.lhs->type);
		struct ins compute = in;
		compute.lhs = value;
		rewrite_add(&b->rewrite, compute);
		in.rhs = value;
	}
	bool wraps = how == FUSE_STORE || how == FUSE_CALL;
	if (wraps)
		builder_emit(b, (struct ins){.kind = INS_ATOMIC_BEGIN});
	rewrite_keep(&b->rewrite, in);
	if (wraps) {
		write_updates(b, first);
		builder_emit(b, (struct ins){.kind = INS_ATOMIC_END});
	}
	if (how == FUSE_SPAWN) /* no thread could be created */
		write_due(b, first, false);
}

/* --- All of it. --- */

static void instrument_function(struct builder *b, struct function *f) {
	size_t mark = 0;
	b->function = f;
	b->saved = NULL;
	b->in_target = false;
	rewrite_open(&b->rewrite, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		rewrite_at(&b->rewrite, i);
		if (!i && f->symbol == b->prog->entry)
			write_initial(b);
		for (; mark < f->mark.n && f->mark.at[mark].at == i; mark++)
			write_mark(b, &f->mark.at[mark], mark ? &f->mark.at[mark - 1] : NULL);
		b->loc = in.loc;
		update_race_active(b, &in);
		write_fused(b, i, in);
		if (b->to->creates && is_spawn(&in))
			write_spawn(b, &in);
		if (is_spawn(&in))
			write_spawn_updates(b);
	}
	rewrite_close(&b->rewrite);
	if (mark != f->mark.n)
		BUG("marks of '%s' are not in order", f->symbol->name);
}

/* A thread that no waypoint creates cannot be identified. */
static void check_threads(struct builder *b) {
	const struct witness *w = b->to->witness;
	for (size_t i = 0; i < w->edge.n; i++) {
		uint32_t t = w->edge.at[i].thread;
		if (t && t != WITNESS_ANY_THREAD && !builder_thread(b, t))
			builder_unsupported(
			    b, w->edge.at[i].where,
			    arena_printf(b->arena, "no waypoint creates thread %u", (unsigned)t));
	}
}

/* Which thread's edge is next, by state. */
static void make_guide(struct builder *b) {
	const struct witness *w = b->to->witness;
	struct guide *g = arena_new(b->arena, struct guide);
	uint32_t *thread = arena_array(b->arena, uint32_t, w->nstates + 1);
	for (uint32_t i = 0; i < w->nstates; i++)
		thread[i] = WITNESS_ANY_THREAD;
	for (size_t i = 0; i < w->edge.n; i++)
		if (w->edge.at[i].to != WITNESS_SINK && !b->is_silent[i])
			thread[w->edge.at[i].from] = w->edge.at[i].thread;
	for (uint32_t i = w->nstates; i-- > 1;) /* silent edges: the thread of the next edge */
		if (thread[i - 1] == WITNESS_ANY_THREAD)
			thread[i - 1] = thread[i];
	const struct expr **number = arena_array(b->arena, const struct expr *, b->to->thread.n + 1);
	for (size_t i = 0; i < b->to->thread.n; i++)
		number[i] = b->to->thread.at[i] ? builder_read(b, b->to->thread.at[i]) : NULL;
	*g = (struct guide){builder_read(b, b->to->state), thread, w->nstates, number,
	                    (uint32_t)b->to->thread.n};
	b->to->guide = g;
}

static void find_accepting(struct builder *b) {
	const struct witness *w = b->to->witness;
	/* A leak or deadlock has no source position: the last edge may name its cause instead. */
	for (size_t i = 0; w->is_graph && w->target_anywhere && i < w->edge.n; i++) {
		const struct witness_edge *e = &w->edge.at[i];
		if (e->to != WITNESS_SINK && w->violation.at[e->to] && e->point == POINT_LINE)
			vec_push(&b->to->accepting, e->from);
	}
	for (uint32_t i = 0; i < w->violation.n; i++) {
		b->states.at.n = 0;
		if (w->violation.at[i])
			states_before(&b->states, i);
		for (size_t k = 0; k < b->states.at.n; k++)
			vec_push(&b->to->accepting, b->states.at.at[k]);
	}
}

static bool makes_threads(const struct goto_prog *p) {
	for (size_t i = 0; i < p->function.n; i++)
		for (size_t k = 0; k < p->function.at[i]->ins.n; k++)
			if (is_spawn(&p->function.at[i]->ins.at[k]))
				return true;
	return false;
}

void instrument_open(struct instrumentation *w, struct goto_prog *prog,
                     const struct witness *witness, bool guided) {
	*w = (struct instrumentation){.prog = prog, .witness = witness};
	struct builder b = {.to = w,
	                    .prog = prog,
	                    .arena = prog->arena,
	                    .type_int = type_c_int(prog->types),
	                    .is_guided = guided && !witness->is_correctness && witness->is_path &&
	                                 makes_threads(prog)};
	w->is_guided = b.is_guided;
	w->is_race = strstr(witness->specification.at[0], "data-race") != NULL;
	if (!witness->is_correctness) {
		w->state = builder_ghost(&b, "state", STORAGE_STATIC);
		w->active = builder_ghost(&b, "active", STORAGE_THREAD);
		b.mark = mem_alloc((witness->edge.n + 1) * sizeof *b.mark);
		b.is_silent = mem_alloc(witness->edge.n + 1);
		attach_edges(&b);
		check_threads(&b);
		states_open(&b.states, witness, b.is_silent);
		find_accepting(&b);
		if (b.is_guided)
			make_guide(&b);
		if (w->thread.n)
			w->creates = builder_ghost(&b, "creates", STORAGE_THREAD);
		if (w->is_race && !witness->is_graph)
			w->race_active = builder_ghost(&b, "race_active", STORAGE_THREAD);
		w->race_sides = builder_read(&b, w->race_active ? w->race_active : w->active);
	}
	ghosts_declare(&b);
	attach_invariants(&b);
	attach_updates(&b);
	for (size_t i = 0; i < prog->function.n; i++)
		instrument_function(&b, prog->function.at[i]);
	if (!witness->is_correctness)
		states_close(&b.states);
	mem_free(b.is_silent);
	mem_free(b.mark);
	vec_free(&b.attachment);
	vec_free(&b.fused);
	map_free(&b.first);
	map_free(&b.last);
}

void instrument_share(struct instrumentation *w) {
	if (w->state && w->prog->has_threads)
		w->state->is_shared = true;
	for (size_t i = 0; i < w->ghost.n; i++)
		w->ghost.at[i]->is_shared |= w->prog->has_threads;
}

/* The condition under which a violation is not the one of the witness: no target is active, or the
 * automaton is in no accepting state. */
static const struct expr *elsewhere(struct instrumentation *w) {
	struct arena *arena = w->prog->arena;
	const struct type *type_int = type_c_int(w->prog->types);
	const struct expr *last = expr_u64(arena, type_int, w->witness->nstates - 1);
	if (!w->witness->is_graph)
		return expr_binary(
		    arena, EXPR_LOR, type_int,
		    expr_unary(arena, EXPR_LNOT, type_int, expr_symbol(arena, w->active)),
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

void instrument_restrict(struct instrumentation *w) {
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
	return ((const struct instrumentation *)context)->end_condition;
}

static const struct expr *race_condition(const void *context) {
	return ((const struct instrumentation *)context)->race_condition;
}

static const struct expr *race_sides(const void *context, uint32_t *n) {
	const struct instrumentation *w = context;
	*n = w->nsides;
	return w->race_sides;
}

static uint32_t next_thread(const void *context, const struct monitor_state *state) {
	const struct guide *g = ((const struct instrumentation *)context)->guide;
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

struct monitor instrument_monitor(const struct instrumentation *w) {
	static const struct monitor_hooks hooks = {.end_condition = end_condition,
	                                           .race_condition = race_condition,
	                                           .race_sides = race_sides,
	                                           .next_thread = next_thread};
	/* Of a correctness witness every violation counts. */
	return (struct monitor){w->witness->is_correctness ? NULL : &hooks, w};
}

void instrument_close(struct instrumentation *w) {
	vec_free(&w->thread);
	vec_free(&w->unsupported);
	vec_free(&w->unmatched);
	vec_free(&w->accepting);
	vec_free(&w->ghost);
}
