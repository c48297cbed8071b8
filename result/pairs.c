#include "result/pairs.h"

#include <string.h>

#include "util/base/vec.h"

struct pairs pairs_open(uint32_t n) {
	struct pairs p = {.n = n, .words = (n + 63) / 64};
	p.row = mem_alloc((size_t)p.n * p.words * sizeof *p.row + 1);
	return p;
}

void pairs_close(struct pairs *p) {
	mem_free(p->row);
	*p = (struct pairs){0};
}

struct pairs pairs_copy(const struct pairs *p) {
	struct pairs q = pairs_open(p->n);
	memcpy(q.row, p->row, (size_t)p->n * p->words * sizeof *p->row);
	return q;
}

void pairs_unite(struct pairs *p, const struct pairs *q) {
	for (size_t i = 0; i < (size_t)p->n * p->words; i++)
		p->row[i] |= q->row[i];
}

static void unite_rows(uint64_t *to, const uint64_t *from, uint32_t words) {
	for (uint32_t i = 0; i < words; i++)
		to[i] |= from[i];
}

struct pairs pairs_then(const struct pairs *p, const struct pairs *q) {
	struct pairs r = pairs_open(p->n);
	for (uint32_t a = 0; a < p->n; a++)
		for (uint32_t b = 0; b < p->n; b++)
			if (pairs_has(p, a, b))
				unite_rows(&r.row[(size_t)a * r.words], &q->row[(size_t)b * q->words], r.words);
	return r;
}

/* Warshall's algorithm, by rows. */
void pairs_close_transitively(struct pairs *p) {
	for (uint32_t via = 0; via < p->n; via++)
		for (uint32_t a = 0; a < p->n; a++)
			if (pairs_has(p, a, via))
				unite_rows(&p->row[(size_t)a * p->words], &p->row[(size_t)via * p->words],
				           p->words);
}

uint32_t pairs_reflexive(const struct pairs *p) {
	for (uint32_t a = 0; a < p->n; a++)
		if (pairs_has(p, a, a))
			return a;
	return EXECUTION_NONE;
}

/* The length of a shortest way from an event to itself; *from: the event before each on it. */
static uint32_t shortest_from(const struct pairs *p, uint32_t start, uint32_t *from,
                              uint32_t *queue, uint32_t *distance) {
	uint32_t first = 0, last = 0;
	for (uint32_t i = 0; i < p->n; i++)
		from[i] = EXECUTION_NONE;
	distance[start] = 0;
	queue[last++] = start;
	while (first < last) {
		uint32_t a = queue[first++];
		for (uint32_t b = 0; b < p->n; b++) {
			if (!pairs_has(p, a, b) || from[b] != EXECUTION_NONE)
				continue;
			from[b] = a;
			if (b == start)
				return distance[a] + 1;
			distance[b] = distance[a] + 1;
			queue[last++] = b;
		}
	}
	return 0;
}

uint32_t pairs_cycle(const struct pairs *p, uint32_t *event) {
	uint32_t *from = mem_alloc((p->n + 1) * sizeof *from);
	uint32_t *queue = mem_alloc((p->n + 1) * sizeof *queue);
	uint32_t *distance = mem_alloc((p->n + 1) * sizeof *distance);
	uint32_t best = 0;
	for (uint32_t start = 0; start < p->n; start++) {
		uint32_t n = shortest_from(p, start, from, queue, distance);
		if (!n || (best && n >= best))
			continue;
		best = n;
		event[n] = start;
		for (uint32_t i = n, a = start; i-- > 0;)
			event[i] = a = from[a];
	}
	mem_free(from);
	mem_free(queue);
	mem_free(distance);
	return best;
}

/* --- Relations of an execution. --- */

static uint32_t size(const struct execution *x) {
	return (uint32_t)x->event.n;
}

struct pairs execution_sb(const struct execution *x) {
	struct pairs sb = pairs_open(size(x));
	for (uint32_t b = 0; b < size(x); b++)
		for (uint32_t a = 0; a < b; a++) {
			const struct execution_event *p = &x->event.at[a], *q = &x->event.at[b];
			if (p->thread == q->thread || (p->kind == EXECUTION_CREATE && p->other == q->thread) ||
			    (q->kind == EXECUTION_JOIN && q->other == p->thread))
				pairs_add(&sb, a, b);
		}
	pairs_close_transitively(&sb);
	return sb;
}

struct pairs execution_rf(const struct execution *x) {
	struct pairs rf = pairs_open(size(x));
	for (uint32_t b = 0; b < size(x); b++)
		for (size_t i = 0; i < x->event.at[b].read.n; i++)
			if (execution_is_event(x->event.at[b].read.at[i].source))
				pairs_add(&rf, x->event.at[b].read.at[i].source, b);
	return rf;
}

struct pairs execution_mo(const struct execution *x) {
	struct pairs mo = pairs_open(size(x));
	for (uint32_t a = 0; a < size(x); a++)
		for (uint32_t b = 0; b < size(x); b++) {
			const struct execution_event *p = &x->event.at[a], *q = &x->event.at[b];
			for (size_t i = 0; i < p->written.n; i++)
				for (size_t k = 0; k < q->written.n; k++)
					if (p->written.at[i].place < q->written.at[k].place &&
					    bytes_meet(p->written.at[i].at, q->written.at[k].at))
						pairs_add(&mo, a, b);
		}
	return mo;
}

