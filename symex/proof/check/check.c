#include "symex/proof/check/check.h"

#include "symex/proof/check/claim.h"
#include "symex/proof/check/foreign.h"
#include "symex/proof/check/identity.h"
#include "symex/proof/check/inhabited.h"
#include "symex/proof/check/tally.h"
#include "symex/proof/relation/proof_race.h"
#include "util/text/diag.h"

/* A query is about several points of threads that do not step, as long as the nodes at these have
 * about so many conditions together. */
enum { MAX_WEIGHT = 1000 };

/* --- The beginning. --- */

static void check_begin(struct claim *c, const struct edge *e) {
	struct facts f = {0};
	claim_add_nothing_exists(c, &f);
	claim_step(c, e, FIRST);
	facts_add(&f, claim_of_mover(c, e->to.guard, FIRST));
	tally_check(c, &f, e);
	if (e->to.point != NO_POINT)
		claim_demand(c, &f, claim_one(c, seat_after(FIRST, e->to.point), e->to.point, true),
		             "the beginning", NO_LOC);
	if (e->nspawned)
		claim_give_up(c, CHECKED_FAILS, "a thread beside main at the beginning", NO_LOC);
	vec_free(&f.at);
}

/* --- One thread. --- */

static void check_two_new(struct claim *c, const struct facts *step, const struct edge *e,
                          const struct arrival *a, const struct arrival *b) {
	struct facts f = {0};
	facts_add_all(&f, step);
	claim_add_arrival(c, &f, a, FIRST, THIRD);
	claim_add_arrival(c, &f, b, FIRST, SECOND);
	identity_add_fresh(c, &f, a, FIRST);
	identity_add_fresh(c, &f, b, FIRST);
	term p = identity_new(c, a, FIRST), q = identity_new(c, b, FIRST);
	if (p.ix && q.ix)
		facts_add(&f, term_distinct(c->ts, p, q));
	claim_demand(c, &f,
	             claim_two(c, seat_after(THIRD, a->point), seat_after(SECOND, b->point), true),
	             "two new threads", claim_loc(c, e));
	vec_free(&f.at);
}

static void check_new(struct claim *c, const struct facts *step, const struct edge *e,
                      const struct arrival *a) {
	struct seat new = seat_after(THIRD, a->point), creator = seat_after(FIRST, e->to.point);
	struct facts f = {0};
	facts_add_all(&f, step);
	claim_add_arrival(c, &f, a, FIRST, THIRD);
	identity_add_new(c, &f, a, FIRST, seat_before(FIRST, e->from), e->from);
	identity_add_fresh(c, &f, a, FIRST);
	claim_demand(c, &f, claim_one(c, new, a->point, true), "a new thread", claim_loc(c, e));
	if (e->to.point != NO_POINT)
		claim_demand(c, &f, claim_two(c, new, creator, true), "a new thread and its creator",
		             claim_loc(c, e));
	vec_free(&f.at);
}

static void check_single(struct claim *c, const struct edge *e) {
	struct seat mover = seat_before(FIRST, e->from);
	struct facts f = {0};
	facts_add(&f, claim_of_mover(c, e->to.guard, FIRST));
	tally_check(c, &f, e);
	facts_add(&f, claim_one(c, mover, e->from, false));
	tally_add(c, &f, &mover, 1);
	claim_add_reads(c, &f, e->from, FIRST);
	if (e->to.point != NO_POINT)
		claim_demand(c, &f, claim_one(c, seat_after(FIRST, e->to.point), e->to.point, true),
		             "one thread, which steps", claim_loc(c, e));
	for (uint32_t i = 0; i < e->nspawned; i++) {
		if (e->spawned[i].point == NO_POINT)
			continue;
		check_new(c, &f, e, &e->spawned[i]);
		for (uint32_t k = 0; k < i; k++)
			if (e->spawned[k].point != NO_POINT)
				check_two_new(c, &f, e, &e->spawned[i], &e->spawned[k]);
	}
	vec_free(&f.at);
}

/* --- Two threads. --- */

static bool is_atomic(const struct claim *c, uint32_t point) {
	return c->r->point.at[point].is_atomic;
}

/* The point of the other thread, if one is at this point; NO_POINT: none is. */
static uint32_t other_point(const struct meeting *m, uint32_t point) {
	return m->point[0] == point ? m->point[1] : m->point[1] == point ? m->point[0] : NO_POINT;
}

