/* Writes initialisers down.  Automatic objects: parts that are not mentioned become zero, by one
 * store each or, when there are many, by filling the memory.  Static objects start as zero. */
#include "frontend/lower/lower_expr.h"

#include "frontend/code/literal.h"
#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_init.h"
#include "frontend/code/lower_value.h"

enum { MANY = 64 }; /* scalars */

/* Number of scalars in the type, at most MANY + 1. */
static uint64_t leaves(const struct type *t) {
	uint64_t n = 0;
	if (t->kind == TYPE_ARRAY) {
		if (t->n == ARRAY_OPEN)
			return t->vla ? MANY + 1 : 0;
		n = t->n > MANY ? MANY + 1 : t->n * leaves(t->elem);
	} else if (type_is_record(t)) {
		for (uint32_t i = 0; i < t->record->n && n <= MANY; i++)
			n += leaves(t->record->field[i].type);
	} else {
		n = 1;
	}
	return n > MANY ? MANY + 1 : n;
}

static void fill(struct lw *lw, const struct expr *object) {
	const struct type *param[3] = {type_void_pointer(lw->types), type_c_int(lw->types),
	                               type_size(lw->types)};
	const struct expr *arg[3] = {lw_convert(lw, param[0], lw_addr(lw, object)), lw_int(lw, 0),
	                             lw_sizeof(lw, object->type)};
	lw_call(lw, NULL, lw_named(lw, intrinsic_name(INTRINSIC_SET), type_void(lw->types), param, 3),
	        3, arg);
}

static bool is_covered(const struct lw_entries *e, uint64_t offset, uint64_t size) {
	for (size_t i = 0; e && i < e->at.n; i++)
		if (e->at.at[i].offset <= offset && e->at.at[i].offset + e->at.at[i].size >= offset + size)
			return true;
	return false;
}

/* A scalar member as large as the union: writing it leaves no byte behind. */
static const struct field *covering_scalar(const struct type *t) {
	for (uint32_t i = 0; i < t->record->n; i++) {
		const struct field *f = &t->record->field[i];
		if (type_is_scalar(f->type) && f->type->size == t->size && f->bit_width == NOT_BITFIELD &&
		    f->type->bits == f->type->size * 8)
			return f;
	}
	return NULL;
}

/* Zero for every scalar of 'o' that no entry writes as a whole; offset and size in bits. */
static void zero_rest(struct lw *lw, const struct expr *o, uint64_t offset, uint64_t size,
                      const struct lw_entries *entries) {
	const struct type *t = o->type;
	if (is_covered(entries, offset, size))
		return;
	if (t->kind == TYPE_ARRAY) {
		for (uint64_t i = 0; t->n != ARRAY_OPEN && i < t->n; i++)
			zero_rest(lw, expr_index(lw->arena, o, lw_size(lw, i)), offset + i * t->elem->size * 8,
			          t->elem->size * 8, entries);
	} else if (t->kind == TYPE_UNION) {
		const struct field *f = covering_scalar(t);
		if (f)
			zero_rest(lw, expr_member(lw->arena, o, f), offset, f->type->size * 8, entries);
		else
			fill(lw, o);
	} else if (t->kind == TYPE_STRUCT) {
		for (uint32_t i = 0; i < t->record->n; i++) {
			const struct field *f = &t->record->field[i];
			if (!f->name && f->bit_width != NOT_BITFIELD)
				continue;
			uint64_t n = f->bit_width != NOT_BITFIELD ? f->bit_width : f->type->size * 8;
			zero_rest(lw, expr_member(lw->arena, o, f), offset + f->offset, n, entries);
		}
	} else if (type_is_scalar(t)) {
		lw_assign(lw, o, expr_u64(lw->arena, type_unatomic(lw->types, t), 0));
	} else {
		fill(lw, o);
	}
}

void lw_zero(struct lw *lw, const struct expr *object) {
	if (leaves(object->type) > MANY)
		fill(lw, object);
	else
		zero_rest(lw, object, 0, object->type->size * 8, NULL);
}

/* One element of string data as a constant. */
static const struct expr *element(struct lw *lw, const struct type *type, const uint8_t *at) {
	uint64_t value = 0, n = type->size;
	for (uint64_t i = 0; i < n; i++) {
		uint64_t shift = lw->fe->prog->target.big_endian ? n - 1 - i : i;
		value |= (uint64_t)at[i] << (8 * shift);
	}
	return expr_u64(lw->arena, type, value);
}

static void copy_string(struct lw *lw, const struct expr *array, CXCursor literal) {
	const struct type *pointer = type_void_pointer(lw->types);
	const struct type *param[3] = {pointer, pointer, type_size(lw->types)};
	const struct expr *from = lw_string(lw, literal);
	uint64_t n = from->type->size < array->type->size ? from->type->size : array->type->size;
	if (n < array->type->size)
		fill(lw, array);
	const struct expr *arg[3] = {lw_convert(lw, pointer, lw_addr(lw, array)),
	                             lw_convert(lw, pointer, lw_addr(lw, from)), lw_size(lw, n)};
	lw_call(lw, NULL, lw_named(lw, intrinsic_name(INTRINSIC_COPY), type_void(lw->types), param, 3),
	        3, arg);
}

