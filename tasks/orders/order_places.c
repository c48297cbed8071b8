#include "tasks/orders/order_places.h"

#include <string.h>

static const enum execution_order recorded[MEM_ORDER_N] = {
    [MEM_PLAIN] = ORDER_PLAIN,     [MEM_RELAXED] = ORDER_RELAXED, [MEM_CONSUME] = ORDER_CONSUME,
    [MEM_ACQUIRE] = ORDER_ACQUIRE, [MEM_RELEASE] = ORDER_RELEASE, [MEM_ACQ_REL] = ORDER_ACQ_REL,
    [MEM_SEQ_CST] = ORDER_SEQ_CST};

enum execution_order order_as_recorded(enum mem_order o) {
	return recorded[o];
}

enum mem_order order_as_written(enum execution_order o) {
	enum mem_order as = MEM_PLAIN;
	while (recorded[as] != o)
		as++;
	return as;
}

bool order_site_is_at(const struct order_site *s, const struct execution_event *e) {
	return s->loc.file && e->loc.file && !strcmp(s->loc.file, e->loc.file) &&
	       s->loc.line == e->loc.line && s->loc.col == e->loc.col;
}

static bool is_of_kind(const struct order_site *s, const struct execution_event *e) {
	switch (s->kind) {
	case SITE_LOAD: return e->kind == EXECUTION_READ && !e->is_failed;
	case SITE_STORE: return e->kind == EXECUTION_WRITE;
	case SITE_RMW: return e->kind == EXECUTION_RMW;
	case SITE_FAILURE: return e->kind == EXECUTION_READ && e->is_failed;
	case SITE_FENCE: return e->kind == EXECUTION_FENCE;
	case SITE_BEFORE: break;
	}
	return e->kind == EXECUTION_READ || e->kind == EXECUTION_WRITE || e->kind == EXECUTION_RMW;
}

size_t order_site_of(const struct order_sites *sites, const struct execution_event *e,
                     bool before) {
	size_t found = sites->at.n;
	for (size_t i = 0; i < sites->at.n; i++) {
		const struct order_site *site = &sites->at.at[i];
		if ((site->kind == SITE_BEFORE) != before || !is_of_kind(site, e) ||
		    !order_site_is_at(site, e))
			continue;
		if (found < sites->at.n)
			return sites->at.n;
		found = i;
	}
	return found;
}

struct order_change order_change_of(struct arena *arena, const struct order_site *site,
                                    enum mem_order to) {
	static const char *const what[] = {[SITE_LOAD] = "the load of",
	                                   [SITE_STORE] = "the store to",
	                                   [SITE_RMW] = "the read-modify-write of",
	                                   [SITE_FAILURE] = "the failing compare-exchange of",
	                                   [SITE_FENCE] = "the fence",
	                                   [SITE_BEFORE] = "the access to"};
	bool has_name = site->kind != SITE_FENCE;
	bool is_none = site->kind == SITE_FENCE && to == MEM_RELAXED;
	const char *object = site->object ? site->object : "an atomic object";
	return (struct order_change){
	    .loc = site->loc,
	    .function = site->in,
	    .access =
	        has_name ? arena_printf(arena, "%s %s", what[site->kind], object) : what[site->kind],
	    .on_failure = site->kind == SITE_FAILURE,
	    .from = site->kind == SITE_BEFORE ? NULL : mem_order_name(site->order),
	    .to = is_none ? NULL : mem_order_name(to)};
}
