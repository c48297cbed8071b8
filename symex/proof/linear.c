#include "symex/proof/linear.h"

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
	const struct counters *c = s->f->v->counters;
	for (size_t i = 0; c && i < c->at.n; i++)
		if (c->at.at[i].part == part) {
			s->has_counter = s->used[i] = true;
			return add_name(s, linear_counter_name(s->arena, i), factor);
		}
	return false;
}

/* A variable of the program, widened as C does. */
static bool add_variable(struct sum *s, term var, bool is_signed, int64_t factor) {
	uint64_t known;
	if (!map_get(&s->f->v->view_of_var, var.ix, &known))
		return false;
	uint32_t part = (uint32_t)(known / 4), thread = (uint32_t)(known % 4);
	const struct part *p = &s->f->v->r->part.at[part];
	if ((!p->is_shared && thread != 1) || !comparison_is_named(s->f, part) ||
	    (p->type->kind == TYPE_INT && p->type->is_signed) != is_signed)
		return false;
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
	case TERM_SEXT: return add_variable(s, term_arg(ts, t, 0), true, factor);
	case TERM_ZEXT: return add_variable(s, term_arg(ts, t, 0), false, factor);
	case TERM_CONCAT:
		return term_is_small(ts, term_arg(ts, t, 0), &value) && !value &&
		       add_variable(s, term_arg(ts, t, 1), false, factor);
	case TERM_VAR:
		return map_get(&s->f->v->view_of_var, t.ix, &known) &&
		       add_counter(s, (uint32_t)(known / 4), factor);
	default: return false;
	}
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
	int sign = kind == TERM_SLT && is_negated ? -1 : 1; /* not a < b: b <= a */
	if ((kind != TERM_EQ && kind != TERM_SLT) ||
	    term_sort(ts, term_arg(ts, t, 0)).kind != SORT_BV ||
	    term_width(ts, term_arg(ts, t, 0)) != COUNTER_BITS ||
	    !add_term(&s, term_arg(ts, t, 0), sign, MAX_DEPTH) ||
	    !add_term(&s, term_arg(ts, t, 1), -sign, MAX_DEPTH) || !s.has_counter)
		return false;
	for (size_t i = 0; i < MAX_COUNTERS; i++)
		used[i] |= mine[i];
	*to =
	    (struct linear){.left = side_text(&s, 1), .right = side_text(&s, -1), .more = -s.constant};
	if (kind == TERM_EQ) {
		to->kind = is_negated ? LINEAR_DISTINCT : LINEAR_EQUAL;
	} else {
		to->kind = LINEAR_AT_MOST;
		to->more -= !is_negated; /* a < b: a <= b - 1 */
	}
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
	static const char *const sign[] = {"==", "!=", "<="};
	bool on_right = l->more >= 0 || !*l->right;
	return arena_printf(arena, "%s %s %s", with_constant(arena, l->left, on_right ? 0 : -l->more),
	                    sign[l->kind], with_constant(arena, l->right, on_right ? l->more : 0));
}
