#include "witness/attach.h"

#include <string.h>

#include "util/base/intern.h"
#include "witness/cexpr.h"
#include "witness/ghosts.h"
#include "witness/position.h"

static void no_match(struct builder *b, struct loc where, const char *text) {
	vec_push(&b->to->unmatched, ((struct instrument_problem){where, text}));
}

static void name_thread(struct builder *b, uint32_t thread) {
	enum { MAX_THREADS = 1 << 16 };
	while (b->to->thread.n <= thread && thread < MAX_THREADS)
		vec_push(&b->to->thread, NULL);
	if (thread < MAX_THREADS && !b->to->thread.at[thread])
		b->to->thread.at[thread] =
		    builder_ghost(b, arena_printf(b->arena, "thread_%u", (unsigned)thread), STORAGE_STATIC);
}

static void add_attachment(struct builder *b, struct attachment s) {
	uint64_t last;
	vec_push(&b->attachment, s);
	if (map_get(&b->last, map_key(s.mark), &last))
		b->attachment.at[last - 1].next = b->attachment.n;
	else
		map_put(&b->first, map_key(s.mark), b->attachment.n);
	map_put(&b->last, map_key(s.mark), b->attachment.n);
}

/* The variables of blocks hide ghost variables, which hide nothing. */
static struct cexpr_scope scope_at(struct builder *b, const struct function *f,
                                   const struct mark *m) {
	uint32_t n = m->nscope;
	struct symbol **local = arena_array(b->arena, struct symbol *, n + b->nghosts + 1);
	for (uint32_t i = 0; i < n; i++)
		local[i] = m->scope[i];
	for (uint32_t i = 0; i < b->nghosts; i++)
		local[n++] = b->ghost[i];
	return (struct cexpr_scope){.prog = b->prog,
	                            .function = f->symbol->name,
	                            .local = local,
	                            .nlocals = n,
	                            .result = m->value};
}

/* The text as a condition at the mark; NULL: not understood. */
static const struct expr *try_parse(struct builder *b, const struct position_match *hit,
                                    const char *text, const char **error) {
	struct cexpr_scope scope = scope_at(b, hit->function, hit->mark);
	return cexpr_parse(&scope, text, error);
}

static const struct expr *parse(struct builder *b, const struct position_match *hit,
                                const char *text, struct loc where) {
	const char *error;
	const struct expr *e = try_parse(b, hit, text, &error);
	if (!e)
		builder_unsupported(b, where, arena_printf(b->arena, "'%.200s': %s", text, error));
	return e;
}

/* switch: the value that the controlling expression has. */
static const struct expr *switch_condition(struct builder *b, const struct position_match *hit,
                                           const struct witness_edge *e) {
	const struct mark *m = hit->mark;
	if (!strcmp(e->branch, "default"))
		return m->other;
	const char *text = arena_printf(b->arena, "\\result == (%s)", e->branch);
	return parse(b, hit, text, e->where);
}

static const struct ins *call_at(const struct position_match *hit) {
	const struct function *f = hit->function;
	for (uint32_t i = hit->mark->at + 1; i < f->ins.n; i++) {
		if (f->ins.at[i].kind == INS_CALL)
			return &f->ins.at[i];
		if (f->ins.at[i].kind != INS_DECL)
			break;
	}
	return NULL;
}

static bool creates_thread(const struct position_match *hit) {
	const struct ins *call = hit->mark->kind == MARK_CALL ? call_at(hit) : NULL;
	if (!call || call->rhs->kind != EXPR_SYMBOL)
		return false;
	const char *name = call->rhs->symbol->name;
	return !strcmp(name, "pthread_create") || !strcmp(name, "thrd_create");
}

/* May an execution pass the mark twice?  If not, there is no choice which time is meant. */
static bool may_repeat(const struct builder *b, const struct position_match *hit) {
	const struct function *f = hit->function;
	if (!b->prog->entry || f->symbol != b->prog->entry)
		return true;
	for (uint32_t i = hit->mark->at; i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && f->ins.at[i].target <= hit->mark->at)
			return true;
	return false;
}

static bool avoided_later(const struct builder *b, const struct witness_edge *e) {
	const struct witness *w = b->to->witness;
	if (w->is_graph)
		return b->has_sinks;
	for (size_t i = 0; i < w->edge.n && b->has_sinks; i++)
		if (w->edge.at[i].to == WITNESS_SINK && w->edge.at[i].from > e->from)
			return true;
	return false;
}

static bool is_truth(const char *branch) {
	return !strcmp(branch, "true") || !strcmp(branch, "false");
}

