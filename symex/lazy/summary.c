#include "symex/lazy/summary.h"

#include "solvers/rewrite/substitute.h"
#include "symex/config.h"
#include "symex/query/vc.h"
#include "symex/symex_stats.h"
#include "util/base/threshold.h"

enum { MAX_SUMMARIES = 8, MAX_TERMS = 4000 };
enum {
	WINDOW = THRESHOLD(4000, 16),
	ENOUGH = 50
}; /* nodes; the share of them that must be pruned, 1/50 */

struct control_summary {
	struct visit visit;
	uint32_t next; /* of the same control state; 0: none */
};

struct summaries {
	struct map first; /* control state -> its first summary */
	VEC(struct control_summary) at;
};

struct summaries *summaries_open(void) {
	struct summaries *s = mem_alloc(sizeof *s);
	vec_push(&s->at, (struct control_summary){0}); /* 0 is none */
	return s;
}

void summaries_close(struct summaries *s) {
	if (!s)
		return;
	map_free(&s->first);
	vec_free(&s->at);
	mem_free(s);
}

void summaries_forget(struct summaries *s) {
	map_clear(&s->first);
	s->at.n = 1;
}

void summaries_decide(struct tree *t) {
	struct guided *g = &t->guided;
	uint64_t nodes = t->x->stats->nodes, pruned = t->x->stats->pruned_summaries - g->had_pruned;
	bool pays = g->active && pruned * ENOUGH >= WINDOW;
	bool tries = !g->active && nodes >= WINDOW;
	if (t->config->guided_always || pays || tries) {
		g->active = true;
		g->until = nodes + WINDOW;
	} else {
		g->rest = g->active ? 2 * g->rest : WINDOW;
		g->active = false;
		g->until = nodes + g->rest;
	}
	g->had_pruned = t->x->stats->pruned_summaries;
}

/* Does every execution of the path satisfy the conditions?  Not if they are about hidden cells
 * (hidden.h), so that these need not become visible. */
static bool is_implied(struct tree *t, struct substitution *s, uint32_t wp) {
	struct symex *x = t->x;
	struct trail before = trail_mark(x, 0);
	bool has_read = x->content.read_hidden;
	x->content.read_hidden = false;
	uint32_t n;
	const uint32_t *member = conditions_members(&t->guided.conditions, wp, &n);
	term rest = term_true(x->ts);
	s->fuel = MAX_TERMS;
	s->failed = false;
	for (uint32_t i = 0; i < n && rest.ix && !term_is_false(x->ts, rest); i++) {
		term now = substitute(s, (term){member[i]});
		rest = now.ix ? term_and(x->ts, rest, now) : NO_TERM;
	}
	/* A read of a pointer as an integer has made assumptions about its address. */
	bool is_clean = x->assumption.n == before.nassumed && !x->content.read_hidden;
	x->content.read_hidden = has_read;
	trail_undo(x, &before);
	if (!rest.ix || !is_clean || term_is_false(x->ts, rest))
		return false;
	return term_is_true(x->ts, rest) || vc_path_excludes(x, term_not(x->ts, rest));
}

const struct visit *summaries_find(struct tree *t, struct state *st, uint32_t control,
                                   const struct visit *new) {
	struct summaries *all = t->guided.summaries;
	struct state_variable_reader r = {&t->guided.variables, t->x, st};
	struct substitution s = {.ts = t->x->ts, .value = state_variable_read, .context = &r};
	uint64_t first;
	uint32_t found = 0, up = 0;
	if (!map_get(&all->first, control, &first))
		return NULL;
	for (uint32_t i = (uint32_t)first; i && !found; i = all->at.at[i].next) {
		const struct control_summary *old = &all->at.at[i];
		if (cache_covers(t->cache, &old->visit, new) && is_implied(t, &s, old->visit.wp))
			found = i;
		else
			up = i;
	}
	substitution_free(&s);
	if (!found)
		return NULL;
	if (up) { /* the most recently used ones come first */
		all->at.at[up].next = all->at.at[found].next;
		all->at.at[found].next = (uint32_t)first;
		map_put(&all->first, control, found);
	}
	return &all->at.at[found].visit;
}

void summaries_add(struct tree *t, uint32_t control, const struct visit *done) {
	struct summaries *all = t->guided.summaries;
	struct control_summary new = {.visit = *done};
	uint64_t first = 0;
	uint32_t n = 0, last = 0, before = 0;
	if (done->wp == CONDITIONS_FALSE)
		return;
	map_get(&all->first, control, &first);
	for (uint32_t i = (uint32_t)first; i; i = all->at.at[i].next, n++)
		before = last, last = i;
	new.next = (uint32_t)first;
	if (n < MAX_SUMMARIES) {
		vec_push(&all->at, new);
		map_put(&all->first, control, all->at.n - 1);
		return;
	}
	all->at.at[before].next = 0; /* the last one is replaced */
	all->at.at[last] = new;
	map_put(&all->first, control, last);
}
