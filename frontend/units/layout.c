/* Types are cached by their canonical clang type; one lookup is a hash of an opaque pointer.
 *
 * Records of different translation units become one type when they have one USR (kind, tag and,
 * for the unnamed, place) and one layout, so that a pointer made in one unit is of the type that
 * another unit expects.  Recursive records make that a proof by assumption: the new record is bound
 * to the old one, then their fields are compared; a difference undoes the bindings made meanwhile.
 */
#include "frontend/units/layout.h"

#include <string.h>

#include "frontend/source/clang.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

struct binding {
	CXType clang;
	const struct type *type;
};

struct candidate { /* a record type that records of other units may be equal to */
	struct type *type;
	size_t next; /* index + 1 of the next with this USR, 0: last */
	bool open;   /* being filled right now */
};

struct fe_layout {
	struct map by_type; /* opaque pointer of the clang type -> index in binding */
	VEC(struct binding) binding;
	struct map by_usr; /* interned USR -> index + 1 in candidate */
	VEC(struct candidate) candidate;
	VEC(const struct type *) made; /* vectors and complex numbers */
};

struct fe_layout *fe_layout_open(void) {
	return mem_alloc(sizeof(struct fe_layout));
}

void fe_layout_close(struct fe_layout *l) {
	if (!l)
		return;
	map_free(&l->by_type);
	vec_free(&l->binding);
	map_free(&l->by_usr);
	vec_free(&l->candidate);
	vec_free(&l->made);
	mem_free(l);
}

static void bind(struct fe_layout *l, CXType clang, const struct type *type) {
	map_put(&l->by_type, map_key(clang.data[0]), l->binding.n);
	vec_push(&l->binding, ((struct binding){clang, type}));
}

static const struct type *bound(const struct fe_layout *l, CXType clang) {
	uint64_t ix;
	if (!map_get(&l->by_type, map_key(clang.data[0]), &ix) || ix >= l->binding.n)
		return NULL;
	const struct binding *b = &l->binding.at[ix];
	return clang_equalTypes(b->clang, clang) ? b->type : NULL;
}

/* Slots of the map stay behind; 'bound' sees that they lead to nothing or to another type. */
static void undo_bindings(struct fe_layout *l, size_t mark) {
	l->binding.n = mark;
}

void fe_layout_forget(struct fe_layout *l, CXTranslationUnit tu) {
	size_t n = 0;
	map_clear(&l->by_type);
	for (size_t i = 0; i < l->binding.n; i++) {
		const struct binding b = l->binding.at[i];
		if (b.clang.data[1] == tu)
			continue;
		map_put(&l->by_type, map_key(b.clang.data[0]), n);
		l->binding.at[n++] = b;
	}
	l->binding.n = n;
}

static uint64_t size_of(CXType t) {
	long long n = clang_Type_getSizeOf(t);
	return n > 0 ? (uint64_t)n : 0;
}

static uint32_t align_of(CXType t) {
	long long n = clang_Type_getAlignOf(t);
	return n > 0 ? (uint32_t)n : 1;
}

static const char *interned(CXString s) {
	const char *text = clang_getCString(s);
	const char *result = text && *text ? intern(text) : NULL;
	clang_disposeString(s);
	return result;
}

/* Clang invents a description with a place for what has no name. */
static const char *name_of_type(CXType t) {
	const char *name = interned(clang_getTypeSpelling(clang_getCanonicalType(t)));
	return name && strchr(name, '(') ? NULL : name;
}

struct field_walk {
	VEC(CXCursor) field;
};

static enum CXVisitorResult collect_field(CXCursor c, CXClientData data) {
	struct field_walk *walk = data;
	vec_push(&walk->field, c);
	return CXVisit_Continue;
}

static const char *field_name(CXCursor c) {
	/* An anonymous member has a description for a name; only identifiers are names. */
	const char *name = interned(clang_getCursorSpelling(c));
	return name && strpbrk(name, "( ") ? NULL : name;
}

static struct field make_field(struct fe *fe, CXCursor c) {
	long long offset = clang_Cursor_getOffsetOfField(c);
	struct field f = {
	    .name = field_name(c),
	    .type = fe_type(fe, clang_getCursorType(c)),
	    .offset = offset > 0 ? (uint64_t)offset : 0,
	    .bit_width = NOT_BITFIELD,
	};
	if (clang_Cursor_isBitField(c))
		f.bit_width = (uint32_t)clang_getFieldDeclBitWidth(c);
	return f;
}

