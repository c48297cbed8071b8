/* What one instruction of arm64 does. */
#include "frontend/machine/asm.h"

#include <string.h>

#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "util/base/intern.h"
#include "util/text/affix.h"

static bool is(const char *a, const char *b) {
	return strcmp(a, b) == 0;
}

struct arm64 { /* one instruction */
	struct asm_machine *m;
	const struct asm_ins *i;
	const struct asm_arg *arg;
	uint32_t at, bits; /* of its first register */
};

typedef bool asm_step(struct arm64 *);

static bool has(const struct arm64 *x, uint32_t n, const char *kinds) {
	if (x->i->n != n)
		return false;
	for (uint32_t k = 0; k < n; k++) {
		enum asm_arg_kind kind = x->arg[k].kind;
		bool fits = kinds[k] == 'r'   ? kind == ASM_REGISTER
		            : kinds[k] == 'v' ? kind == ASM_REGISTER || kind == ASM_NUMBER
		            : kinds[k] == 'm' ? kind == ASM_MEMORY
		            : kinds[k] == 'n' ? kind == ASM_NUMBER
		                              : kind == ASM_WORD;
		if (!fits)
			return false;
	}
	return true;
}

static const struct expr *shifted(struct arm64 *x, const char *how, const struct expr *a,
                                  const struct expr *by) {
	struct asm_machine *m = x->m;
	a = asm_bits(m, x->bits, a);
	by = asm_op(m, EXPR_BITAND, x->bits, by, asm_number(m, x->bits, x->bits - 1));
	const struct expr *back = asm_op(m, EXPR_SUB, x->bits, asm_number(m, x->bits, x->bits), by);
	back = asm_op(m, EXPR_BITAND, x->bits, back, asm_number(m, x->bits, x->bits - 1));
	if (is(how, "lsl"))
		return asm_op(m, EXPR_SHL, x->bits, a, by);
	if (is(how, "lsr"))
		return asm_op(m, EXPR_SHR, x->bits, a, by);
	if (is(how, "ror"))
		return asm_op(m, EXPR_BITOR, x->bits, asm_op(m, EXPR_SHR, x->bits, a, by),
		              asm_op(m, EXPR_SHL, x->bits, a, back));
	if (!is(how, "asr"))
		return NULL;
	a = lw_convert(m->lw, type_int(m->lw->types, x->bits, true), a);
	return asm_bits(m, x->bits, expr_binary(m->lw->arena, EXPR_SHR, a->type, a, by));
}

static const struct expr *extended(struct arm64 *x, const char *how, const struct expr *a) {
	uint32_t from = how[3] == 'b' ? 8 : how[3] == 'h' ? 16 : how[3] == 'w' ? 32 : 64;
	if (from > x->bits)
		from = x->bits;
	a = asm_bits(x->m, from, a);
	if (*how == 's')
		a = lw_convert(x->m->lw, type_int(x->m->lw->types, from, true), a);
	return asm_bits(x->m, x->bits, a);
}

static bool is_extension(const char *name) {
	return (starts_with(name, "uxt") || starts_with(name, "sxt")) && name[3] && !name[4];
}

/* The second source of an operation: a number or register, which may be shifted or extended. */
static const struct expr *second(struct arm64 *x, uint32_t k) {
	const struct asm_arg *arg = &x->arg[k];
	bool last = x->i->n == k + 1;
	if (x->i->n < k + 1 || x->i->n > k + 2 || (!last && x->arg[k + 1].kind != ASM_WORD))
		return NULL;
	const struct expr *e = asm_read(x->m, arg, x->bits);
	if (!e || last)
		return e;
	const struct asm_arg *word = &x->arg[k + 1];
	const struct expr *by = asm_number(x->m, x->bits, (uint64_t)word->number);
	if (is_extension(word->text))
		return asm_op(x->m, EXPR_SHL, x->bits, extended(x, word->text, e), by);
	return shifted(x, word->text, e, by);
}

