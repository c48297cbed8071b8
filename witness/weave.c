#include "witness/weave.h"

#include <string.h>

#include "goto/rewrite.h"
#include "util/diag.h"
#include "util/intern.h"
#include "witness/cexpr.h"
#include "witness/place.h"
#include "witness/states.h"

/* An edge or invariant at a mark, with what it needs there. */
struct stitch {
	const struct mark *mark;
	const struct witness_edge *edge; /* NULL: an invariant */
	const struct expr *condition;    /* or NULL: true */
	const struct witness_invariant *invariant;
	uint32_t creates; /* thread of the witness that the call creates; 0: none */
	uint32_t target;  /* bit of 'armed' */
	bool is_choice;   /* need not be taken although it could be */
	size_t next;      /* stitch at the same mark, + 1 */
};

struct loom {
	struct weave *w;
	struct goto_prog *prog;
	struct arena *arena;
	const struct type *type_int;
	VEC(struct stitch) stitch;
	struct map first, last;   /* mark -> stitch + 1 */
	struct states states;     /* of a graph */
	const struct mark **mark; /* by edge: the first that it means; NULL: none */
	bool *is_silent;          /* of a graph, by edge: the program has no such place */
	bool has_sinks, is_guided;
	/* while a function is rewritten */
	struct function *function;
	struct rewrite rewrite;
	struct loc loc;
	bool in_target;                /* a statement that is a target */
	const struct expr *saved;      /* 'armed' as it was before the call that is being written */
	const struct expr *now, *self; /* temporaries of the section that is being written */
};

static void lose(struct loom *l, struct loc where, const char *text) {
	vec_push(&l->w->lost, ((struct weave_problem){where, intern(text)}));
}

static void miss(struct loom *l, struct loc where, const char *text) {
	vec_push(&l->w->nowhere, ((struct weave_problem){where, text}));
}

/* --- Hidden variables. --- */

static struct symbol *ghost(struct loom *l, const char *name, enum storage storage) {
	struct symbol *s =
	    prog_add_symbol(l->prog, intern_printf("__mc_witness_%s", name), l->type_int, storage);
	s->is_temp = s->is_model = true;
	return s;
}

static const struct expr *read_of(struct loom *l, struct symbol *s) {
	return expr_symbol(l->arena, s);
}

static const struct expr *number(struct loom *l, uint32_t n) {
	return expr_u64(l->arena, l->type_int, n);
}

static const struct expr *differs(struct loom *l, const struct expr *e, uint32_t n) {
	return expr_binary(l->arena, EXPR_NE, l->type_int, e, number(l, n));
}

static struct symbol *thread_symbol(struct loom *l, uint32_t thread) {
	return thread < l->w->thread.n ? l->w->thread.at[thread] : NULL;
}

static void name_thread(struct loom *l, uint32_t thread) {
	enum { MAX_THREADS = 1 << 16 };
	while (l->w->thread.n <= thread && thread < MAX_THREADS)
		vec_push(&l->w->thread, NULL);
	if (thread < MAX_THREADS && !l->w->thread.at[thread])
		l->w->thread.at[thread] =
		    ghost(l, arena_printf(l->arena, "thread_%u", (unsigned)thread), STORAGE_STATIC);
}

/* --- What stands where. --- */

static void add_stitch(struct loom *l, struct stitch s) {
	uint64_t last;
	vec_push(&l->stitch, s);
	if (map_get(&l->last, map_key(s.mark), &last))
		l->stitch.at[last - 1].next = l->stitch.n;
	else
		map_put(&l->first, map_key(s.mark), l->stitch.n);
	map_put(&l->last, map_key(s.mark), l->stitch.n);
}

static struct cexpr_scope scope_at(struct loom *l, const struct place_hit *hit) {
	return (struct cexpr_scope){.prog = l->prog,
	                            .function = hit->function->symbol->name,
	                            .local = hit->mark->scope,
	                            .nlocals = hit->mark->nscope,
	                            .result = hit->mark->value};
}

