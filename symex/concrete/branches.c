#include "symex/concrete/branches.h"

#include <sys/mman.h>

#include "goto/analysis/control.h"

enum { WAY_FALSE = 1, WAY_TRUE = 2 };

/* --- Counting. --- */

static bool is_users(const struct goto_prog *prog, const struct function *f) {
	return !f->is_model && f->symbol != prog->init;
}

void branches_open(struct branches *b, const struct goto_prog *prog) {
	*b = (struct branches){0};
	size_t n = 1;
	for (size_t i = 0; i < prog->function.n; i++)
		if (is_users(prog, prog->function.at[i]))
			n += 3 * prog->function.at[i]->ins.n;
	b->bytes = n * sizeof(uint64_t);
	b->memory = mmap(NULL, b->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (b->memory == MAP_FAILED)
		mem_exhausted();
	uint64_t *at = b->memory + 1;
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		struct branch_counts c = {f, at, {at + f->ins.n, at + 2 * f->ins.n}};
		if (!is_users(prog, f))
			continue;
		at += 3 * f->ins.n;
		map_put(&b->count_of, map_key(f), b->count.n);
		vec_push(&b->count, c);
	}
}

uint32_t branches_runs(const struct branches *b) {
	return (uint32_t)b->memory[0];
}

/* NULL: it is none of the user's. */
static const struct branch_counts *find_counts(const struct branches *b, const struct function *f) {
	uint64_t ix;
	return map_get(&b->count_of, map_key(f), &ix) ? &b->count.at[ix] : NULL;
}

static void count_more(uint64_t *at, uint64_t n) {
	if (n)
		__atomic_fetch_add(at, n, __ATOMIC_RELAXED);
}

/* The condition as the user wrote it, of a conditional jump that jumps, or does not. */
static bool is_true(const struct ins *i, bool jumps) {
	return jumps == i->when_true;
}

void branches_add(struct branches *b, const struct run_trace *t) {
	count_more(b->memory, 1);
	for (size_t i = 0; i < t->hits.n; i++) {
		const struct run_hits *h = &t->hits.at[i];
		const struct branch_counts *c = find_counts(b, h->function);
		for (uint32_t pc = 0; c && pc < h->function->ins.n; pc++)
			count_more(&c->hits[pc], h->at[pc]);
	}
	for (size_t i = 0; i < t->thread.n; i++)
		for (size_t k = 0; k < t->thread.at[i].decision.n; k++) {
			const struct run_decision *d = &t->thread.at[i].decision.at[k];
			const struct branch_counts *c = find_counts(b, d->function);
			if (d->kind == DECISION_BRANCH && c)
				count_more(&c->way[is_true(&d->function->ins.at[d->pc], d->taken)][d->pc], 1);
		}
}

/* --- Reporting. --- */

/* The ways of the branch that count; 0: it is none of the user's. */
static unsigned ways_of(const struct function *f, uint32_t pc) {
	const struct ins *i = &f->ins.at[pc];
	if (i->kind != INS_GOTO || !i->rhs || !i->text || i->hidden || i->ghost)
		return 0;
	unsigned ways = WAY_TRUE | WAY_FALSE;
	uint32_t at;
	if (control_fails(f, i->target, &at))
		ways &= ~(is_true(i, true) ? WAY_TRUE : WAY_FALSE);
	if (control_fails(f, pc + 1, &at))
		ways &= ~(is_true(i, false) ? WAY_TRUE : WAY_FALSE);
	return ways;
}

static unsigned count(unsigned ways) {
	return (ways & 1) + (ways >> 1);
}

static void add_branch(const struct branch_counts *c, const struct function *f, uint32_t pc,
                       struct coverage *to) {
	const struct ins *i = &f->ins.at[pc];
	unsigned ways = ways_of(f, pc);
	struct covered_branch b = {.loc = i->loc,
	                           .has_true = ways & WAY_TRUE,
	                           .has_false = ways & WAY_FALSE,
	                           .when_true = c ? c->way[true][pc] : 0,
	                           .when_false = c ? c->way[false][pc] : 0};
	if (ways && i->loc.file)
		vec_push(&to->branch, b);
}

/* Is the instruction something that a line does?  Declarations and ends of scopes are not. */
static bool is_code(const struct ins *i) {
	return !i->ghost && i->loc.file && i->loc.line && i->kind != INS_SKIP && i->kind != INS_DECL &&
	       i->kind != INS_DEAD && i->kind != INS_END;
}

static void add_function(const struct branches *b, const struct function *f, struct coverage *to) {
	const struct branch_counts *c = find_counts(b, f);
	if (!f->ins.n || !f->symbol->loc.file)
		return;
	struct covered_line begin = {
	    .loc = f->symbol->loc, .function = f->symbol->display, .count = c ? c->hits[0] : 0};
	vec_push(&to->function, begin);
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		struct covered_line line = {.loc = f->ins.at[pc].loc, .count = c ? c->hits[pc] : 0};
		if (is_code(&f->ins.at[pc]))
			vec_push(&to->line, line);
		add_branch(c, f, pc, to);
	}
}

static unsigned taken_ways(const struct branch_counts *c, uint32_t pc) {
	unsigned taken = 0;
	if (c && c->way[true][pc])
		taken |= WAY_TRUE;
	if (c && c->way[false][pc])
		taken |= WAY_FALSE;
	return taken;
}

void branches_count(const struct branches *b, uint64_t *all, uint64_t *taken) {
	*all = *taken = 0;
	for (size_t i = 0; i < b->count.n; i++) {
		const struct branch_counts *c = &b->count.at[i];
		for (uint32_t pc = 0; pc < c->function->ins.n; pc++) {
			unsigned ways = ways_of(c->function, pc);
			*all += count(ways);
			*taken += count(ways & taken_ways(c, pc));
		}
	}
}

static void add_untaken(const struct branches *b, const struct function *f, struct coverage *to) {
	const struct branch_counts *c = find_counts(b, f);
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		unsigned ways = ways_of(f, pc), taken = taken_ways(c, pc);
		unsigned left = ways & ~taken;
		to->branches += count(ways);
		to->taken += count(ways & taken);
		struct untaken_branch u = {.function = f->symbol->display,
		                           .loc = f->ins.at[pc].loc,
		                           .condition = f->ins.at[pc].text,
		                           .when_true = left & WAY_TRUE,
		                           .when_false = left & WAY_FALSE};
		if (left)
			vec_push(&to->left, u);
	}
}

void branches_lines(const struct branches *b, const struct goto_prog *prog, struct result *r) {
	struct coverage *c = &r->coverage;
	c->line.n = c->branch.n = c->function.n = 0;
	for (size_t i = 0; i < prog->function.n; i++)
		if (is_users(prog, prog->function.at[i]))
			add_function(b, prog->function.at[i], c);
}

void branches_report(const struct branches *b, const struct goto_prog *prog, struct result *r) {
	struct coverage *c = &r->coverage;
	branches_lines(b, prog, r);
	c->runs = branches_runs(b);
	c->branches = c->taken = 0;
	c->left.n = 0;
	for (size_t i = 0; i < prog->function.n; i++)
		if (is_users(prog, prog->function.at[i]))
			add_untaken(b, prog->function.at[i], c);
}

void branches_free(struct branches *b) {
	munmap(b->memory, b->bytes);
	vec_free(&b->count);
	map_free(&b->count_of);
}
