#include "symex/proof/relation/track.h"

#include "symex/memory/content.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"

bool track_is_on(const struct relation *r) {
	return r->track.record && !r->track.is_off;
}

uint32_t track_object(struct relation *r, term size) {
	uint32_t id = object_add(r, size, memory_zero(r->x), r->naming.numbers++);
	r->note.at[id].is_shared = true;
	return id;
}

void track_start(struct relation *r) {
	struct symex *x = r->x;
	if (r->track.record || r->track.is_off || r->is_built || !r->record)
		return;
	r->track.record = track_object(r, x->object.at[r->record].size);
	r->track.created = track_object(r, term_u64(x->ts, x->address_bits, 1));
	r->track.number = part_tracked_number(r, r->track.record);
	r->track.created_part = part_cell(r, r->track.created, 0, (struct scalar){1, false}, true);
	r->grew = true;
}

void track_stop(struct relation *r) {
	if (r->track.is_off)
		return;
	r->track.is_off = true;
	r->grew = true;
}

void track_check(struct relation *r) {
	if (track_is_on(r) && object_is_summary(r, r->track.record))
		track_stop(r);
}

bool track_is_record(const struct relation *r, uint32_t object) {
	return object &&
	       (object == r->record || object == r->other_record || object == r->track.record);
}

term track_is(struct relation *r, term number) {
	struct terms *ts = r->x->ts;
	term var = r->part.at[r->track.number].var[0];
	return term_equal(ts, number,
	                  term_width(ts, number) == term_width(ts, var) ? var
	                                                                : part_many_number(ts, var));
}

term track_identifier(struct relation *r, uint32_t width) {
	struct terms *ts = r->x->ts;
	term number = part_many_number(ts, r->part.at[r->track.number].var[0]);
	if (term_width(ts, number) < width)
		number = term_zext(ts, number, width);
	return term_add(ts, number, term_u64(ts, width, 1));
}

static void put(struct symex *x, struct state *st, uint32_t object, uint64_t at, struct scalar s,
                term is, term value) {
	struct content *c = content_own(x, memory_get(x, st, object));
	content_write(x, c, at, s, term_ite(x->ts, is, value, content_read(x, c, at, s)));
	memory_put(x, st, object, c);
}

void track_created(struct relation *r, struct state *creator, term number, uint32_t record) {
	struct symex *x = r->x;
	struct terms *ts = x->ts;
	if (!track_is_on(r))
		return;
	const struct scalar byte = {1, false};
	term is = track_is(r, number);
	term before = content_read(x, memory_get(x, creator, r->track.created), 0, byte);
	/* Numbers are names: no two threads have the same. */
	symex_assume(x, term_and(ts, state_guard(x, creator), is),
	             term_equal(ts, before, term_u64(ts, 8, 0)));
	put(x, creator, r->track.created, 0, byte, is, term_u64(ts, 8, 1));
	const struct content *c = memory_get(x, creator, record);
	uint32_t key;
	uint64_t raw;
	if (!c || c->elem || c->lazy) {
		track_stop(r);
		return;
	}
	for (uint32_t at = 0; pmap_next(&c->cells, at, &key, &raw); at = key + 1)
		if (!cell_is_pointer(raw))
			put(x, creator, r->track.record, key, cell_access(raw), is, cell_term(x, raw));
}

/* --- The own record. --- */

static bool is_own_field(struct relation *r, const struct state *st, const struct access *a,
                         uint64_t *at) {
	if (!track_is_on(r) || !r->template.at[st->tid].is_many)
		return false;
	if (a->offset.ix && term_get_u64(r->x->ts, a->offset, at) &&
	    content_reaches(r->x, r->track.record, *at, a->bytes))
		return true;
	track_stop(r);
	return false;
}

term track_read_own(struct relation *r, struct state *st, const struct access *a, term any) {
	struct symex *x = r->x;
	uint64_t at;
	/* Who looks for data races executes the step of another thread than the first one as well. */
	if (r->is_built || !is_own_field(r, st, a, &at))
		return any;
	r->track.reads_tracked = true;
	term field =
	    content_read(x, memory_get(x, st, r->track.record), at, (struct scalar){a->bytes, false});
	return term_ite(x->ts, track_is(r, x->engine->summaries.number(x, st, st->tid)), field, any);
}

void track_write_own(struct relation *r, struct state *st, const struct access *a, term value) {
	struct symex *x = r->x;
	uint64_t at;
	if (!is_own_field(r, st, a, &at))
		return;
	term is = track_is(r, x->engine->summaries.number(x, st, st->tid));
	if (a->guard.ix)
		is = term_and(x->ts, a->guard, is);
	put(x, st, r->track.record, at, (struct scalar){a->bytes, false}, is, value);
}

/* --- What a step depends on. --- */

void track_step(struct relation *r) {
	r->track.reads_tracked = false;
	map_clear(&r->track.other);
}

void track_reads_other(struct relation *r, term value) {
	const struct terms *ts = r->x->ts;
	if (term_kind(ts, value) == TERM_VAR)
		map_put(&r->track.other, value.ix, 1);
	for (uint32_t i = 0; i < term_nargs(ts, value); i++)
		track_reads_other(r, term_arg(ts, value, i));
}

static bool mentions_other(struct relation *r, term t, struct map *seen) {
	const struct terms *ts = r->x->ts;
	if (map_get(&r->track.other, t.ix, NULL))
		return true;
	if (map_get(seen, t.ix, NULL))
		return false;
	map_put(seen, t.ix, 1);
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (mentions_other(r, term_arg(ts, t, i), seen))
			return true;
	return false;
}

bool track_must_exclude(struct relation *r, term violated) {
	if (!track_is_on(r) || r->track.reads_tracked)
		return true;
	struct map seen = {0};
	bool depends = mentions_other(r, violated, &seen);
	map_free(&seen);
	return !depends;
}

bool part_is_tracked(const struct relation *r, uint32_t part) {
	const struct part *p = &r->part.at[part];
	if (!track_is_on(r))
		return false;
	if (p->kind == PART_POSITION)
		return part == r->track.number;
	if (p->kind != PART_CELL)
		return false;
	for (size_t i = 0; i < r->array.n; i++)
		if (r->array.at[i].stored && r->array.at[i].stored == p->owner)
			return true;
	return p->owner == r->track.record || p->owner == r->track.created;
}