static bool mov(struct arm64 *x) {
	const struct expr *e = x->i->n >= 2 ? second(x, 1) : NULL;
	if (!e || (x->i->n > 2 && x->arg[1].kind != ASM_NUMBER))
		return false;
	bool inverted = is(x->i->name, "mvn");
	if (inverted)
		e = asm_op(x->m, EXPR_BITXOR, x->bits, e, asm_number(x->m, x->bits, UINT64_MAX));
	return asm_write(x->m, &x->arg[0], x->bits, e);
}

static const struct operation {
	const char *name;
	enum expr_kind kind;
	bool inverts;  /* its second source */
	bool sets;     /* flags */
	bool compares; /* it has no target */
} operations[] = {
    {"add", EXPR_ADD, false, false, false},    {"adds", EXPR_ADD, false, true, false},
    {"sub", EXPR_SUB, false, false, false},    {"subs", EXPR_SUB, false, true, false},
    {"and", EXPR_BITAND, false, false, false}, {"ands", EXPR_BITAND, false, true, false},
    {"bic", EXPR_BITAND, true, false, false},  {"bics", EXPR_BITAND, true, true, false},
    {"orr", EXPR_BITOR, false, false, false},  {"orn", EXPR_BITOR, true, false, false},
    {"eor", EXPR_BITXOR, false, false, false}, {"eon", EXPR_BITXOR, true, false, false},
    {"cmp", EXPR_SUB, false, true, true},      {"cmn", EXPR_ADD, false, true, true},
    {"tst", EXPR_BITAND, false, true, true},
};

static void set_flags(struct arm64 *x, enum expr_kind kind, const struct expr *a,
                      const struct expr *b, const struct expr *result) {
	if (kind == EXPR_ADD)
		asm_flags_sum(x->m, x->bits, a, b, result);
	else if (kind == EXPR_SUB)
		asm_flags_difference(x->m, x->bits, a, b, result, false);
	else
		asm_flags_result(x->m, x->bits, result);
}

static bool operate(struct arm64 *x) {
	const struct operation *op = operations;
	while (!is(op->name, x->i->name))
		op++;
	uint32_t k = op->compares ? 0 : 1;
	struct asm_machine *m = x->m;
	const struct expr *b = second(x, k + 1);
	const struct expr *a =
	    b && x->arg[k].kind == ASM_REGISTER ? asm_read(m, &x->arg[k], x->bits) : NULL;
	if (!a)
		return false;
	if (op->inverts)
		b = asm_op(m, EXPR_BITXOR, x->bits, b, asm_number(m, x->bits, UINT64_MAX));
	a = op->sets ? lw_save(m->lw, a) : a;
	b = op->sets ? lw_save(m->lw, b) : b;
	const struct expr *result = lw_save(m->lw, asm_op(m, op->kind, x->bits, a, b));
	if (op->sets)
		set_flags(x, op->kind, a, b, result);
	return op->compares || asm_write(m, &x->arg[0], x->bits, result);
}

static bool neg(struct arm64 *x) {
	const struct expr *e = x->i->n >= 2 ? second(x, 1) : NULL;
	return e && asm_write(x->m, &x->arg[0], x->bits,
	                      asm_op(x->m, EXPR_SUB, x->bits, asm_number(x->m, x->bits, 0), e));
}

static bool shift(struct arm64 *x) {
	if (!has(x, 3, "rrv"))
		return false;
	const struct expr *e = shifted(x, x->i->name, asm_read(x->m, &x->arg[1], x->bits),
	                               asm_read(x->m, &x->arg[2], x->bits));
	return e && asm_write(x->m, &x->arg[0], x->bits, e);
}

static bool extend(struct arm64 *x) {
	return has(x, 2, "rr") &&
	       asm_write(x->m, &x->arg[0], x->bits,
	                 extended(x, x->i->name, asm_read(x->m, &x->arg[1], x->bits)));
}

/* cset, csetm: 1 or all ones, or 0;  csel, csinc, csinv, csneg: the first source, or the second
 * one, changed */
