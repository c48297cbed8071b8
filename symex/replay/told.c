#include "symex/replay/told.h"

#include "symex/memory/content.h"
#include "symex/observer.h"
#include "symex/replay/replay_impl.h"

void told_open(struct told *t, const struct plan *p) {
	*t = (struct told){.raced = {EXECUTION_NONE, EXECUTION_NONE}};
	t->value = mem_alloc((p->access.n + 1) * sizeof *t->value);
}

void told_close(struct told *t) {
	mem_free(t->value);
	map_free(&t->next);
	map_free(&t->at);
	vec_free(&t->seen);
}

static struct replay *replay_of(const struct symex *x) {
	return x->self;
}

static void fail(struct symex *x, const char *why) {
	struct told *t = &replay_of(x)->told;
	if (!t->failed)
		t->failed = why;
	x->give_up = true;
}

/* Is it an access of the execution, and not of somebody who looks on? */
static bool is_executed(const struct symex *x, const struct state *st) {
	return st->frame && !x->observation.depth && !(x->naming && x->naming->peeks);
}

/* --- The access of the plan. --- */

#define NO_ACCESS SIZE_MAX

static bool same_object(const struct symex *x, uint32_t object, uint32_t found) {
	const struct object *a = &x->object.at[object], *b = &replay_of(x)->found->object.at[found];
	return a->kind == b->kind && a->symbol == b->symbol && a->choice == b->choice;
}

