#include "symex/query/fresh.h"

#include "solvers/term/eval.h"

enum { MAX_GUESSES = 16, MAX_TERMS = 64 }; /* of guesses, and of terms that are evaluated */

/* --- The terms that the assumptions of the path consist of. --- */

static void forget_from(struct mentioned *m, size_t nterms) {
	while (m->term.n > nterms)
		map_put(&m->known, vec_pop(&m->term).ix, 0);
}

/* Adds the subterms of t, but no constants.  false: one of them was among the first nterms. */
static bool add_subterms(struct symex *x, struct mentioned *m, term t, size_t nterms) {
	VEC(term) todo = {0};
	bool fresh = true;
	vec_push(&todo, t);
	while (todo.n) {
		term top = vec_pop(&todo);
		uint64_t known = 0;
		if (term_is_const(x->ts, top))
			continue;
		if (map_get(&m->known, top.ix, &known) && known) {
			fresh &= known > nterms;
			continue;
		}
		vec_push(&m->term, top);
		map_put(&m->known, top.ix, m->term.n);
		for (uint32_t i = 0; i < term_nargs(x->ts, top); i++)
			vec_push(&todo, term_arg(x->ts, top, i));
	}
	vec_free(&todo);
	return fresh;
}

/* Makes the terms those of the first n assumptions.  A depth-first search mostly changes the last
 * ones. */
static void follow_path(struct symex *x, struct mentioned *m, size_t n) {
	size_t same = 0;
	while (same < m->assumption.n && same < n &&
	       term_eq(m->assumption.at[same], x->assumption.at[same]))
		same++;
	forget_from(m, same ? m->upto.at[same - 1] : 0);
	m->assumption.n = m->upto.n = same;
	for (; same < n; same++) {
		add_subterms(x, m, x->assumption.at[same], 0);
		vec_push(&m->assumption, x->assumption.at[same]);
		vec_push(&m->upto, m->term.n);
	}
}

/* --- Values that satisfy. --- */

struct value_guesses {
	int64_t at[MAX_GUESSES];
	size_t n;
};

static void add_guess(struct value_guesses *g, int64_t value) {
	for (size_t i = 0; i < g->n; i++)
		if (g->at[i] == value)
			return;
	if (g->n < MAX_GUESSES)
		g->at[g->n++] = value;
}

/* 0, 1, and the constants of the terms with their neighbours. */
static struct value_guesses make_guesses(const struct symex *x, const term *t, size_t n) {
	struct value_guesses g = {{0, 1}, 2};
	for (size_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < term_nargs(x->ts, t[i]); k++) {
			term arg = term_arg(x->ts, t[i], k);
			if (term_sort(x->ts, arg).kind != SORT_BV || !term_is_const(x->ts, arg))
				continue;
			int64_t value = bits_to_i64(term_bits(x->ts, arg));
			add_guess(&g, value);
			add_guess(&g, (int64_t)((uint64_t)value + 1));
			add_guess(&g, (int64_t)((uint64_t)value - 1));
		}
	return g;
}

/* Do the terms hold if all variables of bit-vectors among t have this value, and others are 0? */
static bool holds_for(struct symex *x, const term *t, size_t n, int64_t value, size_t since,
                      term holds) {
	struct model *m = model_open(x->ts);
	struct arena *a = arena_open();
	for (size_t i = 0; i < n; i++)
		if (term_kind(x->ts, t[i]) == TERM_VAR && term_sort(x->ts, t[i]).kind == SORT_BV)
			model_set(m, t[i], bits_i64(a, term_width(x->ts, t[i]), value));
	bool all = model_holds(m, holds);
	for (size_t i = since; all && i < x->assumption.n; i++)
		all = model_holds(m, x->assumption.at[i]);
	model_close(m);
	arena_close(a);
	return all;
}

enum freshness fresh_since(struct symex *x, size_t since, term holds) {
	struct mentioned *m = &x->query.mentioned;
	follow_path(x, m, since);
	size_t before = m->term.n;
	bool fresh = add_subterms(x, m, holds, before);
	for (size_t i = since; fresh && i < x->assumption.n; i++)
		fresh = add_subterms(x, m, x->assumption.at[i], before);
	bool satisfied = false;
	if (fresh && m->term.n - before <= MAX_TERMS) {
		const term *t = m->term.at + before;
		size_t n = m->term.n - before;
		struct value_guesses g = make_guesses(x, t, n);
		for (size_t i = 0; i < g.n && !satisfied; i++)
			satisfied = holds_for(x, t, n, g.at[i], since, holds);
	}
	forget_from(m, before);
	return satisfied ? FRESH_HOLDS : fresh ? FRESH_ONLY : FRESH_NOT;
}
