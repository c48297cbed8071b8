#include "report/story/reason_words.h"

#include <string.h>

#include "util/text/path.h"

struct words {
	struct arena *arena;
	const struct cex *cex;
};

static const struct execution_event *event(const struct words *w, uint32_t ix) {
	return &w->cex->execution->event.at[ix];
}

static const char *label(const struct words *w, uint32_t ix) {
	return cex_thread_label(w->arena, w->cex, event(w, ix)->thread);
}

static const char *name_of(const struct execution_event *e) {
	if (!e->name)
		return e->library ? e->library : "memory";
	return e->name + (e->kind == EXECUTION_LIBRARY && *e->name == '&');
}

/* "line 5"; with several files "queue.h:5". */
static const char *place(const struct words *w, uint32_t ix) {
	const struct execution *x = w->cex->execution;
	struct loc loc = event(w, ix)->loc;
	if (!loc.file)
		return "a place without a position";
	for (size_t i = 0; i < x->event.n; i++) {
		const struct execution_event *e = &x->event.at[i];
		if (!e->loc.file || !strcmp(e->loc.file, loc.file) || e->is_lifetime)
			continue;
		return arena_printf(w->arena, "%s:%u", path_base(loc.file), loc.line);
	}
	return arena_printf(w->arena, "line %u", loc.line);
}

static bool has_same_place(const struct words *w, uint32_t a, uint32_t b) {
	return !strcmp(place(w, a), place(w, b));
}

static const char *order_of(const struct execution_event *e) {
	return execution_order_name(e->order);
}

/* What a write leaves. */
static const char *stored(const struct execution_event *e) {
	const char *value = e->kind == EXECUTION_RMW ? e->written_value : e->value;
	return value ? value : "another value";
}

/* What a read finds, as its step says it if the graph does not. */
static const char *found(const struct words *w, const struct execution_event *e) {
	uint32_t number = (uint32_t)(e - w->cex->execution->event.at) + 1;
	for (size_t i = 0; !e->value && i < w->cex->step.n; i++) {
		const struct step *s = &w->cex->step.at[i];
		if (s->event == number && s->kind == STEP_READ && s->value)
			return s->value;
	}
	return e->value ? e->value : "an older value";
}

static const char *access(const struct words *w, uint32_t ix) {
	const struct execution_event *e = event(w, ix);
	if (e->ends)
		return "the free()";
	if (e->kind == EXECUTION_RMW)
		return arena_printf(w->arena, "the read-modify-write of %s", name_of(e));
	if (e->kind == EXECUTION_WRITE)
		return arena_printf(w->arena, "the store to %s", name_of(e));
	return arena_printf(w->arena, "the load of %s", name_of(e));
}

const char *words_claim(struct arena *arena, const struct cex *cex, const struct reason *r) {
	struct words w = {arena, cex};
	const struct execution_event *a = event(&w, r->earlier), *b = event(&w, r->later);
	if (r->kind == REASON_RACE)
		return arena_printf(arena,
		                    "nothing orders %s by %s at %s before %s by %s at %s: a data race",
		                    access(&w, r->earlier), label(&w, r->earlier), place(&w, r->earlier),
		                    access(&w, r->later), label(&w, r->later), place(&w, r->later));
	if (r->kind == REASON_OLD_STORE)
		return arena_printf(
		    arena,
		    "%s = %s does not last: %s = %s, which %s has stored before at %s, comes after it",
		    name_of(b), stored(b), name_of(a), stored(a), label(&w, r->earlier),
		    place(&w, r->earlier));
	if (r->why == WHY_BUFFERED)
		return arena_printf(
		    arena, "%s is %s: the %s that %s has stored at %s is still in its buffer", name_of(b),
		    found(&w, b), stored(a), label(&w, r->earlier), place(&w, r->earlier));
	return arena_printf(arena, "%s is %s, an older value: %s has stored %s at %s", name_of(b),
	                    found(&w, b), label(&w, r->earlier), stored(a), place(&w, r->earlier));
}

/* --- Ends of a reads-from. --- */

/* Fences that are there, but not where they would help. */
static const char *misplaced_release(const struct words *w, const struct weak_link *l) {
	if (l->release != EXECUTION_NONE || l->release_fence == EXECUTION_NONE)
		return "";
	bool is_late = l->release_fence > l->source;
	return arena_printf(
	    w->arena, ", and the release fence at %s comes %s", place(w, l->release_fence),
	    is_late ? "after that store" : arena_printf(w->arena, "before %s", place(w, l->before)));
}

static const char *misplaced_acquire(const struct words *w, const struct weak_link *l) {
	if (l->acquire != EXECUTION_NONE || l->acquire_fence == EXECUTION_NONE)
		return "";
	bool is_late = l->acquire_fence > l->load;
	return arena_printf(
	    w->arena, ", and the acquire fence at %s comes %s", place(w, l->acquire_fence),
	    is_late ? arena_printf(w->arena, "only after %s", place(w, l->after)) : "before that load");
}

