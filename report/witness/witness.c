#include "report/witness/witness.h"

#include <string.h>

/* Which formula of SV-COMP a class of properties violates. */
static const struct {
	const char *class_name, *formula;
} formulas[] = {
    {"assertion", "G ! call(reach_error())"},
    {"unreach", "G ! call(reach_error())"},
    {"bounds", "G valid-deref"},
    {"pointer", "G valid-deref"},
    {"double-free", "G valid-free"},
    {"invalid-free", "G valid-free"},
    {"leak", "G valid-memcleanup"},
    {"overflow", "G ! overflow"},
    {"race", "G ! data-race"},
};

static const char *find_formula(const char *class_name) {
	for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++)
		if (class_name && !strcmp(formulas[i].class_name, class_name))
			return formulas[i].formula;
	return NULL;
}

/* An execution without an end has no position that is the violation, and one that is longer than a
 * bound violates nothing but our bound. */
static const char *find_objection(const struct property_result *p) {
	if (p->class_name && !strcmp(p->class_name, "termination"))
		return "an execution that does not end has none";
	if (p->class_name && !strcmp(p->class_name, "unwind"))
		return "a loop that goes beyond its bound violates no specification";
	return p->cex ? NULL : "there is no counterexample";
}

static const struct property_result *first_violated(const struct result *r) {
	bool is_unsafe = result_verdict(r) == VERDICT_UNSAFE && r->violated < r->property.n;
	return is_unsafe ? &r->property.at[r->violated] : NULL;
}

static const struct property_result *violated(const struct result *r) {
	const struct property_result *p = first_violated(r);
	return p && !find_objection(p) ? p : NULL;
}

const struct result *witness_result(const struct results *all) {
	for (size_t i = 0; i < all->run.n; i++)
		if (violated(all->run.at[i]))
			return all->run.at[i];
	bool is_proof =
	    all->run.n == 1 && result_verdict(all->run.at[0]) == VERDICT_SAFE && !all->run.at[0]->gap.n;
	return is_proof ? all->run.at[0] : NULL;
}

const char *witness_refusal(struct arena *a, const struct results *all) {
	if (witness_result(all))
		return NULL;
	for (size_t i = 0; i < all->run.n; i++) {
		const struct property_result *p = first_violated(all->run.at[i]);
		if (p)
			return find_objection(p);
	}
	for (size_t i = 0; i < all->run.n; i++)
		if (result_verdict(all->run.at[i]) != VERDICT_SAFE)
			return "the verdict is unknown";
	if (all->run.n > 1)
		return "with several entry points only a violation has one";
	if (!all->run.n || !all->run.at[0]->gap.n)
		return "there is no result";
	return arena_printf(a, "the program is safe only %s",
	                    result_gap_qualifier(a, &all->run.at[0]->gap.at[0]));
}

const char *witness_uncommon(const struct results *all) {
	const struct result *r = witness_result(all);
	const struct property_result *p = r ? violated(r) : NULL;
	return p && !find_formula(p->class_name) ? p->class_name : NULL;
}

static const char *check(struct arena *a, const struct result *r, const char *formula) {
	return arena_printf(a, "CHECK( init(%s()), LTL(%s) )", r->info.entry ? r->info.entry : "main",
	                    formula);
}

static void add_specification(struct witness *w, const char *line) {
	for (size_t i = 0; i < w->specification.n; i++)
		if (!strcmp(w->specification.at[i], line))
			return;
	vec_push(&w->specification, line);
}

/* As the property file says it, all of it: that was the task. */
static bool specify_given(struct witness *w) {
	for (size_t i = 0; i < w->result->info.properties.n; i++)
		add_specification(w, w->result->info.properties.at[i]);
	return w->specification.n > 0;
}

static void specify_violation(struct witness *w, const struct property_result *p) {
	const char *formula = find_formula(p->class_name);
	if (!formula)
		formula = arena_printf(w->arena, "G ! %s", p->class_name ? p->class_name : "violation");
	add_specification(w, check(w->arena, w->result, formula));
}

static void specify_proof(struct witness *w) {
	const struct result *r = w->result;
	for (size_t i = 0; i < r->property.n; i++) {
		const char *formula = find_formula(r->property.at[i].class_name);
		if (formula && !r->property.at[i].in_model)
			add_specification(w, check(w->arena, r, formula));
	}
	if (!w->specification.n)
		add_specification(w, check(w->arena, r, formulas[0].formula));
}

void report_witness(FILE *out, const struct results *all, const struct witness_config *config) {
	struct witness w = {.config = config, .result = witness_result(all)};
	if (!w.result || !config->nfiles)
		return;
	const struct property_result *p = violated(w.result);
	w.arena = arena_open();
	w.cex = p ? p->cex : NULL;
	if (!specify_given(&w)) {
		if (p)
			specify_violation(&w, p);
		else
			specify_proof(&w);
	}
	if (config->format == WITNESS_GRAPHML)
		witness_graphml(out, &w);
	else
		witness_yaml(out, &w);
	vec_free(&w.specification);
	arena_close(w.arena);
}
