/* tasks/plan.h -- what one command checks: a run for each function to start in and, of a task
 * definition (cli/options/task.h), for each of its properties.
 *
 * Each run has its own configuration.  Several runs have names, by which they are told apart in
 * reports; a single one has none.  Options outweigh what a task says, with a note.
 */
#ifndef TASKS_PLAN_H
#define TASKS_PLAN_H

#include "cli/options/config.h"
#include "cli/options/option_table.h"
#include "cli/options/task.h"

struct planned {
	const char *name;     /* NULL: it is the only one */
	const char *expected; /* verdict that the task says is right, "false(valid-deref)"; or NULL */
	struct config config;
};

struct plan {
	VEC(struct planned *) run;
	const char *what;       /* they are: "functions", "properties", "runs" */
	struct text_list entry; /* functions to start in; NULL: main */
	struct task task;       /* the task definition, if that is the input */
};

/* false: *error says which option cannot be followed.  Texts live as long as the options.  Ends the
 * program if the task definition is not one. */
bool plan_init(struct plan *, const struct options *, const char **error);
void plan_free(struct plan *);
/* Those of its runs, in their order. */
const struct config *const *plan_configs(const struct plan *, struct arena *);

/* The configuration of one run; with --api, of the first client of the library.  false: *error, as
 * above. */
bool plan_config(struct config *, const struct options *, const char **error);

#endif
