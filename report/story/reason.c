#include "report/story/reason.h"

#include <ctype.h>
#include <string.h>

#include "report/story/reason_words.h"
#include "result/pairs.h"
#include "util/text/path.h"
#include "util/text/same.h"

#define MAX_EVENTS  2000 /* of executions that are looked at: the relations are matrices */
#define MAX_REASONS 8

struct finder {
	struct reasons *to;
	struct arena *arena;
	const struct cex *cex;
	const struct execution *x;
	uint32_t n;
	struct pairs sb, rf, mo, rb, hb, released, acquired;
	struct pairs half; /* sb, and rf of which one end at least is strong enough */
	struct pairs sync; /* sb, and rf of atomic operations and of the library */
	struct pairs flow; /* sb and rf */
	struct pairs all;  /* and mo and rb */
	uint32_t *way;     /* the last one that was found, with room for all events */
	uint32_t length;
};

static const struct execution_event *event(const struct finder *f, uint32_t ix) {
	return &f->x->event.at[ix];
}

static bool is_shown(const struct execution_event *e) {
	return (execution_reads(e) || execution_writes(e)) && !e->is_lifetime;
}

/* --- What is newer. --- */

static uint32_t last_place(const struct execution_event *e) {
	uint32_t place = 0;
	for (size_t i = 0; i < e->written.n; i++)
		place = e->written.at[i].place > place ? e->written.at[i].place : place;
	return place;
}

static bool is_newer(const struct execution *x, uint32_t write, uint32_t than) {
	const struct execution_event *v = &x->event.at[write], *e = &x->event.at[than];
	for (size_t i = 0; i < v->written.n; i++) {
		for (size_t k = 0; k < e->read.n; k++)
			if (execution_overwrites(x, &e->read.at[k], &v->written.at[i]))
				return true;
		for (size_t k = 0; k < e->written.n; k++)
			if (bytes_meet(v->written.at[i].at, e->written.at[k].at) &&
			    e->written.at[k].place < v->written.at[i].place)
				return true;
	}
	return false;
}

uint32_t reason_newer(const struct execution *x, uint32_t ix) {
	uint32_t newest = EXECUTION_NONE;
	if (x->model != EXECUTION_C11 || !is_shown(&x->event.at[ix]))
		return EXECUTION_NONE;
	for (uint32_t v = 0; v < ix; v++)
		if (is_shown(&x->event.at[v]) && is_newer(x, v, ix) &&
		    (newest == EXECUTION_NONE ||
		     last_place(&x->event.at[v]) > last_place(&x->event.at[newest])))
			newest = v;
	return newest;
}

/* --- Ways. --- */

/* A shortest way; its length in events, 0: there is none. */
static uint32_t find_way(struct finder *f, const struct pairs *by, uint32_t from, uint32_t to) {
	struct arena *arena = arena_open();
	uint32_t *before = arena_array(arena, uint32_t, f->n),
	         *queue = arena_array(arena, uint32_t, f->n);
	uint32_t first = 0, last = 0, length = 0;
	memset(before, 0xff, f->n * sizeof *before); /* EXECUTION_NONE */
	queue[last++] = before[from] = from;
	while (first < last && before[to] == EXECUTION_NONE) {
		uint32_t a = queue[first++];
		for (uint32_t b = 0; b < f->n; b++)
			if (pairs_has(by, a, b) && before[b] == EXECUTION_NONE) {
				before[b] = a;
				queue[last++] = b;
			}
	}
	if (before[to] != EXECUTION_NONE) {
		for (uint32_t a = to; a != from; a = before[a])
			length++;
		f->length = ++length;
		f->way[0] = from;
		for (uint32_t a = to, i = length; i-- > 1; a = before[a])
			f->way[i] = a;
	}
	arena_close(arena);
	return length;
}

/* --- A store and a load that do not synchronise. --- */

static bool is_read_from(const struct finder *f, uint32_t a, uint32_t b) {
	return pairs_has(&f->rf, a, b) && !pairs_has(&f->sb, a, b);
}

/* The first reads-from on the way that does not synchronise what is before the store with what is
 * after the load; one with read-modify-writes on the way, which continue a release sequence. */
