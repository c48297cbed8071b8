#include "frontend/program/entry.h"

#include <inttypes.h>
#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_value.h"
#include "frontend/program/entry_spec.h"
#include "frontend/source/clang.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

void fe_read_spec(struct fe *fe, struct entry_spec *spec) {
	*spec = (struct entry_spec){0};
	const char *error = fe->config->args ? spec_read(fe->arena, fe->config->args, spec) : NULL;
	if (error)
		fatal(EXIT_USAGE, NO_LOC, "--args: %s", error);
}

void fe_check_spec(struct fe *fe, struct entry_spec *spec, const char *what) {
	for (size_t i = 0; i < spec->item.n; i++) {
		const struct spec_item *item = &spec->item.at[i];
		if (!item->is_used && (!fe->config->nlater || fe->config->nthreads))
			fatal(
			    EXIT_USAGE, NO_LOC, "--args: %s",
			    spec_error(fe->arena, spec->text, item->at,
			               arena_printf(fe->arena, "%s has no parameter '%s'", what, item->name)));
	}
}

/* --- Words. --- */

static const char *object_words(struct entry_maker *m, const struct entry_param *p) {
	struct arena *a = m->lw->arena;
	if (entry_is_stream(p->points))
		return "an open stream of an empty file";
	if (!p->points->size)
		return p->points->kind == TYPE_VOID
		           ? "points to 64 bytes of any content"
		           : arena_printf(a, "points to one %s of its own", type_print(a, p->points));
	const char *text = arena_printf(a, "points to one %s of its own", type_print(a, p->points));
	if (p->is_guessed_type)
		text = arena_printf(a, "%s, which the function takes it for", text);
	return arena_printf(a, "%s%s", text, entry_object_remarks(m));
}

static const char *array_words(struct entry_maker *m, const struct entry_params *all,
                               const struct entry_param *p) {
	struct arena *a = m->lw->arena;
	const char *what = p->points->size && !(p->points->kind == TYPE_INT && p->points->bits == 8)
	                       ? arena_printf(a, "elements of type %s", type_print(a, p->points))
	                       : "bytes";
	if (p->length != NO_PARAMETER)
		return arena_printf(a, "points to %s %s", all->at[p->length].name, what);
	return arena_printf(a, "points to %" PRIu64 " %s", p->count, what);
}

static const char *words(struct entry_maker *m, const struct entry_params *all,
                         const struct entry_param *p) {
	struct arena *a = m->lw->arena;
	switch (p->shape) {
	case SHAPE_OBJECT: return object_words(m, p);
	case SHAPE_ARRAY: return array_words(m, all, p);
	case SHAPE_STRING:
		return arena_printf(a, "a string of up to %u characters", m->fe->config->string_length);
	case SHAPE_NULL: return "null";
	case SHAPE_SAME: return arena_printf(a, "the same as %s", all->at[p->same].name);
	default: break;
	}
	const char *what = p->length_of == NO_PARAMETER
	                       ? ""
	                       : arena_printf(a, ", the length of %s", all->at[p->length_of].name);
	if (p->has_range && p->low == p->high)
		return arena_printf(a, "%" PRId64 "%s", p->low, what);
	if (p->has_range)
		return arena_printf(a, "%" PRId64 " to %" PRId64 "%s", p->low, p->high, what);
	return "any value";
}

static void note(struct entry_maker *m, const struct entry_param *p, const char *prefix) {
	if (p->type->kind == TYPE_POINTER && p->type->elem->kind == TYPE_FUNC &&
	    p->shape == SHAPE_VALUE)
		return; /* it was noted when it was made */
	const char *text = p->assumed;
	if (!text)
		return; /* whoever gave it says so */
	if (p->may_be_null && p->shape != SHAPE_NULL)
		text = arena_printf(m->lw->arena, "null, or %s", text);
	bool is_any = p->shape == SHAPE_VALUE && !p->has_range && !type_has_pointers(p->type);
	if (type_is_record(p->type) && type_has_pointers(p->type)) {
		text = "any value; its pointers point to objects of their own";
		is_any = false;
	}
	fe_note_argument(m->fe, arena_printf(m->lw->arena, "%s%s", prefix, p->name), text, is_any);
}

/* --- Arguments. --- */

