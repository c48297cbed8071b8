#include "frontend/machine/asm.h"

#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"

const struct type *asm_type(struct asm_machine *m, uint32_t bits) {
	return type_int(m->lw->types, bits, false);
}

const struct expr *asm_any(struct asm_machine *m, const struct type *type, const char *name) {
	const struct expr *any = lw_temp(m->lw, type);
	lw_emit(m->lw, (struct ins){.kind = INS_ASSIGN,
	                            .lhs = any,
	                            .rhs = expr_nondet(m->lw->arena, type),
	                            .text = name,
	                            .hidden = true});
	return any;
}

const struct expr *asm_number(struct asm_machine *m, uint32_t bits, uint64_t number) {
	if (bits < 64)
		number &= (UINT64_C(1) << bits) - 1;
	return expr_u64(m->lw->arena, asm_type(m, bits), number);
}

const struct expr *asm_bits(struct asm_machine *m, uint32_t bits, const struct expr *e) {
	if (e->type->kind == TYPE_POINTER)
		e = lw_convert(m->lw, asm_type(m, e->type->bits), e);
	return lw_convert(m->lw, asm_type(m, bits), e);
}

const struct expr *asm_word(struct asm_machine *m, uint32_t bits, const struct expr *e) {
	return bits == m->bits && e->type->kind == TYPE_POINTER ? e : asm_bits(m, bits, e);
}

const struct expr *asm_op(struct asm_machine *m, enum expr_kind kind, uint32_t bits,
                          const struct expr *a, const struct expr *b) {
	return expr_binary(m->lw->arena, kind, asm_type(m, bits), asm_bits(m, bits, a),
	                   asm_bits(m, bits, b));
}

static const struct expr *compare(struct asm_machine *m, enum expr_kind kind, const struct expr *a,
                                  const struct expr *b) {
	return expr_binary(m->lw->arena, kind, type_c_int(m->lw->types), a, b);
}

const struct expr *asm_same(struct asm_machine *m, const struct expr *a, const struct expr *b) {
	if (a->type->kind == TYPE_POINTER || b->type->kind == TYPE_POINTER) {
		const struct type *type = a->type->kind == TYPE_POINTER ? a->type : b->type;
		return compare(m, EXPR_EQ, lw_convert(m->lw, type, a), lw_convert(m->lw, type, b));
	}
	uint32_t bits = (uint32_t)a->type->size * 8;
	return compare(m, EXPR_EQ, asm_bits(m, bits, a), asm_bits(m, bits, b));
}

uint32_t asm_reg_bits(const struct asm_arg *arg) {
	return arg->kind == ASM_REGISTER ? arg->bits : 0;
}

const struct expr *asm_read_reg(struct asm_machine *m, uint32_t reg, uint32_t bits) {
	const struct asm_reg *r = &m->reg.at[reg];
	return asm_word(m, bits, r->var ? r->var : r->value);
}

const struct expr *asm_read(struct asm_machine *m, const struct asm_arg *arg, uint32_t bits) {
	if (arg->kind == ASM_NUMBER)
		return asm_number(m, bits, (uint64_t)arg->number);
	if (arg->is_high)
		return asm_bits(m, bits,
		                asm_op(m, EXPR_SHR, m->bits, asm_read_reg(m, arg->reg, m->bits),
		                       asm_number(m, m->bits, 8)));
	return arg->kind == ASM_REGISTER ? asm_read_reg(m, arg->reg, bits) : NULL;
}

/* What is above the 32 bits that are written becomes zero on all processors here; 8 or 16 bits of
 * x86 leave it as it is. */
bool asm_write_reg(struct asm_machine *m, uint32_t reg, uint32_t bits, const struct expr *e) {
	const struct asm_reg *r = &m->reg.at[reg];
	if (r->hard && !strcmp(r->hard, "xzr"))
		return true;
	if (!r->may_change || !r->var)
		return false;
	if (bits < 32 && m->arch == ASM_X86) {
		const struct expr *old = asm_bits(m, m->bits, r->var);
		old = asm_op(m, EXPR_BITAND, m->bits, old, asm_number(m, m->bits, UINT64_MAX << bits));
		e = asm_op(m, EXPR_BITOR, m->bits, old, asm_bits(m, bits, e));
	} else if (bits < m->bits || e->type->kind != TYPE_POINTER) {
		e = asm_bits(m, m->bits, asm_bits(m, bits, e));
	}
	lw_assign(m->lw, r->var, e);
	return true;
}

bool asm_write(struct asm_machine *m, const struct asm_arg *arg, uint32_t bits,
               const struct expr *e) {
	return arg->kind == ASM_REGISTER && !arg->is_high && asm_write_reg(m, arg->reg, bits, e);
}

