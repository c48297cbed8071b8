#include "goto/analysis/control.h"

enum { MAX_SUCCESSORS = 2 };

struct graph {
	const struct function *function;
	uint32_t n;
	uint32_t (*to)[MAX_SUCCESSORS];
	uint32_t *nto;
	uint32_t *first, *from; /* predecessors of i: from[first[i]] up to from[first[i + 1]] */
};

static bool is_failure(const struct ins *in) {
	return (in->kind == INS_ASSUME || in->kind == INS_ASSERT) && expr_is_false(in->rhs);
}

static void add_edge(struct graph *g, uint32_t from, uint32_t to) {
	if (to < g->n && g->nto[from] < MAX_SUCCESSORS)
		g->to[from][g->nto[from]++] = to;
}

static void add_edges(struct graph *g, uint32_t i) {
	const struct ins *in = &g->function->ins.at[i];
	uint32_t end = g->n - 1;
	if (i == end)
		return;
	if (in->kind == INS_RETURN || is_failure(in)) {
		add_edge(g, i, end);
		return;
	}
	bool always = in->kind == INS_GOTO && (!in->rhs || expr_is_true(in->rhs));
	if (in->kind == INS_GOTO)
		add_edge(g, i, in->target);
	if (!always)
		add_edge(g, i, i + 1);
}

static void find_predecessors(struct graph *g) {
	g->first = mem_alloc((g->n + 2) * sizeof *g->first);
	g->from = mem_alloc((MAX_SUCCESSORS * (size_t)g->n + 1) * sizeof *g->from);
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < g->nto[i]; k++)
			g->first[g->to[i][k] + 2]++;
	for (uint32_t i = 2; i < g->n + 2; i++)
		g->first[i] += g->first[i - 1];
	for (uint32_t i = 0; i < g->n; i++)
		for (uint32_t k = 0; k < g->nto[i]; k++)
			g->from[g->first[g->to[i][k] + 1]++] = i;
}

/* The instructions from which END is reached, in reverse postorder of the reversed graph; END is
 * the first.  rank: by instruction, its place in that order, counted from 1; 0: none. */
static uint32_t backward_order(const struct graph *g, uint32_t *order, uint32_t *rank) {
	struct graph_visit {
		uint32_t at, next;
	};
	VEC(struct graph_visit) stack = {0};
	bool *seen = mem_alloc(g->n);
	uint32_t count = 0;
	vec_push(&stack, ((struct graph_visit){g->n - 1, g->first[g->n - 1]}));
	seen[g->n - 1] = true;
	while (stack.n) {
		struct graph_visit *top = &vec_last(&stack);
		if (top->next == g->first[top->at + 1]) {
			order[g->n - ++count] = top->at;
			stack.n--;
			continue;
		}
		uint32_t from = g->from[top->next++];
		if (seen[from])
			continue;
		seen[from] = true;
		vec_push(&stack, ((struct graph_visit){from, g->first[from]}));
	}
	vec_free(&stack);
	mem_free(seen);
	for (uint32_t i = 0; i < count; i++) {
		order[i] = order[g->n - count + i];
		rank[order[i]] = i + 1;
	}
	return count;
}

/* Marks the instructions from which this one is reached without a failure. */
static void mark_returning(const struct graph *g, uint32_t to, bool *returns) {
	VEC(uint32_t) todo = {0};
	vec_push(&todo, to);
	returns[to] = true;
	while (todo.n) {
		uint32_t at = vec_pop(&todo);
		for (uint32_t k = g->first[at]; k < g->first[at + 1]; k++) {
			uint32_t from = g->from[k];
			if (returns[from] || is_failure(&g->function->ins.at[from]))
				continue;
			returns[from] = true;
			vec_push(&todo, from);
		}
	}
	vec_free(&todo);
}

/* Gives an exit to the loops that have none but a failure: the failure does not follow from being
 * in the loop.  Outer loops come first: those in them mostly have an exit then. */
