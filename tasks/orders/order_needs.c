#include "tasks/orders/order_needs.h"

#include "cli/session/limits.h"
#include "report/story/reason.h"
#include "symex/symex.h"
#include "tasks/apart.h"
#include "tasks/orders/order_places.h"
#include "util/base/stats.h"

#define MOST_SECONDS 4   /* or twice as long as the run took, if that is more */
#define LAST_SECONDS 0.1 /* of the time of the command, for the report */

enum { MOST_ROUNDS = 4 };

struct lack {
	const struct verification *run;
	struct order_sites sites;
	enum mem_order *order; /* by site; PLAIN: as it is */
	double end;
};

static void set_orders(const void *context, struct config *config) {
	const struct lack *l = context;
	config->sites = (struct order_sites *)&l->sites;
	config->orders = l->order;
}

/* NULL: it did not end in time. */
static struct result *verify_stronger(const struct lack *l) {
	static const char *const option[] = {"--no-why", "--mm", "c11", NULL};
	double left = l->end - stats_wall_seconds();
	enum gap_kind why;
	struct variant v = {.option = option, .change_config = set_orders, .context = l};
	return left > 0 && !limits_reason(&why) && !symex_is_interrupted()
	           ? verify_apart(l->run, &v, left)
	           : NULL;
}

static bool holds(const struct lack *l) {
	struct result *r = verify_stronger(l);
	bool is_safe = r && result_verdict(r) == VERDICT_SAFE;
	result_close(r);
	return is_safe;
}

/* --- What a violation lacks. --- */

/* false: the site of the event is not known, or the order is no stronger one. */
static bool strengthen(struct lack *l, const struct execution_event *e, enum execution_order to) {
	size_t site = order_site_of(&l->sites, e, false);
	enum mem_order order = order_as_written(to);
	if (site >= l->sites.at.n)
		return false;
	enum mem_order now = l->order[site] != MEM_PLAIN ? l->order[site] : l->sites.at.at[site].order;
	if (!order_is_weaker(now, order))
		return false;
	l->order[site] = order;
	return true;
}

static bool strengthen_by(struct lack *l, const struct execution *x, const struct reason *r) {
	const struct execution_event *event = x->event.at;
	bool any = false;
	if (r->store_needs != ORDER_PLAIN)
		any |= strengthen(l, &event[r->store], r->store_needs);
	if (r->load_needs != ORDER_PLAIN)
		any |= strengthen(l, &event[r->load], r->load_needs);
	for (size_t i = 0; i < r->cycle.n; i++)
		any |= strengthen(l, &event[r->cycle.at[i]], ORDER_SEQ_CST);
	return any;
}

static const struct cex *cex_of(const struct result *r) {
	const struct cex *cex = result_verdict(r) == VERDICT_UNSAFE && r->violated < r->property.n
	                            ? r->property.at[r->violated].cex
	                            : NULL;
	bool is_weak = cex && cex->execution && cex->execution->model == EXECUTION_C11;
	return is_weak ? cex : NULL;
}

/* By the first reason that something would help against. */
static bool take_reason(struct lack *l, const struct result *r) {
	const struct cex *cex = cex_of(r);
	struct arena *arena = arena_open();
	struct reasons reasons = {0};
	bool any = false;
	if (cex)
		reasons_find(&reasons, arena, cex);
	for (size_t i = 0; i < reasons.at.n && !any; i++)
		any = strengthen_by(l, cex->execution, &reasons.at.at[i]);
	reasons_free(&reasons);
	arena_close(arena);
	return any;
}

/* --- The search. --- */

static bool find(struct lack *l, const struct result *first) {
	const struct result *failed = first;
	for (unsigned round = 0; round < MOST_ROUNDS && take_reason(l, failed); round++) {
		struct result *r = verify_stronger(l);
		bool is_safe = r && result_verdict(r) == VERDICT_SAFE;
		if (failed != first)
			result_close((struct result *)failed);
		failed = first;
		if (!r || is_safe) {
			result_close(r);
			return is_safe;
		}
		failed = r;
	}
	if (failed != first)
		result_close((struct result *)failed);
	return false;
}

static size_t count_changes(const struct lack *l) {
	size_t n = 0;
	for (size_t i = 0; i < l->sites.at.n; i++)
		n += l->order[i] != MEM_PLAIN;
	return n;
}

/* What the rounds took before they found what matters may not be needed. */
static void drop_needless(struct lack *l) {
	for (size_t i = 0; i < l->sites.at.n && count_changes(l) > 1; i++) {
		enum mem_order order = l->order[i];
		l->order[i] = MEM_PLAIN;
		if (order != MEM_PLAIN && !holds(l))
			l->order[i] = order;
	}
}

static struct order_trial *trial_of(const struct lack *l, struct arena *arena) {
	struct order_trial *t = arena_new(arena, struct order_trial);
	*t = (struct order_trial){.change = arena_array(arena, struct order_change, count_changes(l)),
	                          .outcome = TRIAL_HOLDS};
	for (size_t i = 0; i < l->sites.at.n; i++)
		if (l->order[i] != MEM_PLAIN)
			t->change[t->n++] = order_change_of(arena, &l->sites.at.at[i], l->order[i]);
	return t;
}

static void find_sites(struct lack *l) {
	struct config config = *l->run->config;
	struct goto_prog *prog = fe_load(&config.fe);
	order_sites_find(prog, &l->sites);
	prog_close(prog);
	l->order = mem_alloc(sizeof *l->order * (l->sites.at.n + 1));
}

void order_needs(const struct verification *run, struct result *r, double began) {
	const struct options *o = run->o;
	double now = stats_wall_seconds(), taken = now - began;
	struct lack l = {.run = run,
	                 .end = now + (2 * taken > MOST_SECONDS ? 2 * taken : MOST_SECONDS)};
	if (!run->config->symex.why || !o->minimise || run->config->api || run->config->validation ||
	    !cex_of(r))
		return;
	if (o->timeout > 0 && l.end > o->timeout - LAST_SECONDS)
		l.end = o->timeout - LAST_SECONDS;
	find_sites(&l);
	if (find(&l, r)) {
		drop_needless(&l);
		r->property.at[r->violated].orders = trial_of(&l, r->arena);
	}
	order_sites_free(&l.sites);
	mem_free(l.order);
}
