#include "symex/replay/consistent.h"

#include <stdlib.h>

#include "result/pairs.h"

/* --- Locations: bytes of which every access has all or none. --- */

struct location {
	uint32_t object;
	uint64_t from, to;
};

struct judge {
	struct arena *arena;
	const struct execution *x;
	uint32_t n;
	VEC(struct location) location;
	struct pairs sb, rf, mo, rb;
};

static const struct execution_event *event(const struct judge *j, uint32_t i) {
	return &j->x->event.at[i];
}

static int by_place(const void *a, const void *b) {
	const struct location *p = a, *q = b;
	if (p->object != q->object)
		return p->object < q->object ? -1 : 1;
	return p->from < q->from ? -1 : p->from > q->from;
}

/* A boundary at each end of each access; two neighbours are a location. */
static void find_locations(struct judge *j) {
	VEC(struct location) edge = {0};
	for (uint32_t i = 0; i < j->n; i++) {
		const struct execution_event *e = event(j, i);
		for (size_t k = 0; k < e->read.n + e->written.n; k++) {
			struct execution_bytes b =
			    k < e->read.n ? e->read.at[k].at : e->written.at[k - e->read.n].at;
			struct location low = {b.object, b.from, 0}, high = {b.object, b.from + b.n, 0};
			vec_push(&edge, low);
			vec_push(&edge, high);
		}
	}
	if (edge.n)
		qsort(edge.at, edge.n, sizeof *edge.at, by_place);
	for (size_t i = 0; i + 1 < edge.n; i++)
		if (edge.at[i].object == edge.at[i + 1].object && edge.at[i].from < edge.at[i + 1].from) {
			struct location l = {edge.at[i].object, edge.at[i].from, edge.at[i + 1].from};
			vec_push(&j->location, l);
		}
	vec_free(&edge);
}

static bool has_location(struct execution_bytes b, const struct location *l) {
	return b.object == l->object && b.from <= l->from && l->to <= b.from + b.n;
}

static const struct execution_read *read_of(const struct judge *j, uint32_t i,
                                            const struct location *l) {
	const struct execution_event *e = event(j, i);
	for (size_t k = 0; k < e->read.n; k++)
		if (has_location(e->read.at[k].at, l))
			return &e->read.at[k];
	return NULL;
}

static const struct execution_write *write_of(const struct judge *j, uint32_t i,
                                              const struct location *l) {
	const struct execution_event *e = event(j, i);
	for (size_t k = 0; k < e->written.n; k++)
		if (has_location(e->written.at[k].at, l))
			return &e->written.at[k];
	return NULL;
}

static bool meet(const struct execution_event *a, const struct execution_event *b) {
	for (size_t i = 0; i < a->read.n + a->written.n; i++)
		for (size_t k = 0; k < b->read.n + b->written.n; k++) {
			struct execution_bytes p =
			    i < a->read.n ? a->read.at[i].at : a->written.at[i - a->read.n].at;
			struct execution_bytes q =
			    k < b->read.n ? b->read.at[k].at : b->written.at[k - b->read.n].at;
			if (bytes_meet(p, q))
				return true;
		}
	return false;
}

/* --- Words. --- */

/* "T1 write x (a.c:3)" */
static const char *event_text(struct judge *j, uint32_t i) {
	const struct execution_event *e = event(j, i);
	return arena_printf(j->arena, "T%u %s%s%s at line %u", e->thread, execution_kind_name(e->kind),
	                    e->name ? " of " : "", e->name ? e->name : "", e->loc.line);
}

static const char *cycle_text(struct judge *j, const char *axiom, const struct pairs *p) {
	uint32_t *cycle = mem_alloc((j->n + 1) * sizeof *cycle);
	uint32_t n = pairs_cycle(p, cycle);
	const char *text = n ? axiom : NULL;
	for (uint32_t i = 0; i <= n && n; i++)
		text =
		    arena_printf(j->arena, "%s%s%s", text, i ? ", before " : ": ", event_text(j, cycle[i]));
	mem_free(cycle);
	return text;
}

static const char *two_text(struct judge *j, const char *axiom, uint32_t a, uint32_t b) {
	return arena_printf(j->arena, "%s: %s, and %s", axiom, event_text(j, a), event_text(j, b));
}

/* --- Is it an execution at all? --- */