/* The text as a condition at the mark; NULL: not understood. */
static const struct expr *parse(struct loom *l, const struct place_hit *hit, const char *text,
                                struct loc where) {
	struct cexpr_scope scope = scope_at(l, hit);
	const char *error;
	const struct expr *e = cexpr_parse(&scope, text, &error);
	if (!e)
		lose(l, where, arena_printf(l->arena, "'%.200s': %s", text, error));
	return e;
}

/* switch: the value that the controlling expression has. */
static const struct expr *switch_condition(struct loom *l, const struct place_hit *hit,
                                           const struct witness_edge *e) {
	const struct mark *m = hit->mark;
	if (!strcmp(e->branch, "default"))
		return m->other;
	const char *text = arena_printf(l->arena, "\\result == (%s)", e->branch);
	return parse(l, hit, text, e->where);
}

static const struct ins *call_at(const struct place_hit *hit) {
	const struct function *f = hit->function;
	for (uint32_t i = hit->mark->at + 1; i < f->ins.n; i++) {
		if (f->ins.at[i].kind == INS_CALL)
			return &f->ins.at[i];
		if (f->ins.at[i].kind != INS_DECL)
			break;
	}
	return NULL;
}

static bool creates_thread(const struct place_hit *hit) {
	const struct ins *call = hit->mark->kind == MARK_CALL ? call_at(hit) : NULL;
	if (!call || call->rhs->kind != EXPR_SYMBOL)
		return false;
	const char *name = call->rhs->symbol->name;
	return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create");
}

/* May the place be passed twice?  Only if not, there is nothing to choose. */
static bool may_repeat(const struct loom *l, const struct place_hit *hit) {
	const struct function *f = hit->function;
	if (!l->prog->entry || f->symbol != l->prog->entry)
		return true;
	for (uint32_t i = hit->mark->at; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && f->ins.at[i].target <= hit->mark->at)
			return true;
	return false;
}

static bool avoided_later(const struct loom *l, const struct witness_edge *e) {
	const struct witness *w = l->w->witness;
	if (w->is_graph)
		return l->has_sinks;
	for (size_t i = 0; i < w->edge.n && l->has_sinks; i++)
		if (w->edge.at[i].to == WITNESS_SINK && w->edge.at[i].from > e->from)
			return true;
	return false;
}

static bool is_truth(const char *branch) {
	return !strcmp(branch, "true") || !strcmp(branch, "false");
}

static void place_edge(struct loom *l, const struct place_hit *hit, struct stitch s) {
	const struct witness_edge *e = s.edge;
	if (e->to == WITNESS_SINK && l->w->witness->is_graph && hit->mark->compound)
		return; /* it may be about an operand of && */
	s.mark = hit->mark;
	bool is_case = e->point == POINT_BRANCH && hit->mark->kind == MARK_SWITCH;
	if (is_case && !is_truth(e->branch))
		s.condition = switch_condition(l, hit, e);
	else if (e->constraint)
		s.condition = parse(l, hit, e->constraint, e->where);
	s.is_choice = e->to != WITNESS_SINK && e->to != e->from &&
	              (avoided_later(l, e) || (s.creates && may_repeat(l, hit)));
	add_stitch(l, s);
}

static const char *what_is_missing(enum witness_point point) {
	switch (point) {
	case POINT_BRANCH: return "there is no such branching that can be reached";
	case POINT_CALL:
	case POINT_RETURN: return "there is no such call that can be reached";
	default: return "there is no such statement that can be reached";
	}
}

/* Of the calls on the line, those that create a thread. */
static void keep_creating(struct place_hits *hits) {
	size_t n = 0;
	for (size_t i = 0; i < hits->at.n; i++)
		if (creates_thread(&hits->at.at[i]))
			hits->at.at[n++] = hits->at.at[i];
	hits->at.n = n;
}

