#include "symex/lazy/conditions.h"

#include <stdlib.h>

enum { MAX_MEMBERS = 400 };

void conditions_open(struct conditions *c, struct terms *ts, struct places *p) {
	*c = (struct conditions){.ts = ts, .places = p, .sets = canon_open()};
}

void conditions_close(struct conditions *c) {
	canon_close(c->sets);
	map_free(&c->unions);
	map_free(&c->variables);
}

/* --- Sets: tuples of the number of members, and these in ascending order. --- */

const uint32_t *conditions_members(const struct conditions *c, uint32_t set, uint32_t *n) {
	*n = 0;
	if (set == CONDITIONS_TRUE || set == CONDITIONS_FALSE)
		return NULL;
	const uint32_t *w = canon_tuple_at(c->sets, set);
	*n = w[0];
	return w + 1;
}

static uint32_t make(struct conditions *c, uint32_t *w, uint32_t n) {
	w[0] = n;
	if (!n)
		return CONDITIONS_TRUE;
	return n > MAX_MEMBERS ? CONDITIONS_FALSE : canon_tuple(c->sets, w, n + 1);
}

static uint32_t merge(const struct conditions *c, uint32_t a, uint32_t b, uint32_t *w) {
	uint32_t n = 0, np, nq;
	const uint32_t *p = conditions_members(c, a, &np), *q = conditions_members(c, b, &nq);
	while (np || nq) {
		bool first = np && (!nq || *p <= *q), second = nq && (!np || *q <= *p);
		w[++n] = first ? *p : *q;
		np -= first, p += first;
		nq -= second, q += second;
	}
	return n;
}

uint32_t conditions_union(struct conditions *c, uint32_t a, uint32_t b) {
	if (a == b || b == CONDITIONS_TRUE || a == CONDITIONS_FALSE)
		return a;
	if (a == CONDITIONS_TRUE || b == CONDITIONS_FALSE)
		return b;
	uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a, known;
	if (map_get(&c->unions, key, &known))
		return (uint32_t)known;
	uint32_t w[1 + 2 * MAX_MEMBERS];
	uint32_t set = make(c, w, merge(c, a, b, w));
	map_put(&c->unions, key, set);
	return set;
}

static int by_number(const void *a, const void *b) {
	uint32_t p = ((const term *)a)->ix, q = ((const term *)b)->ix;
	return p < q ? -1 : p > q;
}

uint32_t conditions_set(struct conditions *c, struct condition_list *l) {
	uint32_t w[2 + MAX_MEMBERS], n = 0, set = CONDITIONS_FALSE;
	if (l->at.n)
		qsort(l->at.at, l->at.n, sizeof *l->at.at, by_number);
	for (size_t i = 0; i < l->at.n && n <= MAX_MEMBERS; i++)
		if (!n || w[n] != l->at.at[i].ix)
			w[++n] = l->at.at[i].ix;
	if (!l->is_false)
		set = make(c, w, n);
	vec_free(&l->at);
	l->is_false = false;
	return set;
}

void conditions_push(struct conditions *c, struct condition_list *l, term t) {
	VEC(term) todo = {0};
	vec_push(&todo, t);
	while (todo.n && !l->is_false) {
		term top = vec_pop(&todo);
		if (term_kind(c->ts, top) == TERM_AND) {
			vec_push(&todo, term_arg(c->ts, top, 0));
			vec_push(&todo, term_arg(c->ts, top, 1));
		} else if (term_is_false(c->ts, top)) {
			l->is_false = true;
		} else if (!term_is_true(c->ts, top)) {
			vec_push(&l->at, top);
		}
	}
	vec_free(&todo);
}

term conditions_term(struct conditions *c, uint32_t set) {
	uint32_t n;
	const uint32_t *member = conditions_members(c, set, &n);
	term all = term_bool(c->ts, set != CONDITIONS_FALSE);
	for (uint32_t i = 0; i < n; i++)
		all = term_and(c->ts, all, (term){member[i]});
	return all;
}

/* --- Variables. --- */

static uint32_t find_variables(struct conditions *c, term condition) {
	VEC(term) todo = {0};
	VEC(uint32_t) found = {0};
	struct map seen = {0};
	vec_push(&found, false);
	vec_push(&found, 0);
	vec_push(&todo, condition);
	while (todo.n) {
		term top = vec_pop(&todo);
		if (term_is_const(c->ts, top) || map_get(&seen, top.ix, NULL))
			continue;
		map_put(&seen, top.ix, 1);
		if (term_kind(c->ts, top) == TERM_VAR) {
			const struct place *p = place_of(c->places, top);
			if (p)
				vec_push(&found, (uint32_t)(p - c->places->at.at));
			else
				found.at[0] = true;
		}
		for (uint32_t i = 0; i < term_nargs(c->ts, top); i++)
			vec_push(&todo, term_arg(c->ts, top, i));
	}
	found.at[1] = (uint32_t)found.n - 2;
	uint32_t number = canon_tuple(c->sets, found.at, (uint32_t)found.n);
	vec_free(&todo);
	vec_free(&found);
	map_free(&seen);
	return number;
}

const uint32_t *conditions_places(struct conditions *c, term condition, uint32_t *n, bool *inputs) {
	uint64_t number;
	if (!map_get(&c->variables, condition.ix, &number)) {
		number = find_variables(c, condition);
		map_put(&c->variables, condition.ix, number);
	}
	const uint32_t *w = canon_tuple_at(c->sets, (uint32_t)number);
	*inputs = w[0];
	*n = w[1];
	return w + 2;
}
