/* At most one access to shared memory per instruction: threads switch between instructions, so each
 * access can be followed by those of other threads.
 *
 * Shared accesses are DEREFs, but for those in prog->private_deref, and paths that start at a
 * symbol the caller calls shared.  An instruction with more than one is taken apart in evaluation
 * order: operands left to right, the right side before the address it is stored to, each load into
 * a temporary.  && || ?: become jumps when a branch of them loads.  Structs are copied scalar by
 * scalar, because another thread may see half a copy, and unions, whose active member is not known,
 * word by word; an atomic one is one access.  Of a scalar, one access has a unit (units.h): writing
 * a bit-field reads its unit and then writes it, and what is larger than a machine word is accessed
 * in parts.  A local record, @C, holds the unit or the parts in between:
 *
 *   s.bit = v     @C.unit = s.unit;  @C.bit = v;  s.unit = @C.unit
 *   wide = v      @C.wide = v;  wide.low = @C.low;  wide.high = @C.high
 *   v = wide      @C.low = wide.low;  @C.high = wide.high;  v = @C.wide
 *
 * What models access is not divided further: their functions are those of a library.
 *
 * Runs before goto_add_checks, so that a check and the access it guards see the same pointer.
 */
#include "goto/passes/passes.h"
#include "goto/program/rewrite.h"
#include "goto/program/units.h"

enum { MAX_LEAVES = 1024 };

struct split {
	struct goto_prog *prog;
	struct function *function;
	bool (*shared)(const struct symbol *);
	struct rewrite rewrite;
	struct loc loc; /* of the current instruction, as the next */
	bool hidden, ghost;
	bool wraps; /* as of the instruction */
	bool trusted;
	struct arena *arena;
	const struct type *type_int;
	VEC(struct field *) part;       /* equal parts are one, as expr_equal wants it */
	VEC(const struct type *) bytes; /* by size: records of that many bytes; NULL: not made yet */
};

static uint32_t count_value(const struct split *, const struct expr *);

/* The number of loads that the address of 'e' needs. */
static uint32_t count_address(const struct split *s, const struct expr *e) {
	uint32_t n = 0;
	for (; e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX; e = e->arg[0])
		if (e->kind == EXPR_INDEX)
			n += count_value(s, e->arg[1]);
	return e->kind == EXPR_DEREF ? n + count_value(s, e->arg[0]) : n;
}

static bool is_private(const struct split *s, const struct expr *deref) {
	uint64_t private = false;
	map_get(&s->prog->private_deref, map_key(deref), &private);
	return private;
}

static bool is_shared(const struct split *s, const struct expr *lvalue) {
	while (lvalue->kind == EXPR_MEMBER || lvalue->kind == EXPR_INDEX)
		lvalue = lvalue->arg[0];
	if (lvalue->kind == EXPR_DEREF)
		return !is_private(s, lvalue);
	return (lvalue->kind == EXPR_SYMBOL && lvalue->symbol->storage != STORAGE_FUNCTION &&
	        s->shared(lvalue->symbol));
}

static bool is_bitfield(const struct expr *e) {
	return e->kind == EXPR_MEMBER && e->field->bit_width != NOT_BITFIELD;
}

/* Bytes between the lvalue and the structure, taken to begin at a boundary of words, that it is
 * a part of.  *align: what the structure is aligned to. */
static uint64_t distance(const struct expr *e, uint64_t *align) {
	uint64_t bytes = 0;
	for (; e->kind == EXPR_MEMBER; e = e->arg[0])
		bytes += e->field->offset / 8;
	*align = e->type->align;
	return bytes;
}

/* Is a scalar in shared memory accessed in other units than by its own bytes at once? */
static bool has_units(const struct split *s, const struct expr *e) {
	if (s->function->is_model || s->ghost || !type_is_scalar(e->type) || e->type->is_atomic ||
	    e->order != MEM_PLAIN)
		return false;
	if (is_bitfield(e))
		return true;
	const struct target *target = types_target(s->prog->types);
	uint64_t align, at = distance(e, &align), size = e->type->size;
	if (size <= target->pointer_bits / 8 && at % size == 0 && align % size == 0)
		return false;
	return unit_next(target, at, size, 0).bytes < size;
}

