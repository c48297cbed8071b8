#include "solvers/term/term.h"

#include <sys/mman.h>

#include "process/work.h"
#include "solvers/term/node.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { FIRST_SLOTS = 1 << 10, FALSE_IX = 1, TRUE_IX = 2, HUGE_PAGE = 1 << 21 };

static uint32_t hash_words(uint64_t a, uint64_t b, uint32_t c) {
	uint64_t h = (a ^ UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xff51afd7ed558ccd);
	h = (h ^ (h >> 32) ^ b) * UINT64_C(0xc4ceb9fe1a85ec53);
	h = (h ^ (h >> 32) ^ c) * UINT64_C(0x9fb21c651e98df25);
	return (uint32_t)(h >> 32);
}

/* Neighbouring small constants share a cache line of slots: loops count. */
static uint32_t hash_const(const struct node *n) {
	uint64_t value = n->arg[0] | (uint64_t)n->arg[1] << 32;
	uint32_t line = hash_words((uint64_t)n->kind << 32 | n->width, value >> 3, 0);
	return (line & ~UINT32_C(7)) | (value & 7);
}

static uint32_t hash_node(const struct node *n) {
	if (n->kind == TERM_CONST)
		return hash_const(n);
	return hash_words((uint64_t)n->kind << 32 | n->width, (uint64_t)n->arg[0] << 32 | n->arg[1],
	                  n->arg[2]);
}

static bool same_node(const struct node *a, const struct node *b) {
	return a->kind == b->kind && a->width == b->width && a->arg[0] == b->arg[0] &&
	       a->arg[1] == b->arg[1] && a->arg[2] == b->arg[2];
}

/* Lookups jump all over the slots, so that with small pages most of them miss the TLB too. */
static void want_huge_pages(void *at, size_t size) {
	uintptr_t first = ((uintptr_t)at + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1);
	uintptr_t end = ((uintptr_t)at + size) & ~(uintptr_t)(HUGE_PAGE - 1);
	if (first < end)
		madvise((void *)first, end - first, MADV_HUGEPAGE);
}

static void grow_slots(struct terms *ts) {
	size_t n = ts->nslots ? ts->nslots * 2 : FIRST_SLOTS;
	struct node_slot *slot = mem_alloc(n * sizeof *slot);
	want_huge_pages(slot, n * sizeof *slot);
	for (size_t i = 0; i < ts->nslots; i++) {
		if (!ts->slot[i].ix)
			continue;
		size_t at = ts->slot[i].hash & (n - 1);
		while (slot[at].ix)
			at = (at + 1) & (n - 1);
		slot[at] = ts->slot[i];
	}
	mem_free(ts->slot);
	ts->slot = slot;
	ts->nslots = n;
}

/* The slot that holds the node, or the free one where it belongs. */
static struct node_slot *find_slot(const struct terms *ts, const struct node *n, uint32_t hash) {
	size_t mask = ts->nslots - 1;
	for (size_t at = hash & mask;; at = (at + 1) & mask) {
		struct node_slot *s = &ts->slot[at];
		if (!s->ix || (s->hash == hash && same_node(&ts->node.at[s->ix], n)))
			return s;
	}
}

static term append(struct terms *ts, struct node_slot *s, uint32_t hash, struct node n) {
	if (ts->node.n >= UINT32_MAX)
		BUG("more than %u terms", UINT32_MAX);
	s->ix = (uint32_t)ts->node.n;
	s->hash = hash;
	term t = {s->ix};
	vec_push(&ts->node, n);
	if (3 * ts->node.n > 2 * ts->nslots)
		grow_slots(ts);
	return t;
}

term node_make(struct terms *ts, struct node n) {
	uint32_t hash = hash_node(&n);
	struct node_slot *s = find_slot(ts, &n, hash);
	work_add(WORK_TERM);
	return s->ix ? (term){s->ix} : append(ts, s, hash, n);
}

term node_find(const struct terms *ts, struct node n) {
	return (term){find_slot(ts, &n, hash_node(&n))->ix};
}

term node_rewrite(const struct terms *ts, const struct node *asked) {
	const struct rewrite *r = &ts->rewrite[hash_node(asked) % REWRITES];
	return same_node(&r->asked, asked) ? r->result : NO_TERM;
}

void node_rewritten(struct terms *ts, const struct node *asked, term result) {
	ts->rewrite[hash_node(asked) % REWRITES] = (struct rewrite){*asked, result};
}

term node_const(struct terms *ts, uint32_t width, uint64_t value) {
	value &= width_mask(width);
	struct recent_const *r = &ts->recent[(value * 37 + width) % RECENT];
	if (!r->term.ix || r->value != value || r->width != width) {
		struct node n = {TERM_CONST, width, {(uint32_t)value, (uint32_t)(value >> 32)}};
		*r = (struct recent_const){value, width, node_make(ts, n)};
	}
	return r->term;
}