/* A place that is not there is passed silently in a graph, and never in a sequence. */
static void no_place(struct loom *l, size_t edge) {
	const struct witness_edge *e = &l->w->witness->edge.at[edge];
	if (e->to == WITNESS_SINK)
		return;
	l->is_silent[edge] = l->w->witness->is_graph;
	if (e->point == POINT_TARGET && l->w->witness->target_anywhere)
		return;
	if (!l->is_silent[edge])
		miss(l, e->where, what_is_missing(e->point));
	else if (e->constraint)
		lose(l, e->where,
		     arena_printf(l->arena, "'%.200s': there is no such place", e->constraint));
}

/* A number for an 'if', or a truth value for a 'switch': whichever way it goes, nobody knows which
 * is meant. */
static void place_any_branch(struct loom *l, const struct witness_edge *e,
                             struct place_hits *hits) {
	static const char *const branch[] = {"true", "false", "default"};
	struct witness_edge other = *e;
	for (int i = 0; i < 3; i++) {
		struct place_hits more = {0};
		other.branch = branch[i];
		place_of_edge(l->prog, &other, l->w->witness->is_graph, &more);
		for (size_t k = 0; k < more.at.n; k++)
			vec_push(&hits->at, more.at.at[k]);
		vec_free(&more.at);
	}
	if (hits->at.n)
		lose(l, e->where,
		     arena_printf(l->arena, "'%.200s': not what this branching decides", e->branch));
}

/* Two waypoints in a row that a thread may pass during one stay at a statement: here it has to come
 * twice, but the format can be read in both ways. */
static void note_stay(struct loom *l, size_t edge, const struct mark *mark) {
	const struct witness *w = l->w->witness;
	const struct witness_edge *e = &w->edge.at[edge];
	l->mark[edge] = mark;
	if (e->point != POINT_STATEMENT || e->to == WITNESS_SINK || l->w->stay.line || w->is_graph)
		return;
	for (size_t i = edge; i-- > 0;) {
		const struct witness_edge *before = &w->edge.at[i];
		if (before->to == WITNESS_SINK || before->thread != e->thread)
			continue;
		if (before->point == POINT_STATEMENT && l->mark[i] == mark)
			l->w->stay = e->where;
		return;
	}
}

static void place_edges(struct loom *l) {
	const struct witness *w = l->w->witness;
	uint32_t created = 0, targets = 0;
	for (size_t i = 0; i < w->edge.n; i++)
		l->has_sinks |= w->edge.at[i].to == WITNESS_SINK;
	for (size_t i = 0; i < w->edge.n; i++) {
		const struct witness_edge *e = &w->edge.at[i];
		struct place_hits hits = {0};
		struct stitch s = {.edge = e, .creates = e->creates};
		place_of_edge(l->prog, e, w->is_graph, &hits);
		bool follows = e->to != WITNESS_SINK;
		if (e->creates)
			keep_creating(&hits);
		if (!hits.at.n && e->point == POINT_BRANCH && follows && !w->is_graph)
			place_any_branch(l, e, &hits);
		if (!hits.at.n)
			no_place(l, i);
		else
			note_stay(l, i, hits.at.at[0].mark);
		if (e->point == POINT_CALL && follows && !w->is_graph && hits.at.n &&
		    creates_thread(&hits.at.at[0]))
			s.creates = ++created;
		if (s.creates)
			name_thread(l, s.creates);
		if (e->point == POINT_TARGET)
			s.target = 1u << targets++;
		for (size_t k = 0; k < hits.at.n; k++)
			place_edge(l, &hits.at.at[k], s);
		vec_free(&hits.at);
	}
	l->prog->race_sides = targets;
}