/* One that has units counts twice: it has to be split even if it is alone. */
static uint32_t count_access(const struct split *s, const struct expr *lvalue) {
	return is_shared(s, lvalue) ? 1 + has_units(s, lvalue) : 0;
}

static uint32_t count_value(const struct split *s, const struct expr *e) {
	if (e->kind == EXPR_ADDR)
		return count_address(s, e->arg[0]);
	if (expr_is_lvalue(e))
		return count_address(s, e) + count_access(s, e);
	uint32_t n = 0;
	for (uint32_t i = 0; i < e->nargs; i++)
		n += count_value(s, e->arg[i]);
	return n;
}

static const struct expr *make_temp(struct split *s, const struct type *type) {
	struct symbol *t = prog_add_temp(s->prog, s->function, type, s->loc);
	rewrite_add(&s->rewrite, (struct ins){.kind = INS_DECL, .sym = t, .loc = s->loc});
	return expr_symbol(s->arena, t);
}

/* A store to a temporary is ours; any other is still the user's step. */
static void assign(struct split *s, const struct expr *lhs, const struct expr *rhs) {
	struct ins new = {.kind = INS_ASSIGN, .lhs = lhs, .rhs = rhs, .loc = s->loc, .loop = NO_LOOP};
	const struct expr *object = lhs;
	while (object->kind == EXPR_MEMBER || object->kind == EXPR_INDEX)
		object = object->arg[0];
	new.ghost = s->ghost;
	new.wraps = s->wraps;
	new.trusted = s->trusted;
	new.hidden = s->hidden || (object->kind == EXPR_SYMBOL && object->symbol->is_temp);
	rewrite_keep(&s->rewrite, new);
}

static const struct expr *value(struct split *, const struct expr *);

static const struct expr *with_args(struct split *s, const struct expr *e,
                                    const struct expr *const arg[EXPR_MAX_ARGS]) {
	struct expr *copy = arena_copy(s->arena, e, sizeof *e);
	for (uint32_t i = 0; i < e->nargs; i++)
		copy->arg[i] = arg[i];
	return copy;
}

/* The same lvalue after its pointers and indices were loaded. */
static const struct expr *load_address(struct split *s, const struct expr *e) {
	if (!count_address(s, e))
		return e;
	const struct expr *arg[EXPR_MAX_ARGS] = {0};
	arg[0] = e->kind == EXPR_DEREF ? value(s, e->arg[0]) : load_address(s, e->arg[0]);
	if (e->kind == EXPR_INDEX)
		arg[1] = value(s, e->arg[1]);
	return with_args(s, e, arg);
}

static void copy(struct split *, const struct expr *to, const struct expr *from);

/* --- Units. --- */

/* A record of that many bytes, to copy them whatever they mean. */
static const struct type *bytes_type(struct split *s, uint64_t n) {
	while (s->bytes.n <= n)
		vec_push(&s->bytes, NULL);
	if (!s->bytes.at[n]) {
		struct types *types = s->prog->types;
		struct type *t = type_record(types, TYPE_UNION, NULL, s->loc);
		t->record->field = arena_new(s->arena, struct field);
		t->record->field[0] = (struct field){.type = type_array(types, type_char(types), n),
		                                     .bit_width = NOT_BITFIELD};
		t->record->n = 1;
		type_complete(t, n, 1);
		s->bytes.at[n] = t;
	}
	return s->bytes.at[n];
}

