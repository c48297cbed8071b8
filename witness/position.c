#include "witness/position.h"

#include <string.h>

#include "util/text/path.h"

static bool same_file(const char *a, const char *b) {
	return a && b && !strcmp(path_base(a), path_base(b));
}

/* The line and column of the mark in the file that the witness names; of a branching also the line
 * that its condition is on (do ... while).  False: the mark is in another file. */
static bool mark_loc(const struct mark *m, struct loc of, struct loc *at) {
	bool as_read = !of.file || same_file(m->loc.file, of.file);
	*at = as_read ? m->loc : m->presumed;
	uint32_t condition = as_read ? m->condition : m->presumed_condition;
	if (of.line && at->line != of.line && condition == of.line)
		at->line = condition;
	return as_read || same_file(m->presumed.file, of.file);
}

static bool is_operation(enum mark_kind kind) {
	return kind != MARK_ENTRY && kind != MARK_LOOP && kind != MARK_BLOCK;
}

/* A constraint over \\result does not match a call without a result, such as one in a macro, unless
 * the column says so. */
static bool needs_result(const struct witness_edge *e) {
	return !e->loc.col && e->constraint && strstr(e->constraint, "\\result");
}

/* The condition of an if or a loop was computed, or what a switch tests; or a call in it is over.
 * Elsewhere such a part does not count: what it is assigned to has no value yet. */
static bool is_of_test(const struct function *f, const struct mark *m) {
	if (m->kind == MARK_CALL)
		return false;
	for (; m < f->mark.at + f->mark.n; m++)
		switch (m->kind) {
		case MARK_TRUE:
		case MARK_FALSE:
			if (m->condition) /* not of a '?' */
				return true;
			break;
		case MARK_SWITCH: return true;
		case MARK_CALL:
		case MARK_RETURN: break;
		default: return false;
		}
	return false;
}

static bool suits(const struct witness_edge *e, const struct function *f, const struct mark *m,
                  bool is_graph) {
	enum mark_kind kind = m->kind;
	switch (e->point) {
	case POINT_STATEMENT: return kind == MARK_STATEMENT || kind == MARK_BLOCK;
	case POINT_BRANCH:
		/* Tools that split && report how its operands were decided, not the whole. */
		if (is_graph && m->compound)
			return kind == MARK_TRUE || kind == MARK_FALSE;
		if (!strcmp(e->branch, "true"))
			return kind == MARK_TRUE;
		if (!strcmp(e->branch, "false"))
			return kind == MARK_FALSE;
		return kind == MARK_SWITCH;
	case POINT_CALL: return kind == MARK_CALL;
	case POINT_RETURN: return kind == MARK_RETURN && (m->value || !needs_result(e));
	case POINT_TARGET: return kind == MARK_STATEMENT || kind == MARK_EXPRESSION;
	case POINT_LINE: return is_operation(kind) && e->loc.line;
	case POINT_DONE: return kind == MARK_DONE || kind == MARK_END || is_of_test(f, m);
	case POINT_ENTRY: return kind == MARK_ENTRY;
	case POINT_EXIT: return kind == MARK_END;
	}
	return false;
}

struct wanted {
	struct loc loc;
	const char *function;
	const struct witness_edge *edge; /* NULL: an invariant */
	bool is_loop, is_graph;
};

static bool is_wanted(const struct wanted *w, const struct function *f, const struct mark *m,
                      struct loc *at) {
	if (w->edge ? !suits(w->edge, f, m, w->is_graph)
	            : m->kind != (w->is_loop ? MARK_LOOP : MARK_STATEMENT))
		return false;
	if (w->function && strcmp(f->symbol->display, w->function) != 0)
		return false;
	return mark_loc(m, w->loc, at) && (!w->loc.line || at->line == w->loc.line);
}

/* column 0: all on the line. */
static void collect(const struct goto_prog *p, const struct wanted *w, uint32_t column,
                    struct position_matches *to) {
	for (size_t i = 0; i < p->function.n; i++) {
		const struct function *f = p->function.at[i];
		for (size_t k = 0; k < f->mark.n; k++) {
			struct loc at;
			if (is_wanted(w, f, &f->mark.at[k], &at) && (!column || at.col == column))
				vec_push(&to->at, ((struct position_match){f, &f->mark.at[k]}));
		}
	}
}

static uint32_t leftmost(const struct goto_prog *p, const struct wanted *w) {
	struct position_matches all = {0};
	uint32_t column = 0;
	collect(p, w, 0, &all);
	for (size_t i = 0; i < all.at.n; i++) {
		struct loc at;
		mark_loc(all.at.at[i].mark, w->loc, &at);
		if (!column || at.col < column)
			column = at.col;
	}
	vec_free(&all.at);
	return column;
}

static void find(const struct goto_prog *p, const struct wanted *w, bool whole_line,
                 struct position_matches *to) {
	if (w->loc.col)
		collect(p, w, w->loc.col, to);
	if (to->at.n)
		return;
	uint32_t column = whole_line ? 0 : leftmost(p, w);
	if (whole_line || column)
		collect(p, w, column, to);
}

void position_of_edge(const struct goto_prog *p, const struct witness_edge *e, bool is_graph,
                      struct position_matches *to) {
	struct wanted w = {.loc = e->loc, .function = e->function, .edge = e, .is_graph = is_graph};
	if (e->point == POINT_ENTRY || e->point == POINT_EXIT)
		w.loc.line = 0; /* the witness gives the line of the call, if any */
	find(p, &w, e->point == POINT_TARGET || is_graph, to);
	if (!to->at.n && e->point == POINT_EXIT &&
	    e->loc.line) { /* of the library: where it is called */
		struct witness_edge call = *e;
		call.point = POINT_RETURN;
		w.edge = &call;
		w.function = NULL;
		w.loc = e->loc;
		find(p, &w, true, to);
	}
	if (to->at.n || e->point != POINT_DONE)
		return;
	struct witness_edge other = *e; /* in the middle of a statement, after any part of it */
	other.point = POINT_LINE;
	w.edge = &other;
	find(p, &w, true, to);
	size_t n = 0;
	for (size_t i = 0; i < to->at.n; i++) {
		enum mark_kind kind = to->at.at[i].mark->kind;
		if (kind != MARK_STATEMENT && kind != MARK_CALL)
			to->at.at[n++] = to->at.at[i];
	}
	to->at.n = n;
}

void position_of_invariant(const struct goto_prog *p, const struct witness_invariant *v,
                           struct position_matches *to) {
	struct wanted w = {.loc = v->loc, .function = v->function, .is_loop = v->is_loop};
	find(p, &w, false, to);
}