static bool choose(struct arm64 *x) {
	struct asm_machine *m = x->m;
	const char *name = x->i->name;
	bool sets = starts_with(name, "cset");
	if (sets ? !has(x, 2, "rw") : !has(x, 4, "rrrw"))
		return false;
	const struct expr *when = asm_condition(m, x->arg[x->i->n - 1].text), *a, *b;
	if (!when)
		return false;
	if (sets) {
		a = asm_number(m, x->bits, is(name, "cset") ? 1 : UINT64_MAX);
		b = asm_number(m, x->bits, 0);
	} else {
		a = asm_bits(m, x->bits, asm_read(m, &x->arg[1], x->bits));
		b = asm_bits(m, x->bits, asm_read(m, &x->arg[2], x->bits));
		if (is(name, "csinc"))
			b = asm_op(m, EXPR_ADD, x->bits, b, asm_number(m, x->bits, 1));
		else if (is(name, "csinv"))
			b = asm_op(m, EXPR_BITXOR, x->bits, b, asm_number(m, x->bits, UINT64_MAX));
		else if (is(name, "csneg"))
			b = asm_op(m, EXPR_SUB, x->bits, asm_number(m, x->bits, 0), b);
	}
	return asm_write(m, &x->arg[0], x->bits, expr_cond(m->lw->arena, when, a, b));
}

/* ccmp: if the condition holds, flags of a comparison, otherwise those of a number */
static bool compare_if(struct arm64 *x) {
	struct asm_machine *m = x->m;
	if (!has(x, 4, "rvnw"))
		return false;
	const struct expr *when = asm_condition(m, x->arg[3].text);
	if (!when)
		return false;
	uint32_t otherwise = lw_label_new(m->lw), done = lw_label_new(m->lw);
	const struct expr *a = lw_save(m->lw, asm_bits(m, x->bits, asm_read(m, &x->arg[0], x->bits)));
	const struct expr *b = lw_save(m->lw, asm_bits(m, x->bits, asm_read(m, &x->arg[1], x->bits)));
	lw_goto_if(m->lw, otherwise, lw_not(m->lw, when), NULL);
	asm_flags_difference(m, x->bits, a, b, asm_op(m, EXPR_SUB, x->bits, a, b), false);
	lw_goto(m->lw, done);
	lw_label_here(m->lw, otherwise);
	int64_t number = x->arg[2].number;
	asm_set_flag(m, ASM_SIGN, lw_int(m->lw, number >> 3 & 1));
	asm_set_flag(m, ASM_ZERO, lw_int(m->lw, number >> 2 & 1));
	asm_set_flag(m, ASM_CARRY, lw_int(m->lw, number >> 1 & 1));
	asm_set_flag(m, ASM_OVERFLOW, lw_int(m->lw, number & 1));
	lw_label_here(m->lw, done);
	return true;
}

/* A jump leaves the section of an exclusive load where no store follows. */
static void jump(struct arm64 *x, const struct asm_arg *label, const struct expr *when) {
	struct asm_machine *m = x->m;
	const struct asm_label *l = asm_find_label(m, label, x->at);
	bool inside = m->exclusive[x->at].is_open;
	bool target = l && m->exclusive[l->at].is_open, next = m->exclusive[x->at + 1].is_open;
	if (!inside || (target && next) || (!when && target)) {
		asm_jump(m, label, x->at, when);
	} else if (!when || (!target && !next)) {
		when = when ? lw_save(m->lw, when) : NULL;
		asm_end(m);
		asm_jump(m, label, x->at, when);
	} else if (target) {
		asm_jump(m, label, x->at, when);
		asm_end(m);
	} else {
		uint32_t stays = lw_label_new(m->lw);
		lw_goto_if(m->lw, stays, lw_not(m->lw, when), NULL);
		asm_end(m);
		asm_jump(m, label, x->at, NULL);
		lw_label_here(m->lw, stays);
	}
}