static void leave_endless_loops(struct graph *g, bool *is_left) {
	bool *returns = mem_alloc(g->n);
	mark_returning(g, g->n - 1, returns);
	for (uint32_t i = g->n; i-- > 0;) {
		const struct ins *in = &g->function->ins.at[i];
		if (returns[i] || in->kind != INS_GOTO || in->target > i || g->nto[i] == MAX_SUCCESSORS)
			continue;
		add_edge(g, i, g->n - 1);
		is_left[i] = true;
		mark_returning(g, i, returns);
	}
	mem_free(returns);
	mem_free(g->first);
	mem_free(g->from);
	find_predecessors(g);
}

static uint32_t common(const uint32_t *next, const uint32_t *rank, uint32_t a, uint32_t b) {
	while (a != b) {
		while (rank[a] > rank[b])
			a = next[a];
		while (rank[b] > rank[a])
			b = next[b];
	}
	return a;
}

/* Dominators of the reversed graph, by iteration (Cooper, Harvey, Kennedy 2001). */
static void find_postdominators(const struct graph *g, uint32_t *next) {
	uint32_t *order = mem_alloc(g->n * sizeof *order), *rank = mem_alloc(g->n * sizeof *rank);
	uint32_t n = backward_order(g, order, rank);
	for (uint32_t i = 0; i < g->n; i++)
		next[i] = NO_POSTDOMINATOR;
	next[g->n - 1] = g->n - 1;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = 1; i < n; i++) {
			uint32_t at = order[i], found = NO_POSTDOMINATOR;
			for (uint32_t k = 0; k < g->nto[at]; k++) {
				uint32_t to = g->to[at][k];
				if (next[to] == NO_POSTDOMINATOR)
					continue;
				found = found == NO_POSTDOMINATOR ? to : common(next, rank, found, to);
			}
			changed |= next[at] != found;
			next[at] = found;
		}
	}
	mem_free(order);
	mem_free(rank);
}

void control_open(struct control *c, const struct function *f) {
	struct graph g = {.function = f, .n = (uint32_t)f->ins.n};
	g.to = mem_alloc(g.n * sizeof *g.to);
	g.nto = mem_alloc(g.n * sizeof *g.nto);
	for (uint32_t i = 0; i < g.n; i++)
		add_edges(&g, i);
	find_predecessors(&g);
	bool *is_left = mem_alloc(g.n);
	leave_endless_loops(&g, is_left);
	*c = (struct control){f, mem_alloc(g.n * sizeof *c->next), g.first, g.from, is_left};
	find_postdominators(&g, c->next);
	mem_free(g.to);
	mem_free(g.nto);
}

void control_close(struct control *c) {
	mem_free(c->next);
	mem_free(c->first);
	mem_free(c->from);
	mem_free(c->is_left);
	*c = (struct control){0};
}

static bool finds_mark(const struct control *c, uint32_t from, uint32_t until, const bool *mark) {
	for (uint32_t i = from; i != until && i != NO_POSTDOMINATOR; i = c->next[i]) {
		if (mark[i])
			return true;
		if (c->next[i] == i)
			return false;
	}
	return false;
}

bool control_is_branch(const struct control *c, uint32_t ins) {
	const struct ins *in = &c->function->ins.at[ins];
	return in->kind == INS_GOTO && (in->rhs || c->is_left[ins]);
}

bool control_decides(const struct control *c, uint32_t branch, const bool *mark) {
	const struct ins *in = &c->function->ins.at[branch];
	uint32_t until = c->next[branch], end = (uint32_t)c->function->ins.n - 1;
	uint32_t other = c->is_left[branch] ? end : branch + 1;
	return until != NO_POSTDOMINATOR &&
	       (finds_mark(c, in->target, until, mark) || finds_mark(c, other, until, mark));
}

bool control_fails(const struct function *f, uint32_t pc, uint32_t *at) {
	for (;;) {
		const struct ins *i = &f->ins.at[pc];
		if (i->kind == INS_SKIP)
			pc++;
		else if (i->kind == INS_GOTO && !i->rhs && i->target > pc)
			pc = i->target;
		else
			break;
	}
	const struct ins *i = &f->ins.at[pc];
	*at = pc;
	return i->kind == INS_ASSERT && i->rhs->kind == EXPR_CONST && bits_is_zero(i->rhs->bits);
}
