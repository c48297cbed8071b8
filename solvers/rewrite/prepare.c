#include "solvers/rewrite/prepare.h"

#include <string.h>

#include "solvers/rewrite/rebuild.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

/* Limits: operations made for one (values may be merged a thousand times); summands of a sum that
 * is compared with all branches; ITEs of constants that a sum enters; terms searched for a
 * variable. */
enum { MAX_LIFTED = 4000, MAX_SUM = 12, MAX_COPIED = 2000, MAX_OCCURS = 10000 };

struct operation {
	enum term_kind kind; /* EQ, ULT, SLT; ADD of ITEs of constants */
	term a, b;
};

struct prepare {
	struct terms *terms;
	VEC(term) image; /* by term; NO_TERM: not seen yet */
	VEC(term) todo, branch;
	struct map equal, ult, slt, sum; /* operands -> the operation, lifted */
	VEC(uint32_t) walked;            /* by term: the last walk that met it */
	uint32_t walk;
	VEC(struct operation) lift;
	struct map solution; /* variable -> what it is */
	VEC(term) solved;
	uint32_t fuel; /* of the operation that is being lifted */
};

struct prepare *prepare_open(struct terms *ts) {
	struct prepare *r = mem_alloc(sizeof *r);
	r->terms = ts;
	return r;
}

void prepare_close(struct prepare *r) {
	if (!r)
		return;
	vec_free(&r->image);
	vec_free(&r->todo);
	vec_free(&r->branch);
	vec_free(&r->lift);
	map_free(&r->equal);
	map_free(&r->ult);
	map_free(&r->slt);
	map_free(&r->sum);
	vec_free(&r->walked);
	map_free(&r->solution);
	vec_free(&r->solved);
	mem_free(r);
}

static struct map *lifted(struct prepare *r, enum term_kind k) {
	return k == TERM_EQ ? &r->equal : k == TERM_ULT ? &r->ult : k == TERM_SLT ? &r->slt : &r->sum;
}

static bool find(struct prepare *r, struct operation c, term *out) {
	uint64_t ix;
	if (!map_get(lifted(r, c.kind), (uint64_t)c.a.ix << 32 | c.b.ix, &ix))
		return false;
	out->ix = (uint32_t)ix;
	return true;
}

static void remember(struct prepare *r, struct operation c, term t) {
	map_put(lifted(r, c.kind), (uint64_t)c.a.ix << 32 | c.b.ix, t.ix);
}

static term make(struct prepare *r, struct operation c) {
	switch (c.kind) {
	case TERM_EQ: return term_equal(r->terms, c.a, c.b);
	case TERM_ULT: return term_ult(r->terms, c.a, c.b);
	case TERM_ADD: return term_add(r->terms, c.a, c.b);
	default: return term_slt(r->terms, c.a, c.b);
	}
}

static void cover(struct prepare *r, term t) {
	size_t old = r->walked.n, n = terms_count(r->terms) + 1;
	if (t.ix < old)
		return;
	vec_reserve(&r->walked, n);
	memset(r->walked.at + old, 0, (n - old) * sizeof *r->walked.at);
	r->walked.n = n;
}

static bool is_ite(const struct prepare *r, term t) {
	return term_kind(r->terms, t) == TERM_ITE;
}

/* A sum of few variables, their multiples, slices and constants. */
static bool is_sum(const struct prepare *r, term t, int *budget) {
	const struct terms *ts = r->terms;
	if (--*budget < 0)
		return false;
	switch (term_kind(ts, t)) {
	case TERM_CONST:
	case TERM_VAR: return true;
	case TERM_BVNEG:
	case TERM_EXTRACT:
	case TERM_ZEXT:
	case TERM_SEXT: return is_sum(r, term_arg(ts, t, 0), budget);
	case TERM_MUL:
		return term_is_const(ts, term_arg(ts, t, 1)) && is_sum(r, term_arg(ts, t, 0), budget);
	case TERM_ADD:
	case TERM_CONCAT:
		return is_sum(r, term_arg(ts, t, 0), budget) && is_sum(r, term_arg(ts, t, 1), budget);
	default: return false;
	}
}

/* Cheap to be compared with many terms: it often cancels. */
static bool is_plain(const struct prepare *r, enum term_kind k, term t) {
	int budget = MAX_SUM;
	return k == TERM_EQ ? is_sum(r, t, &budget) : term_is_const(r->terms, t);
}