static const char *changes(const struct words *w, const struct weak_link *l) {
	if (l->source == l->store)
		return "";
	return arena_printf(w->arena, " (changed at %s)", place(w, l->source));
}

/* "stored ready relaxed", "stored ready with a plain store" */
static const char *stored_how(const struct words *w, uint32_t ix, const char *what) {
	const struct execution_event *e = event(w, ix);
	const char *verb = e->kind == EXECUTION_RMW ? "changed" : "stored";
	if (e->order == ORDER_PLAIN)
		return arena_printf(w->arena, "%s %s without an atomic operation", verb, what);
	return arena_printf(w->arena, "%s %s %s%s", verb, what, order_releases(e->order) ? "with " : "",
	                    order_of(e));
}

/* "line 21 loads it relaxed" */
static const char *loaded_how(const struct words *w, uint32_t ix) {
	const struct execution_event *e = event(w, ix);
	if (e->is_failed)
		return arena_printf(w->arena,
		                    "the compare-exchange at %s fails, and its failure order is %s",
		                    place(w, ix), order_of(e));
	const char *verb = e->kind == EXECUTION_RMW ? "changes" : "loads";
	if (e->order == ORDER_PLAIN)
		return arena_printf(w->arena, "%s %s it without an atomic operation", place(w, ix), verb);
	return arena_printf(w->arena, "%s %s it %s%s", place(w, ix), verb,
	                    order_acquires(e->order) ? "with " : "", order_of(e));
}

static const char *consequence(const struct words *w, const struct reason *r) {
	const struct execution_event *b = event(w, r->later);
	switch (r->kind) {
	case REASON_OLD_VALUE:
		return arena_printf(w->arena, "so %s at %s may be the old one", name_of(b),
		                    place(w, r->later));
	case REASON_OLD_STORE:
		return arena_printf(w->arena, "so the store to %s at %s may come before that at %s",
		                    name_of(b), place(w, r->later), place(w, r->earlier));
	case REASON_RACE:
		if (has_same_place(w, r->earlier, r->later))
			return arena_printf(w->arena, "so nothing orders the two accesses to %s at %s",
			                    name_of(b), place(w, r->later));
		return arena_printf(w->arena, "so nothing orders the accesses to %s at %s and %s",
		                    name_of(b), place(w, r->earlier), place(w, r->later));
	}
	return "";
}

/* Operations of the library: only one that fails does not synchronise. */
static const char *library_link(const struct words *w, const struct weak_link *l,
                                const struct reason *r) {
	const struct execution_event *load = event(w, l->load);
	return arena_printf(
	    w->arena, "%s at %s does not synchronise with %s at %s%s, %s",
	    load->library ? load->library : "the operation", place(w, l->load),
	    event(w, l->source)->library ? event(w, l->source)->library : "that", place(w, l->source),
	    l->acquire == EXECUTION_NONE ? ": an attempt that fails orders nothing" : "",
	    consequence(w, r));
}

const char *words_link(struct arena *arena, const struct cex *cex, const struct weak_link *l,
                       const struct reason *r) {
	struct words w = {arena, cex};
	const struct execution_event *load = event(&w, l->load), *source = event(&w, l->source);
	if (load->kind == EXECUTION_LIBRARY || source->kind == EXECUTION_LIBRARY)
		return library_link(&w, l, r);
	const char *name = name_of(load), *what;
	bool releases = l->release != EXECUTION_NONE, acquires = l->acquire != EXECUTION_NONE;
	if (acquires && !releases) {
		const char *how = l->acquire == l->load
		                      ? arena_printf(arena, "is %s", order_of(load))
		                      : arena_printf(arena, "is followed by an acquire fence");
		what = arena_printf(arena, "%s at %s %s, but %s %s%s%s", name, place(&w, l->load), how,
		                    place(&w, l->store), stored_how(&w, l->store, "it"), changes(&w, l),
		                    misplaced_release(&w, l));
	} else if (releases && !acquires) {
		const char *how = event(&w, l->release)->kind == EXECUTION_FENCE
		                      ? arena_printf(arena, "stored %s after a release fence", name)
		                      : stored_how(&w, l->store, name);
		what = arena_printf(arena, "%s %s%s, but %s%s", place(&w, l->store), how, changes(&w, l),
		                    loaded_how(&w, l->load), misplaced_acquire(&w, l));
	} else {
		what =
		    arena_printf(arena, "%s %s%s%s, and %s%s", place(&w, l->store),
		                 stored_how(&w, l->store, name), changes(&w, l), misplaced_release(&w, l),
		                 loaded_how(&w, l->load), misplaced_acquire(&w, l));
	}
	return arena_printf(arena, "%s: they do not synchronise, %s", what, consequence(&w, r));
}

struct reason_part words_store(struct arena *arena, const struct cex *cex, const struct reason *r) {
	struct words w = {arena, cex};
	if (r->store_needs == ORDER_PLAIN)
		return (struct reason_part){r->store, NULL};
	const char *text = arena_printf(arena, "%s, which %s finds, is %s", access(&w, r->store),
	                                label(&w, r->load), order_of(event(&w, r->store)));
	return (struct reason_part){r->store, text};
}