static bool same_field(const struct field *a, const struct field *b) {
	return a->name == b->name && a->type == b->type && a->offset == b->offset &&
	       a->bit_width == b->bit_width;
}

static void fill_record(struct fe *fe, CXType t, size_t candidate) {
	struct fe_layout *l = fe->layout;
	struct type *type = l->candidate.at[candidate].type;
	struct field_walk walk = {0};
	clang_Type_visitFields(t, collect_field, &walk);
	l->candidate.at[candidate].open = true;
	struct field *field = arena_array(fe->arena, struct field, walk.field.n + 1);
	for (size_t i = 0; i < walk.field.n; i++)
		field[i] = make_field(fe, walk.field.at[i]);
	type->record->field = field;
	type->record->n = (uint32_t)walk.field.n;
	vec_free(&walk.field);
	type_complete(type, size_of(t), align_of(t));
	l->candidate.at[candidate].open = false;
}

static bool same_layout(struct fe *fe, CXType t, const struct type *old) {
	struct fe_layout *l = fe->layout;
	if (size_of(t) != old->size || align_of(t) != old->align)
		return false;
	struct field_walk walk = {0};
	clang_Type_visitFields(t, collect_field, &walk);
	size_t mark = l->binding.n;
	bind(l, t, old);
	bool same = walk.field.n == old->record->n;
	for (size_t i = 0; same && i < walk.field.n; i++) {
		struct field f = make_field(fe, walk.field.at[i]);
		same = same_field(&f, &old->record->field[i]);
	}
	vec_free(&walk.field);
	if (!same)
		undo_bindings(l, mark);
	return same;
}

static size_t new_candidate(struct fe *fe, CXType t, CXCursor decl, const char *usr) {
	struct fe_layout *l = fe->layout;
	bool is_union = clang_getCursorKind(decl) == CXCursor_UnionDecl;
	const char *tag =
	    clang_Cursor_isAnonymous(decl) ? NULL : interned(clang_getCursorSpelling(decl));
	if (tag && strchr(tag, '('))
		tag = NULL;
	struct type *type =
	    type_record(fe->types, is_union ? TYPE_UNION : TYPE_STRUCT, tag, fe_cursor_loc(decl));
	const char *name = name_of_type(t);
	if (name && !strchr(name, ' '))
		type->name = name; /* a typedef gave the unnamed record its only name */
	uint64_t first = 0;
	map_get(&l->by_usr, map_key(usr), &first);
	vec_push(&l->candidate, ((struct candidate){.type = type, .next = first}));
	map_put(&l->by_usr, map_key(usr), l->candidate.n);
	return l->candidate.n - 1;
}

static const struct type *record_type(struct fe *fe, CXType t) {
	struct fe_layout *l = fe->layout;
	CXCursor decl = clang_getTypeDeclaration(t);
	CXCursor definition = clang_getCursorDefinition(decl);
	bool defined = !clang_Cursor_isNull(definition) && clang_Type_getSizeOf(t) >= 0;
	if (defined)
		decl = definition;
	const char *usr = interned(clang_getCursorUSR(decl));
	if (!usr)
		usr = intern("");
	uint64_t at = 0;
	map_get(&l->by_usr, map_key(usr), &at);
	for (; at; at = l->candidate.at[at - 1].next) {
		struct candidate c = l->candidate.at[at - 1];
		if (c.open || (c.type->kind == TYPE_UNION) != (decl.kind == CXCursor_UnionDecl))
			continue;
		if (c.type->record->complete && defined) {
			if (same_layout(fe, t, c.type))
				return c.type;
			continue;
		}
		bind(l, t, c.type);
		if (defined) {
			c.type->record->loc = fe_cursor_loc(decl);
			fill_record(fe, t, at - 1);
		}
		return c.type;
	}
	size_t fresh = new_candidate(fe, t, decl, usr);
	struct type *type = l->candidate.at[fresh].type;
	bind(l, t, type); /* before its fields: they may point back */
	if (defined)
		fill_record(fe, t, fresh);
	return type;
}

static const struct type *func_type(struct fe *fe, CXType t) {
	int n = clang_getNumArgTypes(t);
	uint64_t count = n > 0 ? (uint64_t)n : 0;
	const struct type **param = mem_alloc((count + 1) * sizeof *param);
	for (uint64_t i = 0; i < count; i++)
		param[i] = fe_type(fe, clang_getArgType(t, (unsigned)i));
	bool no_prototype = t.kind == CXType_FunctionNoProto;
	const struct type *result =
	    type_func(fe->types, fe_type(fe, clang_getResultType(t)), param, count,
	              !no_prototype && clang_isFunctionTypeVariadic(t), no_prototype);
	mem_free(param);
	return result;
}

