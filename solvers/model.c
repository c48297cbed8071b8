#include "solvers/model.h"

#include "solvers/term/term_walk.h"
#include "util/base/vec.h"

struct gather { /* what occurs below the roots */
	struct term_walk walk;
	VEC(term) var, array, index;
};

static void gather(struct gather *g, const struct terms *ts) {
	for (term t; term_walk_next(&g->walk, &t);) {
		enum term_kind k = term_kind(ts, t);
		if (k == TERM_VAR && term_sort(ts, t).kind == SORT_ARRAY)
			vec_push(&g->array, t);
		else if (k == TERM_VAR)
			vec_push(&g->var, t);
		if (k == TERM_SELECT || k == TERM_STORE)
			vec_push(&g->index, term_arg(ts, t, 1));
	}
}

struct reader {
	struct solver *solver;
	struct model *model;
	struct arena *scratch; /* the model copies what it is given */
};

static bool ask(struct reader *r, term t, struct bits *out) {
	return r->solver->ops->value(r->solver, t, r->scratch, out);
}

static bool ask_element(struct reader *r, term array, struct bits index, struct bits *out) {
	struct terms *ts = r->solver->terms;
	return ask(r, term_select(ts, array, term_const(ts, index)), out);
}

/* True: the element is new. */
static bool read_element(struct reader *r, term array, struct bits index) {
	struct bits b;
	if (model_has_element(r->model, array, index) || !ask_element(r, array, index, &b))
		return false;
	model_set_element(r->model, array, index, b);
	return true;
}

/* Reads the elements at the indices that occur in the terms and at those that the solver's model
 * distinguishes; the element at one more index is the value of all others. */
static void read_array(struct reader *r, term array, const struct gather *g) {
	struct solver *s = r->solver;
	uint32_t width = term_sort(s->terms, array).width;
	struct bits index, b, other = bits_ones(r->scratch, width);
	size_t nelements = 0;
	for (size_t i = 0; i < g->index.n; i++)
		if (term_sort(s->terms, g->index.at[i]).width == width && ask(r, g->index.at[i], &index))
			nelements += read_element(r, array, index);
	for (size_t i = 0; s->ops->index && s->ops->index(s, array, i, r->scratch, &index); i++)
		nelements += read_element(r, array, index);
	for (size_t tries = 0; tries <= nelements; tries++) {
		if (!model_has_element(r->model, array, other)) {
			if (ask_element(r, array, other, &b))
				model_set_default(r->model, array, b);
			return;
		}
		other = bits_sub(r->scratch, other, bits_u64(r->scratch, width, 1));
	}
}

struct model *model_from_solver(struct solver *s, const term *roots, size_t n) {
	struct gather g = {.walk = {.terms = s->terms}};
	struct reader r = {.solver = s, .model = model_open(s->terms), .scratch = arena_open()};
	for (size_t i = 0; i < n; i++)
		term_walk_from(&g.walk, roots[i]);
	gather(&g, s->terms);
	struct bits b;
	for (size_t i = 0; i < g.var.n; i++)
		if (ask(&r, g.var.at[i], &b))
			model_set(r.model, g.var.at[i], b);
	for (size_t i = 0; i < g.array.n; i++)
		read_array(&r, g.array.at[i], &g);
	term_walk_end(&g.walk);
	vec_free(&g.var);
	vec_free(&g.array);
	vec_free(&g.index);
	arena_close(r.scratch);
	return r.model;
}