static bool find_link(const struct finder *f, struct weak_link *link) {
	bool found = false;
	for (uint32_t i = 0; i + 1 < f->length; i++) {
		if (!is_read_from(f, f->way[i], f->way[i + 1]))
			continue;
		uint32_t end = i + 1;
		while (end + 1 < f->length && is_read_from(f, f->way[end], f->way[end + 1]))
			end++;
		*link = (struct weak_link){.before = f->way[i ? i - 1 : 0],
		                           .store = f->way[i],
		                           .source = f->way[end - 1],
		                           .load = f->way[end],
		                           .after = f->way[end + 1 < f->length ? end + 1 : end]};
		found = true;
		if (!pairs_has(&f->hb, link->before, link->after))
			return true;
		i = end - 1;
	}
	return found;
}

static bool is_at_or_before(const struct finder *f, uint32_t a, uint32_t b) {
	return a == b || pairs_has(&f->sb, a, b);
}

static void find_weak_end(const struct finder *f, struct weak_link *link) {
	const struct execution_event *source = event(f, link->source), *load = event(f, link->load);
	link->release = link->acquire = EXECUTION_NONE;
	link->release_fence = link->acquire_fence = EXECUTION_NONE;
	for (uint32_t a = 0; a < f->n; a++) {
		if (pairs_has(&f->released, a, link->source) && is_at_or_before(f, link->before, a))
			link->release = a;
		if (pairs_has(&f->acquired, link->load, a) && is_at_or_before(f, a, link->after))
			link->acquire = a;
		if (event(f, a)->kind != EXECUTION_FENCE)
			continue;
		if (event(f, a)->thread == source->thread && order_releases(event(f, a)->order))
			link->release_fence = a;
		if (event(f, a)->thread == load->thread && order_acquires(event(f, a)->order))
			link->acquire_fence = a;
	}
	if (source->kind == EXECUTION_LIBRARY && source->releases)
		link->release = link->source;
	if (load->kind == EXECUTION_LIBRARY && load->acquires)
		link->acquire = link->load;
}

/* The weakest order that releases, or acquires, and does what the access does now. */
static enum execution_order raised(const struct execution_event *e, bool release) {
	bool is_both =
	    e->kind == EXECUTION_RMW && (release ? order_acquires(e->order) : order_releases(e->order));
	return is_both ? ORDER_ACQ_REL : release ? ORDER_RELEASE : ORDER_ACQUIRE;
}

static void find_needs(const struct finder *f, const struct weak_link *link, struct reason *r) {
	const struct execution_event *store = event(f, link->store), *load = event(f, link->load);
	bool is_atomic = store->kind != EXECUTION_LIBRARY && load->kind != EXECUTION_LIBRARY &&
	                 store->order != ORDER_PLAIN && load->order != ORDER_PLAIN;
	r->store = link->store;
	r->load = link->load;
	if (is_atomic && link->release == EXECUTION_NONE)
		r->store_needs = raised(store, true);
	if (is_atomic && link->acquire == EXECUTION_NONE)
		r->load_needs = raised(load, false);
}

/* --- Accesses that nothing orders for all threads. --- */

static bool has_fence_between(const struct finder *f, uint32_t a, uint32_t b, bool acquires,
                              bool releases) {
	for (uint32_t i = a + 1; i < b; i++) {
		const struct execution_event *e = event(f, i);
		if (e->kind == EXECUTION_FENCE && pairs_has(&f->sb, a, i) && pairs_has(&f->sb, i, b) &&
		    (e->order == ORDER_SEQ_CST || (acquires && order_acquires(e->order)) ||
		     (releases && order_releases(e->order))))
			return true;
	}
	return false;
}

/* Does some order keep two accesses of a thread in order, for some other threads at least? */
static bool is_kept(const struct finder *f, uint32_t a, uint32_t b) {
	const struct execution_event *p = event(f, a), *q = event(f, b);
	if (p->thread != q->thread)
		return true; /* creation, join */
	if (!execution_reads(p) && !execution_writes(q))
		return (p->order == ORDER_SEQ_CST && q->order == ORDER_SEQ_CST) ||
		       has_fence_between(f, a, b, false, false);
	return (execution_reads(p) && order_acquires(p->order)) ||
	       (execution_writes(q) && order_releases(q->order)) ||
	       has_fence_between(f, a, b, execution_reads(p), execution_writes(q));
}