static const struct type *int_type(struct fe *fe, CXType t, bool is_signed) {
	return type_int_aligned(fe->types, (uint32_t)size_of(t) * 8, is_signed, align_of(t));
}

/* What we know nothing about but its size: operations on it are reported where they happen. */
static const struct type *opaque_type(struct fe *fe, CXType t) {
	uint64_t size = size_of(t);
	return type_vector(fe->types, type_int(fe->types, 8, false), size, size);
}

static const struct type *float_type(struct fe *fe, CXType t) {
	uint64_t size = size_of(t);
	uint32_t bits = (uint32_t)size * 8;
	if (t.kind == CXType_LongDouble && size > 8) {
		bits = fe->prog->target.long_double_bits;
		if (!bits)
			return opaque_type(fe, t);
	}
	return type_float(fe->types, bits, size, align_of(t));
}

static const struct type *enum_type(struct fe *fe, CXType t) {
	CXType integer = clang_getEnumDeclIntegerType(clang_getTypeDeclaration(t));
	const struct type *base =
	    integer.kind == CXType_Invalid ? type_int(fe->types, 32, false) : fe_type(fe, integer);
	const char *name = name_of_type(t);
	return name ? type_enum(fe->types, base, name) : base;
}

/* The record with these members, of one type, which clang knows as something else. */
static const struct type *made_type(struct fe *fe, enum record_role role, const struct field *field,
                                    uint32_t n, uint64_t size, uint32_t align) {
	struct fe_layout *l = fe->layout;
	for (size_t i = 0; i < l->made.n; i++) {
		const struct type *t = l->made.at[i];
		if (t->record->role == role && t->record->field[0].type == field[0].type &&
		    t->size == size && t->align == align)
			return t;
	}
	struct type *t = type_record(fe->types, TYPE_STRUCT, NULL, NO_LOC);
	t->record->field = arena_array(fe->arena, struct field, n);
	memcpy(t->record->field, field, n * sizeof *field);
	t->record->n = n;
	t->record->role = role;
	const struct type *elem = role == RECORD_VECTOR ? field[0].type->elem : field[0].type;
	const char *name = type_print(fe->arena, elem);
	if (role == RECORD_COMPLEX)
		t->name = intern_printf("_Complex %s", name);
	else
		t->name =
		    intern_printf("%s __attribute__((vector_size(%llu)))", name, (unsigned long long)size);
	type_complete(t, size, align);
	vec_push(&l->made, t);
	return t;
}

static const struct type *lanes_type(struct fe *fe, const struct type *elem, uint64_t n,
                                     uint64_t size, uint32_t align) {
	struct field lanes = {
	    .name = intern("lane"), .type = type_array(fe->types, elem, n), .bit_width = NOT_BITFIELD};
	return made_type(fe, RECORD_VECTOR, &lanes, 1, size, align);
}

const struct type *fe_vector(struct fe *fe, const struct type *elem, uint64_t n) {
	return lanes_type(fe, elem, n, n * elem->size, elem->align);
}

static const struct type *vector_type(struct fe *fe, CXType t) {
	const struct type *elem = fe_type(fe, clang_getElementType(t));
	uint64_t n = (uint64_t)clang_getNumElements(t);
	bool has_lanes = elem->kind == TYPE_INT || elem->kind == TYPE_FLOAT;
	if (!has_lanes || n * elem->size > size_of(t)) /* of bits, for one */
		return opaque_type(fe, t);
	return lanes_type(fe, elem, n, size_of(t), align_of(t));
}

const struct type *fe_complex(struct fe *fe, const struct type *elem) {
	struct field part[2] = {
	    {.name = intern("real"), .type = elem, .bit_width = NOT_BITFIELD},
	    {.name = intern("imaginary"),
	     .type = elem,
	     .offset = elem->size * 8,
	     .bit_width = NOT_BITFIELD},
	};
	return made_type(fe, RECORD_COMPLEX, part, 2, 2 * elem->size, elem->align);
}

static const struct type *complex_type(struct fe *fe, CXType t) {
	const struct type *elem = fe_type(fe, clang_getElementType(t));
	if (elem->kind != TYPE_INT && elem->kind != TYPE_FLOAT)
		return opaque_type(fe, t);
	return fe_complex(fe, elem);
}