/* The unit of 'whole', shown as the member 'name' of it, or as itself. */
static const struct expr *unit(struct split *s, const struct expr *whole, struct unit u,
                               const char *name, bool is_number) {
	bool has_type = u.bytes <= 8 && !(u.bytes & (u.bytes - 1));
	struct field f = {.name = name,
	                  .offset = u.at * 8,
	                  .bit_width = NOT_BITFIELD,
	                  .is_part = true,
	                  .type = is_number && has_type
	                              ? type_int(s->prog->types, (uint32_t)u.bytes * 8, false)
	                              : bytes_type(s, u.bytes)};
	for (size_t i = 0; i < s->part.n; i++) {
		const struct field *old = s->part.at[i];
		if (old->name == f.name && old->offset == f.offset && old->type == f.type)
			return expr_part(s->arena, whole, old);
	}
	vec_push(&s->part, arena_copy(s->arena, &f, sizeof f));
	return expr_part(s->arena, whole, vec_last(&s->part));
}

/* A local record with one member like the scalar 'e', of as many bytes as its units have. */
static const struct expr *make_holder(struct split *s, const struct expr *e) {
	struct type *t = type_record(s->prog->types, TYPE_UNION, NULL, s->loc);
	struct field *f = arena_new(s->arena, struct field);
	uint64_t size = e->type->size;
	*f = (struct field){.type = e->type, .bit_width = NOT_BITFIELD, .is_part = true};
	if (is_bitfield(e)) {
		struct unit u = unit_of_bitfield(e->arg[0]->type, e->field);
		*f = *e->field;
		f->offset -= u.at * 8;
		size = u.bytes;
	}
	t->record->field = f;
	t->record->n = 1;
	type_complete(t, size, e->type->align);
	return make_temp(s, t);
}

static const struct expr *held(struct split *s, const struct expr *holder) {
	return expr_member(s->arena, holder, holder->type->record->field);
}

static void drop_holder(struct split *s, const struct expr *holder) {
	rewrite_add(&s->rewrite, (struct ins){.kind = INS_DEAD, .sym = holder->symbol, .loc = s->loc});
}

static void move_unit(struct split *s, const struct expr *memory, const struct expr *holder,
                      bool is_store) {
	assign(s, is_store ? memory : holder, is_store ? holder : memory);
}

/* Between the scalar and the holder. */
static void move_units(struct split *s, const struct expr *e, const struct expr *holder,
                       bool is_store) {
	if (is_bitfield(e)) {
		const char *name = e->field->name;
		struct unit u = unit_of_bitfield(e->arg[0]->type, e->field), first = {0, u.bytes};
		move_unit(s, unit(s, e->arg[0], u, name, true), unit(s, holder, first, name, true),
		          is_store);
		return;
	}
	uint64_t align, offset = distance(e, &align), size = e->type->size;
	bool is_number = e->type->kind != TYPE_POINTER;
	struct unit u;
	for (uint64_t at = 0; at < size; at += u.bytes) {
		u = unit_next(types_target(s->prog->types), offset, size, at);
		move_unit(s, unit(s, e, u, NULL, is_number), unit(s, holder, u, NULL, is_number), is_store);
	}
}

static const struct expr *load_units(struct split *s, const struct expr *e) {
	const struct expr *holder = make_holder(s, e), *t = make_temp(s, e->type);
	move_units(s, e, holder, false);
	assign(s, t, held(s, holder));
	drop_holder(s, holder);
	return t;
}

/* in: an assignment of a private value to a scalar that has units. */
static void store_units(struct split *s, struct ins in) {
	const struct expr *to = in.lhs, *holder = make_holder(s, to);
	if (is_bitfield(to))
		move_units(s, to, holder, false);
	in.lhs = held(s, holder);
	in.hidden = true;
	rewrite_keep(&s->rewrite, in);
	move_units(s, to, holder, true);
	drop_holder(s, holder);
}

/* --- Values. --- */

static const struct expr *load(struct split *s, const struct expr *lvalue) {
	const struct expr *at = load_address(s, lvalue);
	if (!is_shared(s, at))
		return at;
	if (has_units(s, at))
		return load_units(s, at);
	const struct expr *t = make_temp(s, at->type);
	copy(s, t, at);
	return t;
}