/* Thread FIRST steps, SECOND is at the other point of one of these meetings. */
static void check_pair_at(struct claim *c, const struct edge *e, const struct numbers *some) {
	struct seat mover = seat_before(FIRST, e->from), other = seat_before(SECOND, NO_POINT);
	struct facts f = {0}, cases = {0}, others = {0};
	for (size_t i = 0; i < some->at.n; i++) {
		const struct meeting *m = &c->meeting.at[some->at.at[i]];
		uint32_t point = other_point(m, e->from);
		claim_add_meeting(c, &cases, m, mover, other, false);
		facts_add(&others,
		          term_and(c->ts, claim_is_at(c, other, point), claim_one(c, other, point, true)));
	}
	facts_add(&f, claim_any(c, &cases));
	tally_add(c, &f, (const struct seat[]){mover, other}, 2);
	facts_add(&f, claim_of_mover(c, e->to.guard, FIRST));
	claim_add_reads(c, &f, e->from, FIRST);
	if (e->to.point != NO_POINT)
		claim_demand(c, &f, claim_two(c, seat_after(FIRST, e->to.point), other, true),
		             "two threads, one of which steps", claim_loc(c, e));
	if (e->nshared)
		claim_demand(c, &f, claim_any(c, &others), "one thread, while another steps",
		             claim_loc(c, e));
	else
		vec_free(&others.at);
	for (uint32_t i = 0; i < e->nspawned; i++) {
		const struct arrival *a = &e->spawned[i];
		if (a->point == NO_POINT)
			continue;
		struct facts g = {0};
		facts_add_all(&g, &f);
		claim_add_arrival(c, &g, a, FIRST, THIRD);
		for (uint32_t k = 0; k < c->r->point.n; k++)
			identity_add_new(c, &g, a, FIRST, other, k);
		identity_add_fresh(c, &g, a, FIRST);
		claim_demand(c, &g, claim_two(c, seat_after(THIRD, a->point), other, true),
		             "a new thread and another one", claim_loc(c, e));
		vec_free(&g.at);
	}
	vec_free(&f.at);
}

static void check_pair(struct claim *c, const struct edge *e) {
	struct numbers some = {0};
	uint32_t weight = 0;
	for (uint32_t i = 0; i <= c->meeting.n && !claim_is_over(c); i++) {
		if (some.at.n && (i == c->meeting.n || weight > MAX_WEIGHT)) {
			check_pair_at(c, e, &some);
			some.at.n = weight = 0;
		}
		if (i == c->meeting.n)
			break;
		uint32_t other = other_point(&c->meeting.at[i], e->from);
		if (other == NO_POINT || is_atomic(c, other))
			continue;
		vec_push(&some.at, i);
		weight += c->meeting.at[i].weight;
	}
	vec_free(&some.at);
}

/* --- Three threads. --- */

/* Thread THIRD steps, FIRST and SECOND are at the points of one of these meetings. */
static void check_triple_at(struct claim *c, const struct edge *e, const struct numbers *some) {
	struct seat mover = seat_before(THIRD, e->from);
	struct seat t = seat_before(FIRST, NO_POINT), u = seat_before(SECOND, NO_POINT);
	struct facts f = {0}, cases = {0}, good = {0};
	for (size_t i = 0; i < some->at.n; i++) {
		const struct meeting *m = &c->meeting.at[some->at.at[i]];
		claim_add_meeting(c, &cases, m, t, u, false);
		claim_add_meeting(c, &good, m, t, u, true);
	}
	facts_add(&f, claim_any(c, &cases));
	facts_add(&f, claim_two(c, mover, t, false));
	facts_add(&f, claim_two(c, mover, u, false));
	tally_add(c, &f, (const struct seat[]){t, u, mover}, 3);
	facts_add(&f, claim_of_mover(c, e->to.guard, THIRD));
	claim_add_reads(c, &f, e->from, THIRD);
	claim_demand(c, &f, claim_any(c, &good), "two threads, while a third one steps",
	             claim_loc(c, e));
	vec_free(&f.at);
}

