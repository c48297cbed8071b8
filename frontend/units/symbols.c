#include "frontend/units/symbols.h"

#include <string.h>

#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/source/strength.h"
#include "frontend/units/defs.h"
#include "frontend/units/index_unit.h"
#include "frontend/units/layout.h"
#include "frontend/units/models.h"
#include "frontend/units/units.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"

void fe_symbols_open(struct fe *fe) {
	fe->symbols = mem_alloc(sizeof *fe->symbols);
	fe->symbols->defs = fe_defs_open();
}

void fe_symbols_forget(struct fe *fe, CXTranslationUnit tu) {
	struct fe_symbols *l = fe->symbols;
	size_t n = 0;
	map_clear(&l->by_decl);
	for (size_t i = 0; i < l->seen.n; i++) {
		struct seen_decl s = l->seen.at[i];
		if (clang_Cursor_getTranslationUnit(s.decl) == tu)
			continue;
		map_put(&l->by_decl, map_key(s.decl.data[0]), n);
		l->seen.at[n++] = s;
	}
	l->seen.n = n;
}

void fe_symbols_close(struct fe *fe) {
	struct fe_symbols *l = fe->symbols;
	if (!l)
		return;
	fe_defs_close(l->defs);
	map_free(&l->by_decl);
	vec_free(&l->seen);
	map_free(&l->strings);
	map_free(&l->absent);
	vec_free(&l->string);
	vec_free(&l->body);
	vec_free(&l->value);
	vec_free(&l->missing);
	mem_free(l);
	fe->symbols = NULL;
}

static bool is_function(CXCursor c) {
	return clang_getCursorKind(c) == CXCursor_FunctionDecl;
}

/* The definition is there to be looked at. */
void fe_read_definition(struct fe *fe, struct fe_def *def) {
	if (!def->unit)
		return;
	fe_unit_load(fe, def->unit);
	if (clang_Cursor_isNull(def->cursor))
		fatal(EXIT_INPUT, def->loc, "'%s' is not here any more: '%s' was changed meanwhile",
		      def->display, def->unit->file);
}

/* Of an array, the qualifiers sit on the element; in the canonical type on the array. */
static bool is_const(CXType t) {
	t = clang_getCanonicalType(t);
	bool found = clang_isConstQualifiedType(t);
	while (!found && (t.kind == CXType_ConstantArray || t.kind == CXType_IncompleteArray)) {
		t = clang_getCanonicalType(clang_getArrayElementType(t));
		found = clang_isConstQualifiedType(t);
	}
	return found;
}

static const struct type *object_type(struct fe *fe, const struct fe_def *def) {
	const struct type *t = fe_type(fe, clang_getCursorType(def->cursor));
	if (def->typed_in && t->kind == TYPE_ARRAY && t->n == ARRAY_OPEN)
		fe_unit_load(fe, def->typed_in);
	if (!clang_Cursor_isNull(def->typed))
		t = fe_type(fe, clang_getCursorType(def->typed));
	/* A tentative definition whose bound is never given has one element (C11 6.9.2). */
	if (t->kind == TYPE_ARRAY && t->n == ARRAY_OPEN && def->strength != FE_DECLARED)
		t = type_array(fe->types, t->elem, 1);
	return t;
}

static void queue_value(struct fe *fe, struct fe_unit *unit, struct symbol *symbol, CXCursor init) {
	if (!clang_Cursor_isNull(init))
		vec_push(&fe->symbols->value, ((struct static_value){unit, symbol, init}));
}

/* Variables of models are no concern of the user, but for what library functions share behind the
 * scenes: hidden_state_of_rand. */
static void mark_model(struct symbol *s, const struct fe_unit *unit) {
	static const char prefix[] = "hidden_state_of_";
	s->is_model = unit->is_model;
	if (!s->is_model || strncmp(s->display, prefix, sizeof prefix - 1) != 0)
		return;
	char *text = mem_alloc(strlen(s->display) + 1);
	for (size_t i = 0; s->display[i]; i++)
		text[i] = s->display[i] == '_' ? ' ' : s->display[i];
	s->is_hidden_state = true;
	s->display = intern(text);
	mem_free(text);
}