static const struct expr *truth(struct split *s, const struct expr *e) {
	const struct expr *not = expr_unary(s->arena, EXPR_LNOT, s->type_int, e);
	return expr_unary(s->arena, EXPR_LNOT, s->type_int, not );
}

/* a && b: t = !!a; if (!t) goto done; t = !!b; done: */
static const struct expr *logical(struct split *s, const struct expr *e) {
	const struct expr *first = value(s, e->arg[0]);
	const struct expr *t = make_temp(s, s->type_int);
	assign(s, t, truth(s, first));
	const struct expr *enough =
	    e->kind == EXPR_LOR ? t : expr_unary(s->arena, EXPR_LNOT, s->type_int, t);
	uint32_t done = rewrite_jump(&s->rewrite, enough, s->loc);
	assign(s, t, truth(s, value(s, e->arg[1])));
	rewrite_land(&s->rewrite, done);
	return t;
}

static const struct expr *conditional(struct split *s, const struct expr *e) {
	const struct expr *first = value(s, e->arg[0]);
	const struct expr *t = make_temp(s, e->type);
	const struct expr *not = expr_unary(s->arena, EXPR_LNOT, s->type_int, first);
	uint32_t otherwise = rewrite_jump(&s->rewrite, not, s->loc);
	assign(s, t, value(s, e->arg[1]));
	uint32_t done = rewrite_jump(&s->rewrite, NULL, s->loc);
	rewrite_land(&s->rewrite, otherwise);
	assign(s, t, value(s, e->arg[2]));
	rewrite_land(&s->rewrite, done);
	return t;
}

/* An expression of the same value that makes no shared access. */
static const struct expr *value(struct split *s, const struct expr *e) {
	if (!count_value(s, e))
		return e;
	const struct expr *arg[EXPR_MAX_ARGS] = {0};
	if (e->kind == EXPR_ADDR) {
		arg[0] = load_address(s, e->arg[0]);
		return with_args(s, e, arg);
	}
	if (expr_is_lvalue(e))
		return load(s, e);
	bool branches = e->kind == EXPR_LAND || e->kind == EXPR_LOR || e->kind == EXPR_COND;
	if (branches && (count_value(s, e->arg[1]) || (e->nargs > 2 && count_value(s, e->arg[2]))))
		return e->kind == EXPR_COND ? conditional(s, e) : logical(s, e);
	for (uint32_t i = 0; i < e->nargs; i++)
		arg[i] = value(s, e->arg[i]);
	return with_args(s, e, arg);
}

/* Is a union copied in parts? */
static bool has_parts(const struct split *s, const struct type *t) {
	return t->kind == TYPE_UNION && !s->function->is_model && !s->ghost &&
	       t->size > types_target(s->prog->types)->pointer_bits / 8;
}

static uint64_t count_leaves(const struct split *s, const struct type *t) {
	if (t->kind == TYPE_ARRAY && t->n != ARRAY_OPEN) {
		uint64_t each = count_leaves(s, t->elem);
		return t->n > MAX_LEAVES || each > MAX_LEAVES ? MAX_LEAVES + 1 : t->n * each;
	}
	uint64_t n = 0;
	if (has_parts(s, t) && !t->is_atomic)
		return t->size / (types_target(s->prog->types)->pointer_bits / 8) + 1;
	if (t->kind != TYPE_STRUCT || t->is_atomic)
		return t->kind != TYPE_ARRAY;
	for (uint32_t i = 0; i < t->record->n && n <= MAX_LEAVES; i++)
		n += count_leaves(s, t->record->field[i].type);
	return n;
}

/* A part of 'whole', accessed with its order if that is atomic. */
static const struct expr *part(struct split *s, const struct expr *whole, const struct expr *part) {
	if (whole->order == MEM_PLAIN)
		return part;
	return expr_ordered(s->arena, part, whole->order, whole->failure_order);
}