/* The first access of the plan at the location; the list is sorted by it. */
static size_t first_at(const struct plan *p, uint32_t location) {
	size_t low = 0, high = p->access.n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (p->access.at[middle].location < location)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* --- What a thread has seen. --- */

static uint64_t seen_key(uint32_t tid, uint32_t object, uint64_t from, uint32_t n) {
	uint64_t h = ((uint64_t)tid << 48) ^ ((uint64_t)object << 28) ^ (from << 6) ^ n;
	return h;
}

static struct told_read *seen_by(struct symex *x, const struct state *st, uint32_t object,
                                 uint64_t from, uint32_t n) {
	struct told *t = &replay_of(x)->told;
	uint64_t i;
	if (!map_get(&t->at, seen_key(st->tid, object, from, n), &i))
		return NULL;
	struct told_read *s = &t->seen.at[i - 1];
	return s->object == object && s->from == from && s->n == n ? s : NULL;
}

static void see(struct symex *x, const struct state *st, const struct told_read *now) {
	struct told *t = &replay_of(x)->told;
	struct told_read *old = seen_by(x, st, now->object, now->from, now->n);
	if (old) {
		*old = *now;
		return;
	}
	vec_push(&t->seen, *now);
	map_put(&t->at, seen_key(st->tid, now->object, now->from, now->n), t->seen.n);
}

/* --- The next access of the plan. --- */

static bool is_same(const struct symex *x, const struct access *a, uint64_t from, bool is_write,
                    const struct plan_access *p) {
	return p->is_write == is_write && p->from == from && p->n == a->bytes &&
	       same_object(x, a->object, p->object);
}

static size_t find(struct symex *x, const struct state *st, const struct access *a, uint64_t from,
                   bool is_write) {
	struct replay *r = replay_of(x);
	uint32_t location = event_log_location(&r->log, st->tid);
	uint64_t next;
	size_t i = map_get(&r->told.next, location, &next) ? next - 1 : first_at(&r->plan, location);
	/* What the node has read already, or written itself, leaves no second event. */
	const struct told_read *again = is_write ? NULL : seen_by(x, st, a->object, from, a->bytes);
	bool is_again = again && again->location == location;
	for (; i < r->plan.access.n && r->plan.access.at[i].location == location; i++) {
		if (!is_same(x, a, from, is_write, &r->plan.access.at[i])) {
			if (is_again)
				return NO_ACCESS;
			continue;
		}
		map_put(&r->told.next, location, i + 2);
		event_log_name(&r->log, st->tid);
		return i;
	}
	return NO_ACCESS;
}

/* --- Values. --- */

static term piece_of(struct symex *x, term value, uint64_t at, uint32_t n, bool is_pointer) {
	bool was_pointer = term_width(x->ts, value) == x->pointer_bits;
	if (is_pointer && was_pointer)
		return value;
	if (was_pointer)
		value = ptr_to_int(x, value);
	if (n * 8 < term_width(x->ts, value))
		value = term_extract(x->ts, value, (uint32_t)(at + n) * 8 - 1, (uint32_t)at * 8);
	return is_pointer ? ptr_from_int(x, value) : value;
}

/* What the bytes held at the begin: where that may be anything, the model says what it was. */
static term initial_of(struct symex *x, const struct plan_access *p, uint32_t object,
                       const struct plan_source *s, bool is_pointer) {
	const struct content *c = x->object.at[object].initial;
	if (p->from == EXECUTION_LIFETIME)
		return term_u64(x->ts, 8, 0);
	if (c)
		return content_read(x, c, s->from, (struct scalar){s->n, is_pointer});
	return piece_of(x, symex_settle(x, p->value), s->from - p->from, s->n, is_pointer);
}

static term source_value(struct symex *x, const struct plan_access *p, uint32_t object,
                         const struct plan_source *s, bool is_pointer) {
	struct replay *r = replay_of(x);
	if (s->write == PLAN_INITIAL)
		return initial_of(x, p, object, s, is_pointer);
	const struct told_value *w = &r->told.value[s->write];
	if (!w->is_executed) {
		fail(x, "a read is before its source");
		return NO_TERM;
	}
	return piece_of(x, w->value, s->from - r->plan.access.at[s->write].from, s->n, is_pointer);
}

/* The value of a read, from its parts, the lowest one first; and the parts, for the log. */
static term told_value(struct symex *x, const struct plan_access *p, uint32_t object,
                       bool is_pointer, struct execution_read *part) {
	struct replay *r = replay_of(x);
	term value = NO_TERM;
	for (uint32_t i = 0; i < p->sources; i++) {
		const struct plan_source *s = &r->plan.source.at[p->first + i];
		term piece = source_value(x, p, object, s, is_pointer && p->sources == 1);
		if (!piece.ix)
			return NO_TERM;
		value = value.ix ? term_concat(x->ts, piece, value) : piece;
		part[i] = (struct execution_read){
		    .at = {object, s->from, s->n},
		    .source = s->write == PLAN_INITIAL ? EXECUTION_INITIAL : r->told.value[s->write].event};
	}
	return is_pointer && p->sources > 1 ? ptr_from_int(x, value) : value;
}

/* --- Races: both accesses are executed. --- */

static void note_race(struct symex *x, struct state *st, const struct access *a, size_t which) {
	struct replay *r = replay_of(x);
	for (unsigned i = 0; i < 2; i++)
		if (r->plan.has_race && r->plan.raced[i] == which) {
			observe(x, raced, st, a);
			r->told.raced[i] = r->told.value[which].event;
		}
	bool both = r->told.raced[0] != EXECUTION_NONE && r->told.raced[1] != EXECUTION_NONE;
	if (r->plan.has_race && both && !x->give_up)
		x->engine->check(x, st, r->goal->property, term_false(x->ts));
}

/* --- The operations. --- */

static void keep(struct symex *x, size_t which, term value, uint32_t event) {
	if (which != NO_ACCESS)
		replay_of(x)->told.value[which] = (struct told_value){true, value, event};
}

/* A read of the plan: its value, and an event of the log. */
static term read_told(struct symex *x, struct state *st, const struct access *a, size_t which,
                      bool is_pointer) {
	struct replay *r = replay_of(x);
	const struct plan_access *p = &r->plan.access.at[which];
	struct execution_read *part = mem_alloc((p->sources + 1) * sizeof *part);
	term value = NO_TERM;
	if (p->sources)
		value = told_value(x, p, a->object, is_pointer, part);
	else
		part[0] =
		    (struct execution_read){.at = {a->object, p->from, p->n}, .source = EXECUTION_UNKNOWN};
	if (!x->give_up) {
		const struct execution_read *from = p->is_settled ? NULL : part;
		uint32_t event =
		    event_log_read(&r->log, x, st, a, value, from, p->sources ? p->sources : 1);
		keep(x, which, value, event);
	}
	mem_free(part);
	return value;
}

/* --- Copies.  What is copied at once depends on what memory holds, so the plan may have the bytes
 * one by one. --- */

/* The access of the node that is these first bytes of 'a', and no more than 'a'. */
static size_t find_first(struct symex *x, const struct state *st, const struct access *a,
                         uint64_t from, uint64_t end, bool is_write) {
	struct replay *r = replay_of(x);
	uint32_t location = event_log_location(&r->log, st->tid);
	for (size_t i = first_at(&r->plan, location);
	     i < r->plan.access.n && r->plan.access.at[i].location == location; i++) {
		const struct plan_access *p = &r->plan.access.at[i];
		if (!r->told.value[i].is_executed && p->is_write == is_write && p->from == from &&
		    p->from + p->n <= end && same_object(x, a->object, p->object))
			return i;
	}
	return NO_ACCESS;
}

typedef VEC(size_t) access_indices;

/* The accesses of the plan that make up this one; none: they do not. */
static void find_parts(struct symex *x, const struct state *st, const struct access *a,
                       uint64_t from, bool is_write, access_indices *to) {
	uint64_t at = from, end = from + a->bytes;
	while (at < end && from != EXECUTION_LIFETIME) {
		size_t which = find_first(x, st, a, at, end, is_write);
		if (which == NO_ACCESS)
			break;
		vec_push(to, which);
		at += replay_of(x)->plan.access.at[which].n;
	}
	if (at < end)
		to->n = 0;
}

/* A read of several accesses of the plan; NO_TERM: it is none, or one of them has no source. */
static term read_parts(struct symex *x, struct state *st, const struct access *a, uint64_t from,
                       bool is_pointer, bool *is_told) {
	struct replay *r = replay_of(x);
	access_indices which = {0};
	VEC(struct execution_read) part = {0};
	term value = NO_TERM;
	find_parts(x, st, a, from, false, &which);
	*is_told = which.n > 0;
	for (size_t i = 0; i < which.n && *is_told; i++)
		*is_told = r->plan.access.at[which.at[i]].sources > 0;
	for (size_t i = 0; i < which.n && *is_told && !x->give_up; i++) {
		const struct plan_access *p = &r->plan.access.at[which.at[i]];
		vec_reserve(&part, part.n + p->sources);
		term piece = told_value(x, p, a->object, false, part.at + part.n);
		part.n += p->sources;
		if (piece.ix)
			value = value.ix ? term_concat(x->ts, piece, value) : piece;
	}
	if (*is_told && !x->give_up) {
		event_log_name(&r->log, st->tid);
		uint32_t event = event_log_read(&r->log, x, st, a, value, part.at, part.n);
		for (size_t i = 0; i < which.n; i++)
			keep(x, which.at[i], value, event);
		for (size_t i = 0; i < which.n; i++)
			note_race(x, st, a, which.at[i]);
	}
	vec_free(&part);
	vec_free(&which);
	return value.ix && is_pointer ? ptr_from_int(x, value) : value;
}

/* The read of the plan that has these bytes among others. */
static size_t find_around(struct symex *x, const struct state *st, const struct access *a,
                          uint64_t from) {
	struct replay *r = replay_of(x);
	uint32_t location = event_log_location(&r->log, st->tid);
	for (size_t i = first_at(&r->plan, location);
	     i < r->plan.access.n && r->plan.access.at[i].location == location; i++) {
		const struct plan_access *p = &r->plan.access.at[i];
		if (!p->is_write && p->sources && p->from != EXECUTION_LIFETIME && p->from <= from &&
		    from + a->bytes <= p->from + p->n && same_object(x, a->object, p->object))
			return i;
	}
	return NO_ACCESS;
}

/* A part of a read of the plan; NO_TERM: there is none. */
static term read_within(struct symex *x, struct state *st, const struct access *a, uint64_t from,
                        bool is_pointer) {
	struct replay *r = replay_of(x);
	size_t which = find_around(x, st, a, from), n = 0;
	if (which == NO_ACCESS)
		return NO_TERM;
	const struct plan_access *p = &r->plan.access.at[which];
	struct execution_read *part = mem_alloc(p->sources * sizeof *part);
	term value = told_value(x, p, a->object, false, part);
	for (uint32_t i = 0; i < p->sources && value.ix; i++) {
		uint64_t low = part[i].at.from > from ? part[i].at.from : from;
		uint64_t end = part[i].at.from + part[i].at.n, high = from + a->bytes;
		high = end < high ? end : high;
		if (low < high)
			part[n++] = (struct execution_read){.at = {a->object, low, (uint32_t)(high - low)},
			                                    .source = part[i].source};
	}
	if (value.ix) {
		value = piece_of(x, value, from - p->from, a->bytes, is_pointer);
		event_log_name(&r->log, st->tid);
		keep(x, which, value, event_log_read(&r->log, x, st, a, value, part, n));
		note_race(x, st, a, which);
	}
	mem_free(part);
	return value;
}

static uint64_t offset_of(struct symex *x, const struct access *a) {
	uint64_t from = 0;
	term_get_u64(x->ts, a->offset, &from);
	return from;
}

/* An access that no other thread takes notice of is not in the plan.  But C11 orders what is
 * sequentially consistent, so the node was there when the plan was made: it has its name from here,
 * also if a hidden check makes the access and the instruction behind it one of the plan. */
static void note_lone(struct symex *x, const struct state *st, const struct access *a) {
	if (a->order == MEM_SEQ_CST)
		event_log_name(&replay_of(x)->log, st->tid);
}

/* Of bytes that nobody else writes, and of words of the library. */
static term read_last(struct symex *x, struct state *st, const struct access *a) {
	struct replay *r = replay_of(x);
	note_lone(x, st, a);
	if (!replay_drops(x, st))
		event_log_read(&r->log, x, st, a, NO_TERM, NULL, 0);
	return NO_TERM;
}

static term read_any(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	struct replay *r = replay_of(x);
	uint64_t from = offset_of(x, a);
	size_t which = find(x, st, a, from, false);
	const struct told_read *again = seen_by(x, st, a->object, from, a->bytes);
	if (which == NO_ACCESS && again && again->location == event_log_location(&r->log, st->tid))
		return again->value;
	bool in_parts = false;
	term value = which == NO_ACCESS ? read_parts(x, st, a, from, is_pointer, &in_parts) : NO_TERM;
	if (which == NO_ACCESS && !in_parts)
		value = read_within(x, st, a, from, is_pointer);
	if (which == NO_ACCESS && !in_parts && !value.ix)
		return read_last(x, st, a);
	if (which != NO_ACCESS)
		value = read_told(x, st, a, which, is_pointer);
	if (value.ix)
		see(x, st,
		    &(struct told_read){a->object, from, a->bytes, value,
		                        event_log_location(&r->log, st->tid)});
	if (which != NO_ACCESS)
		note_race(x, st, a, which);
	return value;
}

/* Who looks on sees what the thread has seen. */
term told_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	if (is_executed(x, st))
		return read_any(x, st, a, is_pointer);
	if (!st->frame || !x->observation.depth)
		return NO_TERM;
	const struct told_read *s = seen_by(x, st, a->object, offset_of(x, a), a->bytes);
	bool same_kind = s && (term_width(x->ts, s->value) == x->pointer_bits) == is_pointer;
	return same_kind ? s->value : NO_TERM;
}

