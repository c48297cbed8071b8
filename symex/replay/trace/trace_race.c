/* The two accesses of a data race. */
#include "symex/replay/trace/trace.h"

#include <string.h>

#include "symex/replay/trace/depend.h"
#include "symex/step/thread/thread.h"
#include "symex/step/value/access.h"
#include "util/text/diag.h"

/* What the library, or an atomic section, is about to access. */
static const char *raced_object(struct symex *x, struct state *st, const struct next_access *a) {
	uint32_t id;
	term offset;
	const struct symbol *s =
	    ptr_known(x, a->pointer, &id, &offset) ? x->object.at[id].symbol : NULL;
	if (s && s->is_hidden_state)
		return s->display;
	const char *object = trace_pointer(x, st, a->pointer);
	return object + (*object == '&');
}

static bool is_in_model(const struct state *st, const struct next_access *a) {
	const struct frame *f = a->past ? a->past->frame : thread_view(st, a->tid).frame;
	return f && f->function->is_model;
}

static void add_access(struct symex *x, struct state *st, const struct next_access *a) {
	struct state view = thread_view(st, a->tid);
	bool is_named = a->lvalue && !a->past && !is_in_model(st, a);
	if (!a->past)
		depend_on_next(trace_of(x)->depend, &view);
	struct cex_access access = {.thread = a->tid,
	                            .is_write = a->is_write,
	                            .is_past = a->past != NULL,
	                            .lvalue = is_named ? trace_lvalue(x, &view, a->lvalue)
	                                               : raced_object(x, st, a),
	                            .loc = a->past ? a->past->user_loc : state_user_loc(&view)};
	struct loc loc = a->past ? a->past->loc : state_loc(&view);
	for (const struct frame *f = a->past ? a->past->frame : view.frame; f; f = f->up) {
		struct cex_frame frame = {f->function->symbol->display, loc};
		if (!f->function->is_model)
			vec_push(&access.stack, frame);
		loc = f->call ? f->call->loc : NO_LOC;
	}
	vec_push(&trace_of(x)->cex->access, access);
}

void trace_race(struct symex *x, struct state *st, const struct next_access *a,
                const struct next_access *b) {
	struct trace *t = trace_of(x);
	for (size_t i = 0; i < t->cex->access.n; i++)
		vec_free(&t->cex->access.at[i].stack);
	t->cex->access.n = 0; /* of a pair that does not race after all */
	add_access(x, st, a);
	add_access(x, st, b);
	t->raced = is_in_model(st, a) ? 1 : 0;
	term offset;
	if (!ptr_known(x, a->pointer, &t->places.raced, &offset))
		t->places.raced = 0;
	t->is_library_race = is_in_model(st, a) || is_in_model(st, b);
}

void trace_race_access(struct symex *x, struct state *st, const struct next_access *a) {
	struct trace *t = trace_of(x);
	term offset;
	add_access(x, st, a);
	t->cex->access.at[0].is_past = t->cex->access.n == 2;
	if (t->cex->access.n == 2 && is_in_model(st, a))
		t->raced = 0;
	else if (t->cex->access.n == 1)
		t->raced = is_in_model(st, a) ? 1 : 0;
	if (!ptr_known(x, a->pointer, &t->places.raced, &offset))
		t->places.raced = 0;
	t->is_library_race |= is_in_model(st, a);
}

/* "t->key" for "t->key[3]": a library function accesses the array, wherever it is just now. */
static const char *without_index(struct arena *a, const char *lvalue) {
	const char *bracket = strrchr(lvalue, '[');
	bool is_last = bracket && bracket > lvalue && lvalue[strlen(lvalue) - 1] == ']';
	return is_last ? arena_printf(a, "%.*s", (int)(bracket - lvalue), lvalue) : lvalue;
}

static bool is_in_model_now(const struct state *st, uint32_t tid) {
	struct state view = thread_view(st, tid);
	return view.frame && view.frame->function->is_model;
}

void trace_race_names(struct symex *x, const struct state *st) {
	const struct trace *t = trace_of(x);
	for (size_t i = 0; i < t->cex->access.n; i++)
		if (!t->cex->access.at[i].is_past && is_in_model_now(st, t->cex->access.at[i].thread))
			t->cex->access.at[i].lvalue = without_index(t->arena, t->cex->access.at[i].lvalue);
}
