/* Exclusive loads and stores of arm64.
 *
 * A store-exclusive that succeeds is one step with its load-exclusive as far as other threads can
 * see: nobody else has written to that memory in between.  So the instructions from the load to
 * the store, which must not access other memory, are one atomic section in which the store
 * succeeds.  A path from the load that reaches no store (a compare-exchange that finds another
 * value, a load that only arms an event) leaves the section at once.
 *
 * A store that fails has changed nothing.  If all that follows is another attempt from the load on,
 * with the registers that the first one began with, executions in which it fails add nothing but
 * more attempts: it is taken to succeed.  Otherwise it may fail, for whatever reason: processors
 * may let it fail although nobody interfered.
 *
 * A load or store whose partner is in another asm statement is not supported.
 */
#include "frontend/machine/asm.h"

#include <string.h>

#include "frontend/code/lower_barrier.h"
#include "util/text/affix.h"

static bool is_load(const struct asm_ins *i) {
	return starts_with(i->name, "ldx") || starts_with(i->name, "ldax");
}

static bool is_store(const struct asm_ins *i) {
	return starts_with(i->name, "stx") || starts_with(i->name, "stlx");
}

static bool is_hint(const struct asm_ins *i) {
	unsigned pairs = 0;
	return asm_changes_nothing(i->text, &pairs) && !pairs;
}

static bool accesses_memory(const struct asm_ins *i) {
	if (is_hint(i))
		return false;
	for (uint32_t k = 0; k < i->n; k++)
		if (i->arg[k].kind == ASM_MEMORY)
			return true;
	return false;
}

static bool is_branch(const struct asm_ins *i) {
	return *i->name == 'b' && i->n == 1;
}

/* cbz, cbnz, tbz, tbnz: the last argument is the label. */
static bool is_test_branch(const struct asm_ins *i) {
	return (starts_with(i->name, "cb") || starts_with(i->name, "tb")) && i->n > 1;
}

/* Up to two instructions that may follow; their number at the end of the template is ins.n. */
static uint32_t successors(const struct asm_machine *m, uint32_t at, uint32_t out[2]) {
	const struct asm_ins *i = &m->ins.at[at];
	uint32_t n = 0;
	if (is_branch(i) || is_test_branch(i)) {
		const struct asm_label *l = asm_find_label(m, &i->arg[i->n - 1], at);
		out[n++] = l ? l->at : (uint32_t)m->ins.n;
	}
	if (!(is_branch(i) && !strcmp(i->name, "b")))
		out[n++] = at + 1;
	return n;
}

/* Is there a way from here to a store, over nothing but registers?  To a fixpoint. */
static void find_ways(const struct asm_machine *m, bool *reaches) {
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = (uint32_t)m->ins.n; at-- > 0;) {
			const struct asm_ins *i = &m->ins.at[at];
			uint32_t next[2], n = successors(m, at, next);
			bool found = is_store(i);
			for (uint32_t k = 0; k < n && !is_store(i) && !accesses_memory(i); k++)
				found |= reaches[next[k]];
			changed |= found != reaches[at];
			reaches[at] = found;
		}
	}
}

/* Marks what is executed in a section; false: an instruction is also reached without its load. */
static bool mark_open(struct asm_machine *m, const bool *reaches) {
	uint32_t n = (uint32_t)m->ins.n;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t at = 0; at < n; at++) {
			const struct asm_exclusive *x = &m->exclusive[at];
			uint32_t next[2], k = successors(m, at, next);
			bool inside = x->opens || (x->is_open && !is_store(&m->ins.at[at]));
			while (inside && k-- > 0)
				if (reaches[next[k]] && !m->exclusive[next[k]].is_open) {
					m->exclusive[next[k]].is_open = true;
					changed = true;
				}
		}
	}
	for (uint32_t at = 0; at < n; at++) {
		const struct asm_exclusive *x = &m->exclusive[at];
		uint32_t next[2], k = successors(m, at, next);
		bool inside = x->opens || (x->is_open && !is_store(&m->ins.at[at]));
		while (!inside && k-- > 0)
			if (reaches[next[k]] && next[k] < n)
				return false;
	}
	return !n || !reaches[0];
}

/* Registers as bits; the last one stands for the flags. */
enum { FLAGS = 63 };

static uint64_t bit_of(const struct asm_arg *arg) {
	bool has = (arg->kind == ASM_REGISTER || arg->kind == ASM_MEMORY) && arg->reg < FLAGS;
	return has ? UINT64_C(1) << arg->reg : 0;
}

