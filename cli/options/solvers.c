#include "cli/options/solvers.h"

#include <string.h>

#include "solvers/sat/sat.h"
#include "solvers/sat/sat_engine.h"
#include "solvers/smtlib/smtlib.h"
#include "solvers/solver_table.h"
#include "util/text/diag.h"

/* The one name that all options agree on; NULL with an error if they do not. */
static const char *chosen_name(const struct options *o, const char **error) {
	const char *name = o->smtlib ? solver_smtlib.name : NULL;
	for (size_t i = 0; i < o->solver.n; i++) {
		if (name && strcmp(name, o->solver.at[i]) != 0) {
			*error = arena_printf(o->arena, "%s and %s: one solver only", name, o->solver.at[i]);
			return NULL;
		}
		name = o->solver.at[i];
	}
	if (name)
		return name;
	size_t first = 0; /* that can do what is asked for */
	while (o->ir && solver_table[first] && !(solver_table[first]->caps & SOLVER_INTEGERS))
		first++;
	return solver_table[solver_table[first] ? first : 0]->name;
}

static const char *no_solver(const struct options *o, const char *name) {
	const char *names = "";
	for (size_t i = 0; solver_table[i]; i++)
		names = arena_printf(o->arena, "%s %s", names, solver_table[i]->name);
	return arena_printf(o->arena, "no solver '%s'; there is:%s", name, names);
}

/* --sat-engine; false with an error if there is no such one, or nothing to use it. */
static bool choose_engine(const struct options *o, const struct solver_ops *ops,
                          struct solver_config *config, const char **error) {
	const char *name = o->sat_engine, *names = "";
	if (!name)
		return true;
	config->sat_engine = sat_engine_find(name);
	if (config->sat_engine && (ops == &solver_sat || o->check_solver))
		return true;
	for (size_t i = 0; sat_engines[i]; i++)
		names = arena_printf(o->arena, "%s %s", names, sat_engines[i]->name);
	const char *why = sat_engine_missing(name);
	if (config->sat_engine)
		*error = arena_printf(o->arena, "--sat-engine and --solver=%s: only --solver=sat has one",
		                      ops->name);
	else
		*error = arena_printf(o->arena, "--sat-engine: no '%s'%s%s; there is:%s", name,
		                      why ? ": " : "", why ? why : "", names);
	return false;
}

const struct solver_ops *solvers_choose(const struct options *o, struct solver_config *config,
                                        const char **error) {
	const char *name = chosen_name(o, error);
	if (!name)
		return NULL;
	const struct solver_ops *ops = solver_find(name);
	if (!ops) {
		*error = no_solver(o, name);
		return NULL;
	}
	if (ops == &solver_smtlib && !o->smtlib) {
		*error = "--solver smtlib: which one? --smtlib 'COMMAND' names it";
		return NULL;
	}
	if (o->ir && !(ops->caps & SOLVER_INTEGERS)) {
		*error =
		    arena_printf(o->arena, "--ir: %s cannot reason about integers; --solver=z3 can", name);
		return NULL;
	}
	if (!choose_engine(o, ops, config, error))
		return NULL;
	config->integers = o->ir;
	config->command = o->smtlib;
	const char *why = ops->missing ? ops->missing(o->arena, config) : NULL;
	if (!why)
		return ops;
	*error = arena_printf(o->arena, "--solver=%s: %s", name, why);
	return NULL;
}

const char *solvers_ability(enum solver_cap cap) {
	switch (cap) {
	case SOLVER_PUSH: return "incremental";
	case SOLVER_ASSUME: return "assumptions";
	case SOLVER_CORE: return "cores";
	case SOLVER_ARRAYS: return "arrays";
	case SOLVER_KEEP: return "reuse";
	case SOLVER_INTEGERS: return "integers";
	case SOLVER_WORK: return "counted work";
	}
	BUG("should be one capability: %u", (unsigned)cap);
}

static void list_abilities(FILE *out, unsigned caps) {
	static const enum solver_cap first[] = {SOLVER_PUSH, SOLVER_ASSUME, SOLVER_CORE, SOLVER_ARRAYS};
	for (size_t i = 0; i < sizeof first / sizeof *first; i++)
		if (caps & first[i])
			fprintf(out, "%s, ", solvers_ability(first[i]));
	fputs("models", out);
	if (caps & SOLVER_INTEGERS)
		fprintf(out, ", %s", solvers_ability(SOLVER_INTEGERS));
}

static void list_one(FILE *out, const struct options *o, const struct solver_ops *ops) {
	struct solver_config config = {.command = o->smtlib};
	bool any = ops == &solver_smtlib && !o->smtlib;
	const char *why = !any && ops->missing ? ops->missing(o->arena, &config) : NULL;
	fprintf(out, "%-10s ", ops->name);
	if (why) {
		fprintf(out, "not available: %s\n", why);
		return;
	}
	unsigned caps = ops->caps;
	const char *about = any                     ? "the program of --smtlib COMMAND, if it can"
	                    : ops == &solver_smtlib ? smtlib_about(o->arena, o->smtlib, &caps)
	                                            : ops->version();
	fprintf(out, "%s: ", about);
	list_abilities(out, caps);
	fprintf(out, "%s\n", ops == solver_table[0] ? " (the default)" : "");
	if (ops == &solver_sat)
		for (size_t i = 0; sat_engines[i]; i++)
			fprintf(out, "%-10s   --sat-engine %s%s\n", "", sat_engines[i]->name,
			        i ? "" : " (the default)");
}

void solvers_list(FILE *out, const struct options *o) {
	for (size_t i = 0; solver_table[i]; i++)
		list_one(out, o, solver_table[i]);
}

/* Of the programs for --smtlib: that of the command line, else the one that the tests use. */
static void smtlib_version(FILE *out, const struct options *o) {
	const char *command = o->smtlib ? o->smtlib : "cvc5 --incremental";
	struct solver_config config = {.command = command};
	unsigned caps;
	if (solver_smtlib.missing(o->arena, &config))
		fprintf(out, "%.*s: not found\n", (int)strcspn(command, " "), command);
	else
		fprintf(out, "%s\n", smtlib_about(o->arena, command, &caps));
}

static void sat_versions(FILE *out) {
	for (size_t i = 0; sat_engines[i]; i++)
		fprintf(out, "%s%s", i ? ", " : "", sat_engines[i]->version());
	fputc('\n', out);
}

void solvers_versions(FILE *out, const struct options *o) {
	const struct solver_config config = {0};
	for (size_t i = 0; solver_table[i]; i++) {
		const struct solver_ops *ops = solver_table[i];
		fprintf(out, "%-10s ", ops->name);
		if (ops == &solver_sat)
			sat_versions(out);
		else if (ops == &solver_smtlib)
			smtlib_version(out, o);
		else if (ops->missing && ops->missing(o->arena, &config))
			fprintf(out, "not found\n");
		else
			fprintf(out, "%s\n", ops->version());
	}
}