static bool branch(struct arm64 *x) {
	struct asm_machine *m = x->m;
	const struct asm_arg *label = x->i->n ? &x->arg[x->i->n - 1] : NULL;
	bool is_label = label && (label->kind == ASM_LABEL || label->kind == ASM_WORD);
	if (!is_label || (label->goto_label == ASM_NONE && !asm_find_label(m, label, x->at)))
		return false;
	const char *name = x->i->name;
	const struct expr *when = NULL, *zero = asm_number(m, x->bits, 0), *value;
	if (*name == 'b') {
		when = is(name, "b") ? NULL : asm_condition(m, name + (name[1] == '.' ? 2 : 1));
		if (x->i->n != 1 || (!when && !is(name, "b")))
			return false;
	} else {
		bool tests = *name == 't';
		if (x->i->n != (tests ? 3u : 2u) || x->arg[0].kind != ASM_REGISTER ||
		    (tests && (x->arg[1].kind != ASM_NUMBER || x->arg[1].number >= x->bits)))
			return false;
		value = asm_bits(m, x->bits, asm_read(m, &x->arg[0], x->bits));
		if (tests)
			value = asm_op(m, EXPR_BITAND, x->bits, value,
			               asm_number(m, x->bits, UINT64_C(1) << x->arg[1].number));
		when = asm_same(m, value, zero);
		when = name[2] == 'n' ? lw_not(m->lw, when) : when;
	}
	jump(x, label, when);
	return true;
}

/* The width of an access to memory: the name ends in b or h, or it is that of the register. */
static uint32_t access_bits(const char *name, uint32_t bits) {
	char last = name[strlen(name) - 1];
	return last == 'b' ? 8 : last == 'h' ? 16 : bits;
}

static bool load(struct arm64 *x) {
	struct asm_machine *m = x->m;
	const char *name = x->i->name;
	bool plain = starts_with(name, "ldr"), opens = m->exclusive[x->at].opens;
	uint32_t bits = access_bits(name, x->bits);
	enum mem_order order = plain                                        ? MEM_PLAIN
	                       : starts_with(name, "ldxr")                  ? MEM_RELAXED
	                       : starts_with(name, "lda") && name[3] != 'r' ? MEM_ACQUIRE
	                                                                    : MEM_SEQ_CST;
	const struct expr *lvalue =
	    has(x, 2, "rm") ? asm_memory(m, &x->arg[1], bits, &x->arg[0], order) : NULL;
	if (!lvalue)
		return false;
	if (!plain)
		asm_begin(m);
	const struct expr *value = asm_load(m, lvalue);
	if (!plain && !opens)
		asm_end(m);
	return asm_write(m, &x->arg[0], bits == x->bits ? bits : 32, asm_word(m, bits, value));
}

static bool store(struct arm64 *x) {
	struct asm_machine *m = x->m;
	bool plain = starts_with(x->i->name, "str");
	uint32_t bits = access_bits(x->i->name, x->bits);
	const struct expr *lvalue = has(x, 2, "rm") ? asm_memory(m, &x->arg[1], bits, &x->arg[0],
	                                                         plain ? MEM_PLAIN : MEM_SEQ_CST)
	                                            : NULL;
	if (!lvalue)
		return false;
	const struct expr *value = lw_pin_value(m->lw, asm_read(m, &x->arg[0], bits));
	if (!plain)
		asm_begin(m);
	lw_assign(m->lw, lvalue, value);
	if (!plain)
		asm_end(m);
	return true;
}

