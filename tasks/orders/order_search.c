#include "tasks/orders/order_search.h"

#include <stdlib.h>
#include <string.h>

#include "result/pairs.h"
#include "symex/replay/consistent.h"
#include "symex/symex.h"
#include "tasks/orders/order_places.h"
#include "util/base/vec.h"

enum {
	MOST_FOUND = 8,      /* repairs that are listed */
	MOST_VERIFIED = 150, /* programs that are verified for them */
	MOST_PLACES = 3,     /* that a repair changes */
	MOST_CANDIDATES = 200000,
};

struct option { /* another order for a site */
	uint32_t site;
	enum mem_order order;
	unsigned weight;
};

struct candidate {
	uint32_t option[MOST_PLACES];
	unsigned n, weight;
};

struct search {
	const struct verification *run;
	const struct order_sites *sites;
	struct order_advice *advice;
	struct arena *arena;         /* of the result */
	VEC(struct result *) failed; /* whose counterexamples are the kept executions */
	VEC(struct option) option;
	VEC(struct candidate) found;
	const char *why; /* of the last answer */
};

/* --- Executions with other orders. --- */

/* Was the fence put there for a program that was tried? */
static bool is_new_fence(const struct search *s, const struct execution_event *e) {
	bool is_new = false;
	for (size_t i = 0; i < s->sites->at.n && e->kind == EXECUTION_FENCE; i++) {
		const struct order_site *site = &s->sites->at.at[i];
		if (order_site_is_at(site, e) && site->kind == SITE_FENCE)
			return false;
		is_new |= order_site_is_at(site, e);
	}
	return is_new;
}

/* The execution as if the program had these orders.  false: it is not known which site an event is
 * of. */
static bool reorder(const struct search *s, const struct execution *from,
                    const enum mem_order *order, struct execution *to) {
	uint32_t *number = mem_alloc(sizeof *number * (from->event.n + 1));
	bool is_known = true;
	execution_init(to, from->model);
	for (size_t i = 0; i < from->event.n && is_known; i++) {
		struct execution_event e = from->event.at[i];
		bool is_library =
		    e.kind != EXECUTION_FENCE && !execution_reads(&e) && !execution_writes(&e);
		size_t site = s->sites->at.n, before = site;
		if (is_new_fence(s, &e))
			continue;
		if (!is_library && e.order != ORDER_PLAIN) {
			site = order_site_of(s->sites, &e, false);
			before = e.kind == EXECUTION_FENCE ? before : order_site_of(s->sites, &e, true);
			is_known = site < s->sites->at.n;
		}
		if (site < s->sites->at.n)
			e.order = order_as_recorded(order[site] != MEM_PLAIN ? order[site]
			                                                     : s->sites->at.at[site].order);
		if (before < s->sites->at.n && order[before] != MEM_PLAIN)
			execution_add(to, (struct execution_event){.kind = EXECUTION_FENCE,
			                                           .thread = e.thread,
			                                           .loc = e.loc,
			                                           .order = order_as_recorded(order[before]),
			                                           .other = EXECUTION_NONE});
		memset(&e.read, 0, sizeof e.read);
		memset(&e.written, 0, sizeof e.written);
		for (size_t k = 0; k < from->event.at[i].read.n; k++) {
			struct execution_read r = from->event.at[i].read.at[k];
			if (execution_is_event(r.source))
				r.source = number[r.source];
			vec_push(&e.read, r);
		}
		for (size_t k = 0; k < from->event.at[i].written.n; k++)
			vec_push(&e.written, from->event.at[i].written.at[k]);
		number[i] = execution_add(to, e);
	}
	for (int i = 0; i < 2 && is_known; i++)
		if (from->raced[i] != EXECUTION_NONE)
			to->raced[i] = number[from->raced[i]];
	mem_free(number);
	return is_known;
}

static const struct cex *cex_of(const struct result *r) {
	return r->violated < r->property.n ? r->property.at[r->violated].cex : NULL;
}

/* Does the program with these orders have the execution, and is that a violation still? */
static bool has_execution(const struct search *s, const struct result *failed,
                          const enum mem_order *order) {
	const struct cex *cex = cex_of(failed);
	if (!cex || !cex->execution || cex->execution->model != EXECUTION_C11)
		return false;
	struct arena *arena = arena_open();
	struct execution x;
	bool has = reorder(s, cex->execution, order, &x) && !consistent_violated(arena, &x);
	if (has && x.raced[0] != EXECUTION_NONE) {
		struct pairs hb = execution_hb(&x);
		has = !pairs_has(&hb, x.raced[0], x.raced[1]) && !pairs_has(&hb, x.raced[1], x.raced[0]);
		pairs_close(&hb);
	}
	execution_free(&x);
	arena_close(arena);
	return has;
}

/* --- Programs with other orders. --- */

