#include "symex/lazy/states/relevant.h"

#include <stdlib.h>

#include "symex/core/numsets.h"
#include "symex/library/history.h"
#include "symex/memory/lazy_write.h"
#include "symex/memory/pending.h"
#include "symex/step/check/lock_order.h"
#include "symex/step/thread/thread.h"

enum { MAX_INPUTS = 64 };
#define NOTHING  NUMSET_EMPTY
#define ANYTHING NUMSET_TOO_LARGE

struct relevance {
	struct numsets sets; /* of inputs, by their terms */
	struct map of_term;
	struct map of_registers, of_cells, of_memory, of_ends, of_content; /* by number */
};

struct relevance *relevance_open(void) {
	struct relevance *r = mem_alloc(sizeof *r);
	numsets_open(&r->sets, MAX_INPUTS);
	return r;
}

void relevance_close(struct relevance *r) {
	if (!r)
		return;
	numsets_close(&r->sets);
	struct map *all[] = {&r->of_term,   &r->of_registers, &r->of_cells,
	                     &r->of_memory, &r->of_ends,      &r->of_content};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		map_free(all[i]);
	mem_free(r);
}

/* An input occurs only in terms that mention it.  Other variables are memory or addresses, and
 * later steps may read them again. */
static uint32_t set_of_variable(struct relevance *r, struct symex *x, term t) {
	enum variable_kind kind = variable_kind(x->ts, t);
	if (kind != VARIABLE_INPUT && kind != VARIABLE_UNINIT)
		return ANYTHING;
	return numset_make(&r->sets, &t.ix, 1);
}

static uint32_t set_of_term(struct relevance *r, struct symex *x, term t) {
	uint64_t known;
	if (!t.ix || term_is_const(x->ts, t))
		return NOTHING;
	if (map_get(&r->of_term, t.ix, &known))
		return (uint32_t)known;
	VEC(term) todo = {0};
	vec_push(&todo, t);
	while (todo.n) {
		term top = vec_last(&todo);
		uint32_t set = NOTHING;
		size_t before = todo.n;
		if (term_kind(x->ts, top) == TERM_VAR)
			set = set_of_variable(r, x, top);
		for (uint32_t i = 0; i < term_nargs(x->ts, top); i++) {
			term arg = term_arg(x->ts, top, i);
			if (term_is_const(x->ts, arg))
				continue;
			if (map_get(&r->of_term, arg.ix, &known))
				set = numset_union(&r->sets, set, (uint32_t)known);
			else
				vec_push(&todo, arg);
		}
		if (todo.n > before)
			continue;
		map_put(&r->of_term, top.ix, set);
		todo.n--;
	}
	vec_free(&todo);
	map_get(&r->of_term, t.ix, &known);
	return (uint32_t)known;
}

/* --- Parts of a state. --- */

typedef uint32_t set_of_value(struct relevance *, struct symex *, uint64_t raw);

static uint32_t set_of_node(struct relevance *r, struct symex *x, const struct pmap_node *n,
                            uint32_t level, struct map *memo, set_of_value *value) {
	uint64_t known;
	uint32_t set = NOTHING;
	if (!n)
		return NOTHING;
	if (n->canon && map_get(memo, n->canon, &known))
		return (uint32_t)known;
	for (uint32_t i = 0; i < PMAP_FANOUT; i++) {
		if (level)
			set =
			    numset_union(&r->sets, set, set_of_node(r, x, n->child[i], level - 1, memo, value));
		else if (n->value[i])
			set = numset_union(&r->sets, set, value(r, x, n->value[i]));
	}
	if (n->canon)
		map_put(memo, n->canon, set);
	return set;
}

static uint32_t set_of_register(struct relevance *r, struct symex *x, uint64_t raw) {
	bool has_value = reg_kind(raw) == REG_TERM || reg_kind(raw) == REG_ANY;
	return has_value ? set_of_term(r, x, reg_term(x, raw)) : NOTHING;
}

static uint32_t set_of_low_half(struct relevance *r, struct symex *x, uint64_t raw) {
	return set_of_term(r, x, (term){(uint32_t)raw});
}

static uint32_t set_of_cell(struct relevance *r, struct symex *x, uint64_t cell) {
	return cell_is_constant(cell) ? NOTHING : set_of_term(r, x, (term){(uint32_t)cell});
}

static uint32_t set_of_content(struct relevance *r, struct symex *x, uint64_t raw);

static uint32_t set_of_lazy(struct relevance *r, struct symex *x, const struct lazy_write *l) {
	const term part[] = {l->at, l->n, l->from, l->value, l->condition};
	uint32_t set = set_of_content(r, x, map_key(l->below));
	if (l->source)
		set = numset_union(&r->sets, set, set_of_content(r, x, map_key(l->source)));
	for (size_t i = 0; i < sizeof part / sizeof *part; i++)
		if (part[i].ix)
			set = numset_union(&r->sets, set, set_of_term(r, x, part[i]));
	return set;
}

static uint32_t set_of_content(struct relevance *r, struct symex *x, uint64_t raw) {
	const struct content *c = (const struct content *)(uintptr_t)raw;
	uint64_t known;
	if (c->canon && map_get(&r->of_content, c->canon, &known))
		return (uint32_t)known;
	uint32_t set = set_of_term(r, x, c->array);
	set =
	    numset_union(&r->sets, set,
	                 set_of_node(r, x, c->cells.root, c->cells.height, &r->of_cells, set_of_cell));
	if (c->lazy)
		set = numset_union(&r->sets, set, set_of_lazy(r, x, c->lazy));
	if (c->canon)
		map_put(&r->of_content, c->canon, set);
	return set;
}

