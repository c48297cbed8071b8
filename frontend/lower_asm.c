/* Inline assembly.  An empty template only hides values from the compiler: it changes nothing, and
 * an output tied to an input has that input's value.  The same holds for hints to the processor.
 * Barriers become a FENCE.  These are known whatever the target is.  What else the instructions of
 * the target do is in asm.h; anything else is not supported.
 */
#include "frontend/asm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/conditional.h"
#include "frontend/lower.h"
#include "util/intern.h"

static void havoc(struct lw *lw, const struct expr *lvalue) {
	if (type_is_scalar(lvalue->type) || type_is_aggregate(lvalue->type))
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = lvalue});
}

/* C11 has no fence for every set of pairs: the weakest that keeps them all may keep more. */
void lw_barrier(struct lw *lw, unsigned pairs) {
	if (pairs & LW_WR)
		lw_fence(lw, MEM_SEQ_CST);
	else if ((pairs & LW_RR) && (pairs & LW_WW))
		lw_fence(lw, MEM_ACQ_REL);
	else if (pairs & LW_RR)
		lw_fence(lw, MEM_ACQUIRE);
	else if (pairs)
		lw_fence(lw, MEM_RELEASE);
}

unsigned lw_arm_barrier(uint64_t option) {
	static const unsigned pairs[] = {LW_ALL, LW_RR | LW_RW, LW_WW, LW_ALL};
	return pairs[option % 4];
}

/* dmb, dsb: the option is a number, or a domain with "st" or "ld" at its end. */
static unsigned arm_operands(const char *text, size_t n) {
	if (n && *text == '#')
		return lw_arm_barrier(strtoul(text + 1, NULL, 0));
	if (n >= 2 && !strncmp(text + n - 2, "st", 2))
		return LW_WW;
	return n >= 2 && !strncmp(text + n - 2, "ld", 2) ? LW_RR | LW_RW : LW_ALL;
}

/* fence: letters for what comes before, a comma, letters for what comes after; none: all. */
static unsigned riscv_operands(const char *text, size_t n) {
	const char *comma = memchr(text, ',', n);
	if (!comma)
		return LW_ALL;
	size_t before = (size_t)(comma - text), after = n - before;
	bool r1 = memchr(text, 'r', before), w1 = memchr(text, 'w', before);
	bool r2 = memchr(comma, 'r', after), w2 = memchr(comma, 'w', after);
	return (r1 && r2 ? LW_RR : 0u) | (r1 && w2 ? LW_RW : 0u) | (w1 && r2 ? LW_WR : 0u) |
	       (w1 && w2 ? LW_WW : 0u);
}

/* Instructions that change no memory and no register.  A locked instruction is a barrier.  isb,
 * isync and fence.i are about fetching instructions: they order no accesses by themselves. */
static const struct instruction {
	const char *name;
	bool has_operands; /* of which only 'operands' says what they mean */
	unsigned pairs;    /* that it keeps in order */
	unsigned (*operands)(const char *, size_t);
} known[] = {
    {"nop", false, 0, NULL},
    {"rep", false, 0, NULL},
    {"repz", false, 0, NULL},
    {"pause", false, 0, NULL},
    {"yield", false, 0, NULL},
    {"wfe", false, 0, NULL},
    {"sev", false, 0, NULL},
    {"sevl", false, 0, NULL},
    {"wfi", false, 0, NULL},
    {"hint", true, 0, NULL},
    {"prfm", true, 0, NULL},
    {"prefetchw", true, 0, NULL},
    {"prefetcht0", true, 0, NULL},
    {"prefetchnta", true, 0, NULL},
    {"clrex", false, 0, NULL},
    {"isb", true, 0, NULL},
    {"isync", false, 0, NULL},
    {"fence.i", false, 0, NULL},
    {"dmb", true, LW_ALL, arm_operands},
    {"dsb", true, LW_ALL, arm_operands},
    {"mfence", false, LW_ALL, NULL},
    {"lfence", false, LW_RR | LW_RW, NULL},
    {"sfence", false, LW_WW, NULL},
    {"lock", false, LW_ALL, NULL},
    {"fence", true, LW_ALL, riscv_operands},
    {"sync", false, LW_ALL, NULL},
    {"lwsync", false, LW_RR | LW_RW | LW_WW, NULL},
    {"eieio", false, LW_WW, NULL},
};

unsigned lw_barrier_named(const char *name) {
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (!strcmp(known[i].name, name))
			return known[i].pairs;
	return 0;
}

/* Is the instruction text[0..n) one of these?  Adds the pairs it keeps in order. */
static bool changes_nothing(const char *text, size_t n, unsigned *pairs) {
	size_t word = 0;
	while (word < n && !isspace((unsigned char)text[word]))
		word++;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		const struct instruction *k = &known[i];
		if (strlen(k->name) != word || strncmp(k->name, text, word))
			continue;
		bool operands = word != n && k->operands;
		*pairs |= operands ? k->operands(text + word + 1, n - word - 1) : k->pairs;
		return word == n || k->has_operands ||
		       changes_nothing(text + word + 1, n - word - 1, pairs);
	}
	/* An addition of 0 to the stack; locked, it is a barrier. */
	static const char *const adds[] = {"addl $0,", "addq $0,", "orl $0,", "orq $0,"};
	for (size_t i = 0; i < sizeof adds / sizeof *adds; i++)
		if (n > strlen(adds[i]) + 4 && !strncmp(text, adds[i], strlen(adds[i])))
			return !strncmp(text + n - 4, "esp)", 4) || !strncmp(text + n - 4, "rsp)", 4);
	return n == 0;
}

bool asm_changes_nothing(const char *text, unsigned *pairs) {
	return changes_nothing(text, strlen(text), pairs);
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
			all &= changes_nothing(copy, n, pairs);
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