static void copy_leaves(struct split *, const struct expr *to, const struct expr *from);

static void copy_unit(struct split *s, const struct expr *to, const struct expr *from,
                      struct unit u, const char *name, bool is_number) {
	copy_leaves(s, part(s, to, unit(s, to, u, name, is_number)),
	            part(s, from, unit(s, from, u, name, is_number)));
}

/* The bytes of a record, word by word. */
static void copy_words(struct split *s, const struct expr *to, const struct expr *from,
                       struct unit all, const char *name) {
	struct unit u;
	for (uint64_t at = 0; at < all.bytes; at += u.bytes) {
		u = unit_next(types_target(s->prog->types), all.at, all.bytes, at);
		copy_unit(s, to, from, (struct unit){all.at + u.at, u.bytes}, name, name != NULL);
	}
}

/* Adjacent bit-fields are copied together. */
static void copy_fields(struct split *s, const struct expr *to, const struct expr *from) {
	const struct record *r = to->type->record;
	uint64_t done = 0;
	for (uint32_t i = 0; i < r->n; i++) {
		const struct field *f = &r->field[i];
		if (f->bit_width == NOT_BITFIELD) {
			copy_leaves(s, part(s, to, expr_member(s->arena, to, f)),
			            part(s, from, expr_member(s->arena, from, f)));
		} else if (f->name) { /* not padding */
			struct unit all = unit_location(to->type, f);
			if (all.at >= done)
				copy_words(s, to, from, all, f->name);
			done = all.at + all.bytes;
		}
	}
}

static void copy_leaf(struct split *s, const struct expr *to, const struct expr *from) {
	struct ins in = {.kind = INS_ASSIGN, .lhs = to, .rhs = from, .loc = s->loc, .loop = NO_LOOP};
	if (is_shared(s, to) && has_units(s, to))
		store_units(s, in);
	else
		assign(s, to, is_shared(s, from) && has_units(s, from) ? load_units(s, from) : from);
}

static void copy_leaves(struct split *s, const struct expr *to, const struct expr *from) {
	const struct type *t = to->type;
	bool in_one = t->is_atomic || from->type->is_atomic;
	if (t->kind == TYPE_ARRAY) {
		for (uint64_t i = 0; t->n != ARRAY_OPEN && i < t->n; i++) {
			const struct expr *ix = expr_u64(s->arena, type_size(s->prog->types), i);
			copy_leaves(s, part(s, to, expr_index(s->arena, to, ix)),
			            part(s, from, expr_index(s->arena, from, ix)));
		}
	} else if (t->kind == TYPE_STRUCT && !in_one) {
		copy_fields(s, to, from);
	} else if (has_parts(s, t) && !in_one) {
		copy_words(s, to, from, (struct unit){0, t->size}, NULL);
	} else if (is_shared(s, to) && is_shared(s, from)) {
		const struct expr *temp = make_temp(s, t->is_atomic ? from->type : t);
		copy_leaves(s, temp, from);
		copy_leaves(s, to, temp);
		if (type_is_record(t)) /* it is in memory: what it held would tell states apart */
			drop_holder(s, temp);
	} else {
		copy_leaf(s, to, from);
	}
}

/* Pointers and indices of both sides are loaded already. */
static void copy(struct split *s, const struct expr *to, const struct expr *from) {
	if (count_leaves(s, to->type) > MAX_LEAVES) {
		rewrite_add(&s->rewrite, (struct ins){.kind = INS_UNSUPPORTED,
		                                      .loc = s->loc,
		                                      .text = "copy of a large struct that threads share"});
		assign(s, to, from);
		return;
	}
	copy_leaves(s, to, from);
}

