/* The graph of the execution in a counterexample: names and values of its events. */
#include "symex/replay/trace/trace.h"

#include <string.h>

#include "symex/core/next_ins.h"
#include "symex/replay/trace/site.h"
#include "symex/replay/trace/depend.h"
#include "symex/step/value/access.h"
#include "symex/step/value/eval.h"
#include "symex/step/value/show.h"
#include "util/text/diag.h"

/* "a[3]", for bytes that no lvalue of the instruction is. */
static const char *object_text(struct symex *x, struct state *st, const struct access *a) {
	uint64_t from = 0;
	term_get_u64(x->ts, a->offset, &from);
	from = from == EXECUTION_LIFETIME ? 0 : from;
	const struct symbol *s = x->object.at[a->object].symbol;
	if (s && s->is_hidden_state)
		return s->display;
	term pointer = ptr_make(x, a->object, term_u64(x->ts, x->address_bits, from));
	const char *text = trace_pointer(x, st, pointer);
	return text + (*text == '&');
}

static const char *value_text(struct symex *x, const struct expr *lvalue, const struct access *a,
                              term value) {
	struct arena *arena = trace_arena(x);
	uint64_t number;
	if (!value.ix)
		return NULL;
	bool is_pointer = term_width(x->ts, value) == x->pointer_bits;
	if (lvalue && type_is_scalar(lvalue->type) && lvalue->type->size == a->bytes &&
	    (lvalue->type->kind == TYPE_POINTER) == is_pointer)
		return show_value(x, arena, lvalue->type, value);
	if (is_pointer)
		return show_value(x, arena, type_void_pointer(x->prog->types), value);
	if (!term_get_u64(x->ts, value, &number))
		return NULL;
	return arena_printf(arena, "%llu", (unsigned long long)number);
}

/* Names of our own say nothing to the user. */
static const char *users_name(const char *name, const char *otherwise) {
	bool is_ours = name && (strncmp(name, "__model_", 8) == 0 || intrinsic_is_internal(name));
	return is_ours ? otherwise : name;
}

/* The function that the user has called. */
static const char *library_name(const struct symex *x, const struct state *st) {
	const char *callee = trace_callee(x, st);
	size_t n = callee ? strlen(callee) : 0;
	const char *name = n > 2 ? arena_printf(trace_arena(x), "%.*s", (int)n - 2, callee) : callee;
	return users_name(name, "the library");
}

/* A step of its own: fences order what is around them. */
static void trace_fence(struct symex *x, struct state *st, const struct execution_event *e) {
	struct step *step = trace_add(x, st, STEP_NOTE);
	step->text = arena_printf(trace_arena(x), "%s fence", execution_order_name(e->order));
}

void trace_event(struct symex *x, struct state *st, struct execution_event *e,
                 const struct access *a, term value) {
	bool in_model = st->frame->function->is_model;
	const struct frame *f = st->frame;
	while (f && f->function->is_model && f->up)
		f = f->up;
	e->function = users_name(f->function->symbol->display, "main");
	const struct symbol *s = a && a->object ? x->object.at[a->object].symbol : NULL;
	if (f->function->symbol == x->prog->init && s && s->is_model)
		e->loc = NO_LOC; /* where a model gives a variable its first value */
	if (in_model || e->kind == EXECUTION_LIBRARY)
		e->library = library_name(x, st);
	if (e->kind == EXECUTION_FENCE && !in_model)
		trace_fence(x, st, e);
	if (!a)
		return;
	const struct expr *lvalue = in_model ? NULL : site_lvalue(x, st, a, false);
	if (!e->name)
		e->name = users_name(lvalue ? trace_lvalue(x, st, lvalue) : object_text(x, st, a),
		                     "a word of the library");
	if (e->kind == EXECUTION_LIBRARY || e->is_lifetime)
		return;
	const char *text = value_text(x, lvalue, a, value);
	if (e->kind == EXECUTION_RMW)
		e->written_value = text;
	else
		e->value = text;
}

void trace_raced(struct symex *x, struct state *st, const struct access *a) {
	bool in_model = st->frame->function->is_model || st->atomic;
	uint64_t from = 0;
	term_get_u64(x->ts, a->offset, &from);
	term at = term_u64(x->ts, x->address_bits, from == EXECUTION_LIFETIME ? 0 : from);
	struct next_access next = {.tid = st->tid,
	                           .pointer = ptr_make(x, a->object, at),
	                           .is_write = a->kind == ACCESS_WRITE,
	                           .lvalue = in_model ? NULL : site_lvalue(x, st, a, false),
	                           .ins = next_ins(st)};
	trace_race_access(x, st, &next);
}

void trace_execution(struct symex *x, struct execution *e) {
	struct trace *t = trace_of(x);
	t->cex->execution = arena_new(t->arena, struct execution);
	*t->cex->execution = *e;
	execution_init(e, e->model);
}
