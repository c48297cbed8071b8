#include "cli/plan.h"

#include <string.h>

/* The functions, each once; none given: NULL, which is main. */
static void find_entries(struct plan *plan, const struct options *o) {
	for (size_t i = 0; i < o->function.n; i++) {
		bool known = false;
		for (size_t k = 0; k < plan->entry.n && !known; k++)
			known = !strcmp(plan->entry.at[k], o->function.at[i]);
		if (!known)
			vec_push(&plan->entry, o->function.at[i]);
	}
	if (!plan->entry.n)
		vec_push(&plan->entry, NULL);
}

/* The first run knows of the entries of the others, so that a missing one is found at once. */
static bool add_run(struct plan *plan, const struct options *o, size_t ix, const char **error) {
	const struct text_list *entry = &plan->entry;
	struct planned *run = arena_new(o->arena, struct planned);
	struct options one = *o;
	one.function = (struct text_list){.at = entry->at + ix, .n = ix ? 1 : entry->n};
	if (!entry->at[ix])
		one.function.n = 0;
	if (!config_init(&run->config, &one, error))
		return false;
	if (entry->n > 1)
		run->name = entry->at[ix];
	vec_push(&plan->run, run);
	return true;
}

bool plan_init(struct plan *plan, const struct options *o, const char **error) {
	*plan = (struct plan){.what = "functions"};
	find_entries(plan, o);
	bool good = true;
	if (plan->entry.n > 1 && o->smtlib2) {
		*error = "--smtlib2 writes the queries of one run: name one function";
		good = false;
	}
	for (size_t i = 0; i < plan->entry.n && good; i++)
		good = add_run(plan, o, i, error);
	return good;
}

void plan_free(struct plan *plan) {
	for (size_t i = 0; i < plan->run.n; i++)
		config_free(&plan->run.at[i]->config);
	vec_free(&plan->run);
	vec_free(&plan->entry);
}
