#include "tasks/plan.h"

#include <string.h>
#include <unistd.h>

#include "cli/files/file.h"
#include "tasks/api/api_stages.h"
#include "util/text/diag.h"

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

bool plan_config(struct config *config, const struct options *o, const char **error) {
	if (!config_sources(config, o, error))
		return false;
	config->api = o->api ? arena_new(o->arena, struct api_stages) : NULL;
	return (!o->api || api_stages_open(config->api, o, config, error)) &&
	       config_search(config, o, error);
}

/* The first run knows of the entries of the others, so that a missing one is found at once. */
static bool add_run(struct plan *plan, const struct options *o, size_t ix,
                    const struct task_property *property, const char **error) {
	const struct text_list *entry = &plan->entry;
	struct planned *run = arena_new(o->arena, struct planned);
	struct options one = *o;
	one.function = (struct text_list){.at = entry->at + ix, .n = ix ? 1 : entry->n};
	if (!entry->at[ix])
		one.function.n = 0;
	if (!plan_config(&run->config, &one, error))
		return false;
	const char *name = entry->n > 1 ? entry->at[ix] : NULL;
	if (property && plan->task.property.n > 1)
		name = name ? arena_printf(o->arena, "%s, %s", property->name, name) : property->name;
	run->name = name;
	run->expected = property ? property->expected : NULL;
	vec_push(&plan->run, run);
	return true;
}

static bool add_runs(struct plan *plan, const struct options *o,
                     const struct task_property *property, const char **error) {
	for (size_t i = 0; i < plan->entry.n; i++)
		if (!add_run(plan, o, i, property, error))
			return false;
	return true;
}

/* --- Tasks. --- */

static const char *data_model_name(enum data_model model) {
	return model == DATA_MODEL_ILP32 ? "ILP32" : "LP64";
}

/* Verdicts are expected for the data model of the task only. */
static void choose_data_model(struct options *o, struct task *task) {
	bool given = o->data_model != DATA_MODEL_TARGET || o->target;
	if (!given)
		o->data_model = task->data_model;
	else if (task->data_model != DATA_MODEL_TARGET && o->data_model != task->data_model) {
		diag_note(NO_LOC,
		          "the task is for data model %s; the option on the command line overrides it, and "
		          "the verdict that the task expects does not apply",
		          data_model_name(task->data_model));
		for (size_t i = 0; i < task->property.n; i++)
			task->property.at[i].expected = NULL;
	}
}

/* What we cannot check is left out, for a task is of interest to many kinds of tools. */
static void drop_unsupported(struct task *task, const struct options *o) {
	size_t n = 0;
	for (size_t i = 0; i < task->property.n; i++) {
		const struct task_property *p = &task->property.at[i];
		struct svcomp parsed;
		const char *text = file_text(o->arena, p->path), *why = "it cannot be read";
		if (text && svcomp_parse(&parsed, o->arena, text, &why)) {
			svcomp_free(&parsed);
			task->property.at[n++] = *p;
		} else
			diag_note(p->loc, "left out: %s: %s", p->path, why);
	}
	task->property.n = n;
}

/* --property FILE: the one of the task that says the same, for its expected verdict. */
static void keep_chosen(struct task *task, const struct options *o) {
	for (size_t i = 0; i < o->property.n; i++) {
		if (access(o->property.at[i], R_OK))
			continue; /* the ID of a property of the program, or a mistake: see config.c */
		const struct task_property *found = task_find(task, o->arena, o->property.at[i]);
		if (found)
			task->property.at[0] = *found;
		else
			diag_note(NO_LOC, "the task says nothing about %s", o->property.at[i]);
		task->property.n = found != NULL;
		return;
	}
}

static bool has_property_file(const struct options *o) {
	for (size_t i = 0; i < o->property.n; i++)
		if (!access(o->property.at[i], R_OK))
			return true;
	return false;
}

static bool plan_task(struct plan *plan, const struct options *o, const char **error) {
	struct task_error wrong;
	struct task *task = &plan->task;
	if (!task_read(task, o->arena, o->file.at[0], &wrong))
		fatal(EXIT_INPUT, wrong.loc, "%s", wrong.text);
	struct options own = *o;
	own.file = task->input;
	choose_data_model(&own, task);
	bool chosen = has_property_file(o), had_any = task->property.n > 0;
	keep_chosen(task, o);
	drop_unsupported(task, o);
	if (had_any && !task->property.n && !chosen) {
		*error = "no property of the task is supported";
		return false;
	}
	if (!task->property.n)
		return add_runs(plan, &own, NULL, error);
	for (size_t i = 0; i < task->property.n; i++) {
		struct text_list property = {0};
		for (size_t k = 0; k < o->property.n; k++)
			vec_push(&property, o->property.at[k]);
		if (!chosen)
			vec_push(&property, task->property.at[i].path);
		own.property = property;
		bool good = add_runs(plan, &own, &task->property.at[i], error);
		vec_free(&property);
		if (!good)
			return false;
	}
	return true;
}

static bool has_task(const struct options *o) {
	for (size_t i = 0; i < o->file.n; i++)
		if (task_is_file(o->file.at[i]))
			return true;
	return false;
}

bool plan_init(struct plan *plan, const struct options *o, const char **error) {
	*plan = (struct plan){0};
	find_entries(plan, o);
	bool is_task = has_task(o);
	if (is_task && o->file.n > 1) {
		*error = "a task definition names its files itself: give it alone";
		return false;
	}
	if (!(is_task ? plan_task(plan, o, error) : add_runs(plan, o, NULL, error)))
		return false;
	plan->what = plan->task.property.n < 2 ? "functions"
	             : plan->entry.n < 2       ? "properties"
	                                       : "runs";
	return true;
}

void plan_free(struct plan *plan) {
	for (size_t i = 0; i < plan->run.n; i++) {
		if (plan->run.at[i]->config.api)
			api_stages_free(plan->run.at[i]->config.api);
		config_free(&plan->run.at[i]->config);
	}
	vec_free(&plan->run);
	vec_free(&plan->entry);
	task_free(&plan->task);
}

const struct config *const *plan_configs(const struct plan *plan, struct arena *arena) {
	const struct config **all = arena_array(arena, const struct config *, plan->run.n + 1);
	for (size_t i = 0; i < plan->run.n; i++)
		all[i] = &plan->run.at[i]->config;
	return all;
}
