#include "solvers/rewrite/substitute.h"

#include "solvers/rewrite/rebuild.h"
#include "util/base/vec.h"

void substitution_free(struct substitution *s) {
	map_free(&s->memo);
}

static void fail(struct substitution *s) {
	s->failed = true;
}

/* The replacement of a term whose operands all have theirs; a constant is its own. */
static term replacement(struct substitution *s, term t) {
	uint64_t known = t.ix;
	if (!term_is_const(s->ts, t))
		map_get(&s->memo, t.ix, &known);
	return (term){(uint32_t)known};
}

static bool is_known(const struct substitution *s, term t) {
	return term_is_const(s->ts, t) || map_get(&s->memo, t.ix, NULL);
}

static term replace_variable(struct substitution *s, term var) {
	term value = s->value(s->context, var);
	if (!value.ix)
		fail(s);
	return value;
}

static term replace_operation(struct substitution *s, term t) {
	term arg[3];
	uint32_t n = term_nargs(s->ts, t);
	bool same = true;
	for (uint32_t i = 0; i < n; i++) {
		term old = term_arg(s->ts, t, i);
		arg[i] = replacement(s, old);
		same &= term_eq(old, arg[i]);
	}
	if (same)
		return t;
	if (s->fuel && !--s->fuel)
		fail(s);
	return term_rebuild(s->ts, t, arg);
}

term substitute(struct substitution *s, term t) {
	VEC(term) todo = {0};
	if (!is_known(s, t))
		vec_push(&todo, t);
	while (todo.n && !s->failed) {
		term top = vec_last(&todo);
		size_t before = todo.n;
		for (uint32_t i = 0; i < term_nargs(s->ts, top); i++)
			if (!is_known(s, term_arg(s->ts, top, i)))
				vec_push(&todo, term_arg(s->ts, top, i));
		if (todo.n > before)
			continue;
		bool is_variable = term_kind(s->ts, top) == TERM_VAR;
		term made = is_variable ? replace_variable(s, top) : replace_operation(s, top);
		map_put(&s->memo, top.ix, made.ix);
		todo.n--;
	}
	vec_free(&todo);
	return s->failed ? NO_TERM : replacement(s, t);
}
