/* What the parameters of a function mean, as far as their types, order and names tell.
 *
 *   (char *buf, size_t n)   a pointer and then a size_t: n elements, whatever their names are;
 *   (long *a, int n)        other integers only if the name is that of a count: n, len, count, ...,
 *                           or begins or ends so: buf_len, nitems
 *   (size_t n, T *a)        the other order: by name only
 *   (struct s *p, int n)    never: an object, and a number for what is done with it
 *   char *s                 otherwise a string
 *   void *p                 what the function converts it to first; otherwise bytes
 */
#include "frontend/program/entry.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "frontend/program/entry_spec.h"
#include "frontend/units/layout.h"
#include "util/base/intern.h"
#include "util/text/affix.h"
#include "util/text/diag.h"

/* Is it the name of a count of elements? */
static bool names_count(const char *name) {
	static const char *const word[] = {"n",   "len",      "length", "size",   "count", "cnt",
	                                   "num", "nr",       "argc",   "nmemb",  "nelem", "elems",
	                                   "cap", "capacity", "sz",     "amount", "bytes"};
	static const char *const end[] = {"len", "length", "size", "count", "cnt",  "num",  "bytes",
	                                  "sz",  "elems",  "_n",   "Len",   "Size", "Count"};
	static const char *const start[] = {"num", "n_", "len_", "size_", "count_", "nb_", "nr_"};
	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (!strcmp(name, word[i]))
			return true;
	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (ends_with(name, end[i]))
			return true;
	for (size_t i = 0; i < sizeof start / sizeof *start; i++)
		if (!strncmp(name, start[i], strlen(start[i])))
			return true;
	return false;
}

/* Of a size_t: is it the name of something else? */
static bool names_place(const char *name) {
	static const char *const word[] = {"pos", "idx",  "index", "off", "offset", "i",     "at",
	                                   "key", "hash", "value", "v",   "x",      "align", "seed"};
	for (size_t i = 0; i < sizeof word / sizeof *word; i++)
		if (!strcmp(name, word[i]) || ends_with(name, "_idx") || ends_with(name, "_index") ||
		    ends_with(name, "offset"))
			return true;
	return false;
}

static const char *spelling_of(CXString s) {
	const char *text = intern(clang_getCString(s));
	clang_disposeString(s);
	return text;
}

/* --- A pointer to void: what the body makes of it. --- */

struct conversion {
	CXCursor param;
	CXType found; /* what it points to afterwards */
};

static bool is_complete_pointer(CXType t) {
	t = clang_getCanonicalType(t);
	if (t.kind != CXType_Pointer)
		return false;
	CXType to = clang_getCanonicalType(clang_getPointeeType(t));
	return to.kind != CXType_Void && to.kind != CXType_FunctionProto &&
	       to.kind != CXType_FunctionNoProto && clang_Type_getSizeOf(to) > 0;
}

static enum CXChildVisitResult take_last(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	*(CXCursor *)data = c;
	return CXChildVisit_Continue;
}

/* What is converted there, by casts and silently. */
static CXCursor converted(CXCursor c) {
	for (;;) {
		enum CXCursorKind kind = clang_getCursorKind(c);
		CXCursor last = clang_getNullCursor();
		if (kind == CXCursor_UnexposedExpr || kind == CXCursor_CStyleCastExpr ||
		    kind == CXCursor_ParenExpr)
			clang_visitChildren(c, take_last, &last);
		if (clang_Cursor_isNull(last))
			return c;
		c = last;
	}
}

static enum CXChildVisitResult find_conversion(CXCursor c, CXCursor parent, CXClientData data) {
	struct conversion *v = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	(void)parent;
	if ((kind != CXCursor_UnexposedExpr && kind != CXCursor_CStyleCastExpr) ||
	    !is_complete_pointer(clang_getCursorType(c)))
		return CXChildVisit_Recurse;
	CXCursor inner = converted(c);
	if (clang_getCursorKind(inner) != CXCursor_DeclRefExpr ||
	    !clang_equalCursors(clang_getCursorReferenced(inner), v->param))
		return CXChildVisit_Recurse;
	v->found = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(c)));
	return CXChildVisit_Break;
}

/* NULL: the function converts it to nothing. */
static const struct type *converted_type(struct fe *fe, CXCursor function, CXCursor param) {
	struct conversion v = {.param = param};
	clang_visitChildren(function, find_conversion, &v);
	return v.found.kind == CXType_Invalid ? NULL : fe_type(fe, v.found);
}

/* --- One parameter. --- */

static enum CXChildVisitResult find_call(CXCursor c, CXCursor parent, CXClientData data) {
	struct entry_param *p = data;
	char name[200];
	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_AnnotateAttr)
		return CXChildVisit_Continue;
	if (sscanf(spelling_of(clang_getCursorSpelling(c)), "__mt_call %c %u %199s", &p->call,
	           &p->place, name) == 3)
		p->meant = intern(name);
	return CXChildVisit_Continue;
}