static void define_variable(struct fe *fe, struct fe_def *def) {
	def->symbol->is_extern = def->strength == FE_DECLARED;
	mark_model(def->symbol, def->unit);
	if (def->strength != FE_DECLARED)
		queue_value(fe, def->unit, def->symbol, clang_Cursor_getVarDeclInitializer(def->cursor));
}

bool fe_is_absent(const struct fe *fe, const struct symbol *symbol) {
	return map_get(&fe->symbols->absent, map_key(symbol), NULL);
}

bool fe_is_defined(const struct fe *fe, CXCursor decl) {
	if (!clang_Cursor_isNull(clang_getCursorDefinition(decl)))
		return true;
	CXString s = clang_getCursorSpelling(decl);
	const struct fe_def *def = fe_defs_find(fe->symbols->defs, clang_getCString(s));
	clang_disposeString(s);
	return def && def->strength != FE_DECLARED && def->unit && !def->unit->is_model &&
	       def->is_function;
}

/* The linker gives the borders of a section these names; we have no sections. */
static void note_border(struct fe *fe, const struct fe_def *def) {
	if (!def->is_function &&
	    (!strncmp(def->name, "__start_", 8) || !strncmp(def->name, "__stop_", 7)))
		vec_push(&fe->prog->ignored,
		         ((struct ignored){
		             def->loc, intern_printf("that '%s' is no border of a section", def->name)}));
}

void fe_align(struct fe *fe, struct symbol *s, CXCursor decl) {
	uint32_t align = fe_alignment(decl);
	if (align != UINT32_MAX) {
		s->align = align;
		return;
	}
	vec_push(
	    &fe->prog->ignored,
	    ((struct ignored){fe_cursor_loc(decl),
	                      intern_printf("that the alignment of '%s' is ignored", s->display)}));
}

/* No translation unit defines it: the models may, and a weak reference need not be defined at all.
 */
static void miss(struct fe *fe, struct fe_def *def) {
	if (def->weak_in && !fe_models_have(fe, def->name))
		map_put(&fe->symbols->absent, map_key(def->symbol), 1);
	else
		vec_push(&fe->symbols->missing, def);
	note_border(fe, def);
}

/* May the definition be read later?  'decl' is how it was declared where it is used; null: not at
 * all. */
static bool may_defer(const struct fe_def *def, CXCursor decl) {
	return clang_Cursor_isNull(def->cursor) && def->strength != FE_DECLARED &&
	       !clang_Cursor_isNull(decl) && is_function(decl) == def->is_function &&
	       fe_index_type(decl) == def->type;
}

static void make_variable(struct fe *fe, struct fe_def *def, CXCursor decl) {
	def->is_deferred = may_defer(def, decl);
	if (!def->is_deferred)
		fe_read_definition(fe, def);
	CXCursor c = def->is_deferred ? decl : def->cursor;
	bool thread = clang_getCursorTLSKind(c) != CXTLS_None;
	const struct type *type =
	    def->is_deferred ? fe_type(fe, clang_getCursorType(c)) : object_type(fe, def);
	struct symbol *s =
	    prog_add_symbol(fe->prog, def->name, type, thread ? STORAGE_THREAD : STORAGE_STATIC);
	s->display = def->display;
	s->loc = def->loc;
	s->is_constant = is_const(clang_getCursorType(c));
	fe_align(fe, s, c);
	def->symbol = s;
	if (def->is_deferred) {
		vec_push(&fe->symbols->body, def);
		return;
	}
	define_variable(fe, def);
	if (s->is_extern)
		miss(fe, def);
}

/* The real definition of an 'extern inline' of a library header is in the library. */
static bool is_library_inline(const struct fe *fe, const struct fe_def *def) {
	return def->strength == FE_INLINE && fe_models_have(fe, def->name) &&
	       (def->is_system || fe_attributes(def->cursor).gnu_inline);
}

static void make_function(struct fe *fe, struct fe_def *def, const struct type *type) {
	struct symbol *s = prog_add_symbol(fe->prog, def->name, type, STORAGE_FUNCTION);
	s->display = def->display;
	s->is_extern = def->strength == FE_DECLARED;
	if (def->unit) {
		s->loc = def->loc;
		s->is_model = def->unit->is_model;
	}
	def->symbol = s;
	if (!def->contract && (def->strength == FE_DECLARED || is_library_inline(fe, def)))
		miss(fe, def);
	else
		vec_push(&fe->symbols->body, def);
}