/* A write of several accesses of the plan: each has its part of the value. */
static void write_parts(struct symex *x, struct state *st, const struct access *a, term value,
                        uint32_t event) {
	struct replay *r = replay_of(x);
	access_indices which = {0};
	uint64_t from = offset_of(x, a);
	find_parts(x, st, a, from, true, &which);
	for (size_t i = 0; i < which.n; i++) {
		const struct plan_access *p = &r->plan.access.at[which.at[i]];
		keep(x, which.at[i], piece_of(x, value, p->from - from, p->n, false), event);
		r->log.rank.at[event] = p->rank;
	}
	for (size_t i = 0; i < which.n; i++)
		note_race(x, st, a, which.at[i]);
	vec_free(&which);
}

bool told_write(struct symex *x, struct state *st, const struct access *a, term value) {
	struct replay *r = replay_of(x);
	if (!is_executed(x, st))
		return false;
	uint64_t from = offset_of(x, a);
	size_t which = find(x, st, a, from, true);
	if (which == NO_ACCESS)
		note_lone(x, st, a);
	if (which == NO_ACCESS && replay_drops(x, st))
		return false;
	uint32_t rank = which == NO_ACCESS ? NO_RANK : r->plan.access.at[which].rank;
	uint32_t event = event_log_write(&r->log, x, st, a, value, rank);
	keep(x, which, value, event);
	see(x, st,
	    &(struct told_read){a->object, from, a->bytes, value,
	                        event_log_location(&r->log, st->tid)});
	if (which != NO_ACCESS)
		note_race(x, st, a, which);
	else
		write_parts(x, st, a, value, event);
	return false; /* memory has the last write in the issue order */
}

