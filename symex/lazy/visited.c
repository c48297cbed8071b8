#include "symex/lazy/visited.h"

#include "symex/lazy/explored.h"
#include "symex/lazy/sleep.h"
#include "symex/lazy/summary.h"
#include "symex/symex_stats.h"

/* The number of names that each thread has used on the path, as a list of t->keys.canon.  Needed
 * only if objects that are gone may have had locks (renaming.h). */
static uint32_t serials_number(struct tree *t) {
	const struct naming *n = &t->naming;
	if (!t->discipline.has_dynamic || !t->footprints)
		return 0;
	uint32_t *words = arena_array(t->x->pool.arena, uint32_t, n->serial.n + 1);
	words[0] = (uint32_t)n->serial.n;
	for (size_t i = 0; i < n->serial.n; i++)
		words[i + 1] = n->serial.at[i];
	return canon_tuple(t->keys.canon, words, words[0] + 1);
}

/* Has no object below the visited state a number that one on the path to the state 'now' had? */
static bool names_are_new(const struct tree *t, uint32_t visited, uint32_t now) {
	if (!visited || !now)
		return false;
	const uint32_t *p = canon_tuple_at(t->keys.canon, visited),
	               *q = canon_tuple_at(t->keys.canon, now);
	for (uint32_t i = 1; i <= q[0]; i++)
		if ((i > p[0] ? 0 : p[i]) < q[i])
			return false;
	return true;
}

/* The summary of a visit, in the names of the state that it covers. */
static uint32_t summary_of_visit(struct tree *t, const struct visit *v, uint32_t renaming,
                                 uint32_t serials) {
	if (!t->footprints || !v->finished)
		return FOOTPRINT_NONE;
	bool lasting = names_are_new(t, v->serials, serials);
	if (v->renaming == renaming && (lasting || !t->discipline.has_dynamic))
		return v->summary;
	/* Whoever creates threads below the visited state has another number here. */
	for (uint32_t tid = 0; tid < 64 && t->keys.symmetry; tid++)
		t->creators[tid] |=
		    renaming_translate(t->keys.renaming, t->creators[tid], v->renaming, renaming);
	return renaming_summary(t->keys.renaming, t->footprints, v->summary, v->renaming, renaming,
	                        lasting);
}

/* The outcome of a visit that was made before. */
static void use_visit(struct tree *t, const struct visit *v, uint32_t summary, uint32_t depth,
                      struct subtree_outcome *out) {
	*out = NOTHING_BELOW;
	out->summary = summary;
	out->revisited = v->finished ? NO_REVISIT : v->depth;
	out->is_parent = !v->finished && v->depth + 1 == depth;
	out->cut = v->cut;
	out->too_short = v->too_short;
	out->used_up = v->finished ? v->used_up : UINT32_MAX;
	if (v->cut)
		t->end.cut = true;
	if (t->guided.on)
		out->wp = v->wp;
	explored_seen(t);
}

/* Does the state satisfy the precondition of an earlier visit? */
static bool is_summarised(struct tree *t, struct state *st, struct visited_entry *entry,
                          struct subtree_outcome *out) {
	entry->control = node_control(t, st);
	const struct visit *v = summaries_find(t, st, entry->control, &entry->summarised);
	/* Locks of objects that are made below may have the names of others on the path. */
	if (!v || (t->discipline.has_dynamic && t->footprints &&
	           !names_are_new(t, v->serials, entry->summarised.serials)))
		return false;
	t->x->stats->pruned_summaries++;
	use_visit(t, v, v->summary, entry->summarised.depth, out);
	entry->control = 0;
	return true;
}

/* Is the state equal to one that was visited before? */
static bool is_known(struct tree *t, const struct visited_entry *entry,
                     struct subtree_outcome *out) {
	const struct visit *now = &entry->begun;
	uint32_t found =
	    cache_find(t->cache, entry->state, now->budget, now->sleep_set, now->iterations);
	if (!found)
		return false;
	const struct visit *v = cache_at(t->cache, found);
	t->x->stats->pruned_cache++;
	use_visit(t, v, summary_of_visit(t, v, now->renaming, now->serials), now->depth, out);
	if (v->finished)
		out->used_up = cache_used_up(t->cache, v, now->iterations);
	if (t->guided.on && v->renaming != now->renaming)
		out->wp = CONDITIONS_FALSE; /* it names other objects */
	return true;
}

bool visited_find(struct tree *t, struct state *st, const struct path *p,
                  struct visited_entry *entry, struct subtree_outcome *out) {
	if (!t->cache)
		return false;
	uint64_t sleep_set = sleep_threads(p);
	bool exact = tree_reduces_by(t, REDUCTION_STATE_CACHE);
	bool is_many = st->nthreads > MAX_RENAMED;
	/* The control state has the loop counters. */
	entry->summarised = cache_begin(t->cache, p->left, sleep_set, 0, p->depth);
	entry->summarised.serials = serials_number(t);
	if (exact) {
		entry->state = node_key(t, st, p->is_feasible, sleep_set);
		entry->begun = entry->summarised;
		entry->begun.sleep_set = renaming_threads(t->keys.renaming, sleep_set);
		entry->begun.iterations = node_iterations(t, st);
		if (t->footprints || t->guided.on)
			entry->begun.renaming =
			    is_many ? renaming_none(t->keys.renaming) : renaming_list(t->keys.renaming);
		if (is_known(t, entry, out))
			return true;
	}
	if (t->guided.active && !is_many && is_summarised(t, st, entry, out))
		return true;
	if (exact)
		entry->visit = cache_add(t->cache, entry->state, &entry->begun);
	return false;
}

static void add_summary(struct tree *t, struct visited_entry *entry,
                        const struct subtree_outcome *out) {
	visit_finish(&entry->summarised, out->summary, out->cut, out->too_short, out->used_up);
	entry->summarised.wp = out->wp;
	summaries_add(t, entry->control, &entry->summarised);
	if (entry->visit)
		cache_set_wp(t->cache, entry->visit, out->wp);
}

void visited_finish(struct tree *t, struct visited_entry *entry, uint32_t depth,
                    struct subtree_outcome *out) {
	/* The state of an unfinished node further up recurs below: the summary is not complete. */
	bool is_incomplete = out->revisited < depth;
	if (out->revisited >= depth)
		out->revisited = NO_REVISIT;
	if (entry->control && !node_is_over(t) && !is_incomplete)
		add_summary(t, entry, out);
	if (!entry->visit)
		return;
	if (node_is_over(t))
		cache_abandon(t->cache, entry->state, entry->visit);
	else
		cache_finish(t->cache, entry->visit, is_incomplete ? FOOTPRINT_ANYTHING : out->summary,
		             out->cut || is_incomplete, out->too_short || is_incomplete,
		             is_incomplete ? UINT32_MAX : out->used_up);
}
