#include "symex/proof/check/tally.h"

enum { MOST_WEIGHT = 3 };

/* Threads are fewer than 2^29, and MOST_WEIGHT is the most that one counts. */
#define MOST_COUNTED ((int64_t)MOST_WEIGHT << 29)

/* The flag of a thread; of one that thread FIRST creates, as it gives it. */
static term flag_of(struct claim *c, uint32_t part, struct seat t, const struct arrival *new) {
	for (uint32_t i = 0; new &&i < new->nown; i++)
		if (new->own[i].part == part)
			return claim_of_mover(c, new->own[i].value, FIRST);
	return claim_part(c, part, t);
}

/* The condition that the thread, at the point, has this weight. */
static term weighs(struct claim *c, const struct ghost_counter *k, struct seat t,
                   const struct arrival *new, uint32_t point, int64_t weight) {
	const struct weights *w = &k->weight[point];
	struct facts cases = {0};
	for (uint32_t values = 0; values < 1u << w->nflags; values++) {
		struct facts f = {0};
		for (uint32_t i = 0; i < w->nflags && w->at[values] == weight; i++) {
			term flag = flag_of(c, w->flag[i], t, new);
			term zero = term_u64(c->ts, c->r->part.at[w->flag[i]].width, 0);
			facts_add(&f, values >> i & 1 ? term_distinct(c->ts, flag, zero)
			                              : term_equal(c->ts, flag, zero));
		}
		term here = claim_all(c, &f);
		if (w->at[values] == weight)
			facts_add(&cases, here);
	}
	return claim_any(c, &cases);
}

/* The condition that the thread is where it has this weight. */
static term has_weight(struct claim *c, const struct ghost_counter *k, struct seat t,
                       int64_t weight) {
	struct facts f = {0};
	for (uint32_t i = 0; i < c->r->point.n; i++)
		facts_add(&f, term_and(c->ts, claim_is_at(c, t, i), weighs(c, k, t, NULL, i, weight)));
	return claim_any(c, &f);
}

static bool is_natural(const struct claim *c, const struct ghost_counter *k) {
	for (uint32_t p = 0; p < c->r->point.n; p++)
		for (uint32_t i = 0; i < 1u << k->weight[p].nflags; i++)
			if (k->weight[p].at[i] < 0)
				return false;
	return true;
}

/* Where 'here' holds, the counter is no less than 'least' and the weights of these threads. */
static void add_least(struct claim *c, struct facts *f, const struct ghost_counter *k,
                      const struct seat *t, uint32_t n, term here, int64_t least) {
	uint32_t width = c->r->part.at[k->part].width;
	term var = c->r->part.at[k->part].var[SHARED];
	if (term_is_false(c->ts, here))
		return;
	if (!n) {
		facts_add(f,
		          term_implies(c->ts, here, term_sle(c->ts, term_i64(c->ts, width, least), var)));
		return;
	}
	add_least(c, f, k, t + 1, n - 1, here, least);
	for (int64_t weight = 1; weight <= MOST_WEIGHT; weight++)
		add_least(c, f, k, t + 1, n - 1, term_and(c->ts, here, has_weight(c, k, *t, weight)),
		          least + weight);
}

void tally_add(struct claim *c, struct facts *f, const struct seat *t, uint32_t n) {
	for (size_t i = 0; c->v->counters && i < c->v->counters->at.n; i++) {
		const struct ghost_counter *k = &c->v->counters->at.at[i];
		uint32_t width = c->r->part.at[k->part].width;
		term var = c->r->part.at[k->part].var[SHARED], most = term_i64(c->ts, width, MOST_COUNTED);
		if (is_natural(c, k))
			add_least(c, f, k, t, n, term_true(c->ts), 0);
		else
			facts_add(f, term_sle(c->ts, term_neg(c->ts, most), var));
		facts_add(f, term_sle(c->ts, var, most));
	}
}

/* The weight of a thread at the point; of one that has ended, 0. */
static term weight_of(struct claim *c, const struct ghost_counter *k, struct seat t,
                      const struct arrival *new) {
	uint32_t width = c->r->part.at[k->part].width;
	term weight = term_i64(c->ts, width, 0);
	for (int64_t w = -MOST_WEIGHT; w <= MOST_WEIGHT && t.point != NO_POINT; w++)
		weight =
		    term_ite(c->ts, weighs(c, k, t, new, t.point, w), term_i64(c->ts, width, w), weight);
	return weight;
}

static void check_weights(struct claim *c, const struct ghost_counter *k) {
	for (uint32_t p = 0; p < c->r->point.n; p++)
		for (uint32_t i = 0; i < 1u << k->weight[p].nflags; i++)
			if (k->weight[p].at[i] > MOST_WEIGHT || k->weight[p].at[i] < -MOST_WEIGHT)
				claim_give_up(c, CHECKED_FAILS, "the weights of a counter", c->r->point.at[p].loc);
}

void tally_check(struct claim *c, const struct facts *step, const struct edge *e) {
	for (size_t i = 0; c->v->counters && i < c->v->counters->at.n; i++) {
		const struct ghost_counter *k = &c->v->counters->at.at[i];
		uint32_t width = c->r->part.at[k->part].width;
		term sum = e->from == NO_POINT
		               ? term_i64(c->ts, width, 0)
		               : term_sub(c->ts, c->r->part.at[k->part].var[SHARED],
		                          weight_of(c, k, seat_before(FIRST, e->from), NULL));
		sum = term_add(c->ts, sum, weight_of(c, k, seat_after(FIRST, e->to.point), NULL));
		for (uint32_t n = 0; n < e->nspawned; n++) {
			const struct arrival *a = &e->spawned[n];
			term more = weight_of(c, k, seat_after(THIRD, a->point), a);
			sum = term_ite(c->ts, a->guard, term_add(c->ts, sum, more), sum);
		}
		claim_demand(c, step, term_equal(c->ts, c->after[SHARED][k->part], sum),
		             "a counter of threads", claim_loc(c, e));
		check_weights(c, k);
	}
}
