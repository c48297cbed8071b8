#include "symex/lazy/states/path_values.h"

#include "solvers/rewrite/rebuild.h"
#include "symex/core/numsets.h"
#include "symex/memory/canon_content.h"
#include "symex/memory/content.h"
#include "symex/step/wakeup.h"

enum {
	MAX_MENTIONED = 96,
	MAX_FACTS = 64,     /* of one step */
	MAX_REBUILT = 2000, /* operations that one step may rebuild: beyond, values stay as they are */
};
#define NOTHING  NUMSET_EMPTY
#define ANYTHING NUMSET_TOO_LARGE

struct path_values {
	struct numsets sets; /* of terms: conditions of if-then-else, and variables */
	struct map of_term, of_content;
	struct map value; /* of facts and of what was rebuilt with them: term -> term */
	uint32_t facts;   /* the set of the terms that are facts */
	uint32_t nfacts, nrebuilt;
	bool control; /* the control state has changed */
};

struct path_values *path_values_open(void) {
	struct path_values *s = mem_alloc(sizeof *s);
	numsets_open(&s->sets, MAX_MENTIONED);
	return s;
}

void path_values_close(struct path_values *s) {
	if (!s)
		return;
	numsets_close(&s->sets);
	map_free(&s->of_term);
	map_free(&s->of_content);
	map_free(&s->value);
	mem_free(s);
}

/* --- What a term mentions. --- */

/* Without a negation: a fact is both. */
static term positive(struct symex *x, term c) {
	return term_kind(x->ts, c) == TERM_NOT ? term_arg(x->ts, c, 0) : c;
}

/* Variables, and operations like "key % 20"; no parts of addresses. */
static bool may_be_constant(const struct symex *x, term t) {
	switch (term_kind(x->ts, t)) {
	case TERM_VAR:
		return term_sort(x->ts, t).kind == SORT_BV && variable_kind(x->ts, t) == VARIABLE_INPUT;
	case TERM_UREM:
	case TERM_SREM:
	case TERM_BVAND:
	case TERM_BVXOR:
	case TERM_LSHR:
	case TERM_EXTRACT: return true;
	default: return false;
	}
}

/* What it adds to the sets of its operands: conditions matter in if-then-else, and there are no
 * others in values. */
static uint32_t set_of_operation(struct path_values *s, struct symex *x, term t) {
	bool is_condition = term_kind(x->ts, t) != TERM_NOT && term_sort(x->ts, t).kind == SORT_BOOL;
	bool may_be_fact = is_condition || may_be_constant(x, t);
	return may_be_fact ? numset_make(&s->sets, &t.ix, 1) : NOTHING;
}

static uint32_t set_of_term(struct path_values *s, struct symex *x, term t) {
	uint64_t known;
	if (!t.ix || term_is_const(x->ts, t))
		return NOTHING;
	if (map_get(&s->of_term, t.ix, &known))
		return (uint32_t)known;
	VEC(term) todo = {0};
	vec_push(&todo, t);
	while (todo.n) {
		term top = vec_last(&todo);
		size_t before = todo.n;
		uint32_t set = NOTHING;
		for (uint32_t i = 0; i < term_nargs(x->ts, top); i++) {
			term arg = term_arg(x->ts, top, i);
			if (term_is_const(x->ts, arg))
				continue;
			if (map_get(&s->of_term, arg.ix, &known))
				set = numset_union(&s->sets, set, (uint32_t)known);
			else
				vec_push(&todo, arg);
		}
		if (todo.n > before)
			continue;
		set = numset_union(&s->sets, set, set_of_operation(s, x, top));
		map_put(&s->of_term, top.ix, set);
		todo.n--;
	}
	vec_free(&todo);
	map_get(&s->of_term, t.ix, &known);
	return (uint32_t)known;
}

static uint32_t set_of_content(struct path_values *s, struct symex *x, const struct content *c) {
	uint64_t known, cell;
	uint32_t at;
	if (c->canon && map_get(&s->of_content, c->canon, &known))
		return (uint32_t)known;
	uint32_t set = set_of_term(s, x, c->array);
	for (uint32_t from = 0; pmap_next(&c->cells, from, &at, &cell); from = at + 1)
		if (!cell_is_constant(cell))
			set = numset_union(&s->sets, set, set_of_term(s, x, (term){(uint32_t)cell}));
	if (c->canon)
		map_put(&s->of_content, c->canon, set);
	return set;
}