static const struct expr *local_of(struct entry_maker *m, const struct entry_param *p) {
	return expr_symbol(m->lw->arena, p->local);
}

/* A length belongs to an array, which has a bound. */
static void bound_length(struct entry_maker *m, const struct entry_params *all,
                         struct entry_param *p) {
	if (p->length_of == NO_PARAMETER || p->has_range)
		return;
	p->has_range = true;
	p->low = 0;
	p->high = (int64_t)entry_most_elements(m->fe, all->at[p->length_of].points);
}

static const struct expr *constant(struct entry_maker *m, const struct type *t, int64_t value) {
	return expr_cast(m->lw->arena, t,
	                 expr_u64(m->lw->arena, type_int(m->lw->types, 64, true), (uint64_t)value));
}

static void make_number(struct entry_maker *m, struct entry_param *p) {
	struct arena *a = m->lw->arena;
	const struct type *c_int = type_c_int(m->lw->types);
	const struct expr *x = local_of(m, p);
	if (p->has_range && p->low == p->high) {
		lw_assign(m->lw, x, constant(m, p->type, p->low));
		return;
	}
	entry_fill(m, x, 0);
	if (!p->has_range)
		return;
	const struct expr *low = constant(m, p->type, p->low), *high = constant(m, p->type, p->high);
	lw_assume(m->lw, expr_binary(a, EXPR_LAND, c_int, expr_binary(a, EXPR_GE, c_int, x, low),
	                             expr_binary(a, EXPR_LE, c_int, x, high)));
	vec_last(&m->lw->code).ins.hidden = true;
}

static const struct expr *count_of(struct entry_maker *m, const struct entry_params *all,
                                   const struct entry_param *p) {
	if (p->length == NO_PARAMETER)
		return lw_size(m->lw, p->count);
	return lw_convert(m->lw, type_size(m->lw->types), local_of(m, &all->at[p->length]));
}

static void make_pointer(struct entry_maker *m, struct entry_params *all, struct entry_param *p) {
	const struct expr *x = local_of(m, p);
	switch (p->shape) {
	case SHAPE_OBJECT: entry_make_object(m, x, p->points, 1); break;
	case SHAPE_STRING: entry_make_string(m, x); break;
	case SHAPE_ARRAY: {
		uint64_t most = p->length == NO_PARAMETER ? p->count : (uint64_t)all->at[p->length].high;
		entry_make_array(m, x, p->points, count_of(m, all, p), most, 1);
		break;
	}
	case SHAPE_SAME: lw_assign(m->lw, x, local_of(m, &all->at[p->same])); return;
	default: lw_assign(m->lw, x, expr_u64(m->lw->arena, p->type, 0)); return;
	}
	if (p->may_be_null)
		entry_maybe_null(m, x);
	for (uint32_t i = 0; p->may_be_same && &all->at[i] < p; i++) {
		if (all->at[i].type != p->type)
			continue;
		const struct expr *other = entry_choice(m, type_bool(m->lw->types));
		lw_assign(m->lw, x, expr_cond(m->lw->arena, other, local_of(m, &all->at[i]), x));
	}
}

static bool is_va_list(const struct entry_param *p) {
	const struct type *t = p->points ? p->points : p->type;
	return type_is_record(t) && t->record->tag &&
	       (!strcmp(t->record->tag, "__va_list_tag") || !strcmp(t->record->tag, "__va_list"));
}

static void make_argument(struct entry_maker *m, struct entry_params *all, struct entry_param *p) {
	m->has_locks = m->has_links = m->has_deeper = false;
	if (is_va_list(p))
		lw_unsupported(m->lw, NULL, "an argument of type va_list for the function to start in");
	else if (p->shape == SHAPE_VALUE)
		make_number(m, p);
	else if (p->shape == SHAPE_GIVEN || p->shape == SHAPE_SHARED) {
		lw_assign(m->lw, local_of(m, p), p->given);
		vec_last(&m->lw->code).ins.hidden = true;
		return; /* noted by who gives it */
	} else
		make_pointer(m, all, p);
	p->assumed = words(m, all, p);
}