/* stxr, stlxr, stxp, stlxp: 0 if it has stored.  In the section that its load has opened. */
static bool store_exclusive(struct arm64 *x) {
	struct asm_machine *m = x->m;
	bool is_pair = x->i->name[strlen(x->i->name) - 1] == 'p';
	uint32_t bits = x->i->n > 1 ? access_bits(x->i->name, asm_reg_bits(&x->arg[1])) : 0;
	enum mem_order order = x->i->name[2] == 'l' ? MEM_RELEASE : MEM_RELAXED;
	const struct expr *word[2] = {NULL, NULL};
	if (!m->exclusive[x->at].is_open || !has(x, is_pair ? 4 : 3, is_pair ? "rrrm" : "rrm"))
		return false;
	if (!is_pair)
		word[0] = asm_memory(m, &x->arg[2], bits, &x->arg[1], order);
	else if (!asm_memory_pair(m, &x->arg[3], bits, (uint32_t[]){x->arg[1].reg, x->arg[2].reg},
	                          order, word))
		return false;
	if (!word[0])
		return false;
	uint32_t failed = lw_label_new(m->lw), done = lw_label_new(m->lw);
	bool may_fail = m->exclusive[x->at].may_fail;
	if (may_fail) {
		const struct expr *any = asm_any(m, type_bool(m->lw->types), "failure of the store");
		lw_goto_if(m->lw, failed, any, NULL);
	}
	for (uint32_t k = 0; k < 2 && word[k]; k++)
		lw_assign(m->lw, word[k], asm_read(m, &x->arg[1 + k], bits));
	bool ok = asm_write(m, &x->arg[0], 32, asm_number(m, 32, 0));
	if (may_fail) {
		lw_goto(m->lw, done);
		lw_label_here(m->lw, failed);
		ok &= asm_write(m, &x->arg[0], 32, asm_number(m, 32, 1));
		lw_label_here(m->lw, done);
	}
	asm_end(m);
	return ok;
}

/* ldxp, ldaxp: two words. */
static bool load_pair(struct arm64 *x) {
	struct asm_machine *m = x->m;
	const struct expr *word[2];
	bool acquires = starts_with(x->i->name, "ldaxp");
	if (!has(x, 3, "rrm") ||
	    !asm_memory_pair(m, &x->arg[2], x->bits, (uint32_t[]){x->arg[0].reg, x->arg[1].reg},
	                     acquires ? MEM_ACQUIRE : MEM_RELAXED, word))
		return false;
	asm_begin(m);
	const struct expr *low = asm_load(m, word[0]), *high = asm_load(m, word[1]);
	if (!m->exclusive[x->at].opens)
		asm_end(m);
	return asm_write(m, &x->arg[0], x->bits, low) && asm_write(m, &x->arg[1], x->bits, high);
}

/* Atomic operations of LSE: ld or st, what they do, a for acquire, l for release, b or h. */
static const struct {
	const char *name;
	enum expr_kind kind;
	bool inverts, is_signed;
} lse[] = {
    {"add", EXPR_ADD, false, false},   {"clr", EXPR_BITAND, true, false},
    {"set", EXPR_BITOR, false, false}, {"eor", EXPR_BITXOR, false, false},
    {"smax", EXPR_GT, false, true},    {"smin", EXPR_LT, false, true},
    {"umax", EXPR_GT, false, false},   {"umin", EXPR_LT, false, false},
};

enum { LSE_N = sizeof lse / sizeof *lse };

/* What follows the name of an operation; false: it is none. */
static bool order_and_width(const char *suffix, enum mem_order *order) {
	bool acquires = *suffix == 'a';
	suffix += acquires;
	bool releases = *suffix == 'l';
	suffix += releases;
	*order = acquires && releases ? MEM_SEQ_CST
	         : acquires           ? MEM_ACQUIRE
	         : releases           ? MEM_RELEASE
	                              : MEM_RELAXED;
	return !*suffix || ((*suffix == 'b' || *suffix == 'h') && !suffix[1]);
}

static const struct expr *lse_result(struct arm64 *x, size_t op, uint32_t bits,
                                     const struct expr *old, const struct expr *value) {
	struct asm_machine *m = x->m;
	old = asm_bits(m, bits, old);
	value = asm_bits(m, bits, value);
	if (lse[op].inverts)
		value = asm_op(m, EXPR_BITXOR, bits, value, asm_number(m, bits, UINT64_MAX));
	if (lse[op].kind != EXPR_GT && lse[op].kind != EXPR_LT)
		return asm_op(m, lse[op].kind, bits, old, value);
	const struct type *type = type_int(m->lw->types, bits, lse[op].is_signed);
	const struct expr *keeps =
	    expr_binary(m->lw->arena, lse[op].kind, type_c_int(m->lw->types),
	                lw_convert(m->lw, type, old), lw_convert(m->lw, type, value));
	return expr_cond(m->lw->arena, keeps, old, value);
}