/* The way is a cycle: parts of it within a thread are told, first and last access. */
static void tell_cycle(const struct finder *f, struct reason *r) {
	for (uint32_t i = 0; i < f->length; i++)
		vec_push(&r->cycle, f->way[i]);
	for (uint32_t i = 0, k; i < f->length; i = k + 1) {
		for (k = i; k + 1 < f->length && pairs_has(&f->sb, f->way[k], f->way[k + 1]); k++)
			;
		if (k == i)
			continue;
		uint32_t a = f->way[i], b = f->way[k];
		struct reason_part part = {a, is_kept(f, a, b) ? words_seen(f->arena, f->cex, a, b)
		                                               : words_unordered(f->arena, f->cex, a, b)};
		vec_push(&r->part, part);
	}
	r->repair = (struct reason_part){r->later,
	                                 words_total_order(f->arena, f->cex, r->cycle.at, r->cycle.n)};
}

/* --- Reasons. --- */

/* From one access to another, but not because one has found what the other one wrote: best through
 * operations that are meant to synchronise, and of these through one that lacks little. */
static uint32_t find_flow(struct finder *f, uint32_t from, uint32_t to) {
	uint32_t length = find_way(f, &f->half, from, to);
	if (!length)
		length = find_way(f, &f->sync, from, to);
	if (length)
		return length;
	bool is_direct = pairs_has(&f->flow, from, to);
	if (is_direct)
		pairs_remove(&f->flow, from, to);
	length = find_way(f, &f->flow, from, to);
	if (is_direct)
		pairs_add(&f->flow, from, to);
	return length;
}

/* Why is the earlier event not known to be before the later one?  The way is found. */
static void explain(struct finder *f, struct reason *r) {
	struct weak_link link;
	if (find_flow(f, r->earlier, r->later) && find_link(f, &link)) {
		find_weak_end(f, &link);
		r->why = WHY_NO_SYNC;
		find_needs(f, &link, r);
		struct reason_part part = {link.load, words_link(f->arena, f->cex, &link, r)};
		vec_push(&r->part, part);
		r->weak_store = words_store(f->arena, f->cex, r);
		r->repair = words_link_repair(f->arena, f->cex, r);
	} else if (r->kind != REASON_RACE && find_way(f, &f->all, r->earlier, r->later)) {
		r->why = WHY_NO_ORDER;
		tell_cycle(f, r);
	} else if (r->kind == REASON_RACE) {
		struct reason_part part = {r->later, words_nothing(f->arena, f->cex, r)};
		vec_push(&r->part, part);
	}
}

/* Loops make many of one kind. */
static bool is_told(const struct finder *f, const struct reason *r) {
	for (size_t i = 0; i < f->to->at.n; i++) {
		const struct reason *old = &f->to->at.at[i];
		if (old->kind == r->kind && old->why == r->why && old->part.n && r->part.n &&
		    !strcmp(old->part.at[0].text, r->part.at[0].text) &&
		    same_place_or_none(event(f, old->later)->loc, event(f, r->later)->loc))
			return true;
		if (old->why == WHY_NO_ORDER && r->why == WHY_NO_ORDER && old->cycle.n == r->cycle.n) {
			size_t common = 0;
			for (size_t k = 0; k < r->cycle.n; k++)
				for (size_t l = 0; l < r->cycle.n; l++)
					common += old->cycle.at[k] == r->cycle.at[l];
			if (common == r->cycle.n)
				return true;
		}
	}
	return false;
}

static void reason_free(struct reason *r) {
	vec_free(&r->cycle);
	vec_free(&r->part);
}

static struct reason make(enum reason_kind kind, uint32_t earlier, uint32_t later) {
	return (struct reason){.kind = kind,
	                       .earlier = earlier,
	                       .later = later,
	                       .store = EXECUTION_NONE,
	                       .load = EXECUTION_NONE};
}

/* An access that nothing connects with the newer write might as well have been issued before it:
 * there is nothing to explain. */
