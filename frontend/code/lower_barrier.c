#include "frontend/code/lower_barrier.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_code.h"

void lw_fence(struct lw *lw, enum mem_order order) {
	lw_emit(lw, (struct ins){.kind = INS_FENCE, .order = order, .hidden = true});
}

/* C11 has no fence for every set of pairs: the weakest that keeps them all may keep more, which is
 * an assumption then (cli/options/models.c). */
void lw_barrier(struct lw *lw, unsigned pairs) {
	static const struct {
		unsigned pairs;
		enum mem_order order;
	} fence[] = {{LW_RR | LW_RW, MEM_ACQUIRE},
	             {LW_RW | LW_WW, MEM_RELEASE},
	             {LW_RR | LW_RW | LW_WW, MEM_ACQ_REL},
	             {LW_ALL, MEM_SEQ_CST}};
	size_t i = 0;
	while (pairs & ~fence[i].pairs)
		i++;
	if (!pairs)
		return;
	lw_fence(lw, fence[i].order);
	lw->fe->prog->barriers_keep_more |= pairs != fence[i].pairs;
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