/* ldadd, stadd, swp and their kin: old = memory; memory = old op value. */
static bool lse_operation(struct arm64 *x) {
	struct asm_machine *m = x->m;
	const char *name = x->i->name;
	bool swaps = starts_with(name, "swp"), stores = starts_with(name, "st");
	size_t op = 0;
	while (!swaps && op < LSE_N && !starts_with(name + 2, lse[op].name))
		op++;
	enum mem_order order;
	if (op == LSE_N || !order_and_width(name + (swaps ? 3 : 2 + strlen(lse[op].name)), &order))
		return false;
	uint32_t bits = access_bits(name, x->bits);
	if (!has(x, stores ? 2 : 3, stores ? "rm" : "rrm"))
		return false;
	const struct expr *lvalue =
	    asm_memory(m, &x->arg[stores ? 1 : 2], bits, swaps ? &x->arg[0] : NULL, order);
	if (!lvalue)
		return false;
	const struct expr *value = lw_save(m->lw, asm_read(m, &x->arg[0], bits));
	asm_begin(m);
	const struct expr *old = asm_load(m, lvalue);
	lw_assign(m->lw, lvalue, swaps ? value : lse_result(x, op, bits, old, value));
	asm_end(m);
	return stores || asm_write(m, &x->arg[1], bits == x->bits ? bits : 32, asm_word(m, bits, old));
}

/* cas: if memory is the first register, it becomes the second one; the first one becomes what
 * memory was. */
static bool lse_compare(struct arm64 *x) {
	struct asm_machine *m = x->m;
	enum mem_order order;
	if (!order_and_width(x->i->name + 3, &order) || !has(x, 3, "rrm"))
		return false;
	uint32_t bits = access_bits(x->i->name, x->bits);
	const struct expr *lvalue = asm_memory(m, &x->arg[2], bits, &x->arg[1], order);
	if (!lvalue)
		return false;
	const struct expr *expected = lw_save(m->lw, asm_read(m, &x->arg[0], bits));
	const struct expr *desired = lw_save(m->lw, asm_read(m, &x->arg[1], bits));
	uint32_t differs = lw_label_new(m->lw);
	asm_begin(m);
	const struct expr *old = asm_load(m, lvalue);
	lw_goto_if(m->lw, differs, lw_not(m->lw, asm_same(m, old, expected)), NULL);
	lw_assign(m->lw, lvalue, desired);
	lw_label_here(m->lw, differs);
	asm_end(m);
	return asm_write(m, &x->arg[0], bits == x->bits ? bits : 32, asm_word(m, bits, old));
}

/* casp: as cas, of two registers in a row each. */
static bool compare_pair(struct arm64 *x) {
	struct asm_machine *m = x->m;
	enum mem_order order;
	const struct expr *word[2], *expected[2], *desired[2], *old[2];
	if (!order_and_width(x->i->name + 4, &order) || !has(x, 5, "rrrrm") ||
	    !asm_memory_pair(m, &x->arg[4], x->bits, (uint32_t[]){x->arg[2].reg, x->arg[3].reg}, order,
	                     word))
		return false;
	for (int i = 0; i < 2; i++) {
		expected[i] = lw_save(m->lw, asm_read(m, &x->arg[i], x->bits));
		desired[i] = lw_save(m->lw, asm_read(m, &x->arg[2 + i], x->bits));
	}
	asm_exchange_pair(m, true, word, expected, desired, old);
	return asm_write(m, &x->arg[0], x->bits, old[0]) && asm_write(m, &x->arg[1], x->bits, old[1]);
}

