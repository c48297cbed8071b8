#include "symex/runs/branches.h"

#include "goto/control.h"

enum { WAY_FALSE = 1, WAY_TRUE = 2 };

/* The way of a conditional jump that jumps, or does not, in terms of the user's condition. */
static unsigned way_of(const struct ins *i, bool jumps) {
	return jumps == i->when_true ? WAY_TRUE : WAY_FALSE;
}

void branches_add(struct branches *b, const struct run_trace *t) {
	b->runs++;
	for (size_t i = 0; i < t->thread.n; i++)
		for (size_t k = 0; k < t->thread.at[i].decision.n; k++) {
			const struct run_decision *d = &t->thread.at[i].decision.at[k];
			const struct ins *at = &d->function->ins.at[d->pc];
			uint64_t ways = 0;
			if (d->kind != DECISION_BRANCH || d->function->is_model)
				continue;
			map_get(&b->taken, map_key(at), &ways);
			map_put(&b->taken, map_key(at), ways | way_of(at, d->taken));
		}
}

/* The ways of the branch that count; 0: it is none of the user's. */
static unsigned ways_of(const struct function *f, uint32_t pc) {
	const struct ins *i = &f->ins.at[pc];
	if (i->kind != INS_GOTO || !i->rhs || !i->text || i->hidden || i->ghost)
		return 0;
	unsigned ways = WAY_TRUE | WAY_FALSE;
	uint32_t at;
	if (control_fails(f, i->target, &at))
		ways &= ~way_of(i, true);
	if (control_fails(f, pc + 1, &at))
		ways &= ~way_of(i, false);
	return ways;
}

static unsigned count(unsigned ways) {
	return (ways & 1) + (ways >> 1);
}

static void report_function(const struct branches *b, const struct function *f, struct result *r) {
	struct coverage *c = &r->coverage;
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		const struct ins *i = &f->ins.at[pc];
		unsigned ways = ways_of(f, pc);
		uint64_t taken = 0;
		map_get(&b->taken, map_key(i), &taken);
		unsigned left = ways & ~(unsigned)taken;
		c->branches += count(ways);
		c->taken += count(ways & (unsigned)taken);
		if (!left)
			continue;
		struct untaken_branch u = {.function = f->symbol->display,
		                           .loc = i->loc,
		                           .condition = i->text,
		                           .when_true = left & WAY_TRUE,
		                           .when_false = left & WAY_FALSE};
		vec_push(&c->left, u);
	}
}

void branches_report(const struct branches *b, const struct goto_prog *prog, struct result *r) {
	r->coverage.runs = b->runs;
	r->coverage.branches = r->coverage.taken = 0;
	r->coverage.left.n = 0;
	for (size_t i = 0; i < prog->function.n; i++) {
		const struct function *f = prog->function.at[i];
		if (!f->is_model && f->symbol != prog->init)
			report_function(b, f, r);
	}
}

void branches_free(struct branches *b) {
	map_free(&b->taken);
}