/* A tree of ITEs whose leaves are constants, not too large to be copied. */
static bool is_constants(struct prepare *r, term t) {
	const struct terms *ts = r->terms;
	size_t met = 0;
	r->walk++;
	r->branch.n = 0;
	vec_push(&r->branch, t);
	while (r->branch.n) {
		t = vec_pop(&r->branch);
		if (term_is_const(ts, t))
			continue;
		if (!is_ite(r, t))
			return false;
		cover(r, t);
		if (r->walked.at[t.ix] == r->walk)
			continue;
		r->walked.at[t.ix] = r->walk;
		if (++met > MAX_COPIED)
			return false;
		vec_push(&r->branch, term_arg(ts, t, 1));
		vec_push(&r->branch, term_arg(ts, t, 2));
	}
	return true;
}

/* ite + x = y becomes ite = y - x, where x and y are plain; false: it is not of that form. */
static bool isolate(struct prepare *r, struct operation c, struct operation *out) {
	struct terms *ts = r->terms;
	if (c.kind != TERM_EQ)
		return false;
	bool swap = is_plain(r, c.kind, c.a);
	term a = swap ? c.b : c.a, b = swap ? c.a : c.b;
	if (!is_plain(r, c.kind, b))
		return false;
	for (int i = 0; i < MAX_SUM && !is_ite(r, a); i++) {
		enum term_kind k = term_kind(ts, a);
		if (k == TERM_BVNEG) {
			a = term_arg(ts, a, 0);
			b = term_neg(ts, b);
			continue;
		}
		if (k != TERM_ADD)
			return false;
		term x = term_arg(ts, a, 0), y = term_arg(ts, a, 1);
		bool first = is_plain(r, c.kind, x);
		if (!first && !is_plain(r, c.kind, y))
			return false;
		b = term_sub(ts, b, first ? x : y);
		a = first ? y : x;
	}
	*out = (struct operation){TERM_EQ, a, b};
	return is_ite(r, a);
}

/* Splits by a condition; false: it does not pay. */
static bool split(const struct prepare *r, struct operation c, term *condition,
                  struct operation *yes, struct operation *no) {
	const struct terms *ts = r->terms;
	bool in_a = is_ite(r, c.a), in_b = is_ite(r, c.b);
	if (c.kind == TERM_ADD)
		in_b = in_b && !in_a;
	else if (in_a && in_b)
		in_a = in_b = term_eq(term_arg(ts, c.a, 0), term_arg(ts, c.b, 0));
	else if (in_a)
		in_a = is_plain(r, c.kind, c.b);
	else if (in_b)
		in_b = is_plain(r, c.kind, c.a);
	if (!in_a && !in_b)
		return false;
	*condition = term_arg(ts, in_a ? c.a : c.b, 0);
	*yes = (struct operation){c.kind, in_a ? term_arg(ts, c.a, 1) : c.a,
	                          in_b ? term_arg(ts, c.b, 1) : c.b};
	*no = (struct operation){c.kind, in_a ? term_arg(ts, c.a, 2) : c.a,
	                         in_b ? term_arg(ts, c.b, 2) : c.b};
	return true;
}

static bool read_comparison(const struct prepare *r, term t, struct operation *out) {
	enum term_kind k = term_kind(r->terms, t);
	if (k != TERM_EQ && k != TERM_ULT && k != TERM_SLT)
		return false;
	*out = (struct operation){k, term_arg(r->terms, t, 0), term_arg(r->terms, t, 1)};
	return term_sort(r->terms, out->a).kind == SORT_BV;
}

/* The operation, if all it needs is known; else that is on the stack now. */
static bool lift_step(struct prepare *r, struct operation c, term *result) {
	term condition, t, f;
	struct operation yes, no;
	if (r->fuel && split(r, c, &condition, &yes, &no)) {
		bool has_t = find(r, yes, &t), has_f = find(r, no, &f);
		if (!has_t)
			vec_push(&r->lift, yes);
		if (!has_f)
			vec_push(&r->lift, no);
		if (!has_t || !has_f)
			return false;
		r->fuel--;
		*result = term_ite(r->terms, condition, t, f);
		return true;
	}
	/* What cancels may leave another comparison to be lifted. */
	*result = make(r, c);
	if (!r->fuel || !read_comparison(r, *result, &yes))
		return true;
	isolate(r, yes, &yes);
	if ((term_eq(yes.a, c.a) && term_eq(yes.b, c.b)) || find(r, yes, result))
		return true;
	r->fuel--;
	vec_push(&r->lift, yes);
	return false;
}

static term lift(struct prepare *r, struct operation asked) {
	term result = NO_TERM;
	r->fuel = MAX_LIFTED;
	vec_push(&r->lift, asked);
	while (r->lift.n) {
		size_t at = r->lift.n - 1;
		struct operation c = r->lift.at[at];
		if (!find(r, c, &result)) {
			if (!lift_step(r, c, &result))
				continue;
			remember(r, c, result);
		}
		r->lift.n = at;
	}
	return result;
}

