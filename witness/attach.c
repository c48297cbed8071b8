#include "witness/stitch.h"

#include <string.h>

#include "util/intern.h"
#include "witness/cexpr.h"
#include "witness/place.h"

static void miss(struct loom *l, struct loc where, const char *text) {
	vec_push(&l->w->nowhere, ((struct weave_problem){where, text}));
}

static void name_thread(struct loom *l, uint32_t thread) {
	enum { MAX_THREADS = 1 << 16 };
	while (l->w->thread.n <= thread && thread < MAX_THREADS)
		vec_push(&l->w->thread, NULL);
	if (thread < MAX_THREADS && !l->w->thread.at[thread])
		l->w->thread.at[thread] =
		    loom_ghost(l, arena_printf(l->arena, "thread_%u", (unsigned)thread), STORAGE_STATIC);
}

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
		loom_lose(l, where, arena_printf(l->arena, "'%.200s': %s", text, error));
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
	bool needs_condition = e->constraint || (is_case && !is_truth(e->branch));
	if (e->to == WITNESS_SINK && needs_condition && !s.condition)
		return; /* not understood, so it must not forbid anything */
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
		loom_lose(l, e->where,
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
		loom_lose(l, e->where,
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

void stitch_edges(struct loom *l) {
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
	l->w->nsides = targets;
}

void stitch_invariants(struct loom *l) {
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

const struct stitch *stitch_at(const struct loom *l, size_t index) {
	return index ? &l->stitch.at[index - 1] : NULL;
}
