/* Operands of an asm statement: what their constraints say, their values before it and after it. */
#include "frontend/machine/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/lower/lower_expr.h"
#include "util/base/intern.h"

static bool is_memory(const struct asm_machine *m, const char *constraint) {
	if (m->arch == ASM_ARM64)
		return strpbrk(constraint, "mQoVU") && !strpbrk(constraint, "rgX");
	return strpbrk(constraint, "moV") && !strpbrk(constraint, "rgqQRlabcdSDAX");
}

/* The output that an input shares its register with, or NONE. */
static uint32_t tied_to(const struct asm_machine *m, const char *constraint) {
	constraint += *constraint == '%';
	if (isdigit((unsigned char)*constraint))
		return (uint32_t)atoi(constraint);
	size_t n = strlen(constraint);
	if (n < 2 || *constraint != '[' || constraint[n - 1] != ']')
		return ASM_NONE;
	const char *name = intern_n(constraint + 1, n - 2);
	for (uint32_t i = 0; i < m->a->nout; i++)
		if (m->a->name[i] == name)
			return i;
	return ASM_NONE;
}

static bool fits(const struct asm_machine *m, const struct type *type) {
	return (type_is_integer(type) || type->kind == TYPE_POINTER) && type->size * 8 <= m->bits;
}

/* The variable of a register that may change.  A pointer stays one. */
static void make_variable(struct asm_machine *m, struct asm_reg *r) {
	bool is_pointer = r->type && r->type->kind == TYPE_POINTER;
	r->var = lw_temp(m->lw, is_pointer ? r->type : asm_type(m, m->bits));
}

/* A small record or a floating-point number in a register: its bytes as an integer. */
static const struct expr *as_scalar(struct asm_machine *m, const struct expr *e) {
	uint64_t size = e->type->size;
	bool fits = size == 1 || size == 2 || size == 4 || size * 8 == m->bits;
	if ((!type_is_record(e->type) && e->type->kind != TYPE_FLOAT) || !fits)
		return e;
	if (!expr_is_lvalue(e))
		e = lw_save(m->lw, e);
	const struct type *word = asm_type(m, (uint32_t)size * 8);
	return lw_deref(m->lw, lw_convert(m->lw, type_pointer(m->lw->types, word), lw_addr(m->lw, e)));
}

/* Registers for floating-point numbers and vectors are not known. */
static bool is_general(const struct asm_machine *m, const char *constraint) {
	return !strpbrk(constraint, m->arch == ASM_X86 ? "ftuxyv" : "wxy") || strchr(constraint, 'r');
}

static struct asm_reg *take_register(struct asm_machine *m, uint32_t *reg, const char *hard) {
	*reg = asm_find_register(m, hard);
	if (*reg == ASM_NONE)
		*reg = asm_add_register(m, hard);
	return &m->reg.at[*reg];
}

/* "A" on 32 bits: 64 bits in edx and eax. */
static bool is_double(const struct asm_machine *m, const char *constraint,
                      const struct type *type) {
	return m->arch == ASM_X86 && m->bits == 32 && strchr(constraint, 'A') && type->bits == 64 &&
	       type_is_integer(type);
}

static void set_double(struct asm_machine *m, struct asm_operand *o, const struct expr *value) {
	const struct expr *all = value ? lw_save(m->lw, asm_bits(m, 64, value)) : NULL;
	for (uint32_t i = 0; i < 2; i++) {
		struct asm_reg *r = take_register(m, i ? &o->high : &o->reg, intern(i ? "rdx" : "rax"));
		r->type = asm_type(m, 32);
		if (all)
			r->value = lw_save(
			    m->lw, asm_bits(m, 32, asm_op(m, EXPR_SHR, 64, all, asm_number(m, 64, 32 * i))));
	}
}

static bool output(struct asm_machine *m, struct lw_kids kids, uint32_t k) {
	struct asm_operand *o = &m->operand[k];
	const char *constraint = m->a->constraint[k], *flag = strstr(constraint, "@cc");
	o->lvalue = lw_pin(m->lw, lw_lvalue(m->lw, kids.at[k]));
	o->is_memory = is_memory(m, constraint);
	o->condition = flag ? intern(flag + 3) : NULL;
	if (o->is_memory || o->condition)
		return true;
	o->lvalue = as_scalar(m, o->lvalue);
	const struct type *type = type_unatomic(m->lw->types, o->lvalue->type);
	bool is_read = strchr(constraint, '+');
	if (is_double(m, constraint, type)) {
		set_double(m, o, is_read ? lw_convert(m->lw, type, o->lvalue) : NULL);
		m->reg.at[o->reg].may_change = m->reg.at[o->high].may_change = true;
		return true;
	}
	if (!fits(m, type) || !is_general(m, constraint))
		return false;
	o->bits = (uint32_t)type->size * 8;
	o->reg = asm_add_register(m, asm_asked_register(m, constraint));
	struct asm_reg *r = &m->reg.at[o->reg];
	r->may_change = true;
	r->type = type;
	if (is_read)
		r->value = lw_save(m->lw, lw_convert(m->lw, type, o->lvalue));
	return true;
}