static void add(struct finder *f, struct reason *r) {
	if ((r->kind != REASON_RACE && r->why == WHY_NOTHING) || is_told(f, r) ||
	    f->to->at.n >= MAX_REASONS) {
		reason_free(r);
		return;
	}
	r->claim = words_claim(f->arena, f->cex, r);
	vec_push(&f->to->at, *r);
}

/* The write to be told of all that are newer: one from which a way leads here, a short one. */
static void explain_late(struct finder *f, uint32_t ix) {
	uint32_t best = EXECUTION_NONE, shortest = UINT32_MAX;
	if (!is_shown(event(f, ix)))
		return;
	for (uint32_t v = 0; v < ix; v++) {
		if (!is_shown(event(f, v)) || !(pairs_has(&f->rb, ix, v) || pairs_has(&f->mo, ix, v)))
			continue;
		uint32_t length = find_flow(f, v, ix);
		if (!length) {
			length = find_way(f, &f->all, v, ix);
			length += length ? f->n : 0;
		}
		if (length && length < shortest) {
			shortest = length;
			best = v;
		}
	}
	if (best == EXECUTION_NONE)
		return;
	struct reason r =
	    make(pairs_has(&f->rb, ix, best) ? REASON_OLD_VALUE : REASON_OLD_STORE, best, ix);
	explain(f, &r);
	add(f, &r);
}

/* Of tso and pso: what another thread has stored is in its buffer. */
static void explain_buffer(struct finder *f, uint32_t ix) {
	const struct execution_event *r = event(f, ix);
	if (!is_shown(r))
		return;
	for (uint32_t v = ix; v-- > 0;) {
		const struct execution_event *w = event(f, v);
		if (w->thread == r->thread || !execution_is_buffered(w) || w->in_memory < r->issued ||
		    !execution_reads(r) || !is_newer(f->x, v, ix))
			continue;
		struct reason made = make(REASON_OLD_VALUE, v, ix);
		made.why = WHY_BUFFERED;
		add(f, &made);
		return;
	}
}

static bool may_synchronise(const struct execution_event *e) {
	return e->order != ORDER_PLAIN || e->kind == EXECUTION_LIBRARY;
}

static bool is_released(const struct finder *f, uint32_t write) {
	for (uint32_t a = 0; a < f->n; a++)
		if (pairs_has(&f->released, a, write))
			return true;
	return false;
}

static bool is_acquired(const struct finder *f, uint32_t read) {
	for (uint32_t b = 0; b < f->n; b++)
		if (pairs_has(&f->acquired, read, b))
			return true;
	return false;
}

static void open_relations(struct finder *f) {
	f->sb = execution_sb(f->x);
	f->rf = execution_rf(f->x);
	f->mo = execution_mo(f->x);
	f->rb = execution_rb(f->x);
	f->hb = execution_hb(f->x);
	f->released = execution_released(f->x);
	f->acquired = execution_acquired(f->x);
	f->sync = pairs_copy(&f->sb);
	f->half = pairs_copy(&f->sb);
	for (uint32_t a = 0; a < f->n; a++)
		for (uint32_t b = 0; b < f->n; b++) {
			if (!pairs_has(&f->rf, a, b) || !may_synchronise(event(f, a)) ||
			    !may_synchronise(event(f, b)))
				continue;
			pairs_add(&f->sync, a, b);
			if (event(f, a)->kind == EXECUTION_LIBRARY || is_released(f, a) || is_acquired(f, b))
				pairs_add(&f->half, a, b);
		}
	f->flow = pairs_copy(&f->sb);
	pairs_unite(&f->flow, &f->rf);
	f->all = pairs_copy(&f->flow);
	pairs_unite(&f->all, &f->mo);
	pairs_unite(&f->all, &f->rb);
	f->way = mem_alloc((f->n + 1) * sizeof *f->way);
}

static void close_relations(struct finder *f) {
	struct pairs *all[] = {&f->half, &f->sync,     &f->sb,       &f->rf,   &f->mo, &f->rb,
	                       &f->hb,   &f->released, &f->acquired, &f->flow, &f->all};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		pairs_close(all[i]);
	mem_free(f->way);
}

static void explain_race(struct finder *f) {
	uint32_t raced[2] = {f->x->raced[0], f->x->raced[1]};
	if (raced[0] == EXECUTION_NONE && !execution_find_race(f->x, &f->hb, raced))
		return;
	struct reason r = make(REASON_RACE, raced[0], raced[1]);
	explain(f, &r);
	add(f, &r);
}