/* Inline definitions are read at once: which of them counts is seen there. */
struct symbol *fe_symbol_of_def(struct fe *fe, struct fe_def *def, CXCursor decl) {
	if (def->symbol)
		return def->symbol;
	if (!def->is_function) {
		make_variable(fe, def, decl);
		return def->symbol;
	}
	def->is_deferred = def->strength != FE_INLINE && may_defer(def, decl);
	if (!def->is_deferred)
		fe_read_definition(fe, def);
	CXCursor c = def->is_deferred ? decl : def->cursor;
	make_function(fe, def, fe_type(fe, clang_getCursorType(c)));
	return def->symbol;
}

/* A builtin that is the library function of the same name, where clang has no builtin code. */
static const char *library_name(const struct fe *fe, const char *name) {
	const char *plain = strncmp(name, "__builtin_", 10) ? NULL : name + 10;
	if (plain && (fe_defs_find(fe->symbols->defs, plain) || fe_models_have(fe, plain)))
		return plain;
	return NULL;
}

/* With _FILE_OFFSET_BITS=64, headers of a target of 32 bits mean stat64 by stat: its assembler
 * name. Elsewhere both are the same. */
static const char *large_file_name(const struct fe *fe, const char *name, const char *label) {
	size_t n = strlen(name);
	bool is_large = label && fe->prog->target.long_bits == 32 && !strncmp(label, name, n) &&
	                !strcmp(label + n, "64");
	return is_large && fe_models_have(fe, label) ? label : NULL;
}

static struct fe_def *alias_target(struct fe *fe, struct fe_unit *unit, const char *name) {
	struct fe_defs *defs = fe->symbols->defs;
	struct fe_def *def = fe_defs_find(defs, intern_printf("%s::%s", unit->name, name));
	return def ? def : fe_defs_find(defs, name);
}

static struct fe_def *alias_elsewhere(struct fe *fe, const struct fe_def *def) {
	fe_unit_load(fe, def->alias_in);
	return alias_target(fe, def->alias_in, def->alias);
}

/* Aliases, assembler names of defined functions, and builtins are other names of one thing. */
static struct fe_def *resolve(struct fe *fe, struct fe_unit *unit, CXCursor decl) {
	struct fe_defs *defs = fe->symbols->defs;
	struct fe_def *def = fe_defs_of(fe, defs, unit, decl);
	if (def->strength != FE_DECLARED && def->strength != FE_COMMON)
		return def;
	struct fe_attributes a = fe_attributes(decl);
	struct fe_def *other = NULL;
	if (a.alias)
		other = alias_target(fe, unit, a.alias);
	else if (def->alias)
		other = alias_elsewhere(fe, def);
	else if (a.asm_label)
		other = fe_defs_find(defs, a.asm_label);
	if (other && other->strength != FE_DECLARED)
		return other;
	const char *plain = library_name(fe, def->name);
	if (!plain)
		plain = large_file_name(fe, def->name, a.asm_label);
	if (!plain)
		return def;
	other = fe_defs_add(fe, defs, plain);
	if (!other->unit) {
		other->cursor = decl;
		other->unit = unit;
		other->loc = fe_cursor_loc(decl);
		other->is_function = is_function(decl);
	}
	return other;
}

void fe_check_names(struct fe *fe) {
	uint32_t n = fe_defs_errors(fe->symbols->defs);
	if (n)
		fatal(EXIT_INPUT, NO_LOC, "linking failed: %u error%s", n, n == 1 ? "" : "s");
}

/* Ends the program on a conflict: lowering cannot go on with a type that is not what clang says. */
static void check_type(struct fe *fe, struct fe_unit *unit, struct fe_def *def, CXCursor decl) {
	if (unit->is_model || !def->unit || def->unit->is_model || def->unit == unit)
		return;
	const char *what = NULL;
	if (is_function(decl) != def->is_function)
		what = "different kind of symbol for";
	else if (!fe_types_agree(fe_type(fe, clang_getCursorType(decl)), def->symbol->type))
		what = "conflicting types for";
	if (!what)
		return;
	fe_defs_conflict(fe->symbols->defs, what, def->display, fe_cursor_loc(decl), def->loc);
	fe_check_names(fe);
}