static bool mentions_fact(const struct path_values *s, uint32_t set) {
	return set != NOTHING && numset_intersect(&s->sets, set, s->facts);
}

/* --- Facts. --- */

static void add_fact(struct path_values *s, term t, term value) {
	if (map_get(&s->value, t.ix, NULL))
		return;
	map_put(&s->value, t.ix, value.ix);
	s->facts = numset_union(&s->sets, s->facts, numset_make(&s->sets, &t.ix, 1));
	s->nfacts++;
}

/* Of a single bit that is not one value, the other is known, too. */
static void add_equality(struct path_values *s, struct symex *x, term equality, bool holds) {
	term a = term_arg(x->ts, equality, 0), b = term_arg(x->ts, equality, 1);
	if (term_is_const(x->ts, a)) {
		term constant = a;
		a = b;
		b = constant;
	}
	if (!may_be_constant(x, a) || !term_is_const(x->ts, b))
		return;
	if (holds)
		add_fact(s, a, b);
	else if (term_width(x->ts, a) == 1)
		add_fact(s, a, term_bvnot(x->ts, b));
}

/* The conjuncts of what is assumed; under those that are facts already, so that of "failed or full"
 * something is left where "not failed" is one. */
static void add_facts(struct path_values *s, struct symex *x, term assumed) {
	VEC(term) todo = {0};
	vec_push(&todo, assumed);
	while (todo.n && s->nfacts < MAX_FACTS) {
		term top = vec_pop(&todo), c = positive(x, top);
		bool holds = term_eq(top, c);
		if (term_is_const(x->ts, c))
			continue;
		add_fact(s, c, term_bool(x->ts, holds));
		if (holds && term_kind(x->ts, c) == TERM_AND) {
			vec_push(&todo, term_arg(x->ts, c, 0));
			vec_push(&todo, term_arg(x->ts, c, 1));
		}
		if (term_kind(x->ts, c) == TERM_EQ)
			add_equality(s, x, c, holds);
	}
	vec_free(&todo);
}

/* --- Values. --- */

/* Is its value known, or does it stay because it mentions no fact? */
static bool is_known(struct path_values *s, struct symex *x, term t) {
	return term_is_const(x->ts, t) || map_get(&s->value, t.ix, NULL) ||
	       !mentions_fact(s, set_of_term(s, x, t));
}

static term known_value(const struct path_values *s, term t) {
	uint64_t known = t.ix;
	map_get(&s->value, t.ix, &known);
	return (term){(uint32_t)known};
}

static term rebuild(struct path_values *s, struct symex *x, term t) {
	term arg[3];
	uint32_t n = term_nargs(x->ts, t);
	bool same = true;
	for (uint32_t i = 0; i < n; i++) {
		arg[i] = known_value(s, term_arg(x->ts, t, i));
		same &= term_eq(arg[i], term_arg(x->ts, t, i));
	}
	if (same)
		return t;
	s->nrebuilt++;
	return term_rebuild(x->ts, t, arg);
}

static term simplified(struct path_values *s, struct symex *x, term t) {
	VEC(term) todo = {0};
	if (t.ix && !is_known(s, x, t))
		vec_push(&todo, t);
	while (todo.n && s->nrebuilt < MAX_REBUILT) {
		term top = vec_last(&todo);
		size_t before = todo.n;
		for (uint32_t i = 0; i < term_nargs(x->ts, top); i++)
			if (!is_known(s, x, term_arg(x->ts, top, i)))
				vec_push(&todo, term_arg(x->ts, top, i));
		if (todo.n > before)
			continue;
		map_put(&s->value, top.ix, rebuild(s, x, top).ix);
		todo.n--;
	}
	bool whole = !todo.n;
	vec_free(&todo);
	return t.ix && whole ? known_value(s, t) : t;
}

/* --- Parts of a state. --- */

static struct pmap simplified_registers(struct path_values *s, struct symex *x, struct pmap reg) {
	struct pmap made = reg;
	uint32_t key;
	uint64_t raw;
	for (uint32_t from = 0; pmap_next(&reg, from, &key, &raw); from = key + 1) {
		if (reg_kind(raw) != REG_TERM)
			continue;
		term old = {reg_payload(raw)}, now = simplified(s, x, old);
		if (term_eq(old, now))
			continue;
		pmap_set(&x->pool, &made, key, reg_of(x, now));
		s->control |= term_width(x->ts, now) == x->pointer_bits;
	}
	return made;
}