bool execution_overwrites(const struct execution *x, const struct execution_read *r,
                          const struct execution_write *v) {
	if (!bytes_meet(r->at, v->at) || r->source == EXECUTION_UNKNOWN)
		return false;
	if (r->source == EXECUTION_INITIAL)
		return true;
	const struct execution_event *w = &x->event.at[r->source];
	for (size_t i = 0; i < w->written.n; i++)
		if (bytes_meet(w->written.at[i].at, r->at) && w->written.at[i].place < v->place)
			return true;
	return false;
}

struct pairs execution_rb(const struct execution *x) {
	struct pairs rb = pairs_open(size(x));
	for (uint32_t a = 0; a < size(x); a++)
		for (uint32_t b = 0; b < size(x); b++) {
			const struct execution_event *p = &x->event.at[a], *q = &x->event.at[b];
			for (size_t i = 0; i < p->read.n && a != b; i++)
				for (size_t k = 0; k < q->written.n; k++)
					if (execution_overwrites(x, &p->read.at[i], &q->written.at[k]))
						pairs_add(&rb, a, b);
		}
	return rb;
}

static bool is_atomic_write(const struct execution_event *e) {
	return execution_writes(e) && e->order != ORDER_PLAIN;
}

static bool is_atomic_read(const struct execution_event *e) {
	return execution_reads(e) && e->order != ORDER_PLAIN;
}

static bool same_location(const struct execution_event *a, const struct execution_event *b) {
	for (size_t i = 0; i < a->written.n; i++)
		for (size_t k = 0; k < b->written.n; k++)
			if (bytes_meet(a->written.at[i].at, b->written.at[k].at))
				return true;
	return false;
}

/* Does a store of another thread come between two writes of one thread? */
static bool is_interrupted(const struct execution *x, const struct pairs *mo, uint32_t a,
                           uint32_t b) {
	for (uint32_t c = 0; c < size(x); c++)
		if (x->event.at[c].thread != x->event.at[a].thread &&
		    x->event.at[c].kind != EXECUTION_RMW && pairs_has(mo, a, c) && pairs_has(mo, c, b))
			return true;
	return false;
}

/* rs = [W]; (sb|same location, not interrupted)?; [W atomic]; (rf; RMW)* */
static struct pairs release_sequences(const struct execution *x) {
	uint32_t n = size(x);
	struct pairs head = pairs_open(n), chain = pairs_open(n), sb = execution_sb(x);
	struct pairs mo = execution_mo(x);
	for (uint32_t a = 0; a < n; a++)
		for (uint32_t b = 0; b < n; b++) {
			const struct execution_event *p = &x->event.at[a], *q = &x->event.at[b];
			if (execution_writes(p) && is_atomic_write(q) &&
			    (a == b || (p->thread == q->thread && pairs_has(&sb, a, b) && same_location(p, q) &&
			                !is_interrupted(x, &mo, a, b))))
				pairs_add(&head, a, b);
		}
	for (uint32_t b = 0; b < n; b++) {
		const struct execution_event *u = &x->event.at[b];
		pairs_add(&chain, b, b);
		for (size_t i = 0; i < u->read.n && u->kind == EXECUTION_RMW; i++)
			if (execution_is_event(u->read.at[i].source))
				pairs_add(&chain, u->read.at[i].source, b);
	}
	pairs_close_transitively(&chain);
	struct pairs rs = pairs_then(&head, &chain);
	pairs_close(&head);
	pairs_close(&chain);
	pairs_close(&mo);
	pairs_close(&sb);
	return rs;
}

/* The events whose order releases for a write: itself and the fences before it. */
static struct pairs releases_for(const struct execution *x, const struct pairs *sb) {
	struct pairs p = pairs_open(size(x));
	for (uint32_t a = 0; a < size(x); a++)
		for (uint32_t w = 0; w < size(x); w++) {
			const struct execution_event *e = &x->event.at[a];
			if (execution_writes(&x->event.at[w]) && order_releases(e->order) &&
			    (a == w || (e->kind == EXECUTION_FENCE && pairs_has(sb, a, w))))
				pairs_add(&p, a, w);
		}
	return p;
}

/* The atomic read itself, and the fences after it. */
struct pairs execution_acquired(const struct execution *x) {
	struct pairs p = pairs_open(size(x)), sb = execution_sb(x);
	for (uint32_t r = 0; r < size(x); r++)
		for (uint32_t b = 0; b < size(x); b++) {
			const struct execution_event *e = &x->event.at[b];
			if (is_atomic_read(&x->event.at[r]) && order_acquires(e->order) &&
			    (b == r || (e->kind == EXECUTION_FENCE && pairs_has(&sb, r, b))))
				pairs_add(&p, r, b);
		}
	pairs_close(&sb);
	return p;
}