/* --- Lifetimes. --- */

static struct access lifetime(struct symex *x, uint32_t object, enum access_kind kind) {
	return (struct access){.object = object,
	                       .kind = kind,
	                       .offset = term_u64(x->ts, 64, EXECUTION_LIFETIME),
	                       .bytes = 1};
}

term told_is_ended(struct symex *x, struct state *st, uint32_t object, term own) {
	struct access a = lifetime(x, object, ACCESS_READ);
	if (!is_executed(x, st) || !object)
		return own;
	size_t which = find(x, st, &a, EXECUTION_LIFETIME, false);
	uint32_t location = event_log_location(&replay_of(x)->log, st->tid);
	const struct told_read *before = seen_by(x, st, object, EXECUTION_LIFETIME, 1);
	term value = before && before->location == location ? before->value : NO_TERM;
	if (which != NO_ACCESS) {
		value = read_told(x, st, &a, which, false);
		if (value.ix)
			see(x, st, &(struct told_read){object, EXECUTION_LIFETIME, 1, value, location});
	}
	return value.ix ? term_distinct(x->ts, value, term_u64(x->ts, 8, 0)) : own;
}

void told_end(struct symex *x, struct state *st, const struct access *end) {
	struct access a = lifetime(x, end->object, ACCESS_WRITE);
	if (!is_executed(x, st))
		return;
	size_t which = find(x, st, &a, EXECUTION_LIFETIME, true);
	if (which == NO_ACCESS)
		return;
	term value = term_u64(x->ts, 8, 1);
	uint32_t rank = replay_of(x)->plan.access.at[which].rank;
	keep(x, which, value, event_log_write(&replay_of(x)->log, x, st, &a, value, rank));
	note_race(x, st, &a, which);
}
