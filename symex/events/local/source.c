/* Reads that find one of a few values, each of them a constant or computed from such reads: the
 * state of a thread that is joined, flags. */
#include "symex/events/encode/candidates.h"
#include "symex/events/local/derive.h"
#include "symex/events/local/local.h"

enum { MOST_OPERATIONS = 60 };

/* Are all variables of the term values of reads that have such a fact? */
static bool is_settled(const struct local_facts *l, const bool *done, term t,
                       unsigned *operations) {
	struct terms *ts = l->e->x->ts;
	uint64_t read;
	if (++*operations > MOST_OPERATIONS)
		return false;
	if (term_kind(ts, t) == TERM_VAR)
		return map_get(&l->reader, t.ix, &read) && done[read];
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!is_settled(l, done, term_arg(ts, t, i), operations))
			return false;
	return true;
}

/* Adds the fact, if there is one. */
static bool add_sources(struct local_facts *l, const bool *done, uint32_t read) {
	struct events *e = l->e;
	struct terms *ts = e->x->ts;
	const struct event *r = &e->event.at[read];
	const struct object_writes *o = local_writes(l, r->object);
	term source[READ_SOURCES], any = term_false(ts);
	size_t n;
	unsigned operations = 0;
	if (!read_sources(e, read, o ? o->write.at : NULL, o ? o->write.n : 0, source, &n,
	                  READ_SOURCES))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (!is_settled(l, done, source[i], &operations))
			return false;
		any = term_or(ts, any, term_equal(ts, r->value, source[i]));
	}
	local_add(l, read, any, 0);
	return true;
}

static bool is_plain(const struct events *e, const struct event *r) {
	return r->kind == EVENT_READ && !r->is_sliced && r->value.ix && !r->at.step &&
	       r->at.from != LIFETIME && term_kind(e->x->ts, r->value) == TERM_VAR;
}

void source_derive(struct local_facts *l) {
	struct events *e = l->e;
	bool *first = arena_array(e->x->pool.arena, bool, e->event.n);
	bool *none = arena_array(e->x->pool.arena, bool, e->event.n);
	for (uint32_t i = 0; i < e->event.n; i++)
		first[i] = is_plain(e, &e->event.at[i]) && add_sources(l, none, i);
	for (uint32_t i = 0; i < e->event.n; i++)
		if (is_plain(e, &e->event.at[i]) && !first[i])
			add_sources(l, first, i);
}
