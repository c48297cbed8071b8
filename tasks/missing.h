/* tasks/missing.h -- --show-missing, --write-stubs: functions that the program reaches and that
 * have neither a body nor a model.
 *
 * Reached means by the frontend's measure: from the entry, over calls and over functions whose
 * address is taken, whether or not an execution gets there.  A use is a call, or a place where the
 * address is taken: from there on it may be called by pointer.
 */
#ifndef TASKS_MISSING_H
#define TASKS_MISSING_H

#include <stdio.h>

#include "cli/options/options.h"
#include "goto/program/prog.h"

struct missing_use {
	struct loc loc;
	const char *function; /* display name of the one that uses it */
	bool is_call;         /* by name */
};

struct missing_function {
	const struct symbol *symbol;
	VEC(struct missing_use) use;
};

struct missing {
	const struct goto_prog *prog;
	struct arena *arena;
	VEC(struct missing_function) function; /* by name */
};

/* Does what the two options ask for; 'command' is the one of the user. */
void missing_show(const struct options *, const struct goto_prog *, const char *command);
const char *missing_prototype(const struct missing *, const struct symbol *);
/* A C file that defines them; tasks/stubs.c. */
void stubs_write(FILE *, const struct missing *, const char *command);

#endif