static void attach_edge(struct builder *b, const struct position_match *hit, struct attachment s) {
	const struct witness_edge *e = s.edge;
	if (e->to == WITNESS_SINK && b->to->witness->is_graph && hit->mark->compound)
		return; /* it may mean an operand of && */
	s.mark = hit->mark;
	bool is_case = e->point == POINT_BRANCH && hit->mark->kind == MARK_SWITCH;
	if (is_case && !is_truth(e->branch))
		s.condition = switch_condition(b, hit, e);
	else if (e->constraint)
		s.condition = parse(b, hit, e->constraint, e->where);
	bool needs_condition = e->constraint || (is_case && !is_truth(e->branch));
	if (e->to == WITNESS_SINK && needs_condition && !s.condition)
		return; /* a condition that is not understood must not exclude executions */
	s.is_choice = e->to != WITNESS_SINK && e->to != e->from &&
	              (avoided_later(b, e) || (s.creates && may_repeat(b, hit)));
	add_attachment(b, s);
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
static void keep_creating(struct position_matches *hits) {
	size_t n = 0;
	for (size_t i = 0; i < hits->at.n; i++)
		if (creates_thread(&hits->at.at[i]))
			hits->at.at[n++] = hits->at.at[i];
	hits->at.n = n;
}

/* A graph gives lines only, and names may be declared in the middle of one.  If the constraint
 * means something at some of the places, it is about those. */
static void keep_understood(struct builder *b, const struct witness_edge *e,
                            struct position_matches *hits) {
	size_t n = 0;
	const char *error;
	if (!b->to->witness->is_graph || !e->constraint)
		return;
	for (size_t i = 0; i < hits->at.n; i++)
		if (try_parse(b, &hits->at.at[i], e->constraint, &error))
			hits->at.at[n++] = hits->at.at[i];
	hits->at.n = n ? n : hits->at.n;
}

/* An edge that no mark matches is silent in a graph, and can never be taken in a sequence. */
static void no_position(struct builder *b, size_t edge) {
	const struct witness_edge *e = &b->to->witness->edge.at[edge];
	if (e->to == WITNESS_SINK)
		return;
	b->is_silent[edge] = b->to->witness->is_graph;
	if (e->point == POINT_TARGET && b->to->witness->target_anywhere)
		return;
	if (!b->is_silent[edge])
		no_match(b, e->where, what_is_missing(e->point));
	else if (e->constraint)
		builder_unsupported(
		    b, e->where, arena_printf(b->arena, "'%.200s': there is no such place", e->constraint));
}

/* A number for an 'if', or a truth value for a 'switch': it is not known which way is meant, so the
 * edge is attached to all of them. */
static void attach_any_branch(struct builder *b, const struct witness_edge *e,
                              struct position_matches *hits) {
	static const char *const branch[] = {"true", "false", "default"};
	struct witness_edge other = *e;
	for (int i = 0; i < 3; i++) {
		struct position_matches more = {0};
		other.branch = branch[i];
		position_of_edge(b->prog, &other, b->to->witness->is_graph, &more);
		for (size_t k = 0; k < more.at.n; k++)
			vec_push(&hits->at, more.at.at[k]);
		vec_free(&more.at);
	}
	if (hits->at.n)
		builder_unsupported(
		    b, e->where,
		    arena_printf(b->arena, "'%.200s': not what this branching decides", e->branch));
}

/* Two waypoints in a row of one thread, before the same statement.  Here the thread has to execute
 * the statement twice to pass both; the format can also be read so that once is enough. */
static void note_ambiguous(struct builder *b, size_t edge, const struct mark *mark) {
	const struct witness *w = b->to->witness;
	const struct witness_edge *e = &w->edge.at[edge];
	b->mark[edge] = mark;
	if (e->point != POINT_STATEMENT || e->to == WITNESS_SINK || b->to->ambiguous.line ||
	    w->is_graph)
		return;
	for (size_t i = edge; i-- > 0;) {
		const struct witness_edge *before = &w->edge.at[i];
		if (before->to == WITNESS_SINK || before->thread != e->thread)
			continue;
		if (before->point == POINT_STATEMENT && b->mark[i] == mark)
			b->to->ambiguous = e->where;
		return;
	}
}

void attach_edges(struct builder *b) {
	const struct witness *w = b->to->witness;
	uint32_t created = 0, targets = 0;
	for (size_t i = 0; i < w->edge.n; i++)
		b->has_sinks |= w->edge.at[i].to == WITNESS_SINK;
	for (size_t i = 0; i < w->edge.n; i++) {
		const struct witness_edge *e = &w->edge.at[i];
		struct position_matches hits = {0};
		struct attachment s = {.edge = e, .creates = e->creates};
		position_of_edge(b->prog, e, w->is_graph, &hits);
		bool follows = e->to != WITNESS_SINK;
		if (e->creates)
			keep_creating(&hits);
		keep_understood(b, e, &hits);
		if (!hits.at.n && e->point == POINT_BRANCH && follows && !w->is_graph)
			attach_any_branch(b, e, &hits);
		if (!hits.at.n)
			no_position(b, i);
		else
			note_ambiguous(b, i, hits.at.at[0].mark);
		if (e->point == POINT_CALL && follows && !w->is_graph && hits.at.n &&
		    creates_thread(&hits.at.at[0]))
			s.creates = ++created;
		if (s.creates)
			name_thread(b, s.creates);
		if (e->point == POINT_TARGET)
			s.target = 1u << targets++;
		for (size_t k = 0; k < hits.at.n; k++)
			attach_edge(b, &hits.at.at[k], s);
		vec_free(&hits.at);
	}
	b->to->nsides = targets;
}

void attach_invariants(struct builder *b) {
	const struct witness *w = b->to->witness;
	for (size_t i = 0; i < w->invariant.n; i++) {
		const struct witness_invariant *v = &w->invariant.at[i];
		struct position_matches hits = {0};
		position_of_invariant(b->prog, v, &hits);
		if (!hits.at.n)
			no_match(b, v->where, "there is no such statement that can be reached");
		for (size_t k = 0; k < hits.at.n; k++) {
			const struct expr *e = parse(b, &hits.at.at[k], v->text, v->where);
			if (e)
				add_attachment(b, (struct attachment){
				                      .mark = hits.at.at[k].mark, .condition = e, .invariant = v});
		}
		vec_free(&hits.at);
	}
}

/* Does the call block until the thread has something? */
static bool is_acquiring(const char *name) {
	return (strstr(name, "lock") && !strstr(name, "unlock")) || strstr(name, "wait") ||
	       strstr(name, "join") || !strcmp(name, "__VERIFIER_atomic_begin");
}

/* The end of the statement; NULL: there is none, as of an 'if'. */
static const struct mark *end_of(const struct position_match *hit) {
	const struct function *f = hit->function;
	for (size_t k = 0; k < f->mark.n; k++) {
		const struct mark *m = &f->mark.at[k];
		if (m->kind == MARK_DONE && m->at > hit->mark->at && m->offset == hit->mark->offset)
			return m;
	}
	return NULL;
}

/* An update that cannot be in one step with its statement is a step of its own, before the
 * statement or, if that waits for something, after it: executions in which no other thread runs in
 * between are among those that are looked at. */
static const struct mark *place_of_update(const struct position_match *hit,
                                          const struct mark *done) {
	const struct function *f = hit->function;
	for (uint32_t i = hit->mark->at; done && i < done->at; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL &&
		    is_acquiring(in->rhs->symbol->name))
			return done;
	}
	return hit->mark;
}