static term lift_node(struct prepare *r, term t) {
	struct operation c;
	if (read_comparison(r, t, &c))
		return lift(r, c);
	if (term_kind(r->terms, t) != TERM_ADD)
		return t;
	c = (struct operation){TERM_ADD, term_arg(r->terms, t, 0), term_arg(r->terms, t, 1)};
	return is_constants(r, c.a) && is_constants(r, c.b) ? lift(r, c) : t;
}

static term image(const struct prepare *r, term t) {
	return t.ix < r->image.n ? r->image.at[t.ix] : NO_TERM;
}

static void set_image(struct prepare *r, term t, term to) {
	if (t.ix >= r->image.n) {
		size_t n = terms_count(r->terms) + 1;
		vec_reserve(&r->image, n);
		memset(r->image.at + r->image.n, 0, (n - r->image.n) * sizeof *r->image.at);
		r->image.n = n;
	}
	r->image.at[t.ix] = to;
}

/* Does x occur in t after solved variables are replaced?  True also if the search is too long. */
static bool occurs(struct prepare *r, term x, term t) {
	uint32_t budget = MAX_OCCURS;
	uint64_t to;
	r->walk++;
	r->branch.n = 0;
	vec_push(&r->branch, t);
	while (r->branch.n) {
		t = vec_pop(&r->branch);
		cover(r, t);
		if (r->walked.at[t.ix] == r->walk)
			continue;
		r->walked.at[t.ix] = r->walk;
		if (term_eq(t, x) || !budget--)
			return true;
		if (map_get(&r->solution, t.ix, &to))
			vec_push(&r->branch, (term){(uint32_t)to});
		for (uint32_t i = 0; i < term_nargs(r->terms, t); i++)
			vec_push(&r->branch, term_arg(r->terms, t, i));
	}
	return false;
}

static bool solve(struct prepare *r, term x, term t) {
	if (term_kind(r->terms, x) != TERM_VAR || term_sort(r->terms, x).kind == SORT_ARRAY ||
	    map_get(&r->solution, x.ix, NULL) || occurs(r, x, t))
		return false;
	map_put(&r->solution, x.ix, t.ix);
	vec_push(&r->solved, x);
	return true;
}

void prepare_solve(struct prepare *r, const term *assertion, size_t n) {
	struct terms *ts = r->terms;
	VEC(term) part = {0};
	for (size_t i = 0; i < n; i++)
		vec_push(&part, assertion[i]);
	while (part.n) {
		term t = vec_pop(&part);
		switch (term_kind(ts, t)) {
		case TERM_AND:
			vec_push(&part, term_arg(ts, t, 0));
			vec_push(&part, term_arg(ts, t, 1));
			break;
		case TERM_VAR: solve(r, t, term_true(ts)); break;
		case TERM_NOT: solve(r, term_arg(ts, t, 0), term_false(ts)); break;
		case TERM_EQ:
			if (!solve(r, term_arg(ts, t, 0), term_arg(ts, t, 1)))
				solve(r, term_arg(ts, t, 1), term_arg(ts, t, 0));
			break;
		default: break;
		}
	}
	vec_free(&part);
}

bool prepare_solved(struct prepare *r, size_t i, term *var, term *value) {
	if (i >= r->solved.n)
		return false;
	*var = r->solved.at[i];
	*value = prepare_term(r, *var);
	return true;
}

/* The operands have images. */
static term rewrite_node(struct prepare *r, term t) {
	term arg[3];
	bool changed = false;
	uint32_t n = term_nargs(r->terms, t);
	for (uint32_t i = 0; i < n; i++) {
		term a = term_arg(r->terms, t, i);
		arg[i] = image(r, a);
		changed |= !term_eq(arg[i], a);
	}
	return lift_node(r, changed ? term_rebuild(r->terms, t, arg) : t);
}

term prepare_term(struct prepare *r, term root) {
	vec_push(&r->todo, root);
	while (r->todo.n) {
		term t = vec_last(&r->todo);
		size_t before = r->todo.n;
		uint64_t to;
		if (image(r, t).ix) {
			r->todo.n--;
		} else if (map_get(&r->solution, t.ix, &to)) {
			term value = {(uint32_t)to};
			if (image(r, value).ix)
				set_image(r, t, image(r, value));
			else
				vec_push(&r->todo, value);
		} else {
			for (uint32_t i = 0; i < term_nargs(r->terms, t); i++)
				if (!image(r, term_arg(r->terms, t, i)).ix)
					vec_push(&r->todo, term_arg(r->terms, t, i));
			if (r->todo.n == before)
				set_image(r, t, rewrite_node(r, t));
		}
	}
	return image(r, root);
}
