#include "symex/lazy/explored.h"

#include "result/result.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/show.h"
#include "util/text/diag.h"

enum { MAX_NODES = 5000, MAX_VALUES = 8 }; /* more cannot be read in a drawing */

#define TOO_MANY (NO_NODE - 1) /* a node that is not kept */

static struct explored *explored_of(const struct tree *t) {
	return t->x->result->explored;
}

static struct explored_node *current_node(struct tree *t) {
	struct explored *e = explored_of(t);
	return e && t->explored.at < e->node.n ? &e->node.at[t->explored.at] : NULL;
}

static bool is_shown(const struct symbol *s) {
	return s->is_shared && !s->is_model && !s->is_temp && s->storage == STORAGE_STATIC &&
	       type_is_scalar(s->type);
}

static const char *value_text(struct tree *t, struct state *st, struct symbol *s) {
	struct symex *x = t->x;
	struct lvalue p = eval_lvalue(x, st, expr_symbol(x->prog->arena, s));
	return show_value(x, x->result->arena, s->type, lvalue_read(x, st, &p));
}

/* The accesses of these reads are undone: the program does not make them. */
static const char *shared_values(struct tree *t, struct state *st) {
	struct trail before = trail_mark(t->x, st->tid);
	struct arena *a = t->x->result->arena;
	const char *text = "";
	unsigned n = 0;
	for (size_t i = 0; i < t->x->prog->symbol.n && n < MAX_VALUES; i++) {
		struct symbol *s = t->x->prog->symbol.at[i];
		if (is_shown(s))
			text = arena_printf(a, "%s%s%s = %s", text, n++ ? ", " : "", s->display,
			                    value_text(t, st, s));
	}
	trail_undo(t->x, &before);
	return text;
}

/* Before its function begins and after that has returned, a thread has no location in user code. */
static bool is_in_user_code(const struct state *view) {
	const struct frame *f = view->frame;
	while (f && f->function->is_model)
		f = f->up;
	return f != NULL;
}

struct explored_edge explored_begin(struct tree *t, const struct state *st, uint32_t tid) {
	struct explored_edge edge = {t->explored.at, tid, NO_LOC};
	if (explored_of(t)) {
		struct state view = thread_view(st, tid);
		if (is_in_user_code(&view))
			edge.loc = state_user_loc(&view);
	}
	return edge;
}

/* The child of a node: one recorded before, or a new one unless there are too many. */
static uint32_t child(struct tree *t, const struct explored_edge *edge, size_t outcome) {
	struct explored *e = explored_of(t);
	uint64_t key = (uint64_t)edge->parent << 32 | (uint64_t)(edge->tid & 0xffff) << 16 |
	               (uint64_t)(outcome & 0xffff);
	uint64_t known;
	if (map_get(&t->explored.child, key, &known))
		return (uint32_t)known;
	if (e->node.n >= MAX_NODES || edge->parent == TOO_MANY) {
		e->is_partial = true;
		return TOO_MANY;
	}
	struct explored_node node = {
	    .parent = edge->parent, .thread = edge->tid, .loc = edge->loc, .values = ""};
	map_put(&t->explored.child, key, e->node.n);
	vec_push(&e->node, node);
	return (uint32_t)(e->node.n - 1);
}

void explored_enter(struct tree *t, const struct explored_edge *edge, size_t outcome,
                    struct state *st) {
	if (!explored_of(t))
		return;
	t->explored.at = child(t, edge, outcome);
	struct explored_node *node = current_node(t);
	if (!node)
		return;
	node->seen = node->cut = false; /* a greater bound may explore what was left out */
	if (!*node->values)
		node->values = shared_values(t, st);
}

void explored_end(struct tree *t, const struct explored_edge *edge, size_t outcomes) {
	if (!explored_of(t) || (outcomes && !t->explored.failure))
		return;
	t->explored.at = child(t, edge, outcomes);
	struct explored_node *node = current_node(t);
	if (node)
		node->ended = true;
	explored_fail(t);
	explored_leave(t, edge);
}

void explored_leave(struct tree *t, const struct explored_edge *edge) {
	t->explored.at = edge->parent;
}

void explored_fail(struct tree *t) {
	struct explored_node *node = current_node(t);
	if (node && t->explored.failure)
		node->failure = t->explored.failure;
	t->explored.failure = NULL;
}

void explored_seen(struct tree *t) {
	struct explored_node *node = current_node(t);
	if (node)
		node->seen = true;
}

void explored_cut(struct tree *t) {
	struct explored_node *node = current_node(t);
	if (node)
		node->cut = true;
}

void explored_close(struct tree *t) {
	map_free(&t->explored.child);
}