/* A counter or a description of the processor: any value. */
static bool system_register(struct arm64 *x) {
	static const char *const known[] = {"cntvct_el0", "cntpct_el0", "cntfrq_el0",  "ctr_el0",
	                                    "dczid_el0",  "midr_el1",   "pmccntr_el0", "cntvctss_el0"};
	struct asm_machine *m = x->m;
	for (size_t i = 0; has(x, 2, "rw") && i < sizeof known / sizeof *known; i++) {
		if (!is(x->arg[1].text, known[i]))
			continue;
		return asm_write(m, &x->arg[0], 64, asm_any(m, asm_type(m, 64), known[i]));
	}
	return false;
}

static const struct {
	const char *name;
	asm_step *execute;
} names[] = {
    {"mov", mov},
    {"mvn", mov},
    {"neg", neg},
    {"lsl", shift},
    {"lsr", shift},
    {"asr", shift},
    {"ror", shift},
    {"uxtb", extend},
    {"uxth", extend},
    {"uxtw", extend},
    {"sxtb", extend},
    {"sxth", extend},
    {"sxtw", extend},
    {"cset", choose},
    {"csetm", choose},
    {"csel", choose},
    {"csinc", choose},
    {"csinv", choose},
    {"csneg", choose},
    {"ccmp", compare_if},
    {"cbz", branch},
    {"cbnz", branch},
    {"tbz", branch},
    {"tbnz", branch},
    {"ldr", load},
    {"ldrb", load},
    {"ldrh", load},
    {"ldar", load},
    {"ldarb", load},
    {"ldarh", load},
    {"ldapr", load},
    {"ldaprb", load},
    {"ldaprh", load},
    {"ldxr", load},
    {"ldxrb", load},
    {"ldxrh", load},
    {"ldaxr", load},
    {"ldaxrb", load},
    {"ldaxrh", load},
    {"str", store},
    {"strb", store},
    {"strh", store},
    {"stlr", store},
    {"stlrb", store},
    {"stlrh", store},
    {"stxr", store_exclusive},
    {"stxrb", store_exclusive},
    {"stxrh", store_exclusive},
    {"stlxr", store_exclusive},
    {"stlxrb", store_exclusive},
    {"stlxrh", store_exclusive},
    {"mrs", system_register},
    {"ldxp", load_pair},
    {"ldaxp", load_pair},
    {"stxp", store_exclusive},
    {"stlxp", store_exclusive},
};

unsigned asm_arm64_tests(const struct asm_machine *m, const struct asm_ins *i) {
	const char *name = i->name;
	if (*name == 'b' && name[1] && i->n == 1)
		return asm_flags_of(m, name + (name[1] == '.' ? 2 : 1));
	bool chooses = starts_with(name, "cs") || starts_with(name, "ccmp");
	return chooses && i->n && i->arg[i->n - 1].text ? asm_flags_of(m, i->arg[i->n - 1].text) : 0;
}

static asm_step *find(const struct asm_machine *m, const struct asm_ins *i) {
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (is(names[k].name, i->name))
			return names[k].execute;
	for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
		if (is(operations[k].name, i->name))
			return operate;
	if (is(i->name, "b") || (*i->name == 'b' && asm_arm64_tests(m, i)))
		return branch;
	if (starts_with(i->name, "cas"))
		return i->name[3] == 'p' ? compare_pair : lse_compare;
	bool is_lse =
	    starts_with(i->name, "swp") || starts_with(i->name, "ld") || starts_with(i->name, "st");
	return is_lse ? lse_operation : NULL;
}

bool asm_arm64(struct asm_machine *m, uint32_t at) {
	const struct asm_ins *i = &m->ins.at[at];
	struct arm64 x = {.m = m, .i = i, .arg = i->arg, .at = at, .bits = 64};
	if (i->n && i->arg[0].kind == ASM_REGISTER)
		x.bits = asm_reg_bits(&i->arg[0]);
	asm_step *step = i->lock ? NULL : find(m, i);
	return step && step(&x);
}