static void split_assign(struct split *s, struct ins in) {
	bool is_store = is_shared(s, in.lhs);
	if (type_is_record(in.lhs->type)) {
		const struct expr *from = load_address(s, in.rhs);
		copy(s, load_address(s, in.lhs), from);
		return;
	}
	/* a load that ends up in private memory needs no temporary of its own */
	if (!is_store && expr_is_lvalue(in.rhs) && !count_address(s, in.lhs) &&
	    !(is_shared(s, in.rhs) && has_units(s, in.rhs)))
		in.rhs = load_address(s, in.rhs);
	else
		in.rhs = value(s, in.rhs);
	in.lhs = load_address(s, in.lhs);
	if (is_store && has_units(s, in.lhs))
		store_units(s, in);
	else
		rewrite_keep(&s->rewrite, in);
}

static void split_call(struct split *s, struct ins in) {
	if (!(in.rhs->kind == EXPR_SYMBOL && in.rhs->symbol->storage == STORAGE_FUNCTION))
		in.rhs = value(s, in.rhs);
	const struct expr **arg = arena_array(s->arena, const struct expr *, in.nargs);
	for (uint32_t i = 0; i < in.nargs; i++)
		arg[i] = value(s, in.arg[i]);
	in.arg = arg;
	const struct expr *lhs = in.lhs;
	bool is_store = lhs && (is_shared(s, lhs) || count_address(s, lhs));
	if (is_store)
		in.lhs = make_temp(s, lhs->type);
	rewrite_keep(&s->rewrite, in);
	if (is_store)
		copy(s, load_address(s, lhs), in.lhs);
}

static bool is_record_copy(const struct split *s, const struct ins *in) {
	if (in->kind != INS_ASSIGN && in->kind != INS_RETURN)
		return false;
	return in->rhs && type_is_record(in->rhs->type) &&
	       (is_shared(s, in->rhs) || (in->lhs && is_shared(s, in->lhs)));
}

static bool needs_split(const struct split *s, const struct ins *in) {
	uint32_t n = 0;
	if (in->kind == INS_ATOMIC_BEGIN) /* its condition is evaluated in one piece */
		return false;
	if (in->kind == INS_CALL) {
		for (uint32_t i = 0; i < in->nargs; i++)
			n += count_value(s, in->arg[i]);
		return n || count_value(s, in->rhs) ||
		       (in->lhs && (is_shared(s, in->lhs) || count_address(s, in->lhs)));
	}
	if (in->rhs)
		n += count_value(s, in->rhs);
	if (in->lhs)
		n += count_address(s, in->lhs) + count_access(s, in->lhs);
	return n > 1 || is_record_copy(s, in);
}

static void split_ins(struct split *s, struct ins in) {
	s->loc = in.loc;
	s->hidden = in.hidden;
	s->ghost = in.ghost;
	s->wraps = in.wraps;
	s->trusted = in.trusted;
	if (!needs_split(s, &in)) {
		rewrite_keep(&s->rewrite, in);
		return;
	}
	switch (in.kind) {
	case INS_ASSIGN: split_assign(s, in); return;
	case INS_CALL: split_call(s, in); return;
	default:
		if (in.rhs)
			in.rhs = value(s, in.rhs);
		if (in.lhs)
			in.lhs = load_address(s, in.lhs);
		rewrite_keep(&s->rewrite, in);
	}
}

void goto_split_shared(struct goto_prog *p, bool (*shared)(const struct symbol *)) {
	struct split s = {
	    .prog = p, .shared = shared, .arena = p->arena, .type_int = type_c_int(p->types)};
	for (size_t i = 0; i < p->function.n; i++) {
		struct function *f = s.function = p->function.at[i];
		if (f->is_atomic) /* no other thread runs in between */
			continue;
		rewrite_open(&s.rewrite, f);
		for (uint32_t k = 0; k < f->ins.n; k++) {
			rewrite_at(&s.rewrite, k);
			split_ins(&s, f->ins.at[k]);
		}
		rewrite_close(&s.rewrite);
	}
	vec_free(&s.part);
	vec_free(&s.bytes);
}
