#include "symex/lazy/states/conditions.h"
#include "solvers/term/term_walk.h"

enum { MAX_MEMBERS = 400 };

void conditions_open(struct conditions *c, struct terms *ts, struct state_variables *p) {
	*c = (struct conditions){.ts = ts, .state = p, .variable_lists = canon_open()};
	numsets_open(&c->sets, MAX_MEMBERS);
}

void conditions_close(struct conditions *c) {
	numsets_close(&c->sets);
	canon_close(c->variable_lists);
	map_free(&c->variables);
}

const uint32_t *conditions_members(const struct conditions *c, uint32_t set, uint32_t *n) {
	return numset_members(&c->sets, set, n);
}

uint32_t conditions_union(struct conditions *c, uint32_t a, uint32_t b) {
	return numset_union(&c->sets, a, b);
}

uint32_t conditions_set(struct conditions *c, struct condition_list *l) {
	uint32_t set = l->is_false ? CONDITIONS_FALSE : numset_make(&c->sets, l->at.at, l->at.n);
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
			vec_push(&l->at, top.ix);
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
	struct term_walk w = {.terms = c->ts};
	VEC(uint32_t) found = {0};
	vec_push(&found, false);
	vec_push(&found, 0);
	term_walk_from(&w, condition);
	for (term t; term_walk_next(&w, &t);) {
		if (term_kind(c->ts, t) != TERM_VAR)
			continue;
		const struct state_variable *p = state_variable_of(c->state, t);
		if (p)
			vec_push(&found, (uint32_t)(p - c->state->at.at));
		else
			found.at[0] = true;
	}
	found.at[1] = (uint32_t)found.n - 2;
	uint32_t number = canon_tuple(c->variable_lists, found.at, (uint32_t)found.n);
	vec_free(&found);
	term_walk_end(&w);
	return number;
}

const uint32_t *conditions_variables(struct conditions *c, term condition, uint32_t *n,
                                     bool *inputs) {
	uint64_t number;
	if (!map_get(&c->variables, condition.ix, &number)) {
		number = find_variables(c, condition);
		map_put(&c->variables, condition.ix, number);
	}
	const uint32_t *w = canon_tuple_at(c->variable_lists, (uint32_t)number);
	*inputs = w[0];
	*n = w[1];
	return w + 2;
}
