/* What one instruction of x86 does, in AT&T syntax: the target of an operation is its last
 * argument. */
#include "frontend/machine/asm.h"

#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "util/base/intern.h"
#include "util/text/affix.h"

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

struct x86 { /* one instruction */
	struct asm_machine *m;
	const struct asm_ins *i;
	uint32_t at, bits;
	const struct asm_arg *first, *last; /* NULL: it has none */
};

typedef bool asm_step(struct x86 *);

/* A value that is read: a register, a number, or a load of its own. */
static const struct expr *read(struct x86 *x, const struct asm_arg *arg, uint32_t bits) {
	if (arg->kind != ASM_MEMORY)
		return asm_read(x->m, arg, bits);
	const struct expr *lvalue = asm_memory(x->m, arg, bits, x->last, MEM_PLAIN);
	return lvalue ? asm_load(x->m, lvalue) : NULL;
}

static bool write(struct x86 *x, const struct asm_arg *arg, uint32_t bits, const struct expr *e) {
	if (arg->kind != ASM_MEMORY)
		return asm_write(x->m, arg, bits, e);
	const struct expr *lvalue = asm_memory(x->m, arg, bits, x->first, MEM_PLAIN);
	if (lvalue)
		lw_assign(x->m->lw, lvalue, e);
	return lvalue;
}

static bool mov(struct x86 *x) {
	if (x->i->n != 2 || (x->first->kind == ASM_MEMORY && x->last->kind == ASM_MEMORY))
		return false;
	const struct expr *value = read(x, x->first, x->bits);
	return value && write(x, x->last, x->bits, value);
}

static uint32_t suffix_bits(char c) {
	return c == 'b' ? 8 : c == 'w' ? 16 : c == 'l' ? 32 : c == 'q' ? 64 : 0;
}

/* movzbl, movslq, ...: from one width to another. */
static bool extend(struct x86 *x) {
	const char *name = x->i->name;
	uint32_t from = suffix_bits(name[4]), to = name[4] ? suffix_bits(name[5]) : 0;
	if (x->i->n != 2 || !from || !to || from >= to || to > x->m->bits)
		return false;
	const struct expr *value = read(x, x->first, from);
	if (!value)
		return false;
	value = asm_bits(x->m, from, value);
	if (name[3] == 's')
		value = lw_convert(x->m->lw, type_int(x->m->lw->types, from, true), value);
	return write(x, x->last, to, asm_bits(x->m, to, value));
}

enum alu {
	ALU_ADD,
	ALU_SUB,
	ALU_AND,
	ALU_OR,
	ALU_XOR,
	ALU_CMP,
	ALU_TEST,
	ALU_INC,
	ALU_DEC,
	ALU_NEG,
	ALU_NOT,
	ALU_SBB,
	ALU_N
};

static const char *const alu_names[ALU_N] = {"add",  "sub", "and", "or",  "xor", "cmp",
                                             "test", "inc", "dec", "neg", "not", "sbb"};

static const struct expr *alu_result(struct x86 *x, enum alu op, const struct expr *a,
                                     const struct expr *b) {
	static const enum expr_kind kinds[ALU_N] = {
	    [ALU_ADD] = EXPR_ADD,   [ALU_SUB] = EXPR_SUB,     [ALU_AND] = EXPR_BITAND,
	    [ALU_OR] = EXPR_BITOR,  [ALU_XOR] = EXPR_BITXOR,  [ALU_CMP] = EXPR_SUB,
	    [ALU_INC] = EXPR_ADD,   [ALU_TEST] = EXPR_BITAND, [ALU_DEC] = EXPR_SUB,
	    [ALU_NOT] = EXPR_BITXOR};
	const struct expr *zero = asm_number(x->m, x->bits, 0);
	if (op == ALU_NEG)
		return asm_op(x->m, EXPR_SUB, x->bits, zero, a);
	if (op == ALU_SBB) /* of a register and itself */
		return asm_op(x->m, EXPR_SUB, x->bits, zero, x->m->flag[ASM_CARRY]);
	return asm_op(x->m, kinds[op], x->bits, a, b);
}

