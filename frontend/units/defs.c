/* What the units declare at file scope.  A definition of the user beats one of the model library,
 * whatever their strengths; otherwise the stronger one stays. */
#include "frontend/units/defs.h"

#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/source/extension.h"
#include "frontend/source/strength.h"
#include "frontend/units/index_unit.h"
#include "frontend/units/layout.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

struct fe_defs {
	struct map by_name; /* interned symbol name -> struct fe_def * */
	VEC(struct fe_def *) def;
	uint32_t nerrors;
};

struct fe_defs *fe_defs_open(void) {
	return mem_alloc(sizeof(struct fe_defs));
}

void fe_defs_close(struct fe_defs *d) {
	map_free(&d->by_name);
	vec_free(&d->def);
	mem_free(d);
}

uint32_t fe_defs_errors(const struct fe_defs *d) {
	return d->nerrors;
}

size_t fe_defs_count(const struct fe_defs *d) {
	return d->def.n;
}

struct fe_def *fe_defs_at(const struct fe_defs *d, size_t i) {
	return d->def.at[i];
}

struct fe_def *fe_defs_find(const struct fe_defs *d, const char *name) {
	uint64_t found = 0;
	map_get(&d->by_name, map_key(intern(name)), &found);
	return (struct fe_def *)(uintptr_t)found;
}

struct fe_def *fe_defs_add(struct fe *fe, struct fe_defs *d, const char *name) {
	struct fe_def *def = fe_defs_find(d, name);
	if (def)
		return def;
	def = arena_new(fe->arena, struct fe_def);
	def->name = def->display = intern(name);
	def->cursor = def->typed = clang_getNullCursor();
	def->constructor = def->destructor = NO_PRIORITY;
	map_put(&d->by_name, map_key(def->name), map_key(def));
	vec_push(&d->def, def);
	return def;
}

static const char *spelling(CXCursor c) {
	CXString s = clang_getCursorSpelling(c);
	const char *name = intern(clang_getCString(s));
	clang_disposeString(s);
	return name;
}

static void set_cursor(struct fe_def *def, struct fe_unit *unit, CXCursor c) {
	def->cursor = c;
	def->unit = unit;
	def->loc = fe_cursor_loc(c);
	def->is_function = clang_getCursorKind(c) == CXCursor_FunctionDecl;
	def->is_system = clang_Location_isInSystemHeader(clang_getCursorLocation(c));
}

struct fe_def *fe_defs_of(struct fe *fe, struct fe_defs *d, struct fe_unit *unit, CXCursor decl) {
	const char *name = spelling(decl), *symbol = name;
	/* What the models get is what they expect; the user might declare it otherwise. */
	if (!unit->is_model && intrinsic_is_internal(name))
		fatal(EXIT_INPUT, fe_cursor_loc(decl), "'%s': names in __mc_ are reserved for the models",
		      name);
	if (clang_getCursorLinkage(decl) == CXLinkage_Internal)
		symbol = intern_printf("%s::%s", unit->is_model ? "models" : unit->name, name);
	else if (!unit->is_model)
		symbol = fe_linker_name(decl);
	struct fe_def *def = fe_defs_add(fe, d, symbol);
	def->display = name;
	if (!def->unit || (clang_Cursor_isNull(def->cursor) && def->strength == FE_DECLARED))
		set_cursor(def, unit, decl);
	return def;
}

void fe_defs_conflict(struct fe_defs *d, const char *what, const char *name, struct loc loc,
                      struct loc previous) {
	d->nerrors++;
	diag_error(loc, "%s '%s'", what, name);
	diag_caret(loc, 1);
	if (previous.file) {
		diag_note(previous, "previous one is here");
		diag_caret(previous, 1);
	}
}

static bool same_params(const struct type *a, const struct type *b) {
	if (a->n != b->n || a->is_variadic != b->is_variadic)
		return false;
	for (uint64_t i = 0; i < a->n; i++)
		if (!fe_types_agree(a->param[i], b->param[i]))
			return false;
	return true;
}

/* Old code declares what it uses by hand and seldom quite right, and no linker minds.  What counts
 * is that arguments and objects lie where the other side expects them. */