static const char *violation_text(const struct result *r, struct arena *arena) {
	if (r->violated >= r->property.n)
		return NULL;
	const struct property_result *p = &r->property.at[r->violated];
	return p->loc.file ? arena_printf(arena, "%s at %s:%u", p->class_name, p->loc.file, p->loc.line)
	                   : arena_printf(arena, "%s", p->class_name);
}

static void set_orders(const void *order, struct config *config) {
	config->orders = order;
}

static enum trial_outcome try_orders(struct search *s, const enum mem_order *order) {
	s->why = NULL;
	for (size_t i = s->failed.n; i-- > 0;)
		if (has_execution(s, s->failed.at[i], order)) {
			s->why = violation_text(s->failed.at[i], s->arena);
			return TRIAL_VIOLATED;
		}
	if (s->advice->verified >= MOST_VERIFIED || symex_is_interrupted())
		return TRIAL_OPEN;
	s->advice->verified++;
	struct variant other = {.change_config = set_orders, .context = order};
	struct result *r = verify_again(s->run, &other);
	enum verdict verdict = result_verdict(r);
	s->why = verdict == VERDICT_UNSAFE ? violation_text(r, s->arena) : NULL;
	if (verdict == VERDICT_UNSAFE)
		vec_push(&s->failed, r);
	else
		result_close(r);
	return verdict == VERDICT_UNSAFE ? TRIAL_VIOLATED
	       : verdict == VERDICT_SAFE ? TRIAL_HOLDS
	                                 : TRIAL_OPEN;
}

static struct order_change change_at(const struct search *s, const struct option *o) {
	return order_change_of(s->arena, &s->sites->at.at[o->site], o->order);
}

static struct order_trial trial_of(const struct search *s, const uint32_t *option, size_t n,
                                   enum trial_outcome outcome, const char *why) {
	struct order_trial t = {.change = arena_array(s->arena, struct order_change, n + 1),
	                        .n = n,
	                        .outcome = outcome,
	                        .why = why};
	for (size_t i = 0; i < n; i++)
		t.change[i] = change_at(s, &s->option.at[option[i]]);
	return t;
}

static enum mem_order *no_change(const struct search *s) {
	return mem_alloc(sizeof(enum mem_order) * (s->sites->at.n + 1)); /* PLAIN */
}

static unsigned weight_of(enum order_site_kind kind, enum mem_order o) {
	unsigned w = o == MEM_SEQ_CST ? 4 : o == MEM_ACQ_REL ? 2 : o == MEM_RELAXED ? 0 : 1;
	return kind == SITE_BEFORE ? w + 1 : w;
}

/* The options that make a site stronger, or weaker. */
static void add_options(struct search *s, bool weaker, bool fences) {
	for (uint32_t i = 0; i < s->sites->at.n; i++) {
		const struct order_site *site = &s->sites->at.at[i];
		if ((site->kind == SITE_BEFORE) != fences)
			continue;
		for (const enum mem_order *o = order_sites_choices(site->kind); *o != MEM_PLAIN; o++)
			if (weaker ? order_is_weaker(*o, site->order)
			           : order_is_weaker(site->order, *o) || site->kind == SITE_BEFORE)
				vec_push(&s->option, ((struct option){i, *o, weight_of(site->kind, *o)}));
	}
}

/* --- Repairs. --- */

static int by_weight(const void *a, const void *b) {
	const struct candidate *x = a, *y = b;
	if (x->weight != y->weight)
		return x->weight < y->weight ? -1 : 1;
	return memcmp(x->option, y->option, sizeof x->option) < 0 ? -1 : 1;
}

/* Does the candidate contain a repair that was found, with the same orders or stronger ones? */
static bool is_dominated(const struct search *s, const struct candidate *c) {
	for (size_t i = 0; i < s->found.n; i++) {
		unsigned covered = 0;
		for (unsigned k = 0; k < s->found.at[i].n; k++)
			for (unsigned m = 0; m < c->n; m++) {
				const struct option *f = &s->option.at[s->found.at[i].option[k]];
				const struct option *o = &s->option.at[c->option[m]];
				covered += f->site == o->site &&
				           (f->order == o->order || order_is_weaker(f->order, o->order));
			}
		if (covered == s->found.at[i].n)
			return true;
	}
	return false;
}

struct candidates {
	VEC(struct candidate) at;
};

static void combine(const struct search *s, struct candidates *all, struct candidate c,
                    uint32_t from, unsigned n) {
	if (c.n == n) {
		vec_push(&all->at, c);
		return;
	}
	for (uint32_t i = from; i < s->option.n && all->at.n < MOST_CANDIDATES; i++) {
		struct candidate next = c;
		if (c.n && s->option.at[c.option[c.n - 1]].site == s->option.at[i].site)
			continue;
		next.option[next.n++] = i;
		next.weight += s->option.at[i].weight;
		combine(s, all, next, i + 1, n);
	}
}