/* Wide constants are found by their value, not by their node. */
static term wide_const(struct terms *ts, struct bits b) {
	uint32_t hash = (uint32_t)bits_hash(b);
	size_t mask = ts->nslots - 1, at = hash & mask;
	for (; ts->slot[at].ix; at = (at + 1) & mask) {
		const struct node *n = &ts->node.at[ts->slot[at].ix];
		if (ts->slot[at].hash == hash && n->kind == TERM_CONST && n->width == b.width &&
		    bits_eq(ts->wide.at[n->arg[0]], b))
			return (term){ts->slot[at].ix};
	}
	struct bits copy = bits_copy(ts->arena, b);
	vec_push(&ts->wide, copy);
	struct node n = {TERM_CONST, b.width, {(uint32_t)ts->wide.n - 1}};
	return append(ts, &ts->slot[at], hash, n);
}

struct terms *terms_open(void) {
	struct terms *ts = mem_alloc(sizeof *ts);
	ts->arena = arena_open();
	ts->scratch = arena_open();
	arena_alloc(ts->scratch, 1); /* so that releasing a mark never gives the block back */
	vec_push(&ts->node, ((struct node){.kind = TERM_NONE}));
	grow_slots(ts);
	ts->rewrite = mem_alloc(REWRITES * sizeof *ts->rewrite);
	for (uint32_t value = 0; value < 2; value++)
		node_make(ts, (struct node){.kind = TERM_CONST, .width = WIDTH_BOOL, .arg = {value}});
	return ts;
}

void terms_close(struct terms *ts) {
	if (!ts)
		return;
	vec_free(&ts->node);
	vec_free(&ts->wide);
	vec_free(&ts->name);
	vec_free(&ts->origin);
	vec_free(&ts->array_sort);
	mem_free(ts->slot);
	mem_free(ts->rewrite);
	map_free(&ts->name_ix);
	arena_close(ts->arena);
	arena_close(ts->scratch);
	mem_free(ts);
}

uint32_t terms_count(const struct terms *ts) {
	return (uint32_t)ts->node.n - 1;
}

struct arena *terms_arena(struct terms *ts) {
	return ts->arena;
}

struct sort sort_bool(void) {
	return (struct sort){.kind = SORT_BOOL};
}

struct sort sort_bv(uint32_t width) {
	return (struct sort){.kind = SORT_BV, .width = width};
}

struct sort sort_array(uint32_t index, uint32_t elem) {
	return (struct sort){.kind = SORT_ARRAY, .width = index, .elem = elem};
}

bool sort_eq(struct sort a, struct sort b) {
	return a.kind == b.kind && (a.kind == SORT_BOOL || a.width == b.width) &&
	       (a.kind != SORT_ARRAY || a.elem == b.elem);
}

/* What stands in 'width' of a node of this sort.  Array sorts are few: a linear search. */
uint32_t node_width(struct terms *ts, struct sort s) {
	if (s.kind == SORT_BOOL)
		return WIDTH_BOOL;
	if (!s.width || s.width > WIDTH_MAX || (s.kind == SORT_ARRAY && !s.elem))
		BUG("sort of width %u, %u", s.width, s.elem);
	if (s.kind == SORT_BV)
		return s.width;
	for (size_t i = 0; i < ts->array_sort.n; i++)
		if (sort_eq(ts->array_sort.at[i], s))
			return ARRAY_SORT | (uint32_t)i;
	vec_push(&ts->array_sort, s);
	return ARRAY_SORT | (uint32_t)(ts->array_sort.n - 1);
}

enum term_kind term_kind(const struct terms *ts, term t) {
	return kind_of(ts, t);
}

struct sort term_sort(const struct terms *ts, term t) {
	uint32_t w = width_of(ts, t);
	if (w & ARRAY_SORT)
		return ts->array_sort.at[w & ~ARRAY_SORT];
	return w == WIDTH_BOOL ? sort_bool() : sort_bv(w);
}

uint32_t term_width(const struct terms *ts, term t) {
	uint32_t w = width_of(ts, t);
	if (w == WIDTH_BOOL || w & ARRAY_SORT)
		BUG("term %u is no bit-vector", t.ix);
	return w;
}

uint32_t term_nargs(const struct terms *ts, term t) {
	switch (kind_of(ts, t)) {
	case TERM_NONE:
	case TERM_CONST:
	case TERM_VAR: return 0;
	case TERM_NOT:
	case TERM_BVNOT:
	case TERM_BVNEG:
	case TERM_EXTRACT:
	case TERM_ZEXT:
	case TERM_SEXT:
	case TERM_CONST_ARRAY: return 1;
	case TERM_ITE:
	case TERM_STORE: return 3;
	default: return 2;
	}
}