static void take_array_type(struct fe *fe, struct entry_param *p, CXType declared) {
	if (declared.kind != CXType_ConstantArray || !p->points->size)
		return;
	long long n = clang_getArraySize(declared);
	uint64_t most = entry_most_elements(fe, p->points);
	p->shape = SHAPE_ARRAY;
	p->count = n > 0 ? (uint64_t)n : 1;
	if (type_has_pointers(p->points) && p->count > most)
		p->count = most;
}

static struct entry_param read_param(struct fe *fe, struct fe_def *def, uint32_t i) {
	CXCursor c = clang_Cursor_getArgument(def->cursor, i);
	CXType declared = clang_getCursorType(c);
	const struct type *f = fe_type(fe, clang_getCursorType(def->cursor)), *t;
	const char *name = spelling_of(clang_getCursorSpelling(c));
	if (i < f->n && !f->no_prototype)
		t = f->param[i];
	else {
		t = fe_type(fe, declared);
		if (t->kind == TYPE_ARRAY)
			t = type_pointer(fe->types, t->elem);
		else if (t->kind == TYPE_FUNC)
			t = type_pointer(fe->types, t);
	}
	struct entry_param p = {.name = *name ? name : intern_printf("argument %u", i + 1),
	                        .place = i,
	                        .meant = name,
	                        .type = t,
	                        .length = NO_PARAMETER,
	                        .length_of = NO_PARAMETER,
	                        .same = NO_PARAMETER};
	clang_visitChildren(c, find_call, &p);
	const char *spelt = spelling_of(clang_getTypeSpelling(declared));
	p.is_size = type_is_integer(t) && !strcmp(spelt, "size_t");
	if (t->kind != TYPE_POINTER || t->elem->kind == TYPE_FUNC)
		return p;
	p.points = t->elem;
	if (t->elem->kind == TYPE_VOID) {
		const struct type *found = converted_type(fe, def->cursor, c);
		p.is_guessed_type = found != NULL;
		p.points = found ? found : t->elem;
	}
	p.shape = SHAPE_OBJECT;
	p.is_char = entry_is_char(fe, p.points);
	p.is_byte = p.is_char || !p.points->size || (p.points->kind == TYPE_INT && p.points->bits == 8);
	take_array_type(fe, &p, declared);
	return p;
}

/* --- Pairs of a pointer and a length. --- */

static bool may_be_array(const struct entry_param *p) {
	return p->points && p->shape == SHAPE_OBJECT && !p->spec && p->length == NO_PARAMETER &&
	       (p->points->size || p->points->kind == TYPE_VOID) && !type_is_record(p->points);
}

static bool may_be_length(const struct entry_param *p) {
	return p->type->kind == TYPE_INT && !p->type->name && p->type->bits >= 16 &&
	       p->length_of == NO_PARAMETER &&
	       (!p->spec || p->spec->kind == SPEC_RANGE || p->spec->kind == SPEC_VALUE);
}

/* Does the second parameter follow the first one in the same call? */
static bool are_neighbours(const struct entry_param *a, const struct entry_param *b) {
	return a->call == b->call && b->place == a->place + 1;
}

static void pair(struct entry_params *p, uint32_t array, uint32_t length) {
	p->at[array].shape = SHAPE_ARRAY;
	p->at[array].length = length;
	p->at[length].length_of = array;
}

static void find_lengths(struct entry_params *p) {
	for (uint32_t i = 0; i + 1 < p->n; i++) {
		struct entry_param *a = &p->at[i], *b = &p->at[i + 1];
		if (are_neighbours(a, b) && may_be_array(a) && may_be_length(b) &&
		    (names_count(b->meant) || (b->is_size && !names_place(b->meant))))
			pair(p, i, i + 1);
	}
	for (uint32_t i = 0; i + 1 < p->n; i++) {
		struct entry_param *n = &p->at[i], *a = &p->at[i + 1];
		if (are_neighbours(n, a) && may_be_length(n) && names_count(n->meant) && may_be_array(a))
			pair(p, i + 1, i);
	}
}

/* What is left: characters are strings, other bytes are several. */
static void find_texts(struct fe *fe, struct entry_params *p) {
	for (uint32_t i = 0; i < p->n; i++) {
		struct entry_param *a = &p->at[i];
		if (!a->points || a->shape != SHAPE_OBJECT || a->spec)
			continue;
		if (a->is_char && !a->is_guessed_type)
			a->shape = SHAPE_STRING;
		else if (a->is_byte && a->points->size) {
			a->shape = SHAPE_ARRAY;
			a->count = fe->config->array_length;
		}
	}
}

/* --- What --args says. --- */

