/* Inline assembly.  An empty template only hides values from the compiler: it changes nothing, and
 * an output tied to an input has that input's value.  The same holds for hints to the processor.
 * Barriers become a FENCE.  These are known whatever the target is.  What else the instructions of
 * the target do is in asm.h; anything else is not supported.
 */
#include "frontend/machine/lower_asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_ast.h"
#include "frontend/code/lower_barrier.h"
#include "frontend/code/lower_body.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_value.h"
#include "frontend/code/sidecar.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/machine/asm.h"
#include "frontend/source/conditional.h"
#include "util/base/intern.h"

static void havoc(struct lw *lw, const struct expr *lvalue) {
	if (type_is_scalar(lvalue->type) || type_is_aggregate(lvalue->type))
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = lvalue});
}

/* Does every instruction of a template only give a hint, or order accesses to memory?  They are
 * separated by ';', or by the '\n' and '\t' of the literal. */
static bool is_noop(const char *text, unsigned *pairs) {
	char *copy = mem_alloc(strlen(text) + 1);
	size_t n = 0;
	bool all = true;
	for (;; text++) {
		bool ends = !*text || *text == ';' || *text == '\n' || !strncmp(text, "\\n", 2);
		while (ends && n && copy[n - 1] == ' ')
			n--;
		if (ends) {
			copy[n] = 0;
			all &= asm_changes_nothing(copy, pairs);
			n = 0;
		}
		if (!*text)
			break;
		if (*text == '\\' && text[1])
			text++; /* a tab, or the end of a line */
		else if (!ends && (n || !isspace((unsigned char)*text)))
			copy[n++] = (char)tolower((unsigned char)*text);
	}
	mem_free(copy);
	return all;
}

/* The input that shares its register with output 'k', or -1. */
static int tied_input(const struct lw_asm *a, uint32_t k) {
	for (uint32_t i = 0; i < a->nin; i++) {
		const char *text = a->constraint[a->nout + i];
		if (*text >= '0' && *text <= '9' && (uint32_t)atoi(text) == k)
			return (int)i;
	}
	return -1;
}

/* Operands that are memory are not read: nothing is known to touch them. */
static void evaluate_inputs(struct lw *lw, const struct lw_asm *a, struct lw_kids kids) {
	for (uint32_t i = a->nout; i < a->nout + a->nin; i++)
		if (strpbrk(a->constraint[i], "moVQ"))
			lw_lvalue(lw, kids.at[i]);
		else if (!isdigit((unsigned char)*a->constraint[i]))
			lw_discard(lw, kids.at[i]);
}

static void noop(struct lw *lw, const struct lw_asm *a, struct lw_kids kids) {
	evaluate_inputs(lw, a, kids);
	for (uint32_t k = 0; k < a->nout; k++) {
		if (strchr(a->constraint[k], '+'))
			continue;
		const struct expr *lvalue = lw_lvalue(lw, kids.at[k]);
		int input = tied_input(a, k);
		const struct expr *value =
		    input >= 0 ? lw_value(lw, kids.at[a->nout + (uint32_t)input]) : NULL;
		if (value && type_is_scalar(lvalue->type) && type_is_scalar(value->type))
			lw_assign(lw, lvalue, value);
		else
			havoc(lw, lvalue);
	}
}

static enum asm_arch arch_of(const struct target *target) {
	if (!strncmp(target->triple, "x86_64", 6) || !strncmp(target->triple, "amd64", 5))
		return ASM_X86;
	if (target->triple[0] == 'i' && !strncmp(target->triple + 2, "86", 2))
		return ASM_X86;
	bool arm = !strncmp(target->triple, "aarch64", 7) || !strncmp(target->triple, "arm64", 5);
	return arm && !target->big_endian && target->pointer_bits == 64 ? ASM_ARM64 : ASM_NO_ARCH;
}

/* Labels of the template, and those of the function that asm goto may jump to. */
static void place_labels(struct asm_machine *m) {
	for (size_t i = 0; i < m->label.n; i++)
		m->label.at[i].label = lw_label_new(m->lw);
	for (uint32_t i = 0; i < m->a->nlabels; i++)
		m->goto_at[i] = lw_label_new(m->lw);
}

static void start_flags(struct asm_machine *m) {
	unsigned used = 0;
	for (uint32_t k = 0; k < m->a->nout; k++)
		if (m->operand[k].condition)
			used |= asm_flags_of(m, m->operand[k].condition);
	for (size_t i = 0; i < m->ins.n; i++)
		used |= m->arch == ASM_X86 ? asm_x86_tests(m, &m->ins.at[i])
		                           : asm_arm64_tests(m, &m->ins.at[i]);
	for (int f = 0; f < ASM_FLAGS; f++)
		if (used >> f & 1)
			m->flag[f] = lw_temp(m->lw, type_c_int(m->lw->types));
}