term term_arg(const struct terms *ts, term t, uint32_t i) {
	if (i >= term_nargs(ts, t))
		BUG("operand %u of term %u", i, t.ix);
	return arg_of(ts, t, i);
}

uint32_t term_high(const struct terms *ts, term t) {
	return node_at(ts, t)->arg[1];
}

uint32_t term_low(const struct terms *ts, term t) {
	return node_at(ts, t)->arg[2];
}

const char *term_name(const struct terms *ts, term t) {
	return ts->name.at[node_at(ts, t)->arg[0]];
}

struct term_origin term_origin(const struct terms *ts, term t) {
	if (node_at(ts, t)->kind != TERM_VAR)
		return (struct term_origin){0};
	return ts->origin.at[node_at(ts, t)->arg[0]];
}

bool term_is_const(const struct terms *ts, term t) {
	return is_const(ts, t);
}

bool term_is_true(const struct terms *ts, term t) {
	(void)ts;
	return t.ix == TRUE_IX;
}

bool term_is_false(const struct terms *ts, term t) {
	(void)ts;
	return t.ix == FALSE_IX;
}

struct bits term_bits(const struct terms *ts, term t) {
	const struct node *n = node_at(ts, t);
	if (n->kind != TERM_CONST || n->width == WIDTH_BOOL)
		BUG("term %u is no bit-vector constant", t.ix);
	if (n->width > 64)
		return ts->wide.at[n->arg[0]];
	return (struct bits){.width = n->width, .lo = small_value(ts, t)};
}

bool term_get_u64(const struct terms *ts, term t, uint64_t *value) {
	const struct node *n = node_at(ts, t);
	if (n->kind != TERM_CONST || n->width == WIDTH_BOOL)
		return false;
	if (n->width > 64) {
		struct bits b = term_bits(ts, t);
		*value = b.lo;
		return bits_fits_u64(b);
	}
	*value = n->arg[0] | (uint64_t)n->arg[1] << 32;
	return true;
}

bool term_is_small(const struct terms *ts, term t, uint64_t *value) {
	const struct node *n = node_at(ts, t);
	*value = n->arg[0] | (uint64_t)n->arg[1] << 32;
	return n->kind == TERM_CONST && n->width - 1 < 64;
}

term term_bool(struct terms *ts, bool value) {
	(void)ts;
	return (term){value ? TRUE_IX : FALSE_IX};
}

term term_true(struct terms *ts) {
	return term_bool(ts, true);
}

term term_false(struct terms *ts) {
	return term_bool(ts, false);
}

term term_const(struct terms *ts, struct bits b) {
	if (!b.width || b.width > WIDTH_MAX)
		BUG("constant of width %u", b.width);
	return b.width <= 64 ? node_const(ts, b.width, b.lo) : wide_const(ts, b);
}

term term_u64(struct terms *ts, uint32_t width, uint64_t value) {
	if (width - 1 < 64)
		return node_const(ts, width, value);
	struct arena_mark m = arena_mark(ts->scratch);
	term t = term_const(ts, bits_u64(ts->scratch, width, value));
	arena_release(ts->scratch, m);
	return t;
}

term term_i64(struct terms *ts, uint32_t width, int64_t value) {
	if (width - 1 < 64)
		return node_const(ts, width, (uint64_t)value);
	struct arena_mark m = arena_mark(ts->scratch);
	term t = term_const(ts, bits_i64(ts->scratch, width, value));
	arena_release(ts->scratch, m);
	return t;
}

static uint32_t name_index(struct terms *ts, const char *interned, bool *is_new) {
	uint64_t ix;
	*is_new = !map_get(&ts->name_ix, map_key(interned), &ix);
	if (!*is_new)
		return (uint32_t)ix;
	map_put(&ts->name_ix, map_key(interned), ts->name.n);
	vec_push(&ts->name, interned);
	vec_push(&ts->origin, (struct term_origin){0});
	return (uint32_t)ts->name.n - 1;
}

term term_var(struct terms *ts, struct sort s, const char *name) {
	bool is_new;
	uint32_t ix = name_index(ts, intern(name), &is_new);
	return node_make(ts, (struct node){TERM_VAR, node_width(ts, s), {ix}});
}

term term_var_of(struct terms *ts, struct sort s, const char *name, struct term_origin origin) {
	term var = term_var(ts, s, name);
	ts->origin.at[node_at(ts, var)->arg[0]] = origin;
	return var;
}

term term_fresh(struct terms *ts, struct sort s, const char *hint) {
	bool is_new;
	uint32_t ix;
	do
		ix = name_index(ts, intern_printf("%s!%llu", hint, (unsigned long long)++ts->nfresh),
		                &is_new);
	while (!is_new);
	return node_make(ts, (struct node){TERM_VAR, node_width(ts, s), {ix}});
}