static const struct type *atomic_type(struct fe *fe, CXType t) {
	return type_atomic(fe->types, fe_type(fe, clang_Type_getValueType(t)), size_of(t), align_of(t));
}

static const struct type *make_type(struct fe *fe, CXType t) {
	switch (t.kind) {
	case CXType_Void: return type_void(fe->types);
	case CXType_Bool: return type_bool(fe->types);
	case CXType_Char_U:
	case CXType_UChar:
	case CXType_Char16:
	case CXType_Char32:
	case CXType_UShort:
	case CXType_UInt:
	case CXType_ULong:
	case CXType_ULongLong:
	case CXType_UInt128: return int_type(fe, t, false);
	case CXType_Char_S:
	case CXType_SChar:
	case CXType_WChar:
	case CXType_Short:
	case CXType_Int:
	case CXType_Long:
	case CXType_LongLong:
	case CXType_Int128: return int_type(fe, t, true);
	case CXType_Half:
	case CXType_Float16:
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
	case CXType_Float128: return float_type(fe, t);
	case CXType_NullPtr: return type_void_pointer(fe->types);
	case CXType_Pointer: return type_pointer(fe->types, fe_type(fe, clang_getPointeeType(t)));
	case CXType_ConstantArray:
		return type_array(fe->types, fe_type(fe, clang_getArrayElementType(t)),
		                  (uint64_t)clang_getArraySize(t));
	case CXType_IncompleteArray:
	case CXType_VariableArray:
		return type_array(fe->types, fe_type(fe, clang_getArrayElementType(t)), ARRAY_OPEN);
	case CXType_FunctionProto:
	case CXType_FunctionNoProto: return func_type(fe, t);
	case CXType_Enum: return enum_type(fe, t);
	case CXType_Complex: return complex_type(fe, t);
	case CXType_Vector:
	case CXType_ExtVector: return vector_type(fe, t);
	case CXType_Atomic: return atomic_type(fe, t);
	default: return opaque_type(fe, t); /* _BitInt, __bf16, blocks, double-double */
	}
}

const struct type *fe_type(struct fe *fe, CXType t) {
	t = clang_getCanonicalType(t);
	const struct type *type = bound(fe->layout, t);
	if (type)
		return type;
	if (t.kind == CXType_Record) {
		/* A qualified record is the same type, also while the fields of either are being read. */
		CXType plain = clang_getCanonicalType(clang_getCursorType(clang_getTypeDeclaration(t)));
		if (clang_equalTypes(plain, t))
			return record_type(fe, t);
		type = fe_type(fe, plain);
		bind(fe->layout, t, type);
		return type;
	}
	type = make_type(fe, t);
	bind(fe->layout, t, type);
	return type;
}

static const struct field *find_field(const struct type *record, const struct field *wanted) {
	for (uint32_t i = 0; i < record->record->n; i++)
		if (same_field(&record->record->field[i], wanted))
			return &record->record->field[i];
	return NULL;
}

/* Appends to path[depth..] the anonymous members that lead from 'from' to 'to'. */
static uint32_t path_to(const struct type *from, const struct type *to, uint32_t depth,
                        const struct field *path[16]) {
	if (from->record == to->record)
		return depth;
	if (depth == 15)
		return UINT32_MAX;
	for (uint32_t i = 0; i < from->record->n; i++) {
		const struct field *f = &from->record->field[i];
		if (f->name || !type_is_record(f->type))
			continue;
		path[depth] = f;
		uint32_t n = path_to(f->type, to, depth + 1, path);
		if (n != UINT32_MAX)
			return n;
	}
	return UINT32_MAX;
}

uint32_t fe_field_path(struct fe *fe, const struct type *record, CXCursor field_decl,
                       const struct field *path[16]) {
	if (!type_is_record(record) || clang_getCursorKind(field_decl) != CXCursor_FieldDecl)
		return 0;
	CXCursor parent = clang_getCursorSemanticParent(field_decl);
	const struct type *owner = fe_type(fe, clang_getCursorType(parent));
	if (!type_is_record(owner))
		return 0;
	struct field wanted = make_field(fe, field_decl);
	const struct field *field = find_field(owner, &wanted);
	uint32_t n = path_to(record, owner, 0, path);
	if (!field || n == UINT32_MAX)
		return 0;
	path[n] = field;
	return n + 1;
}