static void alu_flags(struct x86 *x, enum alu op, const struct expr *a, const struct expr *b,
                      const struct expr *result) {
	struct asm_machine *m = x->m;
	const struct expr *carry = m->flag[ASM_CARRY];
	if (op == ALU_NOT)
		return;
	if (op == ALU_INC || op == ALU_DEC || op == ALU_SBB)
		m->flag[ASM_CARRY] = NULL; /* which these leave alone */
	if (op == ALU_ADD || op == ALU_INC)
		asm_flags_sum(m, x->bits, a, b, result);
	else if (op == ALU_SUB || op == ALU_CMP || op == ALU_DEC)
		asm_flags_difference(m, x->bits, a, b, result, true);
	else if (op == ALU_NEG)
		asm_flags_difference(m, x->bits, asm_number(m, x->bits, 0), a, result, true);
	else
		asm_flags_result(m, x->bits, result);
	m->flag[ASM_CARRY] = carry;
}

static bool alu(struct x86 *x) {
	struct asm_machine *m = x->m;
	enum alu op = 0;
	while (op < ALU_N && !starts_with(x->i->name, alu_names[op]))
		op++;
	bool one = op == ALU_INC || op == ALU_DEC || op == ALU_NEG || op == ALU_NOT;
	bool locked = x->i->lock;
	if (op == ALU_N || x->i->n != (one ? 1u : 2u) || (locked && x->last->kind != ASM_MEMORY))
		return false;
	if (op == ALU_SBB && (x->last->kind != ASM_REGISTER || x->first->kind != ASM_REGISTER ||
	                      x->first->reg != x->last->reg))
		return false;
	const struct expr *b =
	    one ? asm_number(m, x->bits, op == ALU_NOT ? UINT64_MAX : 1) : read(x, x->first, x->bits);
	if (!b)
		return false;
	b = lw_pin_value(m->lw, asm_bits(m, x->bits, b));
	if (!one && x->first->kind == ASM_REGISTER)
		b = lw_save(m->lw, b);
	bool is_memory = x->last->kind == ASM_MEMORY;
	const struct expr *lvalue =
	    is_memory ? asm_memory(m, x->last, x->bits, NULL, locked ? MEM_SEQ_CST : MEM_PLAIN) : NULL;
	if (is_memory && !lvalue)
		return false;
	if (locked)
		asm_begin(m);
	const struct expr *a = is_memory ? asm_load(m, lvalue) : asm_read(m, x->last, x->bits);
	a = a ? lw_save(m->lw, asm_bits(m, x->bits, a)) : NULL;
	const struct expr *result = a ? lw_save(m->lw, alu_result(x, op, a, b)) : NULL;
	bool done = result;
	if (done && op != ALU_CMP && op != ALU_TEST) {
		if (is_memory)
			lw_assign(m->lw, lvalue, result);
		else
			done = asm_write(m, x->last, x->bits, result);
	}
	if (locked)
		asm_end(m);
	if (done)
		alu_flags(x, op, a, b, result);
	return done;
}

/* With memory it is atomic, prefix or not. */
static bool xchg(struct x86 *x) {
	struct asm_machine *m = x->m;
	if (x->i->n != 2)
		return false;
	const struct asm_arg *memory = x->first->kind == ASM_MEMORY ? x->first : x->last;
	const struct asm_arg *reg = memory == x->first ? x->last : x->first;
	const struct expr *value = asm_read(m, reg, x->bits);
	if (!value || reg->kind != ASM_REGISTER)
		return false;
	value = lw_save(m->lw, value);
	if (memory->kind == ASM_REGISTER && !x->i->lock) {
		const struct expr *other = lw_save(m->lw, asm_read(m, memory, x->bits));
		return asm_write(m, memory, x->bits, value) && asm_write(m, reg, x->bits, other);
	}
	const struct expr *lvalue = asm_memory(m, memory, x->bits, reg, MEM_SEQ_CST);
	if (!lvalue)
		return false;
	asm_begin(m);
	const struct expr *old = asm_load(m, lvalue);
	lw_assign(m->lw, lvalue, value);
	asm_end(m);
	return asm_write(m, reg, x->bits, old);
}