static bool is_word_type(const struct type *type, uint32_t bits) {
	return (type_is_integer(type) || type->kind == TYPE_POINTER) && type->size * 8 == bits;
}

/* The part of an object at its beginning that has that many bits: struct { int counter; }. */
static const struct expr *first_word(struct asm_machine *m, const struct expr *e, uint32_t bits) {
	for (;;) {
		const struct type *t = e->type;
		if (is_word_type(t, bits))
			return e;
		if (t->kind == TYPE_ARRAY && t->n) {
			e = expr_index(m->lw->arena, e, expr_u64(m->lw->arena, type_size(m->lw->types), 0));
			continue;
		}
		const struct field *f = type_is_record(t) && t->record->n ? &t->record->field[0] : NULL;
		if (!f || f->offset || f->bit_width != NOT_BITFIELD || f->type->size * 8 < bits)
			return NULL;
		e = expr_member(m->lw->arena, e, f);
	}
}

/* Like the register whose value it has, if that is a pointer. */
static const struct type *word_type(struct asm_machine *m, uint32_t bits, uint32_t like) {
	const struct type *type = like == ASM_NONE ? NULL : m->reg.at[like].type;
	bool is_pointer = type && type->kind == TYPE_POINTER && bits == m->bits;
	return is_pointer ? type : asm_type(m, bits);
}

/* The address that an argument has, as a pointer to anything. */
static const struct expr *address(struct asm_machine *m, const struct asm_arg *arg) {
	struct lw *lw = m->lw;
	if (arg->operand != ASM_NONE)
		return lw_addr(lw, m->operand[arg->operand].lvalue);
	const struct expr *pointer = asm_read_reg(m, arg->reg, m->bits);
	if (pointer->type->kind == TYPE_POINTER && !arg->number)
		return pointer;
	pointer = lw_convert(lw, type_pointer(lw->types, type_char(lw->types)), pointer);
	if (!arg->number)
		return pointer;
	return lw_pointer_add(
	    lw, pointer, expr_u64(lw->arena, type_ptrdiff(lw->types), (uint64_t)arg->number), false);
}

static const struct expr *ordered(struct asm_machine *m, const struct expr *e,
                                  enum mem_order order) {
	if (order == MEM_PLAIN)
		return e;
	m->lw->fe->prog->orders_in_assembly = true;
	return expr_ordered(m->lw->arena, e, order, MEM_PLAIN);
}

static bool is_bit_field(const struct expr *e) {
	return e->kind == EXPR_MEMBER && e->field->bit_width != NOT_BITFIELD;
}

const struct expr *asm_memory(struct asm_machine *m, const struct asm_arg *arg, uint32_t bits,
                              const struct asm_arg *like, enum mem_order order) {
	struct lw *lw = m->lw;
	if (arg->kind != ASM_MEMORY)
		return NULL;
	const struct expr *object = arg->operand != ASM_NONE ? m->operand[arg->operand].lvalue : NULL;
	const struct expr *pointer = object && is_bit_field(object) ? NULL : address(m, arg), *e = NULL;
	if (object)
		e = first_word(m, object, bits);
	else if (pointer->type->elem->size)
		e = first_word(m, lw_deref(lw, pointer), bits);
	if (!e && !pointer)
		return NULL;
	if (!e) {
		uint32_t reg = like && like->kind == ASM_REGISTER ? like->reg : ASM_NONE;
		const struct type *word = type_pointer(lw->types, word_type(m, bits, reg));
		e = lw_deref(lw, lw_pin_value(lw, lw_convert(lw, word, pointer)));
	}
	return ordered(m, e, order);
}

bool asm_memory_pair(struct asm_machine *m, const struct asm_arg *arg, uint32_t bits,
                     const uint32_t like[2], enum mem_order order, const struct expr *out[2]) {
	struct lw *lw = m->lw;
	const struct type *c_char = type_pointer(lw->types, type_char(lw->types));
	if (arg->kind != ASM_MEMORY ||
	    (arg->operand != ASM_NONE && is_bit_field(m->operand[arg->operand].lvalue)))
		return false;
	const struct expr *start = lw_save(lw, lw_convert(lw, c_char, address(m, arg)));
	for (uint32_t i = 0; i < 2; i++) {
		const struct expr *skip = expr_u64(lw->arena, type_ptrdiff(lw->types), i * bits / 8);
		const struct expr *at = i ? lw_pointer_add(lw, start, skip, false) : start;
		const struct type *word = type_pointer(lw->types, word_type(m, bits, like[i]));
		out[i] = ordered(m, lw_deref(lw, lw_save(lw, lw_convert(lw, word, at))), order);
	}
	return true;
}