static void registers(const struct asm_machine *m, const struct asm_ins *i, uint64_t *reads,
                      uint64_t *writes) {
	bool compares = starts_with(i->name, "cmp") || starts_with(i->name, "cmn") ||
	                starts_with(i->name, "tst") || starts_with(i->name, "ccmp");
	bool has_target = !compares && !is_branch(i) && !is_test_branch(i);
	*reads = asm_arm64_tests(m, i) ? UINT64_C(1) << FLAGS : 0;
	*writes = 0;
	size_t n = strlen(i->name);
	if (compares || (n > 3 && i->name[n - 1] == 's'))
		*writes = UINT64_C(1) << FLAGS;
	uint32_t targets = !has_target ? 0 : is_load(i) && i->n == 3 ? 2 : 1;
	for (uint32_t k = 0; k < i->n; k++)
		*(k < targets ? writes : reads) |= bit_of(&i->arg[k]);
}

/* An attempt may end before the store.  Then what a failed attempt before it has left in registers
 * behind that point can be seen: is that no more than what could be there anyway, in a register
 * that had no value yet? */
static bool leaves_nothing(const struct asm_machine *m, uint32_t load, uint32_t store) {
	uint64_t early = 0, late = 0, before = 0, reads, writes;
	bool may_end = false;
	for (uint32_t k = 0; k <= store; k++) {
		registers(m, &m->ins.at[k], &reads, &writes);
		if (k < load)
			before |= writes;
		else if (may_end)
			late |= writes;
		else
			early |= writes;
		may_end |= k > load && (is_branch(&m->ins.at[k]) || is_test_branch(&m->ins.at[k]));
	}
	late &= ~early;
	for (uint32_t r = 0; may_end && r < m->reg.n; r++)
		if ((late >> r & 1) && (m->reg.at[r].value || (before >> r & 1)))
			return false;
	return !may_end || !(late >> FLAGS & 1);
}

/* Does nothing follow a failing store but another attempt that begins as the first one? */
static bool only_repeats(const struct asm_machine *m, uint32_t store) {
	if (store + 1 >= m->ins.n || m->reg.n >= FLAGS)
		return false;
	const struct asm_ins *i = &m->ins.at[store], *branch = &m->ins.at[store + 1];
	if (strcmp(branch->name, "cbnz") || branch->n != 2 || i->n < 2 ||
	    branch->arg[0].reg != i->arg[0].reg)
		return false;
	const struct asm_label *l = asm_find_label(m, &branch->arg[1], store + 1);
	uint32_t load = l ? l->at : store;
	while (load < store && is_hint(&m->ins.at[load]))
		load++;
	if (!m->exclusive[load].opens)
		return false;
	uint64_t carried = 0, written = 0, reads, writes;
	for (uint32_t k = load; k <= store; k++) {
		registers(m, &m->ins.at[k], &reads, &writes);
		carried |= reads & ~written;
		written |= writes;
	}
	for (size_t k = 0; k < m->label.n; k++) /* an attempt begins nowhere else */
		if (m->label.at[k].at > load && m->label.at[k].at <= store)
			return false;
	return !(carried & written) && leaves_nothing(m, load, store);
}

static bool same_memory(const struct asm_ins *a, const struct asm_ins *b) {
	const struct asm_arg *x = a->n ? &a->arg[a->n - 1] : NULL, *y = b->n ? &b->arg[b->n - 1] : NULL;
	return x && y && x->kind == ASM_MEMORY && y->kind == ASM_MEMORY && x->operand == y->operand &&
	       x->reg == y->reg && x->number == y->number;
}

/* Every store is to what the load before it has read. */
static bool same_addresses(const struct asm_machine *m) {
	const struct asm_ins *load = NULL;
	for (uint32_t at = 0; at < m->ins.n; at++) {
		const struct asm_ins *i = &m->ins.at[at];
		if (m->exclusive[at].opens)
			load = i;
		if (is_store(i) && (!load || !same_memory(load, i)))
			return false;
	}
	return true;
}

bool asm_exclusive(struct asm_machine *m) {
	uint32_t n = (uint32_t)m->ins.n;
	bool *reaches = arena_array(m->lw->scratch, bool, n + 1);
	m->exclusive = arena_array(m->lw->scratch, struct asm_exclusive, n + 1);
	memset(reaches, 0, (n + 1) * sizeof *reaches);
	memset(m->exclusive, 0, (n + 1) * sizeof *m->exclusive);
	find_ways(m, reaches);
	for (uint32_t at = 0; at < n; at++)
		m->exclusive[at].opens = is_load(&m->ins.at[at]) && reaches[at + 1];
	if (!mark_open(m, reaches) || !same_addresses(m))
		return false;
	for (uint32_t at = 0; at < n; at++)
		m->exclusive[at].may_fail = is_store(&m->ins.at[at]) && !only_repeats(m, at);
	return true;
}
