#include "symex/lazy/explored.h"

#include "report/result.h"
#include "symex/step/eval.h"
#include "symex/step/show.h"
#include "symex/step/thread.h"
#include "util/diag.h"

enum { MAX_NODES = 5000, MAX_VALUES = 8 }; /* what people can look at */

#define TOO_MANY (NO_NODE - 1) /* a node that is not kept */

static struct explored *wanted(const struct tree *t) {
	return t->x->result->explored;
}

static struct explored_node *looked_at(struct tree *t) {
	struct explored *e = wanted(t);
	return e && t->picture.at < e->node.n ? &e->node.at[t->picture.at] : NULL;
}

static bool is_told(const struct symbol *s) {
	return s->is_shared && !s->is_model && !s->is_temp && s->storage == STORAGE_STATIC &&
	       type_is_scalar(s->type);
}

static const char *value_text(struct tree *t, struct state *st, struct symbol *s) {
	struct symex *x = t->x;
	struct lvalue p = eval_lvalue(x, st, expr_symbol(x->prog->arena, s));
	return show_value(x, x->result->arena, s->type, lvalue_read(x, st, &p));
}

/* Reading leaves touches behind that are none of the program's. */
static const char *shared_values(struct tree *t, struct state *st) {
	struct trail before = trail_mark(t->x, st->tid);
	struct arena *a = t->x->result->arena;
	const char *text = "";
	unsigned n = 0;
	for (size_t i = 0; i < t->x->prog->symbol.n && n < MAX_VALUES; i++) {
		struct symbol *s = t->x->prog->symbol.at[i];
		if (is_told(s))
			text = arena_printf(a, "%s%s%s = %s", text, n++ ? ", " : "", s->display,
			                    value_text(t, st, s));
	}
	trail_undo(t->x, &before);
	return text;
}

/* Before its function begins and after it has ended, a thread is nowhere in the user's program. */
static bool is_in_user_code(const struct state *view) {
	const struct frame *f = view->frame;
	while (f && f->function->is_model)
		f = f->up;
	return f != NULL;
}

struct picture_step picture_begin(struct tree *t, const struct state *st, uint32_t tid) {
	struct picture_step step = {t->picture.at, tid, NO_LOC};
	if (wanted(t)) {
		struct state view = thread_view(st, tid);
		if (is_in_user_code(&view))
			step.loc = state_user_loc(&view);
	}
	return step;
}

/* The number of a node that is known already; otherwise it is new, if there is room. */
static uint32_t child(struct tree *t, const struct picture_step *step, size_t outcome) {
	struct explored *e = wanted(t);
	uint64_t key = (uint64_t)step->parent << 32 | (uint64_t)(step->tid & 0xffff) << 16 |
	               (uint64_t)(outcome & 0xffff);
	uint64_t known;
	if (map_get(&t->picture.child, key, &known))
		return (uint32_t)known;
	if (e->node.n >= MAX_NODES || step->parent == TOO_MANY) {
		e->is_partial = true;
		return TOO_MANY;
	}
	struct explored_node node = {
	    .parent = step->parent, .thread = step->tid, .loc = step->loc, .values = ""};
	map_put(&t->picture.child, key, e->node.n);
	vec_push(&e->node, node);
	return (uint32_t)(e->node.n - 1);
}

void picture_enter(struct tree *t, const struct picture_step *step, size_t outcome,
                   struct state *st) {
	if (!wanted(t))
		return;
	t->picture.at = child(t, step, outcome);
	struct explored_node *node = looked_at(t);
	if (!node)
		return;
	node->seen = node->cut = false; /* what earlier bounds left out may be there now */
	if (!*node->values)
		node->values = shared_values(t, st);
}

void picture_end(struct tree *t, const struct picture_step *step, size_t outcomes) {
	if (!wanted(t) || (outcomes && !t->picture.failure))
		return;
	t->picture.at = child(t, step, outcomes);
	struct explored_node *node = looked_at(t);
	if (node)
		node->ended = true;
	picture_fail(t);
	picture_leave(t, step);
}

void picture_leave(struct tree *t, const struct picture_step *step) {
	t->picture.at = step->parent;
}

void picture_fail(struct tree *t) {
	struct explored_node *node = looked_at(t);
	if (node && t->picture.failure)
		node->failure = t->picture.failure;
	t->picture.failure = NULL;
}

void picture_seen(struct tree *t) {
	struct explored_node *node = looked_at(t);
	if (node)
		node->seen = true;
}

void picture_cut(struct tree *t) {
	struct explored_node *node = looked_at(t);
	if (node)
		node->cut = true;
}

void picture_close(struct tree *t) {
	map_free(&t->picture.child);
}