static const char *bad_read(struct judge *j, uint32_t i, const struct location *l) {
	const struct execution_read *r = read_of(j, i, l);
	if (!r || !execution_is_event(r->source))
		return NULL;
	if (r->source >= j->n || !write_of(j, r->source, l))
		return arena_printf(j->arena, "a read has a source that does not write its bytes: %s",
		                    event_text(j, i));
	return NULL;
}

/* Sources write what is read from them, and the writes of a location are in a total order. */
static const char *malformed(struct judge *j) {
	for (size_t k = 0; k < j->location.n; k++) {
		const struct location *l = &j->location.at[k];
		for (uint32_t a = 0; a < j->n; a++) {
			const char *bad = bad_read(j, a, l);
			if (bad)
				return bad;
			const struct execution_write *w = write_of(j, a, l);
			for (uint32_t b = a + 1; b < j->n && w; b++) {
				const struct execution_write *v = write_of(j, b, l);
				if (v && v->place == w->place)
					return two_text(j, "two writes have the same place in the modification order",
					                a, b);
			}
		}
	}
	return NULL;
}

/* --- One location. --- */

/* rf | mo | rb between the events of a location. */
static struct pairs communication(struct judge *j, const struct location *l) {
	struct pairs p = pairs_open(j->n);
	for (uint32_t a = 0; a < j->n; a++) {
		const struct execution_read *r = read_of(j, a, l);
		const struct execution_write *w = write_of(j, a, l);
		if (!r && !w)
			continue;
		if (r && r->source == EXECUTION_UNKNOWN)
			r = NULL;
		if (r && r->source != EXECUTION_INITIAL)
			pairs_add(&p, r->source, a);
		for (uint32_t b = 0; b < j->n; b++) {
			const struct execution_write *v = write_of(j, b, l);
			if (!v || a == b)
				continue;
			if (w && w->place < v->place)
				pairs_add(&p, a, b);
			if (r &&
			    (r->source == EXECUTION_INITIAL || write_of(j, r->source, l)->place < v->place))
				pairs_add(&p, a, b);
		}
	}
	return p;
}

/* irreflexive(order; eco) for one location; the order itself was checked. */
static const char *incoherent(struct judge *j, const struct pairs *order) {
	const char *bad = NULL;
	for (size_t k = 0; k < j->location.n && !bad; k++) {
		const struct location *l = &j->location.at[k];
		struct pairs eco = communication(j, l);
		pairs_close_transitively(&eco);
		if (pairs_reflexive(&eco) != EXECUTION_NONE)
			bad = cycle_text(j, "the accesses of a location are in no order (coherence)", &eco);
		for (uint32_t a = 0; a < j->n && !bad; a++)
			for (uint32_t b = 0; b < j->n && !bad; b++)
				if (pairs_has(&eco, a, b) && pairs_has(order, b, a))
					bad = two_text(j,
					               "the second access comes before the first, but finds or "
					               "overwrites what it left (coherence)",
					               a, b);
		pairs_close(&eco);
	}
	return bad;
}

/* For an RMW with source w: w is before it in mo, and nothing is between. */
static const char *not_atomic(struct judge *j) {
	for (size_t k = 0; k < j->location.n; k++) {
		const struct location *l = &j->location.at[k];
		for (uint32_t u = 0; u < j->n; u++) {
			const struct execution_read *r = read_of(j, u, l);
			const struct execution_write *to = write_of(j, u, l);
			if (!r || !to || r->source == EXECUTION_UNKNOWN)
				continue;
			bool is_initial = r->source == EXECUTION_INITIAL;
			uint32_t from = is_initial ? 0 : write_of(j, r->source, l)->place;
			if (!is_initial && from >= to->place)
				return two_text(j, "a read-modify-write is before its source (atomicity)", u,
				                r->source);
			for (uint32_t v = 0; v < j->n; v++) {
				const struct execution_write *w = write_of(j, v, l);
				if (w && v != u && v != r->source && (is_initial || from < w->place) &&
				    w->place < to->place)
					return two_text(
					    j, "a write is between a read-modify-write and its source (atomicity)", u,
					    v);
			}
		}
	}
	return NULL;
}

/* --- Sequential consistency, TSO, PSO. --- */

static const char *not_sc(struct judge *j) {
	struct pairs all = pairs_copy(&j->sb);
	pairs_unite(&all, &j->rf);
	pairs_unite(&all, &j->mo);
	pairs_unite(&all, &j->rb);
	const char *bad = cycle_text(j, "the accesses are in no order (sequential consistency)", &all);
	pairs_close(&all);
	return bad;
}