static bool xadd(struct x86 *x) {
	struct asm_machine *m = x->m;
	if (x->i->n != 2 || x->first->kind != ASM_REGISTER)
		return false;
	const struct expr *lvalue =
	    asm_memory(m, x->last, x->bits, NULL, x->i->lock ? MEM_SEQ_CST : MEM_PLAIN);
	if (!lvalue)
		return false;
	const struct expr *b = lw_save(m->lw, asm_bits(m, x->bits, asm_read(m, x->first, x->bits)));
	if (x->i->lock)
		asm_begin(m);
	const struct expr *old = asm_load(m, lvalue);
	const struct expr *sum = lw_save(m->lw, asm_op(m, EXPR_ADD, x->bits, old, b));
	lw_assign(m->lw, lvalue, sum);
	if (x->i->lock)
		asm_end(m);
	asm_flags_sum(m, x->bits, old, b, sum);
	return asm_write(m, x->first, x->bits, old);
}

/* If the accumulator is what the target is, the target becomes the first argument; otherwise the
 * accumulator becomes the target. */
static bool cmpxchg(struct x86 *x) {
	struct asm_machine *m = x->m;
	uint32_t ignored, rax = asm_hard_register(m, "rax", &ignored);
	if (x->i->n != 2 || x->first->kind != ASM_REGISTER || rax == ASM_NONE)
		return false;
	enum mem_order order = x->i->lock ? MEM_SEQ_CST : MEM_PLAIN;
	const struct expr *lvalue = asm_memory(m, x->last, x->bits, x->first, order);
	if (!lvalue || !m->reg.at[rax].may_change)
		return false;
	const struct expr *desired = lw_save(m->lw, asm_read(m, x->first, x->bits));
	const struct expr *expected = lw_save(m->lw, asm_read_reg(m, rax, x->bits));
	uint32_t differs = lw_label_new(m->lw), done = lw_label_new(m->lw);
	if (x->i->lock)
		asm_begin(m);
	const struct expr *old = asm_load(m, lvalue);
	const struct expr *same = lw_save(m->lw, asm_same(m, old, expected));
	lw_goto_if(m->lw, differs, lw_not(m->lw, same), NULL);
	lw_assign(m->lw, lvalue, desired);
	lw_goto(m->lw, done);
	lw_label_here(m->lw, differs);
	asm_write_reg(m, rax, x->bits, old);
	lw_label_here(m->lw, done);
	if (x->i->lock)
		asm_end(m);
	const struct expr *zero = m->flag[ASM_ZERO];
	m->flag[ASM_ZERO] = NULL; /* it is known already */
	const struct expr *difference = asm_op(m, EXPR_SUB, x->bits, expected, old);
	asm_flags_difference(m, x->bits, expected, old, difference, true);
	m->flag[ASM_ZERO] = zero;
	asm_set_flag(m, ASM_ZERO, same);
	return true;
}

/* cmpxchg8b, cmpxchg16b: the same for two words, rdx:rax with rcx:rbx. */
static bool cmpxchg_pair(struct x86 *x) {
	struct asm_machine *m = x->m;
	uint32_t bits = is(x->i->name, "cmpxchg8b") ? 32 : 64, ignored;
	const uint32_t reg[] = {
	    asm_hard_register(m, "rax", &ignored), asm_hard_register(m, "rdx", &ignored),
	    asm_hard_register(m, "rbx", &ignored), asm_hard_register(m, "rcx", &ignored)};
	const struct expr *word[2], *value[4], *old[2];
	for (int i = 0; i < 4; i++) { /* all of them belong to operands */
		const struct asm_reg *r = &m->reg.at[reg[i]];
		if ((!r->value && !r->var) || bits > m->bits || (i < 2 && !r->may_change))
			return false;
		value[i] = lw_save(m->lw, asm_read_reg(m, reg[i], bits));
	}
	enum mem_order order = x->i->lock ? MEM_SEQ_CST : MEM_PLAIN;
	if (x->i->n != 1 || !asm_memory_pair(m, x->last, bits, reg + 2, order, word))
		return false;
	const struct expr *same = asm_exchange_pair(m, x->i->lock, word, value, value + 2, old);
	asm_set_flag(m, ASM_ZERO, same);
	uint32_t done = lw_label_new(m->lw);
	lw_goto_if(m->lw, done, same, NULL);
	asm_write_reg(m, reg[0], bits, old[0]);
	asm_write_reg(m, reg[1], bits, old[1]);
	lw_label_here(m->lw, done);
	return true;
}

static bool lea(struct x86 *x) {
	struct asm_machine *m = x->m;
	if (x->i->n != 2 || x->first->kind != ASM_MEMORY)
		return false;
	if (x->first->operand != ASM_NONE)
		return asm_write(m, x->last, x->bits, lw_addr(m->lw, m->operand[x->first->operand].lvalue));
	const struct expr *base = asm_read_reg(m, x->first->reg, m->bits);
	return asm_write(
	    m, x->last, x->bits,
	    asm_op(m, EXPR_ADD, m->bits, base, asm_number(m, m->bits, (uint64_t)x->first->number)));
}