/* The source may have another way around it. */
static void give_hint(struct lw *lw, CXCursor statement) {
	struct fe_conditional c;
	struct goto_prog *prog = lw->fe->prog;
	if (lw->unit->is_model ||
	    !fe_find_conditional(lw->unit->tu, clang_getCursorLocation(statement), &c))
		return;
	struct hint hint = {lw->loc, c.option, NULL};
	hint.reason = intern_printf("the assembly at %s:%u is inside %s'%s' (%s:%u), which has another "
	                            "branch%s",
	                            lw->loc.file, lw->loc.line, c.is_else ? "the #else of " : "",
	                            c.directive, c.file, c.line,
	                            c.is_reserved ? "; other code may depend on this macro, too" : "");
	vec_push(&prog->hint, hint);
}

static void not_supported(struct lw *lw, CXCursor statement, const char *text) {
	give_hint(lw, statement);
	lw_unsupported(lw, NULL, text ? "inline assembly %s" : "inline assembly", text);
}

static void unknown_instruction(struct asm_machine *m, const char *text) {
	not_supported(m->lw, m->statement, text);
}

static void execute(struct asm_machine *m) {
	for (uint32_t at = 0; at <= m->ins.n; at++) {
		for (size_t i = 0; i < m->label.n; i++)
			if (m->label.at[i].at == at)
				lw_label_here(m->lw, m->label.at[i].label);
		if (at == m->ins.n)
			break;
		const struct asm_ins *i = &m->ins.at[at];
		unsigned pairs = i->lock ? LW_ALL : 0;
		lw_scope_open(m->lw, false);
		if (asm_changes_nothing(i->text, &pairs))
			lw_barrier(m->lw, pairs);
		else if (!(m->arch == ASM_X86 ? asm_x86(m, at) : asm_arm64(m, at)))
			unknown_instruction(m, intern_printf("'%s'", i->text));
		lw_scope_close(m->lw);
	}
}

/* What comes after the instructions: outputs, whether the end is reached or a label of the function
 * is jumped to. */
static void finish(struct asm_machine *m) {
	uint32_t end = lw_label_new(m->lw);
	asm_write_back(m);
	if (!m->a->nlabels)
		return;
	lw_goto(m->lw, end);
	for (uint32_t i = 0; i < m->a->nlabels; i++) {
		lw_label_here(m->lw, m->goto_at[i]);
		asm_write_back(m);
		if (!lw_goto_named(m->lw, m->a->label[i]))
			unknown_instruction(m, NULL);
	}
	lw_label_here(m->lw, end);
}

/* All that may not be understood before the first instruction. */
static bool prepare(struct asm_machine *m, struct lw_kids kids) {
	if (m->arch == ASM_NO_ARCH || m->lw->unit->is_intel ||
	    m->a->nlabels > sizeof m->goto_at / sizeof *m->goto_at)
		return false;
	if (!asm_operands(m, kids))
		return false;
	uint32_t ignored;
	for (uint32_t i = 0; i < m->a->nclobbers; i++) {
		const char *name = m->a->clobber[i];
		asm_hard_register(m, name + (*name == '%'), &ignored);
	}
	for (uint32_t k = 0; k < m->a->nout; k++)
		if (m->operand[k].condition && !asm_flags_of(m, m->operand[k].condition))
			return false;
	if (!asm_parse(m))
		return false;
	if (m->arch == ASM_X86 || asm_exclusive(m))
		return true;
	m->failed = "with an exclusive load or store that has no partner in the statement";
	return false;
}

static void instructions(struct lw *lw, CXCursor c, const struct lw_asm *a, struct lw_kids kids) {
	const struct target *target = &lw->fe->prog->target;
	struct asm_machine m = {
	    .lw = lw, .statement = c, .a = a, .arch = arch_of(target), .bits = target->pointer_bits};
	if (prepare(&m, kids)) {
		lw->wraps = true;
		place_labels(&m);
		asm_start_registers(&m);
		start_flags(&m);
		execute(&m);
		finish(&m);
		lw->wraps = false;
	} else {
		unknown_instruction(&m, m.failed);
	}
	vec_free(&m.reg);
	vec_free(&m.ins);
	vec_free(&m.label);
}

void lw_asm_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	struct lw_asm a;
	if (!lw_sidecar_asm(lw, c, &a) || a.nout + a.nin != kids.n) {
		not_supported(lw, c, NULL);
		return;
	}
	lw_scope_open(lw, false);
	unsigned pairs = 0;
	if (!a.is_goto && is_noop(a.text, &pairs)) {
		lw_barrier(lw, pairs);
		noop(lw, &a, kids);
	} else {
		instructions(lw, c, &a, kids);
	}
	lw_scope_close(lw);
}