static void check_triple(struct claim *c, const struct edge *e) {
	bool *meets = mem_alloc(c->r->point.n + 1);
	struct numbers some = {0};
	uint32_t weight = 0;
	for (size_t i = 0; i < c->meeting.n; i++) {
		uint32_t other = other_point(&c->meeting.at[i], e->from);
		if (other != NO_POINT)
			meets[other] = !is_atomic(c, other);
	}
	for (uint32_t i = 0; i <= c->meeting.n && !claim_is_over(c); i++) {
		if (some.at.n && (i == c->meeting.n || weight > MAX_WEIGHT)) {
			check_triple_at(c, e, &some);
			some.at.n = weight = 0;
		}
		if (i == c->meeting.n)
			break;
		const struct meeting *m = &c->meeting.at[i];
		if (!meets[m->point[0]] || !meets[m->point[1]])
			continue;
		vec_push(&some.at, i);
		weight += m->weight;
	}
	vec_free(&some.at);
	mem_free(meets);
}

/* --- Obligations. --- */

/* Main does not end while the program runs: it is beside every other thread. */
static bool main_stays(const struct claim *c) {
	for (size_t i = 0; i < c->r->begin.n; i++)
		if (c->r->begin.at[i].to.point == NO_POINT)
			return false;
	for (size_t i = 0; i < c->r->edge.n; i++)
		if (!c->r->point.at[c->r->edge.at[i].from].tid && c->r->edge.at[i].to.point == NO_POINT)
			return false;
	return true;
}

static void check_safe(struct claim *c, uint32_t point, bool main_stays) {
	const struct control_point *p = &c->r->point.at[point];
	struct seat t = seat_before(FIRST, point), main = seat_before(SECOND, NO_POINT);
	struct facts f = {0}, cases = {0};
	facts_add(&f, claim_one(c, t, point, false));
	if (p->tid && main_stays) {
		for (size_t i = 0; i < c->meeting.n; i++) {
			uint32_t other = other_point(&c->meeting.at[i], point);
			if (other != NO_POINT && !c->r->point.at[other].tid)
				claim_add_meeting(c, &cases, &c->meeting.at[i], t, main, false);
		}
		facts_add(&f, claim_any(c, &cases));
		tally_add(c, &f, (const struct seat[]){t, main}, 2);
	} else {
		tally_add(c, &f, &t, 1);
	}
	claim_add_reads(c, &f, point, FIRST);
	for (size_t i = 0; i < p->obligation.n; i++)
		claim_demand(c, &f, term_not(c->ts, p->obligation.at[i].violated), "an obligation",
		             p->obligation.at[i].loc);
	vec_free(&f.at);
}

static void check_races(struct claim *c, const struct meeting *m) {
	size_t n;
	uint32_t p = m->point[0], q = m->point[1];
	const struct obligation *o = races_of(c->v->races, c->v->r, &c->v->renamer, p, q, &n);
	struct facts f = {0}, cases = {0};
	claim_add_meeting(c, &cases, m, seat_before(FIRST, p), seat_before(SECOND, q), false);
	facts_add(&f, claim_any(c, &cases));
	for (size_t i = 0; i < n; i++)
		claim_demand(c, &f, term_not(c->ts, o[i].violated), "a data race", o[i].loc);
	vec_free(&f.at);
}

/* --- All. --- */

struct proof_check check_invariant(struct views *v) {
	struct claim c;
	claim_open(&c, v);
	for (size_t i = 0; i < c.r->begin.n; i++)
		check_begin(&c, &c.r->begin.at[i]);
	for (size_t i = 0; i < c.r->edge.n && !claim_is_over(&c); i++) {
		const struct edge *e = &c.r->edge.at[i];
		claim_step(&c, e, FIRST);
		check_single(&c, e);
		check_pair(&c, e);
		if (!e->nshared)
			continue;
		claim_step(&c, e, THIRD);
		check_triple(&c, e);
	}
	bool stays = main_stays(&c);
	for (uint32_t i = 0; i < c.r->point.n && !claim_is_over(&c); i++)
		check_safe(&c, i, stays);
	for (size_t i = 0; v->races && i < c.meeting.n && !claim_is_over(&c); i++)
		check_races(&c, &c.meeting.at[i]);
	if (!claim_is_over(&c))
		inhabited_check(&c);
	if (!claim_is_over(&c))
		foreign_report(&c);
	c.result.queries = c.lemmas.queries;
	claim_close(&c);
	return c.result;
}