/* Bit 'index' of memory beyond the word: the word is index / bits words away. */
static const struct expr *word_of_bit(struct x86 *x, const struct expr *index,
                                      enum mem_order order) {
	struct asm_machine *m = x->m;
	struct lw *lw = m->lw;
	uint32_t log = x->bits == 16 ? 4 : x->bits == 32 ? 5 : 6;
	const struct type *pointer = type_pointer(lw->types, asm_type(m, x->bits));
	const struct expr *base = asm_memory(m, x->last, x->bits, NULL, MEM_PLAIN);
	if (!base)
		return NULL;
	const struct expr *start = lw_convert(lw, pointer, lw_addr(lw, base));
	const struct expr *at =
	    lw_convert(lw, type_ptrdiff(lw->types),
	               lw_convert(lw, type_int(lw->types, x->bits, true), asm_bits(m, x->bits, index)));
	const struct expr *words = expr_binary(lw->arena, EXPR_SHR, at->type, at, lw_int(lw, (int)log));
	const struct expr *word = lw_deref(lw, lw_save(lw, lw_pointer_add(lw, start, words, false)));
	return order == MEM_PLAIN ? word : expr_ordered(lw->arena, word, order, MEM_PLAIN);
}

/* bt, bts, btr, btc: the bit goes to the carry flag. */
static bool bit_test(struct x86 *x) {
	struct asm_machine *m = x->m;
	char op = x->i->name[2]; /* s, r, c, or the suffix of bt */
	bool is_memory = x->i->n == 2 && x->last->kind == ASM_MEMORY;
	if (x->i->n != 2 || x->bits < 16 || (x->i->lock && !is_memory))
		return false;
	enum mem_order order = x->i->lock ? MEM_SEQ_CST : MEM_PLAIN;
	const struct expr *index = asm_read(m, x->first, x->bits), *lvalue = NULL;
	if (!index)
		return false;
	index = lw_save(m->lw, asm_bits(m, x->bits, index));
	bool is_immediate =
	    x->first->kind == ASM_NUMBER ||
	    (m->reg.at[x->first->reg].value && m->reg.at[x->first->reg].value->kind == EXPR_CONST);
	if (is_memory)
		lvalue = is_immediate ? asm_memory(m, x->last, x->bits, NULL, order)
		                      : word_of_bit(x, index, order);
	if (is_memory && !lvalue)
		return false;
	const struct expr *one = asm_number(m, x->bits, 1);
	const struct expr *shift =
	    asm_op(m, EXPR_BITAND, x->bits, index, asm_number(m, x->bits, x->bits - 1));
	const struct expr *mask = lw_save(m->lw, asm_op(m, EXPR_SHL, x->bits, one, shift));
	if (x->i->lock)
		asm_begin(m);
	const struct expr *old = is_memory ? asm_load(m, lvalue) : asm_read(m, x->last, x->bits);
	bool done = old;
	old = done ? lw_save(m->lw, asm_bits(m, x->bits, old)) : NULL;
	const struct expr *next = NULL;
	if (done && op == 's')
		next = asm_op(m, EXPR_BITOR, x->bits, old, mask);
	else if (done && op == 'r')
		next = asm_op(m, EXPR_BITAND, x->bits, old,
		              asm_op(m, EXPR_BITXOR, x->bits, mask, asm_number(m, x->bits, UINT64_MAX)));
	else if (done && op == 'c')
		next = asm_op(m, EXPR_BITXOR, x->bits, old, mask);
	if (next && is_memory)
		lw_assign(m->lw, lvalue, next);
	else if (next)
		done = asm_write(m, x->last, x->bits, next);
	if (x->i->lock)
		asm_end(m);
	if (done)
		asm_set_flag(m, ASM_CARRY,
		             lw_not(m->lw, asm_same(m, asm_op(m, EXPR_BITAND, x->bits, old, mask),
		                                    asm_number(m, x->bits, 0))));
	return done;
}

