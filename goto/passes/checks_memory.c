/* Checks of accesses: bounds of arrays, pointers that are followed, sizes of what is read and
 * written. */
#include "goto/passes/checks.h"

/* Of a symbol the declared type: a later declaration may have completed it. */
static const struct type *array_type(const struct expr *array) {
	return array->kind == EXPR_SYMBOL ? array->symbol->type : array->type;
}

static const struct expr *root(const struct expr *e) {
	while (e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX)
		e = e->arg[0];
	return e;
}

/* The array's type does not tell where it ends: incomplete, flexible, or the old idiom of a last
 * member of 0 or 1 elements behind which more was allocated. */
static bool is_open(const struct expr *array) {
	const struct type *t = array_type(array);
	if (t->vla)
		return false;
	if (t->n == ARRAY_OPEN)
		return true;
	if (t->n > 1 || array->kind != EXPR_MEMBER || root(array)->kind != EXPR_DEREF)
		return false;
	const struct record *r = array->arg[0]->type->record;
	return array->field == &r->field[r->n - 1];
}

static bool has_open(const struct expr *e) {
	for (; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
		if (e->kind == EXPR_INDEX && is_open(e->arg[0]))
			return true;
	return false;
}

/* Index as size_t: negative ones become huge, so one comparison checks both ends. */
static const struct expr *index_below(struct checks *c, const struct expr *ix, const struct expr *n,
                                      bool one_past) {
	enum expr_kind kind = one_past ? EXPR_LE : EXPR_LT;
	if (ix->type->bits <= c->type_size->bits)
		return checks_compare(c, kind, expr_cast(c->arena, c->type_size, ix),
		                      expr_cast(c->arena, c->type_size, n));
	const struct expr *zero = expr_u64(c->arena, ix->type, 0);
	return checks_and(c, checks_compare(c, EXPR_GE, ix, zero),
	                  checks_compare(c, kind, ix, expr_cast(c->arena, ix->type, n)));
}

static bool is_constant_below(const struct expr *ix, uint64_t n, bool one_past) {
	if (ix->kind != EXPR_CONST || !bits_fits_u64(ix->bits))
		return false;
	if (ix->type->is_signed && bits_test(ix->bits, ix->bits.width - 1))
		return false;
	return ix->bits.lo < n || (one_past && ix->bits.lo == n);
}

static void check_bounds(struct checks *c, const struct expr *e, bool one_past,
                         const struct expr *guard) {
	const struct expr *array = e->arg[0], *ix = e->arg[1];
	const struct type *t = array_type(array);
	if (!c->config->bounds || is_open(array) || (!t->vla && is_constant_below(ix, t->n, one_past)))
		return;
	const struct expr *n = t->vla ? t->vla : expr_u64(c->arena, c->type_size, t->n);
	checks_assert(c, PROPERTY_BOUNDS, guard, index_below(c, ix, n, one_past),
	              arena_printf(c->arena, "array index %s out of bounds of %s (%s element%s)",
	                           checks_quote(c, ix), checks_quote(c, array), expr_print(c->arena, n),
	                           expr_is_true(n) && t->n == 1 ? "" : "s"));
}

/* A pointer into the same object, without arithmetic and conversions: 'p' of 'p + i'. */
static const struct expr *same_object(const struct expr *p) {
	while (p->kind == EXPR_PTRADD ||
	       (p->kind == EXPR_CAST && p->arg[0]->type->kind == TYPE_POINTER))
		p = p->arg[0];
	return p;
}

static bool has_model(const struct checks *c, const char *name) {
	const struct symbol *s = prog_find(c->prog, name);
	return s && s->function;
}

/* A mapping that munmap has ended.  Only programs that unmap something pay for it. */
static void check_mapping(struct checks *c, const struct expr *p, const struct expr *guard) {
	if (!has_model(c, "munmap"))
		return;
	const struct expr *is_gone =
	    checks_and(c, checks_test(c, BUILTIN_IS_MAPPING, p, NULL),
	               checks_not(c, checks_test(c, BUILTIN_IS_LIVE, p, NULL)));
	checks_assert(
	    c, PROPERTY_POINTER, guard, checks_not(c, is_gone),
	    arena_printf(c->arena, "use of memory that was unmapped: %s", checks_quote(c, p)));
}

static void check_object(struct checks *c, const struct expr *p, const struct expr *guard) {
	static const struct {
		enum builtin wrong;
		const char *text;
	} way[] = {
	    {BUILTIN_IS_NULL_OBJECT, "null or invalid pointer dereferenced: %s"},
	    {BUILTIN_IS_FREED, "use after free: %s"},
	    {BUILTIN_IS_DEAD, "pointer to an object whose lifetime has ended: %s"},
	};
	p = same_object(p);
	if (p->kind == EXPR_ADDR && root(p->arg[0])->kind == EXPR_SYMBOL)
		return; /* of a variable, which exists */
	for (size_t i = 0; i < sizeof way / sizeof *way; i++)
		checks_assert(c, PROPERTY_POINTER, guard,
		              checks_not(c, checks_test(c, way[i].wrong, p, NULL)),
		              arena_printf(c->arena, way[i].text, checks_quote(c, p)));
	check_mapping(c, p, guard);
}

/* What an access to 'e' must find inside the object: the largest part of e's path that lies at a
 * constant distance from its root.  An array whose index was checked stands for its elements, so
 * that the condition folds when the pointer is known. */
static const struct expr *extent(const struct expr *e) {
	if (e->kind != EXPR_MEMBER && e->kind != EXPR_INDEX)
		return e;
	const struct expr *part = extent(e->arg[0]);
	if (part != e->arg[0])
		return part;
	bool varies = e->kind == EXPR_INDEX && e->arg[1]->kind != EXPR_CONST;
	return varies && !type_has_vla(part->type) ? part : e;
}

static bool is_bitfield(const struct expr *e) {
	return e->kind == EXPR_MEMBER && e->field->bit_width != NOT_BITFIELD;
}

/* 'test' (READABLE or WRITABLE) of the bytes of 'part'; NULL if it has none. */
static const struct expr *test_bytes(struct checks *c, enum builtin test, const struct expr *part) {
	struct types *types = c->prog->types;
	const struct expr *address;
	uint64_t size = part->type->size;
	if (is_bitfield(part)) {
		const struct type *bytes = type_pointer(types, type_char(types));
		uint64_t offset = part->field->offset;
		address = expr_cast(c->arena, bytes, expr_addr(c->arena, types, part->arg[0]));
		address = expr_binary(c->arena, EXPR_PTRADD, bytes, address,
		                      expr_u64(c->arena, c->type_size, offset / 8));
		size = (offset % 8 + part->field->bit_width + 7) / 8;
	} else {
		address = expr_addr(c->arena, types, part);
	}
	if (!size)
		return NULL;
	return checks_test(c, test, address, expr_u64(c->arena, c->type_size, size));
}

/* The size of an array that is only declared is unknown; symex reports such an access as
 * unsupported. */
static bool is_defined(const struct expr *symbol) {
	return symbol->kind == EXPR_SYMBOL && !symbol->symbol->is_extern;
}

/* Tells why an access is wrong that is inside the object. */
static void check_protection(struct checks *c, const struct expr *e, const struct expr *part,
                             enum access_purpose access, const struct expr *guard) {
	bool writes = access == ACCESS_WRITE;
	if (is_bitfield(part))
		return;
	const struct expr *address = expr_addr(c->arena, c->prog->types, part);
	const struct expr *forbidden = checks_test(c, BUILTIN_IS_FORBIDDEN, address,
	                                           expr_u64(c->arena, c->type_int, writes ? 2 : 1));
	checks_assert(c, PROPERTY_POINTER, guard, checks_not(c, forbidden),
	              arena_printf(c->arena, "the protection of the memory forbids to %s %s",
	                           writes ? "write" : "read", checks_quote(c, e)));
}

static void check_access(struct checks *c, const struct expr *e, enum access_purpose access,
                         const struct expr *guard) {
	const struct expr *from = root(e);
	bool open = has_open(e);
	if (from->kind != EXPR_DEREF && !(open && is_defined(from)))
		return;
	if (!c->config->pointer && !c->config->bounds && !c->config->alignment)
		return;
	const struct expr *part = open ? e : extent(e);
	const struct expr *inside = test_bytes(c, BUILTIN_READABLE, part);
	if (!inside)
		return;
	if (from->kind != EXPR_DEREF) {
		checks_assert(c, PROPERTY_BOUNDS, guard, inside,
		              arena_printf(c->arena, "array index out of bounds: %s", checks_quote(c, e)));
		return;
	}
	const struct expr *p = from->arg[0];
	check_object(c, p, guard);
	if (c->config->alignment && from->type->align > 1 && !c->function->is_model)
		checks_assert(c, PROPERTY_ALIGNMENT, guard,
		              checks_test(c, BUILTIN_IS_ALIGNED, p,
		                          expr_u64(c->arena, c->type_size, from->type->align)),
		              arena_printf(c->arena, "pointer %s is not aligned to %u bytes",
		                           checks_quote(c, p), from->type->align));
	if (has_model(c, "mprotect"))
		check_protection(c, e, part, access, guard);
	checks_assert(
	    c, PROPERTY_POINTER, guard, inside,
	    arena_printf(c->arena, "access out of bounds of the object: %s", checks_quote(c, e)));
	if (access == ACCESS_WRITE)
		checks_assert(c, PROPERTY_POINTER, guard, test_bytes(c, BUILTIN_WRITABLE, part),
		              arena_printf(c->arena, "write to constant memory: %s", checks_quote(c, e)));
}

/* An address may be one past the end of the array that the last index steps through; an index of
 * 0 after it (the decay of the element) does not move it. */
static void check_path(struct checks *c, const struct expr *e, bool may_be_past,
                       const struct expr *guard) {
	switch (e->kind) {
	case EXPR_MEMBER: check_path(c, e->arg[0], false, guard); return;
	case EXPR_INDEX:
		check_path(c, e->arg[0], may_be_past && expr_is_false(e->arg[1]), guard);
		checks_value(c, e->arg[1], guard);
		check_bounds(c, e, may_be_past, guard);
		return;
	case EXPR_DEREF: checks_value(c, e->arg[0], guard); return;
	default: return;
	}
}

void checks_lvalue(struct checks *c, const struct expr *e, enum access_purpose access,
                   const struct expr *guard) {
	check_path(c, e, access == ACCESS_ADDRESS, guard);
	if (access != ACCESS_ADDRESS)
		check_access(c, e, access, guard);
}