struct symbol *fe_symbol_of(struct fe *fe, struct fe_unit *unit, CXCursor decl) {
	struct fe_symbols *l = fe->symbols;
	CXCursor canonical = clang_getCanonicalCursor(decl);
	uint64_t ix;
	if (map_get(&l->by_decl, map_key(canonical.data[0]), &ix) &&
	    clang_equalCursors(l->seen.at[ix].decl, canonical))
		return l->seen.at[ix].symbol;
	enum CXCursorKind kind = clang_getCursorKind(decl);
	if ((kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl) ||
	    clang_getCursorLinkage(decl) == CXLinkage_NoLinkage)
		BUG("should be a declaration with linkage: cursor kind %d", (int)kind);
	struct fe_def *def = resolve(fe, unit, decl);
	struct symbol *symbol = fe_symbol_of_def(fe, def, decl);
	check_type(fe, unit, def, decl);
	map_put(&l->by_decl, map_key(canonical.data[0]), l->seen.n);
	vec_push(&l->seen, ((struct seen_decl){canonical, symbol}));
	return symbol;
}

const struct fe_inline *fe_inline_own(struct fe *fe, struct fe_unit *unit, CXCursor decl) {
	if (!clang_Cursor_isFunctionInlined(decl) || unit->is_model)
		return NULL;
	struct fe_def *def = resolve(fe, unit, decl);
	const struct fe_inline *own = def->inlines;
	while (own && own->unit != unit)
		own = own->next;
	if (!own || def->contract || def->unit == unit)
		return NULL;
	fe_read_definition(fe, def);
	return def->unit->is_model || own->text != fe_body_text(def->cursor) ? own : NULL;
}

const struct fe_inline *fe_inline_other(const struct fe *fe, const struct symbol *symbol) {
	const struct fe_def *def = fe_defs_find(fe->symbols->defs, symbol->name);
	if (!def || def->strength != FE_INLINE)
		return NULL;
	for (const struct fe_inline *i = def->inlines; i; i = i->next)
		if (i->text != def->inlines->text)
			return i;
	return NULL;
}

struct symbol *fe_named_function(struct fe *fe, const char *name, const struct type *type) {
	struct fe_def *def = fe_defs_add(fe, fe->symbols->defs, name);
	if (!def->symbol) {
		if (!def->unit || !def->is_function)
			make_function(fe, def, type);
		else
			fe_symbol_of_def(fe, def, clang_getNullCursor());
	}
	return def->symbol;
}

bool fe_has_function(const struct fe *fe, const char *name) {
	const struct fe_def *def = fe_defs_find(fe->symbols->defs, name);
	return fe_models_have(fe, name) || (def && def->is_function && def->strength != FE_DECLARED);
}

static uint64_t hash_bytes(const struct type *array, const uint8_t *bytes, uint64_t n) {
	uint64_t h = map_hash(map_key(array) ^ n);
	for (uint64_t i = 0; i < n; i++)
		h = (h ^ bytes[i]) * 0x100000001b3ULL;
	return map_hash(h);
}

struct symbol *fe_string_symbol(struct fe *fe, const struct type *array, const uint8_t *bytes,
                                uint64_t n, struct loc loc) {
	struct fe_symbols *l = fe->symbols;
	uint64_t key = hash_bytes(array, bytes, n), ix = 0;
	if (map_get(&l->strings, key, &ix)) {
		struct symbol *s = l->string.at[ix];
		if (s->type == array && s->nbytes == n && !memcmp(s->bytes, bytes, n))
			return s;
	}
	const char *name = intern_printf("string::%zu", l->string.n + 1);
	struct symbol *s = prog_add_symbol(fe->prog, name, array, STORAGE_STATIC);
	s->loc = loc;
	s->is_temp = s->is_constant = true;
	s->bytes = arena_copy(fe->arena, bytes, n);
	s->nbytes = n;
	map_put(&l->strings, key, l->string.n);
	vec_push(&l->string, s);
	return s;
}

static enum CXChildVisitResult take_last(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	*(CXCursor *)data = c;
	return CXChildVisit_Continue;
}