static bool register_input(struct asm_machine *m, CXCursor kid, uint32_t k, uint32_t output) {
	struct asm_operand *o = &m->operand[k];
	const char *constraint = m->a->constraint[k];
	const struct expr *value = lw_value(m->lw, kid);
	value = value ? as_scalar(m, value) : NULL;
	bool in_two = value && (output == ASM_NONE ? is_double(m, constraint, value->type)
	                                           : m->operand[output].high != ASM_NONE);
	if (in_two) {
		set_double(m, o, value);
		return true;
	}
	if (!value || !fits(m, value->type) || !is_general(m, constraint))
		return false;
	value = lw_pin_value(m->lw, value);
	o->bits = (uint32_t)value->type->size * 8;
	struct asm_reg *r;
	if (output == ASM_NONE) {
		r = take_register(m, &o->reg, asm_asked_register(m, constraint));
	} else {
		o->reg = m->operand[output].reg;
		r = &m->reg.at[o->reg];
	}
	if (r->value)
		return false;
	if (!r->type)
		r->type = value->type;
	r->is_immediate = value->kind == EXPR_CONST && strpbrk(constraint, "inegIJKLMNOZ");
	r->value = value->kind == EXPR_CONST ? value : lw_save(m->lw, value);
	return true;
}

static bool input(struct asm_machine *m, struct lw_kids kids, uint32_t k) {
	struct asm_operand *o = &m->operand[k];
	const char *constraint = m->a->constraint[k];
	uint32_t output = tied_to(m, constraint);
	if (output == ASM_NONE && is_memory(m, constraint)) {
		o->is_memory = true;
		o->lvalue = lw_pin(m->lw, lw_lvalue(m->lw, kids.at[k]));
		return true;
	}
	if (output != ASM_NONE && (output >= m->a->nout || m->operand[output].condition))
		return false;
	if (output != ASM_NONE && m->operand[output].is_memory) {
		*o = m->operand[output]; /* the same object is given twice */
		return true;
	}
	return register_input(m, kids.at[k], k, output);
}

bool asm_operands(struct asm_machine *m, struct lw_kids kids) {
	uint32_t n = m->a->nout + m->a->nin;
	m->operand = arena_array(m->lw->scratch, struct asm_operand, n + 1);
	for (uint32_t k = 0; k < n; k++) {
		m->operand[k] = (struct asm_operand){.reg = ASM_NONE, .high = ASM_NONE};
		if (!(k < m->a->nout ? output(m, kids, k) : input(m, kids, k))) {
			m->failed = "with operands that are no integers or pointers";
			return false;
		}
	}
	return true;
}

/* How much of a register the template reads, at most. */
static uint32_t bits_read(const struct asm_machine *m, uint32_t reg) {
	uint32_t bits = 0;
	for (size_t i = 0; i < m->ins.n; i++) {
		const struct asm_ins *ins = &m->ins.at[i];
		uint32_t suffix = m->arch == ASM_X86 && ins->name[strlen(ins->name) - 1] == 'q' ? 64 : 0;
		for (uint32_t k = 0; k < ins->n; k++) {
			const struct asm_arg *arg = &ins->arg[k];
			if (arg->reg != reg)
				continue;
			uint32_t wide = arg->kind == ASM_MEMORY ? m->bits
			                : arg->bits > suffix    ? arg->bits
			                                        : suffix;
			bits = wide > bits ? wide : bits;
		}
	}
	return bits;
}

/* What is above the operand in its register is arbitrary, unless it is an immediate operand. */
static const struct expr *widened(struct asm_machine *m, const struct expr *value) {
	uint32_t bits = (uint32_t)value->type->size * 8;
	const struct expr *all = asm_any(m, asm_type(m, m->bits), "the rest of a register");
	const struct expr *high =
	    asm_op(m, EXPR_BITAND, m->bits, all, asm_number(m, m->bits, UINT64_MAX << bits));
	return asm_op(m, EXPR_BITOR, m->bits, high, asm_bits(m, m->bits, asm_bits(m, bits, value)));
}

/* Does the value of a register have all bits that matter? */
static bool is_whole(const struct asm_machine *m, uint32_t reg) {
	const struct asm_reg *r = &m->reg.at[reg];
	uint32_t bits = (uint32_t)r->value->type->size * 8;
	if (r->is_immediate && !r->may_change)
		return true;
	return bits >= bits_read(m, reg) && bits >= r->type->size * 8;
}

void asm_start_registers(struct asm_machine *m) {
	for (uint32_t i = 0; i < m->reg.n; i++) {
		struct asm_reg *r = &m->reg.at[i];
		bool is_wide = r->value && is_whole(m, i);
		if (r->hard && !strcmp(r->hard, "xzr"))
			r->value = asm_number(m, m->bits, 0);
		else if (r->value && !r->may_change)
			r->value = is_wide ? r->value : lw_save(m->lw, widened(m, r->value));
		else if (r->value) {
			make_variable(m, r);
			lw_assign(m->lw, r->var, is_wide ? r->value : widened(m, r->value));
		} else {
			make_variable(m, r);
		}
	}
}

void asm_write_back(struct asm_machine *m) {
	for (uint32_t k = 0; k < m->a->nout; k++) {
		const struct asm_operand *o = &m->operand[k];
		if (o->is_memory)
			continue;
		const struct expr *value;
		if (o->condition) {
			value = asm_condition(m, o->condition);
		} else {
			const struct asm_reg *r = &m->reg.at[o->reg];
			bool whole = r->var->type == r->type;
			value = whole ? r->var : asm_bits(m, (uint32_t)r->type->size * 8, r->var);
			value = lw_convert(m->lw, r->type, value);
		}
		if (o->high != ASM_NONE)
			value = asm_op(m, EXPR_BITOR, 64, value,
			               asm_op(m, EXPR_SHL, 64, m->reg.at[o->high].var, asm_number(m, 64, 32)));
		lw_assign(m->lw, o->lvalue, value);
	}
}