static bool is_barrier(const struct execution_event *e) {
	bool releases = e->order == ORDER_RELEASE || e->order == ORDER_ACQ_REL;
	return releases && (e->kind == EXECUTION_FENCE || e->kind == EXECUTION_WRITE);
}

/* Under tso and pso, by event: does it wait until the thread's buffer is empty, and is it in memory
 * at once? */
static bool *find_draining(struct judge *j) {
	bool *drains = mem_alloc(j->n + 1);
	for (uint32_t i = 0; i < j->n; i++) {
		const struct execution_event *e = event(j, i);
		switch (e->kind) {
		case EXECUTION_READ: drains[i] = e->is_failed; break;
		case EXECUTION_WRITE: drains[i] = e->order == ORDER_SEQ_CST || e->ends; break;
		case EXECUTION_FENCE: drains[i] = e->order == ORDER_SEQ_CST; break;
		case EXECUTION_RMW:
		case EXECUTION_LIBRARY:
		case EXECUTION_CREATE:
		case EXECUTION_JOIN:
		case EXECUTION_ATOMIC_BEGIN:
		case EXECUTION_ATOMIC_END: drains[i] = true; break;
		}
	}
	/* Inside an atomic section everything is. */
	for (uint32_t i = 0; i < j->n; i++)
		for (uint32_t k = i; event(j, i)->kind == EXECUTION_ATOMIC_BEGIN && k < j->n; k++)
			if (event(j, k)->thread == event(j, i)->thread) {
				drains[k] = true;
				if (event(j, k)->kind == EXECUTION_ATOMIC_END)
					break;
			}
	return drains;
}

static bool has_barrier(const struct judge *j, uint32_t a, uint32_t b) {
	for (uint32_t c = 0; c < j->n; c++)
		if (is_barrier(event(j, c)) && pairs_has(&j->sb, a, c) &&
		    (c == b ? event(j, c)->kind == EXECUTION_WRITE : pairs_has(&j->sb, c, b)))
			return true;
	return false;
}

/* Do the two have the order in memory that the program gives them? */
static bool is_preserved(const struct judge *j, const bool *drains, uint32_t a, uint32_t b) {
	const struct execution_event *p = event(j, a), *q = event(j, b);
	if ((p->kind == EXECUTION_FENCE && !drains[a]) || (q->kind == EXECUTION_FENCE && !drains[b]))
		return false;
	if (p->kind != EXECUTION_WRITE || drains[a] || drains[b])
		return true;
	if (q->kind == EXECUTION_READ)
		return false;
	return j->x->model == EXECUTION_TSO || meet(p, q) || has_barrier(j, a, b);
}

static const char *not_buffered(struct judge *j) {
	struct pairs all = pairs_copy(&j->mo);
	bool *drains = find_draining(j);
	pairs_unite(&all, &j->rb);
	for (uint32_t a = 0; a < j->n; a++)
		for (uint32_t b = 0; b < j->n; b++) {
			if (pairs_has(&j->sb, a, b) && is_preserved(j, drains, a, b))
				pairs_add(&all, a, b);
			if (pairs_has(&j->rf, a, b) && event(j, a)->thread != event(j, b)->thread)
				pairs_add(&all, a, b);
		}
	const char *bad = cycle_text(j, "memory has the accesses in no order", &all);
	mem_free(drains);
	pairs_close(&all);
	bad = bad ? bad : incoherent(j, &j->sb);
	return bad ? bad : not_atomic(j);
}

/* --- C11. --- */

static const char *out_of_thin_air(struct judge *j) {
	struct pairs all = pairs_copy(&j->sb);
	pairs_unite(&all, &j->rf);
	const char *bad = cycle_text(j, "a value comes out of thin air", &all);
	pairs_close(&all);
	return bad;
}

/* scb = sb | (sb minus same location); hb; (sb minus same location) | hb on one location
 *          | mo | rb */