static void place_invariants(struct loom *l) {
	const struct witness *w = l->w->witness;
	for (size_t i = 0; i < w->invariant.n; i++) {
		const struct witness_invariant *v = &w->invariant.at[i];
		struct place_hits hits = {0};
		place_of_invariant(l->prog, v, &hits);
		if (!hits.at.n)
			miss(l, v->where, "there is no such statement that can be reached");
		for (size_t k = 0; k < hits.at.n; k++) {
			const struct expr *e = parse(l, &hits.at.at[k], v->text, v->where);
			if (e)
				add_stitch(
				    l, (struct stitch){.mark = hits.at.at[k].mark, .condition = e, .invariant = v});
		}
		vec_free(&hits.at);
	}
}

/* --- Writing. --- */

static void emit(struct loom *l, struct ins in) {
	in.loc = l->loc;
	in.ghost = true;
	rewrite_add(&l->rewrite, in);
}

static void assign(struct loom *l, const struct expr *lhs, const struct expr *rhs) {
	emit(l, (struct ins){.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs});
}

static uint32_t jump_if(struct loom *l, const struct expr *condition) {
	uint32_t jump = rewrite_jump(&l->rewrite, condition, l->loc);
	l->rewrite.out.at[jump].ghost = true;
	return jump;
}

static const struct expr *temporary(struct loom *l) {
	size_t n = l->function->local.n;
	const char *name = intern_printf("%s::$w%zu", l->function->symbol->name, n);
	struct symbol *t = prog_add_symbol(l->prog, name, l->type_int, STORAGE_AUTO);
	t->display = intern_printf("$w%zu", n);
	t->loc = l->loc;
	t->is_temp = true;
	prog_add_local(l->function, t);
	emit(l, (struct ins){.kind = INS_DECL, .sym = t});
	return expr_symbol(l->arena, t);
}

static void read_self(struct loom *l) {
	struct symbol *self = prog_find(l->prog, "__mc_self");
	if (!self)
		self = prog_add_symbol(l->prog, "__mc_self",
		                       type_func(l->prog->types, l->type_int, NULL, 0, false, false),
		                       STORAGE_FUNCTION);
	l->self = temporary(l);
	emit(l, (struct ins){.kind = INS_CALL, .lhs = l->self, .rhs = expr_symbol(l->arena, self)});
}

/* Is it not this thread that the edge means? */
static const struct expr *is_other_thread(struct loom *l, const struct witness_edge *e) {
	if (!l->self || e->thread == WITNESS_ANY_THREAD)
		return NULL;
	if (!e->thread)
		return differs(l, l->self, 0);
	struct symbol *thread = thread_symbol(l, e->thread);
	if (!thread)
		return NULL;
	const struct expr *me = expr_binary(l->arena, EXPR_ADD, l->type_int, l->self, number(l, 1));
	return expr_binary(l->arena, EXPR_NE, l->type_int, me, read_of(l, thread));
}

static const struct expr *in_other_state(struct loom *l, uint32_t from) {
	if (!l->w->witness->is_graph)
		return differs(l, l->now, from);
	const struct expr *e = number(l, 1);
	states_before(&l->states, from);
	for (size_t i = 0; i < l->states.at.n; i++) {
		const struct expr *other = differs(l, l->now, l->states.at.at[i]);
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
		out->at[out->n++] = jump_if(l, condition);
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
		emit(l, (struct ins){.kind = INS_ASSUME, .rhs = number(l, 0)});
		return;
	}
	if (s->target) {
		const struct expr *armed = read_of(l, l->w->armed);
		assign(l, armed,
		       expr_binary(l->arena, EXPR_BITOR, l->type_int, armed, number(l, s->target)));
		return;
	}
	if (e->to != e->from)
		assign(l, read_of(l, l->w->state), number(l, e->to));
	if (is_accepting(l, e->to) && !l->prog->race_sides)
		assign(l, read_of(l, l->w->armed), number(l, 1));
	if (s->creates)
		assign(l, read_of(l, l->w->creates), number(l, s->creates));
}

struct loom_ends {
	VEC(uint32_t) jump;
};

/* Targets do not leave the state, so the next edge may be another target; and what is one operation
 * here may be several on the same line of a graph.  The rest ends it. */
