/* Inline assembly.  An empty template only hides values from the compiler: it changes nothing, and
 * an output tied to an input has that input's value.  The same holds for hints to the processor and
 * for fences, which mean nothing more where memory is sequentially consistent.  Anything else is a
 * hole, and what it writes is arbitrary. */
#include "frontend/lower.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void havoc(struct lw *lw, const struct expr *lvalue) {
	if (type_is_scalar(lvalue->type) || type_is_aggregate(lvalue->type))
		lw_emit(lw, (struct ins){.kind = INS_HAVOC, .lhs = lvalue});
}

/* Is the instruction text[0..n) one of these, perhaps with operands where those do not matter? */
static bool changes_nothing(const char *text, size_t n) {
	static const struct {
		const char *name;
		bool has_operands;
	} known[] = {{"nop", false},     {"rep", false},    {"repz", false},   {"pause", false},
	             {"yield", false},   {"wfe", false},    {"sev", false},    {"sevl", false},
	             {"isb", true},      {"dmb", true},     {"dsb", true},     {"hint", true},
	             {"mfence", false},  {"lfence", false}, {"sfence", false}, {"fence", true},
	             {"fence.i", false}, {"sync", false},   {"lwsync", false}, {"isync", false},
	             {"eieio", false},   {"lock", false}};
	size_t word = 0;
	while (word < n && !isspace((unsigned char)text[word]))
		word++;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (strlen(known[i].name) == word && !strncmp(known[i].name, text, word))
			return word == n || known[i].has_operands ||
			       changes_nothing(text + word + 1, n - word - 1);
	/* A locked addition of 0 to the stack is a fence. */
	static const char *const adds[] = {"addl $0,", "addq $0,", "orl $0,", "orq $0,"};
	for (size_t i = 0; i < sizeof adds / sizeof *adds; i++)
		if (n > strlen(adds[i]) + 4 && !strncmp(text, adds[i], strlen(adds[i])))
			return !strncmp(text + n - 4, "esp)", 4) || !strncmp(text + n - 4, "rsp)", 4);
	return n == 0;
}

/* Does every instruction of a template only give a hint, or order accesses to memory?  They are
 * separated by ';', or by the '\n' and '\t' of the literal. */
static bool is_noop(const char *text) {
	char *copy = mem_alloc(strlen(text) + 1);
	size_t n = 0;
	bool all = true;
	for (;; text++) {
		bool ends = !*text || *text == ';' || *text == '\n' || !strncmp(text, "\\n", 2);
		while (ends && n && copy[n - 1] == ' ')
			n--;
		if (ends) {
			all &= changes_nothing(copy, n);
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

static void noop(struct lw *lw, const struct lw_asm *a, struct lw_kids kids) {
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

void lw_asm_stmt(struct lw *lw, CXCursor c) {
	struct lw_kids kids = lw_kids(lw, c);
	struct lw_asm a;
	if (!lw_sidecar_asm(lw, c, &a) || a.is_goto || a.nout + a.nin != kids.n) {
		lw_unsupported(lw, NULL, "inline assembly");
		return;
	}
	lw_scope_open(lw, false);
	if (is_noop(a.text)) {
		noop(lw, &a, kids);
	} else {
		for (uint32_t i = 0; i < a.nin; i++)
			lw_discard(lw, kids.at[a.nout + i]);
		lw_emit(lw, (struct ins){.kind = INS_UNSUPPORTED, .text = "inline assembly"});
		for (uint32_t i = 0; i < a.nout; i++)
			havoc(lw, lw_lvalue(lw, kids.at[i]));
	}
	lw_scope_close(lw);
}