/* rel ; ([F];sb)? ; rs, to the writes whose readers synchronise. */
struct pairs execution_released(const struct execution *x) {
	struct pairs sb = execution_sb(x), before = releases_for(x, &sb), rs = release_sequences(x);
	struct pairs p = pairs_then(&before, &rs);
	pairs_close(&sb);
	pairs_close(&before);
	pairs_close(&rs);
	return p;
}

struct pairs execution_sw(const struct execution *x) {
	struct pairs rf = execution_rf(x);
	struct pairs released = execution_released(x), after = execution_acquired(x);
	struct pairs read = pairs_then(&released, &rf), sw = pairs_then(&read, &after);
	pairs_close(&rf);
	pairs_close(&released);
	pairs_close(&after);
	pairs_close(&read);
	return sw;
}

static const struct execution_write *word_of(const struct execution_event *e,
                                             struct execution_bytes at) {
	for (size_t i = 0; i < e->written.n; i++)
		if (bytes_meet(e->written.at[i].at, at))
			return &e->written.at[i];
	return NULL;
}

static const struct execution_read *read_of(const struct execution_event *e,
                                            struct execution_bytes at) {
	for (size_t i = 0; i < e->read.n; i++)
		if (bytes_meet(e->read.at[i].at, at))
			return &e->read.at[i];
	return NULL;
}

/* What acquires a word synchronises with the write of it that it has read, if that releases; and,
 * if the same section has read the word before, with what that has read. */
static void add_word(const struct execution *x, uint32_t to, const struct execution_read *r,
                     struct pairs *lsw) {
	uint32_t from = r->source;
	for (uint32_t length = 0; execution_is_event(from) && length < size(x); length++) {
		const struct execution_event *e = &x->event.at[from];
		const struct execution_write *w = word_of(e, r->at);
		const struct execution_read *before = read_of(e, r->at);
		if (e->kind != EXECUTION_LIBRARY)
			return;
		if (w && w->releases)
			pairs_add(lsw, from, to);
		from = before ? before->source : EXECUTION_INITIAL;
	}
}

/* Atomic sections of the user are those of one lock. */
struct pairs execution_lsw(const struct execution *x) {
	uint32_t section = EXECUTION_NONE;
	struct pairs lsw = pairs_open(size(x));
	for (uint32_t b = 0; b < size(x); b++) {
		const struct execution_event *e = &x->event.at[b];
		for (size_t i = 0; i < e->read.n && e->kind == EXECUTION_LIBRARY; i++)
			if (e->read.at[i].acquires)
				add_word(x, b, &e->read.at[i], &lsw);
		if (e->kind == EXECUTION_ATOMIC_BEGIN && section != EXECUTION_NONE)
			pairs_add(&lsw, section, b);
		if (e->kind == EXECUTION_ATOMIC_END)
			section = b;
	}
	return lsw;
}

struct pairs execution_hb(const struct execution *x) {
	struct pairs hb = execution_sb(x), sw = execution_sw(x), lsw = execution_lsw(x);
	pairs_unite(&hb, &sw);
	pairs_unite(&hb, &lsw);
	pairs_close_transitively(&hb);
	pairs_close(&sw);
	pairs_close(&lsw);
	return hb;
}

/* --- Races. --- */

static bool is_access(const struct execution_event *e) {
	return execution_reads(e) || execution_writes(e);
}

static bool touches_object(const struct execution_event *e, uint32_t object) {
	for (size_t i = 0; i < e->read.n; i++)
		if (e->read.at[i].at.object == object)
			return true;
	for (size_t i = 0; i < e->written.n; i++)
		if (e->written.at[i].at.object == object)
			return true;
	return false;
}

/* Does one write bytes that the other one accesses? */
static bool writes_bytes_of(const struct execution_event *a, const struct execution_event *b) {
	for (size_t i = 0; i < a->written.n; i++) {
		if (a->ends && touches_object(b, a->written.at[i].at.object))
			return true;
		for (size_t k = 0; k < b->read.n; k++)
			if (bytes_meet(a->written.at[i].at, b->read.at[k].at))
				return true;
		for (size_t k = 0; k < b->written.n; k++)
			if (bytes_meet(a->written.at[i].at, b->written.at[k].at))
				return true;
	}
	return false;
}

bool execution_conflict(const struct execution_event *a, const struct execution_event *b) {
	if (!is_access(a) || !is_access(b) || a->thread == b->thread)
		return false;
	if ((a->is_lifetime && !a->ends) || (b->is_lifetime && !b->ends))
		return false; /* a check of the lifetime is part of the access after it */
	return (a->order == ORDER_PLAIN || b->order == ORDER_PLAIN) &&
	       (writes_bytes_of(a, b) || writes_bytes_of(b, a));
}

bool execution_find_race(const struct execution *x, const struct pairs *hb, uint32_t raced[2]) {
	for (uint32_t b = 0; b < size(x); b++)
		for (uint32_t a = 0; a < b; a++)
			if (execution_conflict(&x->event.at[a], &x->event.at[b]) && !pairs_has(hb, a, b) &&
			    !pairs_has(hb, b, a)) {
				raced[0] = a;
				raced[1] = b;
				return true;
			}
	return false;
}