struct symbol *fe_static_symbol(struct fe *fe, struct fe_unit *unit, const char *name,
                                const char *display, const struct type *type, CXCursor decl) {
	CXCursor init = clang_getNullCursor();
	if (clang_getCursorKind(decl) == CXCursor_VarDecl)
		init = clang_Cursor_getVarDeclInitializer(decl);
	else
		clang_visitChildren(decl, take_last, &init);
	const char *unique = name;
	for (unsigned i = 2; prog_find(fe->prog, unique); i++)
		unique = intern_printf("%s#%u", name, i);
	bool thread = clang_getCursorTLSKind(decl) != CXTLS_None;
	struct symbol *s =
	    prog_add_symbol(fe->prog, unique, type, thread ? STORAGE_THREAD : STORAGE_STATIC);
	s->display = intern(display);
	s->loc = fe_cursor_loc(decl);
	s->is_constant = is_const(clang_getCursorType(decl));
	fe_align(fe, s, decl);
	mark_model(s, unit);
	queue_value(fe, unit, s, init);
	return s;
}

/* The symbol was made from a declaration; the definition says the rest. */
void fe_settle(struct fe *fe, struct fe_def *def) {
	def->is_deferred = false;
	struct symbol *s = def->symbol;
	s->loc = def->loc;
	if (def->is_function) {
		s->type = fe_type(fe, clang_getCursorType(def->cursor));
		return;
	}
	s->type = object_type(fe, def);
	s->is_constant = is_const(clang_getCursorType(def->cursor));
	fe_align(fe, s, def->cursor);
	define_variable(fe, def);
}

/* A model may be declared otherwise than the user declares it; its definition counts. */
void fe_adopt(struct fe *fe, struct fe_def *def) {
	struct symbol *s = def->symbol;
	if (s->storage != STORAGE_FUNCTION) {
		if (!def->is_function && def->strength != FE_DECLARED)
			define_variable(fe, def);
		return;
	}
	if (def->strength == FE_DECLARED || !def->is_function)
		return;
	s->is_extern = false;
	s->is_model = def->unit->is_model;
	s->loc = def->loc;
	s->type = fe_type(fe, clang_getCursorType(def->cursor));
	vec_push(&fe->symbols->body, def);
}

enum { MAX_NAMES = 20 };

_Noreturn static void no_entry(struct fe *fe, const char *name) {
	const char *list = "none";
	unsigned n = 0;
	struct nearest near = {.name = name};
	for (size_t i = 0; i < fe_defs_count(fe->symbols->defs); i++) {
		const struct fe_def *def = fe_defs_at(fe->symbols->defs, i);
		if (!def->is_function || def->strength == FE_DECLARED || def->is_system)
			continue;
		nearest_try(&near, def->display);
		if (++n == 1)
			list = def->display;
		else if (n <= MAX_NAMES)
			list = arena_printf(fe->arena, "%s, %s", list, def->display);
		else if (n == MAX_NAMES + 1)
			list = arena_printf(fe->arena, "%s, ...", list);
	}
	const char *meant = nearest_found(&near);
	if (meant)
		fatal(EXIT_INPUT, NO_LOC, "no function '%s'; did you mean '%s'? Functions with bodies: %s",
		      name, meant, list);
	fatal(EXIT_INPUT, NO_LOC, "no function '%s'; use --function F; functions with bodies: %s", name,
	      list);
}

/* External functions go before static ones; those may be named in full. */
struct fe_def *fe_find_def(struct fe *fe, const char *name) {
	struct fe_defs *defs = fe->symbols->defs;
	struct fe_def *found = fe_defs_find(defs, name);
	for (size_t i = 0; !found && i < fe_defs_count(defs); i++)
		if (!strcmp(fe_defs_at(defs, i)->display, name))
			found = fe_defs_at(defs, i);
	if (!found || !found->is_function || found->strength == FE_DECLARED)
		no_entry(fe, name);
	return found;
}

struct fe_def *fe_find_function(struct fe *fe, const char *name) {
	struct fe_def *def = fe_find_def(fe, name);
	fe_symbol_of_def(fe, def, clang_getNullCursor());
	if (clang_Cursor_isNull(def->cursor))
		fe_read_definition(fe, def);
	return def;
}

struct symbol *fe_find_variable(struct fe *fe, const char *name) {
	struct fe_defs *defs = fe->symbols->defs;
	struct fe_def *found = fe_defs_find(defs, name);
	for (size_t i = 0; !found && i < fe_defs_count(defs); i++)
		if (!strcmp(fe_defs_at(defs, i)->display, name))
			found = fe_defs_at(defs, i);
	if (!found || found->is_function)
		return NULL;
	return fe_symbol_of_def(fe, found, clang_getNullCursor());
}