static const char *needs(const struct words *w, uint32_t ix, enum execution_order order) {
	return arena_printf(w->arena, "memory_order_%s%s at %s", execution_order_name(order),
	                    event(w, ix)->is_failed ? " as the failure order" : "", place(w, ix));
}

struct reason_part words_link_repair(struct arena *arena, const struct cex *cex,
                                     const struct reason *r) {
	struct words w = {arena, cex};
	const struct execution_event *store = event(&w, r->store), *load = event(&w, r->load);
	bool stores = r->store_needs != ORDER_PLAIN, loads = r->load_needs != ORDER_PLAIN;
	struct reason_part repair = {stores || !loads ? r->store : r->load, NULL};
	if (stores || loads)
		repair.text = arena_printf(arena, "%s%s%s would make them synchronise",
		                           stores ? needs(&w, r->store, r->store_needs) : "",
		                           stores && loads ? " and " : "",
		                           loads ? needs(&w, r->load, r->load_needs) : "");
	else if (store->kind != EXECUTION_LIBRARY && load->kind != EXECUTION_LIBRARY)
		repair.text = arena_printf(arena,
		                           "only atomic operations synchronise: %s could be atomic, with a "
		                           "release store and an acquire load",
		                           name_of(load));
	return repair;
}

/* --- Accesses that nothing orders for all threads. --- */

static const char *and_place(const struct words *w, uint32_t a, uint32_t b) {
	return has_same_place(w, a, b) ? "" : arena_printf(w->arena, " at %s", place(w, a));
}

const char *words_unordered(struct arena *arena, const struct cex *cex, uint32_t first,
                            uint32_t second) {
	struct words w = {arena, cex};
	return arena_printf(arena, "in %s nothing orders %s%s before %s at %s", label(&w, first),
	                    access(&w, first), and_place(&w, first, second), access(&w, second),
	                    place(&w, second));
}

static const char *seen(const struct words *w, uint32_t ix) {
	const struct execution_event *e = event(w, ix);
	if (e->kind == EXECUTION_READ)
		return arena_printf(w->arena, "finds %s as %s", name_of(e), found(w, e));
	if (e->kind == EXECUTION_RMW && e->value)
		return arena_printf(w->arena, "changes %s from %s to %s", name_of(e), found(w, e),
		                    stored(e));
	if (e->kind == EXECUTION_RMW)
		return arena_printf(w->arena, "changes %s to %s", name_of(e), stored(e));
	return arena_printf(w->arena, "stores %s = %s", name_of(e), stored(e));
}

const char *words_seen(struct arena *arena, const struct cex *cex, uint32_t first,
                       uint32_t second) {
	struct words w = {arena, cex};
	return arena_printf(arena, "%s %s%s, and then %s at %s", label(&w, first), seen(&w, first),
	                    and_place(&w, first, second), seen(&w, second), place(&w, second));
}

/* "lines 5 and 9 are relaxed": the accesses of the cycle with this order; NULL: there is none. */
static const char *with_order(const struct words *w, const uint32_t *ix, size_t n,
                              enum execution_order order) {
	const char *list = NULL, *last = NULL;
	for (size_t i = 0; i < n; i++) {
		bool is_first = event(w, ix[i])->order == order;
		for (size_t k = 0; k < i && is_first; k++)
			is_first = event(w, ix[k])->order != order || !has_same_place(w, ix[k], ix[i]);
		if (!is_first)
			continue;
		const char *at = place(w, ix[i]);
		at += last && !strncmp(at, "line ", 5) ? 5 : 0;
		list = !last ? NULL : list ? arena_printf(w->arena, "%s, %s", list, last) : last;
		last = at;
	}
	if (!list)
		return last ? arena_printf(w->arena, "%s is %s", last, execution_order_name(order)) : NULL;
	bool has_lines = !strncmp(list, "line ", 5);
	return arena_printf(w->arena, "%s%s and %s are %s", has_lines ? "lines " : "",
	                    list + (has_lines ? 5 : 0), last, execution_order_name(order));
}

const char *words_total_order(struct arena *arena, const struct cex *cex, const uint32_t *ix,
                              size_t n) {
	struct words w = {arena, cex};
	const char *list = NULL;
	for (enum execution_order o = ORDER_PLAIN; o < ORDER_SEQ_CST; o++) {
		const char *some = with_order(&w, ix, n, o);
		if (some)
			list = list ? arena_printf(arena, "%s, %s", list, some) : some;
	}
	if (!list)
		return NULL;
	return arena_printf(arena,
	                    "all threads agree on one order of these accesses only if they are "
	                    "seq_cst, but %s; seq_cst for all of them, or a seq_cst fence between the "
	                    "two accesses of each thread, would forbid it",
	                    list);
}

const char *words_nothing(struct arena *arena, const struct cex *cex, const struct reason *r) {
	struct words w = {arena, cex};
	return arena_printf(arena, "before %s, %s has read nothing that %s stored after %s",
	                    place(&w, r->later), label(&w, r->later), label(&w, r->earlier),
	                    place(&w, r->earlier));
}