bool fe_types_agree(const struct type *a, const struct type *b) {
	if (a == b)
		return true;
	if (type_is_integer(a) && type_is_integer(b))
		return a->size == b->size;
	if (a->kind != b->kind)
		return false;
	switch (a->kind) {
	case TYPE_FLOAT: return a->bits == b->bits;
	case TYPE_ARRAY:
		return fe_types_agree(a->elem, b->elem) &&
		       (a->n == b->n || a->n == ARRAY_OPEN || b->n == ARRAY_OPEN);
	case TYPE_STRUCT:
	case TYPE_UNION: return !a->record->complete || !b->record->complete || a->size == b->size;
	case TYPE_FUNC:
		return a->no_prototype || b->no_prototype ||
		       (fe_types_agree(a->elem, b->elem) && same_params(a, b));
	default: return a->size == b->size;
	}
}

static bool is_definition(CXCursor function) {
	return clang_equalCursors(clang_getCursorDefinition(function), function);
}

static void note_attributes(struct fe_def *def, struct fe_unit *unit, CXCursor c) {
	struct fe_attributes a = fe_attributes(c);
	if (a.alias) {
		def->alias = a.alias;
		def->alias_in = unit;
	}
	def->is_noreturn |= a.noreturn;
	if (a.weak || fe_extensions_weak(unit, def->name)) {
		def->weak_in = unit;
		if (def->unit == unit && def->strength > FE_WEAK)
			def->strength = FE_WEAK;
	}
	if (a.constructor != NO_PRIORITY)
		def->constructor = a.constructor;
	if (a.destructor != NO_PRIORITY)
		def->destructor = a.destructor;
}

static bool is_open_array(CXCursor c) {
	return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_IncompleteArray;
}

/* One more declaration of something already known, in this unit or another. */
static void compare(struct fe *fe, struct fe_defs *d, struct fe_def *def, struct fe_unit *unit,
                    CXCursor c, enum fe_strength strength) {
	if ((clang_getCursorKind(c) == CXCursor_FunctionDecl) != def->is_function) {
		fe_defs_conflict(d, "different kind of symbol for", def->display, fe_cursor_loc(c),
		                 def->loc);
		return;
	}
	if (unit == def->unit)
		return;
	if (strength == FE_STRONG && def->strength == FE_STRONG) {
		fe_defs_conflict(d, "duplicate definition of", def->display, fe_cursor_loc(c), def->loc);
		return;
	}
	/* The definition of a unit that is not parsed is compared when both are used. */
	const struct type *known = NULL;
	if (!clang_Cursor_isNull(def->cursor))
		known = fe_type(fe, clang_getCursorType(def->cursor));
	if (known && !fe_types_agree(fe_type(fe, clang_getCursorType(c)), known))
		fe_defs_conflict(d, "conflicting types for", def->display, fe_cursor_loc(c), def->loc);
}

/* What the index knew, or what was parsed before, is there again; and any inline definition is as
 * good as one in a unit that is not parsed. */
static bool takes_place(const struct fe_def *def, const struct fe_unit *unit,
                        enum fe_strength strength) {
	return clang_Cursor_isNull(def->cursor) && strength == def->strength &&
	       (def->unit == unit || strength == FE_INLINE);
}

static void note_inline(struct fe *fe, struct fe_def *def, const struct fe_unit *unit, CXCursor c) {
	for (const struct fe_inline *i = def->inlines; i; i = i->next)
		if (i->unit == unit)
			return;
	struct fe_inline *i = arena_new(fe->arena, struct fe_inline);
	*i = (struct fe_inline){unit, fe_body_text(c), fe_cursor_loc(c), def->inlines};
	def->inlines = i;
}