static void store_string(struct lw *lw, const struct expr *array, CXCursor literal) {
	const struct type *elem = array->type->elem;
	uint8_t *bytes;
	uint64_t n, count = array->type->n;
	if (!lw_string_bytes(lw, literal, elem->size, &bytes, &n)) {
		lw_unsupported(lw, NULL, "a string literal that cannot be read");
		return;
	}
	n /= elem->size;
	if (!lw->is_static && count > MANY) {
		copy_string(lw, array, literal);
		return;
	}
	if (count == ARRAY_OPEN)
		count = n; /* flexible member; it is zero behind the characters */
	for (uint64_t i = 0; i < count; i++) {
		if (i >= n && lw->is_static)
			break;
		const struct expr *value =
		    i < n ? element(lw, elem, bytes + i * elem->size) : expr_u64(lw->arena, elem, 0);
		lw_assign(lw, expr_index(lw->arena, array, lw_size(lw, i)), value);
	}
}

static void store_entry(struct lw *lw, const struct lw_entry *e) {
	if (e->is_string)
		store_string(lw, e->lhs, e->value);
	else
		lw_assign_from(lw, e->lhs, e->value);
}

/* Initialisation is not atomic: of stores to parts of a variable made since 'mark'. */
static void make_plain(struct lw *lw, size_t mark, const struct symbol *variable) {
	for (size_t i = mark; i < lw->code.n; i++) {
		struct ins *in = &lw->code.at[i].ins;
		if (lw->code.at[i].is_label || !in->lhs || in->lhs->order == MEM_PLAIN)
			continue;
		const struct expr *root = in->lhs;
		while (root->kind == EXPR_MEMBER || root->kind == EXPR_INDEX)
			root = root->arg[0];
		if (root->kind == EXPR_SYMBOL && root->symbol == variable)
			in->lhs = expr_ordered(lw->arena, in->lhs, MEM_PLAIN, MEM_PLAIN);
	}
}

static void initialise(struct lw *lw, const struct expr *object, CXCursor init) {
	bool is_list = clang_getCursorKind(lw_skip_parens(lw, init)) == CXCursor_InitListExpr;
	if (object->type->kind != TYPE_ARRAY && !(is_list && type_is_record(object->type))) {
		lw_assign_from(lw, object, init);
		return;
	}
	struct lw_entries entries = {0};
	lw_init_list(lw, object, lw_skip_parens(lw, init), &entries);
	if (leaves(object->type) <= MANY)
		zero_rest(lw, object, 0, object->type->size * 8, &entries);
	else if (!is_covered(&entries, 0, object->type->size * 8))
		fill(lw, object);
	for (size_t i = 0; i < entries.at.n; i++) {
		lw_scope_open(lw, false);
		store_entry(lw, &entries.at.at[i]);
		lw_scope_close(lw);
	}
	vec_free(&entries.at);
}

void lw_initialise(struct lw *lw, const struct expr *variable, CXCursor init) {
	size_t mark = lw_mark(lw);
	initialise(lw, variable, init);
	make_plain(lw, mark, variable->symbol);
}

static void store_static_entry(struct lw *lw, const struct lw_entry *e, uint64_t written) {
	if (e->is_string) {
		store_string(lw, e->lhs, e->value);
		return;
	}
	const struct expr *value = lw_value(lw, e->value);
	if (!value)
		return;
	bool is_zero = value->kind == EXPR_CONST && bits_is_zero(value->bits);
	if (!is_zero || e->offset < written)
		lw_assign(lw, e->lhs, value);
}

/* Bytes beyond the type's size that the entries reach: a flexible array member. */
static uint64_t extra(const struct type *type, const struct lw_entries *entries) {
	uint64_t end = 0;
	for (size_t i = 0; i < entries->at.n; i++) {
		uint64_t e = (entries->at.at[i].offset + entries->at.at[i].size + 7) / 8;
		end = e > end ? e : end;
	}
	return end > type->size ? end - type->size : 0;
}

void lw_initialise_static(struct lw *lw, struct symbol *symbol, CXCursor init) {
	const struct type *type = symbol->type;
	CXCursor literal;
	uint8_t *bytes;
	uint64_t n;
	if (lw_string_initialiser(lw, type, init, &literal) &&
	    lw_string_bytes(lw, literal, type->elem->size, &bytes, &n)) {
		symbol->nbytes = n < type->size ? n : type->size;
		symbol->bytes = arena_copy(lw->arena, bytes, symbol->nbytes ? symbol->nbytes : 1);
		return;
	}
	struct lw_entries entries = {0};
	const struct expr *object = expr_symbol(lw->arena, symbol);
	if (type_is_aggregate(type))
		lw_init_list(lw, object, lw_skip_parens(lw, init), &entries);
	else
		vec_push(&entries.at, ((struct lw_entry){object, 0, type->size * 8, init, false}));
	symbol->extra_size = extra(type, &entries);
	uint64_t written = 0;
	size_t mark = lw_mark(lw);
	for (size_t i = 0; i < entries.at.n; i++) {
		const struct lw_entry *e = &entries.at.at[i];
		lw_at(lw, e->value);
		store_static_entry(lw, e, written);
		written = e->offset + e->size > written ? e->offset + e->size : written;
	}
	make_plain(lw, mark, symbol);
	vec_free(&entries.at);
}