const struct expr *asm_load(struct asm_machine *m, const struct expr *lvalue) {
	const struct type *type = type_unatomic(m->lw->types, lvalue->type);
	return lw_save(m->lw, lw_convert(m->lw, type, lvalue));
}

void asm_begin(struct asm_machine *m) {
	lw_emit(m->lw,
	        (struct ins){
	            .kind = INS_ATOMIC_BEGIN, .hidden = true, .operation = true, .modifies = true});
}

void asm_end(struct asm_machine *m) {
	lw_emit(m->lw, (struct ins){.kind = INS_ATOMIC_END, .hidden = true});
}

const struct expr *asm_exchange_pair(struct asm_machine *m, bool atomic,
                                     const struct expr *const word[2],
                                     const struct expr *const expected[2],
                                     const struct expr *const desired[2],
                                     const struct expr *old[2]) {
	uint32_t differs = lw_label_new(m->lw);
	if (atomic)
		asm_begin(m);
	old[0] = asm_load(m, word[0]);
	old[1] = asm_load(m, word[1]);
	const struct expr *both =
	    compare(m, EXPR_LAND, asm_same(m, old[0], expected[0]), asm_same(m, old[1], expected[1]));
	const struct expr *same = lw_save(m->lw, both);
	lw_goto_if(m->lw, differs, lw_not(m->lw, same), NULL);
	lw_assign(m->lw, word[0], desired[0]);
	lw_assign(m->lw, word[1], desired[1]);
	lw_label_here(m->lw, differs);
	if (atomic)
		asm_end(m);
	return same;
}

void asm_set_flag(struct asm_machine *m, enum asm_flag flag, const struct expr *e) {
	if (m->flag[flag])
		lw_assign(m->lw, m->flag[flag], e);
}

static const struct expr *top_bit(struct asm_machine *m, uint32_t bits, const struct expr *e) {
	const struct expr *mask = asm_number(m, bits, UINT64_C(1) << (bits - 1));
	return compare(m, EXPR_NE, asm_op(m, EXPR_BITAND, bits, e, mask), asm_number(m, bits, 0));
}

static void zero_and_sign(struct asm_machine *m, uint32_t bits, const struct expr *result) {
	result = asm_bits(m, bits, result);
	asm_set_flag(m, ASM_ZERO, compare(m, EXPR_EQ, result, asm_number(m, bits, 0)));
	asm_set_flag(m, ASM_SIGN, top_bit(m, bits, result));
}

void asm_flags_result(struct asm_machine *m, uint32_t bits, const struct expr *result) {
	zero_and_sign(m, bits, result);
	asm_set_flag(m, ASM_CARRY, lw_int(m->lw, 0));
	asm_set_flag(m, ASM_OVERFLOW, lw_int(m->lw, 0));
}

void asm_flags_sum(struct asm_machine *m, uint32_t bits, const struct expr *a, const struct expr *b,
                   const struct expr *sum) {
	zero_and_sign(m, bits, sum);
	asm_set_flag(m, ASM_CARRY, compare(m, EXPR_LT, asm_bits(m, bits, sum), asm_bits(m, bits, a)));
	const struct expr *changed = asm_op(m, EXPR_BITAND, bits, asm_op(m, EXPR_BITXOR, bits, a, sum),
	                                    asm_op(m, EXPR_BITXOR, bits, b, sum));
	asm_set_flag(m, ASM_OVERFLOW, top_bit(m, bits, changed));
}

void asm_flags_difference(struct asm_machine *m, uint32_t bits, const struct expr *a,
                          const struct expr *b, const struct expr *difference, bool borrow) {
	asm_set_flag(m, ASM_ZERO, asm_same(m, a, b)); /* also of pointers */
	asm_set_flag(m, ASM_SIGN, top_bit(m, bits, difference));
	asm_set_flag(
	    m, ASM_CARRY,
	    compare(m, borrow ? EXPR_LT : EXPR_GE, asm_bits(m, bits, a), asm_bits(m, bits, b)));
	const struct expr *changed = asm_op(m, EXPR_BITAND, bits, asm_op(m, EXPR_BITXOR, bits, a, b),
	                                    asm_op(m, EXPR_BITXOR, bits, a, difference));
	asm_set_flag(m, ASM_OVERFLOW, top_bit(m, bits, changed));
}

enum test {
	TEST_ZERO,
	TEST_CARRY,
	TEST_SIGN,
	TEST_OVERFLOW,
	TEST_BELOW,
	TEST_ABOVE,
	TEST_LESS,
	TEST_LESS_EQUAL
};

struct condition {
	const char *name;
	enum test test;
	bool negated;
};