static void write_edge(struct loom *l, const struct stitch *s, struct loom_ends *ends) {
	struct jumps past = {0};
	if (!s->target) /* of a target the state is looked at when something is violated */
		leave_if(l, &past, in_other_state(l, s->edge->from));
	leave_if(l, &past, is_other_thread(l, s->edge));
	leave_if(l, &past, negation(l, s->condition));
	if (s->is_choice && !l->is_guided) {
		const struct expr *choice = temporary(l);
		assign(l, choice, expr_nondet(l->arena, l->type_int));
		leave_if(l, &past, choice);
	}
	take_edge(l, s);
	bool goes_on =
	    l->w->witness->is_graph && (s->edge->point == POINT_LINE || s->edge->point == POINT_DONE);
	if (goes_on && s->edge->to != WITNESS_SINK)
		assign(l, l->now, number(l, s->edge->to));
	else if (!s->target)
		vec_push(&ends->jump, jump_if(l, NULL));
	for (uint32_t i = 0; i < past.n; i++)
		rewrite_land(&l->rewrite, past.at[i]);
}

static void write_invariant(struct loom *l, const struct stitch *s) {
	const struct witness_invariant *v = s->invariant;
	const char *text = arena_printf(l->arena, "the invariant '%s' does not hold", v->text);
	uint32_t p = prog_add_property(l->prog, l->function, PROPERTY_INVARIANT, l->loc, text);
	emit(l, (struct ins){.kind = INS_ASSERT, .rhs = s->condition, .property = p});
	vec_last(&l->rewrite.out).hidden = false;
}

static const struct stitch *stitch_at(const struct loom *l, size_t index) {
	return index ? &l->stitch.at[index - 1] : NULL;
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
	l->now = read_of(l, l->w->state);
	for (size_t i = first; (s = stitch_at(l, i)); i = s->next) {
		const struct witness_edge *e = s->edge;
		if (!e || e->to == WITNESS_SINK || e->thread == WITNESS_ANY_THREAD ||
		    (s->target && l->w->witness->is_graph))
			continue;
		uint32_t after = after_previous(l, e);
		if (after >= e->from)
			continue;
		const struct expr *past =
		    expr_binary(l->arena, EXPR_GE, l->type_int, l->now, number(l, e->from));
		const struct expr *not_yet =
		    expr_binary(l->arena, EXPR_LT, l->type_int, l->now, number(l, after));
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
	emit(l, begin);
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
static void write_section(struct loom *l, size_t first) {
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
		l->now = temporary(l);
		assign(l, l->now, read_of(l, l->w->state));
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
	emit(l, (struct ins){.kind = INS_ATOMIC_END});
	vec_free(&ends.jump);
}

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
	if (!l->w->gate || !l->in_target || in->kind == INS_DECL || in->kind == INS_SKIP)
		return;
	const struct expr *last = number(l, l->w->witness->nstates - 1), *state = temporary(l);
	assign(l, state, read_of(l, l->w->state));
	assign(l, read_of(l, l->w->gate),
	       expr_cond(l->arena, expr_binary(l->arena, EXPR_EQ, l->type_int, state, last),
	                 read_of(l, l->w->armed), number(l, 0)));
}

/* What comes between the beginnings of two full expressions belongs to the first; an 'if' and its
 * condition begin at the same time. */
static void write_mark(struct loom *l, const struct mark *m, const struct mark *before) {
	uint64_t first = 0;
	l->loc = m->presumed;
	bool same_time = before && begins_expression(before) && before->at + 1 == m->at;
	if (l->w->armed && m->kind == MARK_RETURN && l->saved)
		assign(l, read_of(l, l->w->armed), l->saved);
	if (l->w->armed && begins_expression(m) && !same_time) {
		assign(l, read_of(l, l->w->armed), number(l, 0));
		if (l->w->gate)
			assign(l, read_of(l, l->w->gate), number(l, 0));
		l->in_target = false;
	}
	if (map_get(&l->first, map_key(m), &first)) {
		write_section(l, (size_t)first);
		l->in_target |= begins_expression(m) && has_target(l, (size_t)first);
	}
	if (m->kind == MARK_RETURN)
		l->saved = NULL;
	if (l->w->armed && m->kind == MARK_CALL) { /* the statements of the callee are others */
		l->saved = temporary(l);
		assign(l, l->saved, read_of(l, l->w->armed));
	}
}

/* After a thread was made: if the section before the call said so, this is thread k. */
static void write_spawn(struct loom *l, const struct ins *spawn) {
	const struct expr *creates = read_of(l, l->w->creates);
	for (uint32_t k = 1; k < l->w->thread.n; k++) {
		if (!l->w->thread.at[k])
			continue;
		uint32_t past = jump_if(l, differs(l, creates, k));
		const struct expr *number_of = expr_cast(l->arena, l->type_int, spawn->lhs);
		assign(l, read_of(l, l->w->thread.at[k]),
		       expr_binary(l->arena, EXPR_ADD, l->type_int, number_of, number(l, 1)));
		rewrite_land(&l->rewrite, past);
	}
	assign(l, creates, number(l, 0));
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
		if (t && t != WITNESS_ANY_THREAD && !thread_symbol(l, t))
			lose(l, w->edge.at[i].where,
			     arena_printf(l->arena, "no waypoint creates thread %u", (unsigned)t));
	}
}