static struct pairs sc_before(struct judge *j, const struct pairs *hb) {
	struct pairs other = pairs_open(j->n), scb = pairs_copy(&j->sb);
	for (uint32_t a = 0; a < j->n; a++)
		for (uint32_t b = 0; b < j->n; b++) {
			if (!pairs_has(hb, a, b))
				continue;
			bool same = meet(event(j, a), event(j, b));
			if (pairs_has(&j->sb, a, b) && !same)
				pairs_add(&other, a, b);
			if (same)
				pairs_add(&scb, a, b);
		}
	struct pairs first = pairs_then(&other, hb), through = pairs_then(&first, &other);
	pairs_unite(&scb, &through);
	pairs_unite(&scb, &j->mo);
	pairs_unite(&scb, &j->rb);
	pairs_close(&other);
	pairs_close(&first);
	pairs_close(&through);
	return scb;
}

static bool is_sc(const struct judge *j, uint32_t i) {
	return event(j, i)->order == ORDER_SEQ_CST;
}

static bool is_sc_fence(const struct judge *j, uint32_t i) {
	return is_sc(j, i) && event(j, i)->kind == EXECUTION_FENCE;
}

/* ([SC] | [F SC]; hb?); scb; ([SC] | hb?; [F SC]) */
static struct pairs psc_base(struct judge *j, const struct pairs *hb) {
	struct pairs left = pairs_open(j->n), right = pairs_open(j->n), scb = sc_before(j, hb);
	for (uint32_t a = 0; a < j->n; a++)
		for (uint32_t b = 0; b < j->n; b++) {
			bool may = a == b || pairs_has(hb, a, b);
			if ((a == b && is_sc(j, a)) || (may && is_sc_fence(j, a)))
				pairs_add(&left, a, b);
			if ((a == b && is_sc(j, a)) || (may && is_sc_fence(j, b)))
				pairs_add(&right, a, b);
		}
	struct pairs first = pairs_then(&left, &scb), psc = pairs_then(&first, &right);
	pairs_close(&left);
	pairs_close(&right);
	pairs_close(&scb);
	pairs_close(&first);
	return psc;
}

/* [F SC]; (hb | hb; eco; hb); [F SC] */
static void add_psc_fences(struct judge *j, const struct pairs *hb, struct pairs *psc) {
	struct pairs eco = pairs_copy(&j->rf);
	pairs_unite(&eco, &j->mo);
	pairs_unite(&eco, &j->rb);
	pairs_close_transitively(&eco);
	struct pairs first = pairs_then(hb, &eco), all = pairs_then(&first, hb);
	pairs_unite(&all, hb);
	for (uint32_t a = 0; a < j->n; a++)
		for (uint32_t b = 0; b < j->n; b++)
			if (is_sc_fence(j, a) && is_sc_fence(j, b) && pairs_has(&all, a, b))
				pairs_add(psc, a, b);
	pairs_close(&eco);
	pairs_close(&first);
	pairs_close(&all);
}

static const char *not_seq_cst(struct judge *j, const struct pairs *hb) {
	struct pairs psc = psc_base(j, hb);
	add_psc_fences(j, hb, &psc);
	const char *bad = cycle_text(j, "the seq_cst operations are in no order", &psc);
	pairs_close(&psc);
	return bad;
}

static const char *not_c11(struct judge *j) {
	const char *bad = out_of_thin_air(j);
	struct pairs hb = execution_hb(j->x);
	uint32_t own = pairs_reflexive(&hb);
	if (!bad && own != EXECUTION_NONE)
		bad = arena_printf(j->arena, "an event happens before itself: %s", event_text(j, own));
	bad = bad ? bad : incoherent(j, &hb);
	bad = bad ? bad : not_atomic(j);
	bad = bad ? bad : not_seq_cst(j, &hb);
	pairs_close(&hb);
	return bad;
}

const char *consistent_violated(struct arena *arena, const struct execution *x) {
	struct judge j = {.arena = arena, .x = x, .n = (uint32_t)x->event.n};
	j.sb = execution_sb(x);
	j.rf = execution_rf(x);
	j.mo = execution_mo(x);
	j.rb = execution_rb(x);
	find_locations(&j);
	const char *bad = malformed(&j);
	if (!bad)
		switch (x->model) {
		case EXECUTION_SC: bad = not_sc(&j); break;
		case EXECUTION_TSO:
		case EXECUTION_PSO: bad = not_buffered(&j); break;
		case EXECUTION_C11: bad = not_c11(&j); break;
		}
	vec_free(&j.location);
	pairs_close(&j.sb);
	pairs_close(&j.rf);
	pairs_close(&j.mo);
	pairs_close(&j.rb);
	return bad;
}