static void add_decl(struct fe *fe, struct fe_defs *d, struct fe_unit *unit, CXCursor c) {
	struct fe_def *def = fe_defs_of(fe, d, unit, c);
	bool user_has_it = def->unit && !def->unit->is_model && def->strength > FE_INLINE;
	if (unit->is_model && user_has_it)
		return;
	if (!unit->is_model && clang_Cursor_hasAttrs(c))
		note_attributes(def, unit, c);
	enum fe_strength strength = fe_strength_of(c, is_definition(c), def->weak_in == unit);
	if (strength == FE_INLINE && !unit->is_model &&
	    !clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		note_inline(fe, def, unit, c);
	if (!unit->is_model && def->unit && !clang_equalCursors(def->cursor, c))
		compare(fe, d, def, unit, c, strength);
	if (strength > def->strength || clang_equalCursors(def->cursor, c) ||
	    takes_place(def, unit, strength)) {
		def->strength = strength;
		set_cursor(def, unit, c);
	}
	if (clang_getCursorKind(c) == CXCursor_VarDecl && !is_open_array(c)) {
		def->typed = c;
		def->typed_in = unit;
	}
}

/* --- Units that only the index knows. --- */

static void compare_known(struct fe_defs *d, const struct fe_def *def, const struct fe_unit *unit,
                          const struct index_def *k) {
	if (k->is_function != def->is_function)
		fe_defs_conflict(d, "different kind of symbol for", def->display, k->loc, def->loc);
	else if (unit != def->unit && k->strength == FE_STRONG && def->strength == FE_STRONG)
		fe_defs_conflict(d, "duplicate definition of", def->display, k->loc, def->loc);
}

static void add_known(struct fe *fe, struct fe_defs *d, struct fe_unit *unit,
                      const struct index_def *k) {
	const char *symbol = k->is_static ? intern_printf("%s::%s", unit->name, k->name) : k->name;
	struct fe_def *def = fe_defs_add(fe, d, symbol);
	def->display = k->name;
	def->is_noreturn |= k->is_noreturn;
	if (k->is_weak) {
		def->weak_in = unit;
		if (def->unit == unit && def->strength > FE_WEAK)
			def->strength = FE_WEAK;
	}
	if (k->alias) {
		def->alias = k->alias;
		def->alias_in = unit;
	}
	if (k->constructor != NO_PRIORITY)
		def->constructor = k->constructor;
	if (k->destructor != NO_PRIORITY)
		def->destructor = k->destructor;
	if (k->is_sized && !def->typed_in)
		def->typed_in = unit;
	if (def->unit)
		compare_known(d, def, unit, k);
	if (def->unit && k->strength <= def->strength)
		return;
	def->strength = k->strength;
	def->unit = unit;
	def->loc = k->loc;
	def->is_function = k->is_function;
	def->type = k->type;
}

void fe_defs_add_known(struct fe *fe, struct fe_defs *d, struct fe_unit *unit) {
	for (size_t i = 0; i < unit->known->def.n; i++)
		add_known(fe, d, unit, &unit->known->def.at[i]);
}

void fe_defs_forget(struct fe_defs *d, const struct fe_unit *unit) {
	for (size_t i = 0; i < d->def.n; i++) {
		struct fe_def *def = d->def.at[i];
		if (clang_Cursor_isNull(def->cursor))
			continue;
		if (def->unit == unit) {
			def->type = fe_index_type(def->cursor);
			def->cursor = clang_getNullCursor();
		}
		if (def->typed_in == unit)
			def->typed = clang_getNullCursor();
	}
}

struct scan {
	struct fe *fe;
	struct fe_defs *defs;
	struct fe_unit *unit;
};

static enum CXChildVisitResult visit(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	struct scan *s = data;
	enum CXCursorKind kind = clang_getCursorKind(c);
	if (kind == CXCursor_VarDecl)
		add_decl(s->fe, s->defs, s->unit, c);
	else if (kind == CXCursor_FunctionDecl) {
		/* Declarations of functions are looked at when they are used: headers have thousands. */
		bool system = clang_Location_isInSystemHeader(clang_getCursorLocation(c));
		if (is_definition(c) || (!system && clang_Cursor_hasAttrs(c)))
			add_decl(s->fe, s->defs, s->unit, c);
	}
	return CXChildVisit_Continue;
}

void fe_defs_scan(struct fe *fe, struct fe_defs *defs, struct fe_unit *unit) {
	struct scan s = {fe, defs, unit};
	clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), visit, &s);
}