/* setc, setcb: the condition without the suffix */
static const char *set_condition(const struct asm_machine *m, const char *name) {
	size_t n = strlen(name);
	bool has_suffix = n > 4 && name[n - 1] == 'b' && !asm_flags_of(m, name + 3);
	return has_suffix ? intern_n(name + 3, n - 4) : name + 3;
}

static bool set(struct x86 *x) {
	const struct expr *e = asm_condition(x->m, set_condition(x->m, x->i->name));
	return e && x->i->n == 1 && write(x, x->last, 8, asm_bits(x->m, 8, e));
}

/* cmove, cmovel: the condition without the suffix */
static const char *cmov_condition(const struct asm_machine *m, const char *name) {
	size_t n = strlen(name);
	bool has_suffix = n > 5 && !asm_flags_of(m, name + 4);
	return has_suffix ? intern_n(name + 4, n - 5) : name + 4;
}

static bool cmov(struct x86 *x) {
	const struct expr *e = asm_condition(x->m, cmov_condition(x->m, x->i->name));
	if (!e || x->i->n != 2 || x->last->kind != ASM_REGISTER || x->bits < 16)
		return false;
	const struct expr *value = read(x, x->first, x->bits);
	if (!value)
		return false;
	uint32_t done = lw_label_new(x->m->lw);
	/* the upper half becomes zero in any case */
	bool ok = asm_write(x->m, x->last, x->bits, asm_read(x->m, x->last, x->bits));
	lw_goto_if(x->m->lw, done, lw_not(x->m->lw, e), NULL);
	ok = ok && asm_write(x->m, x->last, x->bits, value);
	lw_label_here(x->m->lw, done);
	return ok;
}

static bool jump(struct x86 *x) {
	bool always = is(x->i->name, "jmp");
	const struct expr *e = always ? NULL : asm_condition(x->m, x->i->name + 1);
	if (x->i->n != 1 || (!e && !always) ||
	    (x->last->goto_label == ASM_NONE && !asm_find_label(x->m, x->last, x->at)))
		return false;
	asm_jump(x->m, x->last, x->at, e);
	return true;
}

static bool shift(struct x86 *x) {
	struct asm_machine *m = x->m;
	for (int f = 0; f < ASM_FLAGS; f++)
		if (m->flag[f])
			return false; /* what they are afterwards depends on the distance */
	if (x->i->n != 2 || x->last->kind != ASM_REGISTER)
		return false;
	const struct expr *by = asm_read(m, x->first, 8), *a = asm_read(m, x->last, x->bits);
	if (!by)
		return false;
	by = asm_op(m, EXPR_BITAND, x->bits, asm_bits(m, x->bits, by),
	            asm_number(m, x->bits, x->bits == 64 ? 63 : 31));
	if (x->bits < 32 && (by->kind != EXPR_CONST))
		return false;
	a = asm_bits(m, x->bits, a);
	if (starts_with(x->i->name, "sar"))
		a = lw_convert(m->lw, type_int(m->lw->types, x->bits, true), a);
	bool left = starts_with(x->i->name, "shl") || starts_with(x->i->name, "sal");
	const struct expr *e = expr_binary(m->lw->arena, left ? EXPR_SHL : EXPR_SHR, a->type, a, by);
	return asm_write(m, x->last, x->bits, asm_bits(m, x->bits, e));
}

/* Registers that an instruction fills with what nobody knows. */
static bool arbitrary(struct x86 *x) {
	static const struct {
		const char *name, *reg[4];
	} table[] = {{"rdtsc", {"rax", "rdx"}},
	             {"rdtscp", {"rax", "rdx", "rcx"}},
	             {"cpuid", {"rax", "rbx", "rcx", "rdx"}},
	             {"xgetbv", {"rax", "rdx"}}};
	struct asm_machine *m = x->m;
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		for (size_t k = 0; is(table[i].name, x->i->name) && k < 4 && table[i].reg[k]; k++) {
			uint32_t ignored, reg = asm_hard_register(m, table[i].reg[k], &ignored);
			if (!asm_write_reg(m, reg, 32, asm_any(m, asm_type(m, 32), table[i].name)))
				return false;
		}
	return true;
}