static uint32_t set_of_call(struct relevance *r, struct symex *x, const struct library_call *c) {
	uint32_t set = NOTHING;
	for (uint32_t i = 0; c && i < c->n; i++)
		set = numset_union(&r->sets, set, set_of_term(r, x, c->value[i]));
	return set;
}

static uint32_t set_of_history(struct relevance *r, struct symex *x, const struct history_set *h) {
	uint32_t set = NOTHING;
	for (uint32_t i = 0; h && i < h->n; i++) {
		const struct explanation *c = &h->at[i];
		const struct pmap *mem = &c->memory.mem, *ended = &c->memory.ended;
		const uint32_t part[] = {
		    set_of_term(r, x, c->guard),
		    set_of_node(r, x, mem->root, mem->height, &r->of_memory, set_of_content),
		    set_of_node(r, x, ended->root, ended->height, &r->of_ends, set_of_low_half)};
		for (size_t k = 0; k < sizeof part / sizeof *part; k++)
			set = numset_union(&r->sets, set, part[k]);
		for (uint32_t k = 0; k < c->nslots; k++) {
			set = numset_union(&r->sets, set, set_of_call(r, x, &c->slot[k].call));
			set = numset_union(&r->sets, set, set_of_call(r, x, &c->slot[k].result));
			set = numset_union(&r->sets, set, set_of_call(r, x, &c->slot[k].returned));
		}
	}
	return set;
}

static uint32_t set_of_thread(struct relevance *r, struct symex *x, const struct state *st) {
	uint32_t set =
	    set_of_node(r, x, st->reg.root, st->reg.height, &r->of_registers, set_of_register);
	for (const struct frame *f = st->frame; f; f = f->up)
		set = numset_union(&r->sets, set, set_of_term(r, x, f->varargs));
	for (const struct held *h = st->held; h; h = h->up) {
		set = numset_union(&r->sets, set, set_of_term(r, x, h->object));
		set = numset_union(&r->sets, set, set_of_term(r, x, h->released));
	}
	set = numset_union(&r->sets, set, set_of_call(r, x, st->calling));
	return set;
}

static uint32_t set_of_pending(struct relevance *r, struct symex *x, const struct pending *p) {
	uint32_t set = NOTHING;
	for (; p; p = p->up) {
		const term part[] = {p->offset, p->guard, p->value};
		for (size_t i = 0; i < sizeof part / sizeof *part; i++)
			set = numset_union(&r->sets, set, set_of_term(r, x, part[i]));
	}
	return set;
}

static uint32_t set_of_edge(struct relevance *r, struct symex *x, uint64_t raw) {
	return set_of_term(r, x, ((const struct lock_edge *)(uintptr_t)raw)->when);
}

static uint32_t set_of_state(struct relevance *r, struct symex *x, const struct state *st) {
	uint32_t set = set_of_node(r, x, st->mem.root, st->mem.height, &r->of_memory, set_of_content);
	set = numset_union(
	    &r->sets, set,
	    set_of_node(r, x, st->ended.root, st->ended.height, &r->of_ends, set_of_low_half));
	set = numset_union(&r->sets, set, set_of_history(r, x, st->history));
	uint32_t key;
	uint64_t edge;
	for (uint32_t at = 0; pmap_next(&st->order, at, &key, &edge); at = key + 1)
		set = numset_union(&r->sets, set, set_of_edge(r, x, edge));
	for (uint32_t tid = 0; tid < st->nthreads && set != ANYTHING; tid++) {
		struct state view = thread_view(st, tid);
		if (view.frame)
			set = numset_union(&r->sets, set, set_of_thread(r, x, &view));
		set = numset_union(&r->sets, set, set_of_pending(r, x, pending_of(st, tid)));
		const struct created *c = (const struct created *)(uintptr_t)pmap_get(&st->created, tid);
		if (c)
			set = numset_union(&r->sets, set, set_of_term(r, x, c->data));
	}
	return set;
}

/* --- Assumptions. --- */

static int by_number(const void *a, const void *b) {
	uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
	return p < q ? -1 : p > q;
}

uint32_t relevant_assumptions(struct relevance *r, struct symex *x, const struct state *st,
                              bool *taken, uint32_t *assumption) {
	uint32_t n = 0, count = 0;
	uint32_t set = x->unknown.block.n ? ANYTHING : set_of_state(r, x, st);
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < x->assumption.n; i++) {
			uint32_t of_assumption = set_of_term(r, x, x->assumption.at[i]);
			/* What is not only about inputs may be about what no part of the state mentions yet. */
			if (taken[i] ||
			    (of_assumption != ANYTHING && !numset_intersect(&r->sets, set, of_assumption)))
				continue;
			taken[i] = more = true;
			set = numset_union(&r->sets, set, of_assumption);
			assumption[n++] = x->assumption.at[i].ix;
		}
	}
	if (n)
		qsort(assumption, n, sizeof *assumption, by_number);
	for (uint32_t i = 0; i < n; i++)
		if (!count || assumption[count - 1] != assumption[i])
			assumption[count++] = assumption[i];
	return count;
}
