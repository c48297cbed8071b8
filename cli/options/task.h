/* cli/options/task.h -- task definitions of SV-COMP, YAML of format 1.0, 2.0 or 2.1:
 *
 *   format_version: '2.0'
 *   input_files: 'fib.i'                  # or a list; patterns as in a shell
 *   properties:
 *     - property_file: ../properties/valid-memsafety.prp
 *       expected_verdict: false
 *       subproperty: valid-deref
 *   options: {language: C, data_model: ILP32}
 *
 * Paths are relative to the file.  Keys that say nothing about the run are not looked at.
 */
#ifndef CLI_OPTIONS_TASK_H
#define CLI_OPTIONS_TASK_H

#include <stdbool.h>

#include "cli/options/option_table.h"
#include "util/base/loc.h"

struct task_property {
	const char *path;     /* of the property file, from here */
	const char *name;     /* "valid-memsafety" */
	const char *expected; /* "true", "false", "false(valid-deref)"; NULL: not known */
	struct loc loc;       /* where it stands */
};

struct task {
	struct text_list input; /* from here */
	VEC(struct task_property) property;
	enum data_model data_model; /* TARGET: not said */
};

struct task_error { /* file:line:col: text */
	struct loc loc;
	const char *text;
};

bool task_is_file(const char *path); /* by its name */
/* Texts are the arena's.  false: *error says what is wrong, and where. */
bool task_read(struct task *, struct arena *, const char *path, struct task_error *);
void task_free(struct task *);

/* The property of the task whose file says the same as this one; NULL: none does. */
const struct task_property *task_find(const struct task *, struct arena *, const char *property);

#endif