static const struct x86_name {
	const char *name;
	asm_step *execute;
	bool has_suffix; /* b, w, l or q may follow */
	bool may_lock;
} names[] = {
    {"lea", lea, true, false},
    {"mov", mov, true, false},
    {"xchg", xchg, true, true},
    {"xadd", xadd, true, true},
    {"cmpxchg", cmpxchg, true, true},
    {"add", alu, true, true},
    {"sub", alu, true, true},
    {"and", alu, true, true},
    {"or", alu, true, true},
    {"xor", alu, true, true},
    {"cmp", alu, true, false},
    {"test", alu, true, false},
    {"inc", alu, true, true},
    {"dec", alu, true, true},
    {"neg", alu, true, true},
    {"not", alu, true, true},
    {"sbb", alu, true, false},
    {"bts", bit_test, true, true},
    {"btr", bit_test, true, true},
    {"btc", bit_test, true, true},
    {"bt", bit_test, true, false},
    {"shl", shift, true, false},
    {"shr", shift, true, false},
    {"sal", shift, true, false},
    {"sar", shift, true, false},
    {"rdtsc", arbitrary, false, false},
    {"rdtscp", arbitrary, false, false},
    {"cpuid", arbitrary, false, false},
    {"xgetbv", arbitrary, false, false},
};

/* The entry of a name with or without its suffix, which *bits gets. */
static const struct x86_name *find(const char *name, uint32_t *bits) {
	*bits = 0;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (is(names[i].name, name))
			return &names[i];
	size_t n = strlen(name);
	*bits = n ? suffix_bits(name[n - 1]) : 0;
	for (size_t i = 0; i < sizeof names / sizeof *names && *bits; i++)
		if (names[i].has_suffix && strlen(names[i].name) == n - 1 &&
		    !strncmp(names[i].name, name, n - 1))
			return &names[i];
	return NULL;
}

/* As wide as its registers are, or else as the memory. */
static uint32_t width(const struct asm_machine *m, const struct asm_ins *i) {
	for (uint32_t k = i->n; k-- > 0;)
		if (i->arg[k].kind == ASM_REGISTER && (k + 1 == i->n || i->arg[k].bits != 8))
			return asm_reg_bits(&i->arg[k]);
	for (uint32_t k = 0; k < i->n; k++)
		if (i->arg[k].kind == ASM_MEMORY && i->arg[k].operand != ASM_NONE) {
			const struct type *type = m->operand[i->arg[k].operand].lvalue->type;
			return type->size <= 8 ? (uint32_t)type->size * 8 : 0;
		}
	return 0;
}

static bool is_width(const struct asm_machine *m, uint32_t bits) {
	return bits == 8 || bits == 16 || bits == 32 || (bits == 64 && m->bits == 64);
}

unsigned asm_x86_tests(const struct asm_machine *m, const struct asm_ins *i) {
	const char *name = i->name;
	if (*name == 'j')
		return asm_flags_of(m, name + 1);
	if (starts_with(name, "set"))
		return asm_flags_of(m, set_condition(m, name));
	if (starts_with(name, "cmov"))
		return asm_flags_of(m, cmov_condition(m, name));
	return starts_with(name, "sbb") ? 1u << ASM_CARRY : 0;
}

bool asm_x86(struct asm_machine *m, uint32_t at) {
	const struct asm_ins *i = &m->ins.at[at];
	struct x86 x = {.m = m,
	                .i = i,
	                .at = at,
	                .first = i->n ? &i->arg[0] : NULL,
	                .last = i->n ? &i->arg[i->n - 1] : NULL};
	const struct x86_name *name = find(i->name, &x.bits);
	bool is_pair = is(i->name, "cmpxchg8b") || is(i->name, "cmpxchg16b");
	if (i->lock && !is_pair && (!name || !name->may_lock))
		return false;
	if (!name && (is(i->name, "jmp") || *i->name == 'j'))
		return jump(&x);
	if (!name && starts_with(i->name, "set"))
		return set(&x);
	if (is_pair)
		return cmpxchg_pair(&x);
	if (!name && (starts_with(i->name, "movz") || starts_with(i->name, "movs")))
		return extend(&x);
	if (!name && starts_with(i->name, "cmov") && asm_flags_of(m, i->name + 4))
		x.bits = 0; /* the last letter is part of the condition */
	if (!x.bits)
		x.bits = width(m, i);
	if (!name && starts_with(i->name, "cmov"))
		return is_width(m, x.bits) && cmov(&x);
	if (!name)
		return false;
	return !i->n ? name->execute == arbitrary && arbitrary(&x)
	             : name->execute != arbitrary && is_width(m, x.bits) && name->execute(&x);
}