static const struct wakeup *simplified_wakeup(struct path_values *s, struct symex *x,
                                              const struct wakeup *w) {
	if (!w || !w->frame)
		return w;
	struct pmap reg = simplified_registers(s, x, w->reg);
	term condition = simplified(s, x, w->condition);
	if (reg.root == w->reg.root && term_eq(condition, w->condition))
		return w;
	struct wakeup *copy = arena_copy(x->pool.arena, w, sizeof *w);
	s->control = true;
	copy->reg = reg;
	copy->condition = condition;
	return copy;
}

static const struct held *simplified_locks(struct path_values *s, struct symex *x,
                                           const struct held *h) {
	if (!h)
		return h;
	const struct held *up = simplified_locks(s, x, h->up);
	term object = simplified(s, x, h->object), released = simplified(s, x, h->released);
	if (up == h->up && term_eq(object, h->object) && term_eq(released, h->released))
		return h;
	struct held *copy = arena_copy(x->pool.arena, h, sizeof *h);
	s->control = true;
	copy->up = up;
	copy->object = object;
	copy->released = released;
	return copy;
}

static void apply_to_threads(struct path_values *s, struct symex *x, struct state *st) {
	st->reg = simplified_registers(s, x, st->reg);
	st->held = simplified_locks(s, x, st->held);
	st->wakeup = simplified_wakeup(s, x, st->wakeup);
	for (uint32_t tid = 0; tid < st->nthreads; tid++) {
		const struct parked *p = tid == st->tid ? NULL : state_parked(st, tid);
		if (!p)
			continue;
		struct pmap reg = simplified_registers(s, x, p->reg);
		const struct held *held = simplified_locks(s, x, p->held);
		const struct wakeup *wakeup = simplified_wakeup(s, x, p->wakeup);
		if (reg.root == p->reg.root && held == p->held && wakeup == p->wakeup)
			continue;
		struct parked *copy = arena_copy(x->pool.arena, p, sizeof *p);
		copy->reg = reg;
		copy->held = held;
		copy->wakeup = wakeup;
		copy->keys.shape = 0;
		copy->keys.control = 0;
		pmap_set(&x->pool, &st->parked, tid + 1, (uint64_t)(uintptr_t)copy);
	}
}

static struct content *simplified_content(struct path_values *s, struct symex *x,
                                          const struct content *c) {
	struct content *made = content_own(x, c);
	uint32_t at;
	uint64_t cell;
	made->array = simplified(s, x, c->array);
	bool same = term_eq(made->array, c->array);
	for (uint32_t from = 0; pmap_next(&c->cells, from, &at, &cell); from = at + 1) {
		if (cell_is_constant(cell))
			continue;
		term old = {(uint32_t)cell}, now = simplified(s, x, old);
		if (term_eq(old, now))
			continue;
		pmap_set(&x->pool, &made->cells, at, cell_with(x, cell, now));
		same = false;
	}
	return same ? NULL : made;
}

static void apply_to_memory(struct path_values *s, struct symex *x, struct canon *canon,
                            struct state *st) {
	const struct pmap mem = st->mem;
	uint32_t id;
	uint64_t raw;
	for (uint32_t from = 0; pmap_next(&mem, from, &id, &raw); from = id + 1) {
		const struct content *c = (const struct content *)(uintptr_t)raw;
		if (!c->canon)
			canon_content(canon, x, c);
		if (!mentions_fact(s, set_of_content(s, x, c)))
			continue;
		struct content *made = simplified_content(s, x, c);
		if (made)
			memory_put(x, st, id, made);
	}
	const struct pmap ended = st->ended;
	for (uint32_t from = 0; pmap_next(&ended, from, &id, &raw); from = id + 1) {
		term old = {(uint32_t)raw}, now = simplified(s, x, old);
		if (term_eq(old, now))
			continue;
		pmap_set(&x->pool, &st->ended, id, now.ix);
		s->control = true;
	}
}

bool path_values_apply(struct path_values *s, struct symex *x, struct canon *canon,
                       struct state *st, const term *assumed, size_t n) {
	map_clear(&s->value);
	s->facts = NOTHING;
	s->nfacts = s->nrebuilt = 0;
	s->control = false;
	for (size_t i = n; i-- > 0;)
		add_facts(s, x, assumed[i]);
	if (s->facts == NOTHING)
		return false;
	pmap_snapshot(&x->pool);
	apply_to_threads(s, x, st);
	apply_to_memory(s, x, canon, st);
	return s->control;
}