/* Is it the same before and after the statement? */
static bool reads_only_ghosts(const struct builder *b, const struct expr *e) {
	bool found = e->kind == EXPR_CONST;
	for (uint32_t i = 0; e->kind == EXPR_SYMBOL && i < b->nghosts; i++)
		found |= b->ghost[i] == e->symbol;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (!reads_only_ghosts(b, e->arg[i]))
			return false;
	return found || e->nargs > 0;
}

/* Accesses of an atomic section race with nothing: where races are looked for, the program must
 * not get more of them. */
static bool fuse_update(struct builder *b, const struct position_match *hit,
                        const struct mark *done, const struct expr *ghost,
                        const struct expr *value) {
	struct fused new = {.function = hit->function, .ghost = ghost, .value = value};
	if (b->to->is_race || !done || !reads_only_ghosts(b, value))
		return false;
	new.how = fuse_find(hit->function, hit->mark->at, done->at, &new.at);
	if (new.how == FUSE_SPAWN && !b->due)
		b->due = builder_ghost(b, "due", STORAGE_THREAD);
	if (new.how != FUSE_NONE)
		vec_push(&b->fused, new);
	return new.how != FUSE_NONE;
}

static void attach_update(struct builder *b, const struct witness_update *u,
                          const struct position_match *hit) {
	struct symbol *ghost = ghosts_find(b, u->variable);
	const char *error = "no such ghost variable";
	struct cexpr_scope scope = scope_at(b, hit->function, hit->mark);
	const struct expr *value = ghost ? cexpr_value(&scope, u->value, &error) : NULL;
	const struct mark *done = end_of(hit);
	if (!value) {
		builder_unsupported(
		    b, u->where,
		    arena_printf(b->arena, "'%.100s = %.200s': %s", u->variable, u->value, error));
		return;
	}
	value = expr_cast(b->arena, ghost->type, value);
	if (fuse_update(b, hit, done, builder_read(b, ghost), value))
		return;
	b->to->is_loose = true;
	add_attachment(b, (struct attachment){.mark = place_of_update(hit, done),
	                                      .condition = value,
	                                      .ghost = builder_read(b, ghost)});
}

void attach_updates(struct builder *b) {
	const struct witness *w = b->to->witness;
	for (size_t i = 0; i < w->update.n; i++) {
		const struct witness_update *u = &w->update.at[i];
		struct witness_invariant v = {.loc = u->loc, .function = u->function, .where = u->where};
		struct position_matches hits = {0};
		position_of_invariant(b->prog, &v, &hits);
		if (!hits.at.n)
			no_match(b, u->where, "there is no such statement that can be reached");
		for (size_t k = 0; k < hits.at.n; k++)
			attach_update(b, u, &hits.at.at[k]);
		vec_free(&hits.at);
	}
}

const struct attachment *attachment_at(const struct builder *b, size_t index) {
	return index ? &b->attachment.at[index - 1] : NULL;
}