void reasons_find(struct reasons *to, struct arena *arena, const struct cex *cex) {
	*to = (struct reasons){0};
	const struct execution *x = cex->execution;
	if (!x || x->model == EXECUTION_SC || !x->event.n || x->event.n > MAX_EVENTS)
		return;
	struct finder f = {.to = to, .arena = arena, .cex = cex, .x = x, .n = (uint32_t)x->event.n};
	if (x->model != EXECUTION_C11) {
		for (uint32_t i = 0; i < f.n; i++)
			explain_buffer(&f, i);
		return;
	}
	open_relations(&f);
	explain_race(&f);
	for (uint32_t i = 0; i < f.n; i++)
		explain_late(&f, i);
	close_relations(&f);
}

void reasons_free(struct reasons *r) {
	for (size_t i = 0; i < r->at.n; i++)
		reason_free(&r->at.at[i]);
	vec_free(&r->at);
}

/* --- In a sentence. --- */

/* Of a data race the race; of anything else what it has read, which may follow from a race. */
static const struct reason *main_reason(const struct reasons *reasons, const struct cex *cex) {
	bool is_race = cex->access.n == 2;
	for (size_t i = 0; i < reasons->at.n; i++)
		if ((reasons->at.at[i].kind == REASON_RACE) == is_race)
			return &reasons->at.at[i];
	return reasons->at.n ? &reasons->at.at[0] : NULL;
}

/* Sentences of reasons begin with a word in lower case, or with a name of the program. */
static char *as_sentence(struct arena *arena, const char *text) {
	static const char *const first[] = {"line ", "in ", "nothing ", "the ", "only "};
	char *sentence = arena_printf(arena, "%s.", text);
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (!strncmp(sentence, first[i], strlen(first[i])))
			*sentence = (char)toupper((unsigned char)*sentence);
	return sentence;
}

char *reasons_sentence(struct arena *arena, const struct property_result *p) {
	struct reasons reasons = {0};
	if (p->cex)
		reasons_find(&reasons, arena, p->cex);
	const struct reason *r = p->cex ? main_reason(&reasons, p->cex) : NULL;
	const char *text = r ? r->claim : NULL;
	for (size_t i = 0; r && i < r->part.n; i++)
		text = i ? arena_printf(arena, "%s, and %s", text, r->part.at[i].text) : r->part.at[i].text;
	if (r && r->kind == REASON_RACE && p->cex->access.n != 2)
		text = arena_printf(arena, "%s, and the behaviour is undefined", text);
	reasons_free(&reasons);
	return text ? as_sentence(arena, text) : NULL;
}

/* "(pool.c:7)", after that "(:9)" for the same file. */
static const char *change_place(struct arena *arena, const struct order_trial *t, size_t i) {
	struct loc loc = t->change[i].loc;
	bool is_same = i && t->change[i - 1].loc.file == loc.file;
	return arena_printf(arena, "(%s:%u)", is_same || !loc.file ? "" : path_base(loc.file),
	                    loc.line);
}

static bool have_one_order(const struct order_trial *t) {
	for (size_t i = 1; i < t->n; i++)
		if (strcmp(t->change[i].to, t->change[0].to) != 0)
			return false;
	return true;
}

char *reasons_holds_if(struct arena *arena, const struct property_result *p) {
	const struct order_trial *t = p->orders;
	char *text = NULL;
	for (size_t i = 0; t && i < t->n && t->n > 2 && have_one_order(t); i++)
		text = arena_printf(arena, "%s%s%s %s%s", text ? text : "", text ? ", " : "",
		                    t->change[i].access, change_place(arena, t, i),
		                    i + 1 == t->n ? arena_printf(arena, " are %s", t->change[0].to) : "");
	for (size_t i = 0; t && i < t->n && !(t->n > 2 && have_one_order(t)); i++)
		text = arena_printf(arena, "%s%s%s is %s instead of %s %s", text ? text : "",
		                    text ? ", and " : "", t->change[i].access, t->change[i].to,
		                    t->change[i].from, change_place(arena, t, i));
	return text;
}
