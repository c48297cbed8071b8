#include "symex/proof/print/linear.h"

#include <string.h>

enum { MAX_SUMMANDS = 8, MAX_DEPTH = 12 };

struct summand {
	const char *name;
	int64_t factor;
};

struct sum {
	const struct comparisons *f;
	struct arena *arena;
	bool *used;
	struct summand at[MAX_SUMMANDS];
	uint32_t n;
	int64_t constant;
	bool has_counter;
	struct named plus, minus; /* the last variable that is added, subtracted */
	uint32_t nplus, nminus;   /* so many are */
};

const char *linear_counter_name(struct arena *arena, size_t i) {
	return arena_printf(arena, "n%zu", i + 1);
}

static bool add_name(struct sum *s, const char *name, int64_t factor) {
	for (uint32_t i = 0; i < s->n; i++)
		if (!strcmp(s->at[i].name, name)) {
			s->at[i].factor += factor;
			return true;
		}
	if (s->n == MAX_SUMMANDS)
		return false;
	s->at[s->n++] = (struct summand){name, factor};
	return true;
}

static bool add_counter(struct sum *s, uint32_t part, int64_t factor) {
	const struct ghost_counters *c = s->f->v->counters;
	for (size_t i = 0; c && i < c->at.n; i++)
		if (c->at.at[i].part == part) {
			s->has_counter = s->used[i] = true;
			return add_name(s, linear_counter_name(s->arena, i), factor);
		}
	return false;
}

/* A variable of the program. */
static bool add_variable(struct sum *s, uint32_t part, uint32_t thread, int64_t factor) {
	const struct part *p = &s->f->v->r->part.at[part];
	if ((!p->is_shared && thread != 1) || !comparison_is_named(s->f, part) || p->width < 32)
		return false;
	struct named *to = factor > 0 ? &s->plus : &s->minus;
	uint32_t *n = factor > 0 ? &s->nplus : &s->nminus;
	*to = (struct named){part, p->is_shared ? 0 : thread};
	++*n;
	return add_name(s, p->name, factor);
}

static bool add_term(struct sum *s, term t, int64_t factor, uint32_t depth) {
	struct terms *ts = s->f->v->x->ts;
	uint64_t value, known;
	if (!depth)
		return false;
	if (term_is_small(ts, t, &value)) {
		uint64_t sign = (uint64_t)1 << (term_width(ts, t) - 1);
		s->constant += factor * (int64_t)((value ^ sign) - sign);
		return true;
	}
	switch (term_kind(ts, t)) {
	case TERM_ADD:
		return add_term(s, term_arg(ts, t, 0), factor, depth - 1) &&
		       add_term(s, term_arg(ts, t, 1), factor, depth - 1);
	case TERM_BVNEG: return add_term(s, term_arg(ts, t, 0), -factor, depth - 1);
	case TERM_BVNOT: /* -x - 1 */
		s->constant -= factor;
		return add_term(s, term_arg(ts, t, 0), -factor, depth - 1);
	case TERM_SEXT:
	case TERM_ZEXT: /* a counter, for a wide variable */
		return term_kind(ts, term_arg(ts, t, 0)) == TERM_VAR &&
		       map_get(&s->f->v->renamer.view_of_var, term_arg(ts, t, 0).ix, &known) &&
		       add_counter(s, (uint32_t)(known / 4), factor);
	case TERM_VAR:
		return map_get(&s->f->v->renamer.view_of_var, t.ix, &known) &&
		       (add_counter(s, (uint32_t)(known / 4), factor) ||
		        add_variable(s, (uint32_t)(known / 4), (uint32_t)(known % 4), factor));
	default: return false;
	}
}

/* Is the equality one of integers, too?  A counter is smaller than the numbers that a variable may
 * have, and so is the difference of two variables that are not negative.  In unsigned arithmetic, C
 * takes it as we do. */
static bool is_exact_equality(const struct sum *s) {
	const struct named *of[] = {&s->plus, &s->minus};
	uint32_t n[] = {s->nplus, s->nminus};
	if (s->nplus > 1 || s->nminus > 1)
		return false;
	for (uint32_t i = 0; i < 2; i++)
		if (n[i] && !comparison_is_unsigned(s->f, of[i]->part) && s->nplus + s->nminus == 2 &&
		    !comparison_is_natural(s->f, *of[i]))
			return false;
	return true;
}

/* Of 'counter <= bound - variable', unsigned: is the variable at most the bound? */
static bool is_exact_bound(const struct sum *s) {
	if (s->nplus != 1 || s->nminus > 1)
		return false;
	if (s->nminus)
		return s->constant <= 0 && comparison_is_below(s->f, s->plus, s->minus);
	return comparison_is_at_most(s->f, s->plus, (uint64_t)-s->constant);
}

/* The summands with factors of this sign. */
static const char *side_text(const struct sum *s, int sign) {
	const char *text = "";
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t factor = s->at[i].factor * sign;
		if (factor <= 0)
			continue;
		text = arena_printf(s->arena, "%s%s", text, *text ? " + " : "");
		if (factor > 1)
			text = arena_printf(s->arena, "%s%lld * ", text, (long long)factor);
		text = arena_printf(s->arena, "%s%s", text, s->at[i].name);
	}
	return text;
}

bool linear_read(const struct comparisons *f, struct arena *arena, term atom, bool *used,
                 struct linear *to) {
	struct terms *ts = f->v->x->ts;
	bool is_negated = term_kind(ts, atom) == TERM_NOT;
	term t = is_negated ? term_arg(ts, atom, 0) : atom;
	enum term_kind kind = term_kind(ts, t);
	bool mine[MAX_COUNTERS] = {0};
	struct sum s = {.f = f, .arena = arena, .used = mine};
	if (kind == TERM_EQ ? is_negated : kind != TERM_ULT || !is_negated)
		return false;
	/* not a < b: b <= a */
	term left = term_arg(ts, t, kind == TERM_ULT), right = term_arg(ts, t, kind != TERM_ULT);
	if (term_sort(ts, left).kind != SORT_BV || !add_term(&s, left, 1, MAX_DEPTH) ||
	    !add_term(&s, right, -1, MAX_DEPTH) || !s.has_counter ||
	    !(kind == TERM_EQ ? is_exact_equality(&s) : is_exact_bound(&s)))
		return false;
	for (size_t i = 0; i < MAX_COUNTERS; i++)
		used[i] |= mine[i];
	*to =
	    (struct linear){.left = side_text(&s, 1), .right = side_text(&s, -1), .more = -s.constant};
	to->kind = kind == TERM_EQ ? LINEAR_EQUAL : LINEAR_AT_MOST;
	return true;
}

bool linear_is_weaker(const struct linear *a, const struct linear *b) {
	return a->kind == b->kind && !strcmp(a->left, b->left) && !strcmp(a->right, b->right) &&
	       (a->kind == LINEAR_AT_MOST ? a->more >= b->more : a->more == b->more);
}

static const char *with_constant(struct arena *arena, const char *sum, int64_t more) {
	if (!*sum)
		return arena_printf(arena, "%lld", (long long)more);
	return more > 0 ? arena_printf(arena, "%s + %lld", sum, (long long)more) : sum;
}

const char *linear_text(struct arena *arena, const struct linear *l) {
	static const char *const sign[] = {"==", "<="};
	bool on_right = l->more >= 0 || !*l->right;
	return arena_printf(arena, "%s %s %s", with_constant(arena, l->left, on_right ? 0 : -l->more),
	                    sign[l->kind], with_constant(arena, l->right, on_right ? l->more : 0));
}