static uint32_t find_param(struct fe *fe, const struct entry_params *p, struct entry_spec *spec,
                           const struct fe_def *def, const struct spec_item *item) {
	for (uint32_t i = 0; i < p->n; i++)
		if (!strcmp(p->at[i].name, item->other))
			return i;
	fatal(
	    EXIT_USAGE, NO_LOC, "--args: %s",
	    spec_error(fe->arena, spec->text, item->other_at,
	               arena_printf(fe->arena, "%s has no parameter '%s'", def->display, item->other)));
}

_Noreturn static void refuse(struct fe *fe, struct entry_spec *spec, const struct spec_item *item,
                             const char *message) {
	fatal(EXIT_USAGE, NO_LOC, "--args: %s", spec_error(fe->arena, spec->text, item->at, message));
}

static void apply_array(struct fe *fe, struct entry_params *p, struct entry_spec *spec,
                        struct fe_def *def, uint32_t i, const struct spec_item *item) {
	struct entry_param *a = &p->at[i];
	a->shape = SHAPE_ARRAY;
	a->length = NO_PARAMETER;
	a->count = (uint64_t)item->low;
	if (!item->other)
		return;
	uint32_t n = find_param(fe, p, spec, def, item);
	if (!type_is_integer(p->at[n].type))
		refuse(fe, spec, item, "its length is no integer");
	if (p->at[n].length_of == NO_PARAMETER)
		p->at[n].length_of = i;
	a->length = n;
}

static void apply(struct fe *fe, struct entry_params *p, struct entry_spec *spec,
                  struct fe_def *def, uint32_t i) {
	struct entry_param *a = &p->at[i];
	const struct spec_item *item = a->spec;
	bool is_number = item->kind == SPEC_RANGE || item->kind == SPEC_VALUE;
	if (is_number && !type_is_integer(a->type))
		refuse(fe, spec, item, "it is no integer");
	if (!is_number && item->kind != SPEC_SAME && a->type->kind != TYPE_POINTER)
		refuse(fe, spec, item, "it is no pointer");
	bool is_object = a->points != NULL;
	if (!is_number && !is_object && item->kind != SPEC_SAME && item->kind != SPEC_NULL)
		refuse(fe, spec, item, "it is no pointer to an object");
	switch (item->kind) {
	case SPEC_ARRAY: apply_array(fe, p, spec, def, i, item); return;
	case SPEC_STRING:
		if (!type_is_integer(a->points))
			refuse(fe, spec, item, "it does not point to characters");
		a->shape = SHAPE_STRING;
		return;
	case SPEC_NULL: a->shape = SHAPE_NULL; return;
	case SPEC_ANY: a->may_be_null = a->may_be_same = true; return;
	case SPEC_NONNULL:
	case SPEC_OBJECT: return;
	case SPEC_RANGE:
	case SPEC_VALUE:
		a->has_range = true;
		a->low = item->low;
		a->high = item->kind == SPEC_RANGE ? item->high : item->low;
		return;
	case SPEC_SAME:
		a->shape = SHAPE_SAME;
		a->same = find_param(fe, p, spec, def, item);
		if (a->same >= i || p->at[a->same].type != a->type)
			refuse(fe, spec, item, "only an earlier parameter of the same type can be meant");
		return;
	}
}

/* A kind of pointer that was not asked for goes on as if nothing had been said. */
static bool keeps_shape(const struct spec_item *item) {
	return item->kind == SPEC_NULL || item->kind == SPEC_SAME || item->kind == SPEC_OBJECT ||
	       item->kind == SPEC_ARRAY || item->kind == SPEC_STRING || item->kind == SPEC_RANGE ||
	       item->kind == SPEC_VALUE;
}

struct entry_params entry_params_of(struct fe *fe, struct fe_def *def, struct entry_spec *spec) {
	int n = clang_Cursor_getNumArguments(def->cursor);
	struct entry_params p = {.n = n > 0 ? (uint32_t)n : 0};
	p.at = arena_array(fe->arena, struct entry_param, p.n + 1);
	for (uint32_t i = 0; i < p.n; i++)
		p.at[i] = read_param(fe, def, i);
	for (uint32_t i = 0; i < p.n; i++) {
		struct spec_item *item = spec_find(spec, def->display, p.at[i].name);
		p.at[i].spec = item;
		if (item)
			apply(fe, &p, spec, def, i);
		if (item && !keeps_shape(item))
			p.at[i].spec = NULL;
		if (!item && p.at[i].points && spec->mode == SPEC_ALL_ANY)
			p.at[i].may_be_null = p.at[i].may_be_same = true;
	}
	find_lengths(&p);
	find_texts(fe, &p);
	return p;
}

bool entry_params_are_plain(const struct entry_params *p) {
	for (uint32_t i = 0; i < p->n; i++)
		if (!type_is_scalar(p->at[i].type) || p->at[i].type->kind == TYPE_POINTER ||
		    p->at[i].has_range || p->at[i].shape != SHAPE_VALUE ||
		    p->at[i].length_of != NO_PARAMETER)
			return false;
	return true;
}