const struct expr *fe_useful_call(struct entry_maker *m, struct fe_def *def,
                                  struct entry_params *all, const char *prefix) {
	struct lw *lw = m->lw;
	struct symbol *f = def->symbol;
	const struct expr **arg = arena_array(lw->arena, const struct expr *, all->n + 1);
	for (uint32_t i = 0; i < all->n; i++) {
		struct entry_param *p = &all->at[i];
		p->local = lw_new_symbol(lw, p->name, type_unatomic(lw->types, p->type));
		lw_declare(lw, lw->scope, (struct lw_local){.sym = p->local});
		vec_last(&lw->code).ins.hidden = true;
		bound_length(m, all, p);
		arg[i] = local_of(m, p);
	}
	for (int lengths = 1; lengths >= 0; lengths--) /* these first */
		for (uint32_t i = 0; i < all->n; i++)
			if ((all->at[i].length_of != NO_PARAMETER || all->at[i].shape == SHAPE_GIVEN) ==
			    lengths)
				make_argument(m, all, &all->at[i]);
	for (uint32_t i = 0; i < all->n; i++)
		note(m, &all->at[i], prefix);
	if (f->type->is_variadic)
		fe_note_argument(m->fe, arena_printf(lw->arena, "%s...", prefix), "no further arguments",
		                 false);
	const struct type *type = f->type->elem;
	const struct expr *result = type->kind == TYPE_VOID ? NULL : lw_temp(lw, type);
	for (uint32_t i = 0; i < all->n; i++)
		if (i < f->type->n && !f->type->no_prototype)
			arg[i] =
			    type_is_scalar(arg[i]->type) ? lw_convert(lw, f->type->param[i], arg[i]) : arg[i];
	lw_call(lw, result, expr_symbol(lw->arena, f), all->n, arg);
	return result;
}

/* Objects of parameters are different ones. */
static void note_apart(struct fe *fe, const struct entry_params *p) {
	uint32_t n = 0;
	bool may_be_same = false;
	for (uint32_t i = 0; i < p->n; i++) {
		n += p->at[i].shape == SHAPE_OBJECT || p->at[i].shape == SHAPE_ARRAY ||
		     p->at[i].shape == SHAPE_STRING;
		may_be_same |= p->at[i].may_be_same;
	}
	if (n > 1)
		fe_note_argument(fe, "all pointers",
		                 may_be_same
		                     ? "those of one type may be the same; others point to objects of "
		                       "their own"
		                     : "point to objects of their own",
		                 false);
}

static void make_call(struct fe *fe, struct fe_def *named, struct entry_params *p,
                      struct entry_spec *spec) {
	struct lw lw;
	const struct type *type = type_func(fe->types, type_void(fe->types), NULL, 0, false, false);
	struct arena_mark mark = arena_mark(lw_keep_of(fe)->scratch);
	struct function *f = fe_open_function(fe, &lw, named, "__mc_call", type, named->display);
	struct entry_maker m = {.fe = fe, .lw = &lw, .spec = spec};
	fe_useful_call(&m, named, p, "");
	fe_close_function(&lw, NULL);
	arena_release(fe->lower->scratch, mark);
	note_apart(fe, p);
	fe->prog->entry = f->symbol;
}

void fe_make_entry(struct fe *fe, struct fe_def *named) {
	struct entry_spec spec;
	fe_read_spec(fe, &spec);
	if (strcmp(named->display, "main") != 0) {
		struct entry_params p = entry_params_of(fe, named, &spec);
		fe_check_spec(fe, &spec, named->display);
		if (!entry_params_are_plain(&p))
			make_call(fe, named, &p, &spec);
		else
			for (uint32_t i = 0; i < p.n; i++)
				fe_note_argument(fe, p.at[i].name, "any value", true);
	}
	spec_free(&spec);
	entry_functions_close(fe);
}

void fe_note_statics(struct fe *fe) {
	const struct goto_prog *prog = fe->prog;
	bool is_main = !strcmp(prog->entry->display, "main");
	for (size_t i = 0; i < prog->symbol.n && !is_main; i++) {
		const struct symbol *s = prog->symbol.at[i];
		if (s->storage != STORAGE_STATIC || s->is_model || s->is_temp || s->is_constant ||
		    s->is_extern)
			continue;
		fe_note_argument(fe, "static variables", "have their initial values", false);
		return;
	}
}
