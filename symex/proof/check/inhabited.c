#include "symex/proof/check/inhabited.h"

#include "symex/concrete/trial.h"
#include "symex/config.h"
#include "symex/proof/relation/build.h"
#include "symex/proof/relation/relation.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

/* A location is an instruction and the calls that led to it. */
static uint64_t key_of(const struct state *st) {
	uint64_t key = map_hash(st->pc);
	for (const struct frame *f = st->frame; f; f = f->up)
		key = map_hash(key ^ f->function->symbol->id ^ (uint64_t)f->return_pc << 32);
	return key;
}

struct checked_location {
	struct loc loc;
	bool has_point; /* in the relation */
	bool has_state;
};

struct visited {
	struct map index; /* key -> index in 'at' */
	VEC(struct checked_location) at;
};

static void visit(void *context, struct symex *x, struct state *st) {
	struct visited *v = context;
	if (!st->frame || !relation_is_point(x, st))
		return;
	uint64_t key = key_of(st);
	if (map_get(&v->index, key, NULL))
		return;
	map_put(&v->index, key, v->at.n);
	vec_push(&v->at, ((struct checked_location){.loc = state_user_loc(st)}));
}

/* One of the nodes suffices. */
static bool has_state(struct claim *c, uint32_t point) {
	const struct numbers *nodes = &c->single[point];
	for (size_t i = 0; i < nodes->at.n; i++)
		if (lemmas_ask(&c->lemmas, &c->formula[nodes->at.at[i]], 1) != ANSWER_UNSAT)
			return true;
	return false;
}

static void look_at_points(struct claim *c, struct visited *v) {
	uint64_t ix;
	for (uint32_t i = 0; i < c->r->point.n && !symex_stop; i++) {
		if (!map_get(&v->index, key_of(&c->r->point.at[i].st), &ix))
			continue;
		struct checked_location *l = &v->at.at[ix];
		l->has_point = true;
		l->has_state = l->has_state || has_state(c, i);
	}
}

void inhabited_check(struct claim *c) {
	struct symex *x = c->v->x;
	struct visited v = {0};
	if (x->config->solver_config.integers) /* runs wrap around */
		return;
	double since = stats_wall_seconds();
	const char *violated = trial_runs(x, visit, &v);
	look_at_points(c, &v);
	size_t points = 0;
	for (size_t i = 0; i < v.at.n && !symex_stop; i++) {
		const struct checked_location *l = &v.at.at[i];
		points += l->has_point;
		if (l->has_point && !l->has_state)
			claim_give_up(c, CHECKED_FAILS, "it has no state, and a run comes there", l->loc);
	}
	if (violated && !symex_stop)
		claim_give_up(c, CHECKED_FAILS, intern_printf("a run violates '%s'", violated), NO_LOC);
	diag_say(2, "proof: runs: %zu locations, %zu of them places, %.3f s", v.at.n, points,
	         stats_wall_seconds() - since);
	map_free(&v.index);
	vec_free(&v.at);
}