/* Whose edge is next, by state; an edge that anybody may take leaves it open. */
static void make_guide(struct loom *l) {
	const struct witness *w = l->w->witness;
	struct guide *g = arena_new(l->arena, struct guide);
	uint32_t *thread = arena_array(l->arena, uint32_t, w->nstates + 1);
	for (uint32_t i = 0; i < w->nstates; i++)
		thread[i] = UINT32_MAX;
	for (size_t i = 0; i < w->edge.n; i++)
		if (w->edge.at[i].to != WITNESS_SINK && !l->is_silent[i])
			thread[w->edge.at[i].from] = w->edge.at[i].thread;
	for (uint32_t i = w->nstates; i-- > 1;) /* what nothing matches belongs to what follows */
		if (thread[i - 1] == UINT32_MAX)
			thread[i - 1] = thread[i];
	struct symbol **number = arena_array(l->arena, struct symbol *, l->w->thread.n + 1);
	for (size_t i = 0; i < l->w->thread.n; i++)
		number[i] = l->w->thread.at[i];
	*g = (struct guide){l->w->state, thread, w->nstates, number, (uint32_t)l->w->thread.n};
	l->prog->guide = g;
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
		w->state = ghost(&l, "state", STORAGE_STATIC);
		w->armed = ghost(&l, "armed", STORAGE_THREAD);
		l.mark = mem_alloc((witness->edge.n + 1) * sizeof *l.mark);
		l.is_silent = mem_alloc(witness->edge.n + 1);
		place_edges(&l);
		check_threads(&l);
		states_open(&l.states, witness, l.is_silent);
		find_accepting(&l);
		if (l.is_guided)
			make_guide(&l);
		if (w->thread.n)
			w->creates = ghost(&l, "creates", STORAGE_THREAD);
		if (w->is_race && !witness->is_graph)
			w->gate = ghost(&l, "gate", STORAGE_THREAD);
		prog->race_gate = w->gate ? w->gate : w->armed;
	}
	place_invariants(&l);
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
	w->prog->end_when = w->witness->is_graph ? expr_unary(arena, EXPR_LNOT, type_int, not_here)
	                                         : expr_binary(arena, EXPR_EQ, type_int,
	                                                       expr_symbol(arena, w->state), last);
	if (w->witness->is_graph)
		w->prog->race_when = w->prog->end_when;
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

void weave_close(struct weave *w) {
	vec_free(&w->thread);
	vec_free(&w->lost);
	vec_free(&w->nowhere);
	vec_free(&w->accepting);
}