static void try_candidate(struct search *s, const struct candidate *c) {
	enum mem_order *order = no_change(s);
	for (unsigned i = 0; i < c->n; i++)
		order[s->option.at[c->option[i]].site] = s->option.at[c->option[i]].order;
	enum trial_outcome outcome = try_orders(s, order);
	mem_free(order);
	if (outcome == TRIAL_OPEN)
		s->advice->remark = "not all repairs could be checked";
	if (outcome != TRIAL_HOLDS)
		return;
	vec_push(&s->found, *c);
	vec_push(&s->advice->found, trial_of(s, c->option, c->n, outcome, NULL));
}

static void try_places(struct search *s, unsigned n) {
	struct candidates all = {0};
	combine(s, &all, (struct candidate){0}, 0, n);
	if (all.at.n)
		qsort(all.at.at, all.at.n, sizeof *all.at.at, by_weight);
	for (size_t i = 0; i < all.at.n && s->found.n < MOST_FOUND && !symex_is_interrupted(); i++)
		if (!is_dominated(s, &all.at.at[i]))
			try_candidate(s, &all.at.at[i]);
	vec_free(&all.at);
}

/* With everything seq_cst the executions are those of sequential consistency, or there is a race
 * that no order of atomic accesses ends. */
static bool is_beyond_repair(struct search *s) {
	enum mem_order *order = no_change(s);
	for (size_t i = 0; i < s->sites->at.n; i++)
		if (s->sites->at.at[i].kind != SITE_BEFORE)
			order[i] = MEM_SEQ_CST;
	enum trial_outcome outcome = try_orders(s, order);
	mem_free(order);
	if (outcome == TRIAL_VIOLATED)
		s->advice->remark = "no order repairs it: with all atomic accesses seq_cst it fails, too";
	if (outcome == TRIAL_OPEN)
		s->advice->remark = "it is not known whether it holds with all atomic accesses seq_cst";
	return outcome != TRIAL_HOLDS;
}

static void repair(struct search *s) {
	if (is_beyond_repair(s))
		return;
	for (unsigned n = 1; n <= MOST_PLACES && !s->found.n; n++) {
		s->option.n = 0;
		add_options(s, false, false);
		try_places(s, n);
		if (s->found.n || n == MOST_PLACES)
			break;
		add_options(s, false, true);
		try_places(s, n);
	}
	if (!s->found.n && !s->advice->remark)
		s->advice->remark = "it holds with all atomic accesses seq_cst; changes at up to three "
		                    "places do not suffice";
}

/* --- Weaker orders. --- */

/* Each order by itself; then, one after the other, those that hold with what was kept before. */
static void relax(struct search *s) {
	enum mem_order *order = no_change(s), *kept = no_change(s);
	VEC(uint32_t) together = {0};
	add_options(s, true, false);
	for (uint32_t i = 0; i < s->option.n && !symex_is_interrupted(); i++) {
		const struct option *o = &s->option.at[i];
		order[o->site] = o->order;
		enum trial_outcome outcome = try_orders(s, order);
		order[o->site] = MEM_PLAIN;
		vec_push(&s->advice->tried, trial_of(s, &i, 1, outcome, s->why));
		if (outcome == TRIAL_OPEN)
			s->advice->remark = "not all could be checked";
		if (outcome != TRIAL_HOLDS || kept[o->site] != MEM_PLAIN)
			continue;
		kept[o->site] = o->order;
		if (together.n && try_orders(s, kept) != TRIAL_HOLDS)
			kept[o->site] = MEM_PLAIN;
		else
			vec_push(&together, i);
	}
	if (together.n)
		vec_push(&s->advice->found, trial_of(s, together.at, together.n, TRIAL_HOLDS, NULL));
	vec_free(&together);
	mem_free(order);
	mem_free(kept);
}

void order_search(const struct verification *run, struct result *base, bool relaxes) {
	struct search s = {.run = run, .sites = run->config->sites, .arena = base->arena};
	enum verdict verdict = result_verdict(base);
	base->orders = s.advice = arena_new(base->arena, struct order_advice);
	s.advice->relaxes = relaxes;
	if (verdict == VERDICT_UNKNOWN)
		s.advice->remark = "there is no verdict to begin with";
	else if (verdict == VERDICT_SAFE && !relaxes)
		s.advice->remark = "nothing is to be repaired";
	else if (verdict == VERDICT_UNSAFE && relaxes)
		s.advice->remark = "it fails as it is";
	else if (relaxes)
		relax(&s);
	else {
		vec_push(&s.failed, base);
		repair(&s);
	}
	for (size_t i = 0; i < s.failed.n; i++)
		if (s.failed.at[i] != base)
			result_close(s.failed.at[i]);
	vec_free(&s.failed);
	vec_free(&s.option);
	vec_free(&s.found);
}