static const struct condition x86_conditions[] = {
    {"e", TEST_ZERO, false},      {"z", TEST_ZERO, false},        {"ne", TEST_ZERO, true},
    {"nz", TEST_ZERO, true},      {"c", TEST_CARRY, false},       {"b", TEST_CARRY, false},
    {"nae", TEST_CARRY, false},   {"nc", TEST_CARRY, true},       {"nb", TEST_CARRY, true},
    {"ae", TEST_CARRY, true},     {"s", TEST_SIGN, false},        {"ns", TEST_SIGN, true},
    {"o", TEST_OVERFLOW, false},  {"no", TEST_OVERFLOW, true},    {"be", TEST_BELOW, false},
    {"na", TEST_BELOW, false},    {"a", TEST_BELOW, true},        {"nbe", TEST_BELOW, true},
    {"l", TEST_LESS, false},      {"nge", TEST_LESS, false},      {"ge", TEST_LESS, true},
    {"nl", TEST_LESS, true},      {"le", TEST_LESS_EQUAL, false}, {"ng", TEST_LESS_EQUAL, false},
    {"g", TEST_LESS_EQUAL, true}, {"nle", TEST_LESS_EQUAL, true},
};

static const struct condition arm64_conditions[] = {
    {"eq", TEST_ZERO, false},      {"ne", TEST_ZERO, true},   {"cs", TEST_CARRY, false},
    {"hs", TEST_CARRY, false},     {"cc", TEST_CARRY, true},  {"lo", TEST_CARRY, true},
    {"mi", TEST_SIGN, false},      {"pl", TEST_SIGN, true},   {"vs", TEST_OVERFLOW, false},
    {"vc", TEST_OVERFLOW, true},   {"hi", TEST_ABOVE, false}, {"ls", TEST_ABOVE, true},
    {"lt", TEST_LESS, false},      {"ge", TEST_LESS, true},   {"le", TEST_LESS_EQUAL, false},
    {"gt", TEST_LESS_EQUAL, true},
};

static const struct condition *find_condition(const struct asm_machine *m, const char *name) {
	bool x86 = m->arch == ASM_X86;
	const struct condition *table = x86 ? x86_conditions : arm64_conditions;
	size_t n =
	    x86 ? sizeof x86_conditions / sizeof *table : sizeof arm64_conditions / sizeof *table;
	for (size_t i = 0; i < n; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}

unsigned asm_flags_of(const struct asm_machine *m, const char *name) {
	enum { Z = 1 << ASM_ZERO, C = 1 << ASM_CARRY, S = 1 << ASM_SIGN, V = 1 << ASM_OVERFLOW };
	static const unsigned flags[] = {[TEST_ZERO] = Z,      [TEST_CARRY] = C,
	                                 [TEST_SIGN] = S,      [TEST_OVERFLOW] = V,
	                                 [TEST_BELOW] = C | Z, [TEST_ABOVE] = C | Z,
	                                 [TEST_LESS] = S | V,  [TEST_LESS_EQUAL] = Z | S | V};
	const struct condition *c = find_condition(m, name);
	return c ? flags[c->test] : 0;
}

static const struct expr *less(struct asm_machine *m) {
	return compare(m, EXPR_NE, m->flag[ASM_SIGN], m->flag[ASM_OVERFLOW]);
}

const struct expr *asm_condition(struct asm_machine *m, const char *name) {
	const struct condition *c = find_condition(m, name);
	if (!c)
		return NULL;
	const struct expr *zero = m->flag[ASM_ZERO], *carry = m->flag[ASM_CARRY], *e;
	switch (c->test) {
	case TEST_ZERO: e = zero; break;
	case TEST_CARRY: e = carry; break;
	case TEST_SIGN: e = m->flag[ASM_SIGN]; break;
	case TEST_OVERFLOW: e = m->flag[ASM_OVERFLOW]; break;
	case TEST_BELOW: e = compare(m, EXPR_LOR, carry, zero); break;
	case TEST_ABOVE: e = compare(m, EXPR_LAND, carry, lw_not(m->lw, zero)); break;
	case TEST_LESS: e = less(m); break;
	default: e = compare(m, EXPR_LOR, zero, less(m)); break;
	}
	return c->negated ? lw_not(m->lw, e) : e;
}

void asm_jump(struct asm_machine *m, const struct asm_arg *arg, uint32_t at,
              const struct expr *when) {
	const struct asm_label *l = arg->goto_label == ASM_NONE ? asm_find_label(m, arg, at) : NULL;
	uint32_t label = l ? l->label : m->goto_at[arg->goto_label];
	if (when)
		lw_goto_if(m->lw, label, when, NULL);
	else
		lw_goto(m->lw, label);
}
