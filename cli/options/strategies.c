#include "cli/options/strategies.h"

#include <string.h>

#include "cli/options/help.h"
#include "cli/options/solvers.h"
#include "solvers/solver_table.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "util/text/nearest.h"

bool strategies_named(const struct options *o, const struct strategy *s) {
	if (s == &strategy_replay)
		return o->replay;
	for (size_t i = 0; i < o->strategy.n; i++)
		if (!strcmp(o->strategy.at[i], s->name))
			return true;
	return false;
}

const char *strategies_spelling(struct arena *arena, const struct strategy *s) {
	return arena_printf(arena, s == &strategy_replay ? "--%s" : "--strategy=%s", s->name);
}

/* Of --strategy; false: there is none of this name that needs no file. */
static bool check_names(const struct options *o, const char **error) {
	for (size_t i = 0; i < o->strategy.n; i++) {
		const char *name = o->strategy.at[i];
		const struct strategy *s = strategy_find(name);
		struct nearest near = {.name = name};
		if (s == &strategy_replay)
			*error = "--strategy=replay: the run is in a file: --replay FILE";
		if (s)
			continue;
		for (size_t k = 0; strategy_table[k]; k++)
			nearest_try(&near, strategy_table[k]->name);
		const char *found = nearest_found(&near);
		*error = arena_printf(o->arena, "--strategy: there is no '%s'%s%s; --list-strategies", name,
		                      found ? ", nearest is " : "", found ? found : "");
	}
	return !*error;
}

/* Under a memory model weaker than sc, --dot draws the graph of the execution: no tree is needed.
 */
static bool draws_graph(const struct options *o, const char *option) {
	return !strcmp(option, "dot") && o->memory_model < MEMORY_MODEL_NONE &&
	       o->memory_model != MEMORY_MODEL_SC;
}

const struct strategy *strategies_choose(const struct options *o, const char **error) {
	const struct strategy *chosen = NULL;
	*error = NULL;
	if (!check_names(o, error))
		return NULL;
	for (size_t i = 0; strategy_table[i]; i++) {
		if (!strategies_named(o, strategy_table[i]))
			continue;
		if (chosen == &strategy_predict && strategy_table[i] == &strategy_replay)
			continue; /* it begins with that run */
		if (chosen) {
			*error = arena_printf(o->arena, "%s and %s exclude each other",
			                      strategies_spelling(o->arena, chosen),
			                      strategies_spelling(o->arena, strategy_table[i]));
			return NULL;
		}
		chosen = strategy_table[i];
	}
	if (!chosen)
		chosen = o->count_executions ? &strategy_partial_order : strategy_table[0];
	if (o->count_executions && !chosen->counts) {
		*error = "--count-executions needs --strategy=partial-order";
		return NULL;
	}
	for (const struct refusal *r = chosen->refuses; r && r->option; r++)
		if (!r->values && option_is_set(o, option_find(r->option, false)) &&
		    !draws_graph(o, r->option)) {
			*error = r->why;
			return NULL;
		}
	return chosen;
}

/* Does the user want another solver than ours? */
static bool names_solver(const struct options *o) {
	static const char *const names[] = {"smtlib", "sat-engine", "ir"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (option_is_set(o, option_find(names[i], false)))
			return true;
	for (size_t i = 0; i < o->solver.n; i++)
		if (strcmp(o->solver.at[i], "sat") != 0)
			return true;
	return false;
}

/* Who chooses a solver compares solvers: only the default strategy has all its queries from it. */
uint32_t strategies_allowed(const struct options *o) {
	uint32_t allowed = 0;
	bool other = names_solver(o);
	for (unsigned i = 0; strategy_table[i]; i++) {
		const struct strategy *s = strategy_table[i];
		bool takes = !other || !i;
		for (size_t k = 0; k < option_table_n && takes; k++)
			takes = !option_is_set(o, &option_table[k]) ||
			        strategy_allows(s, option_table[k].name) ||
			        draws_graph(o, option_table[k].name);
		if (takes)
			allowed |= 1u << i;
	}
	return allowed;
}

uint64_t strategies_without(const struct options *o) {
	uint64_t never = o->assertion_guided == GUIDED_NEVER ? REDUCTION_BIT(ASSERTION_GUIDED) : 0;
	return o->reductions ? o->no_reduction | never : ~UINT64_C(0);
}

/* The options that name strategies name this one only, if they did. */
static void name_only(struct options *o, const struct strategy *s) {
	bool is_named = s != &strategy_replay && strategies_named(o, s);
	o->strategy.n = 0;
	if (is_named)
		vec_push(&o->strategy, s->name);
	if (s != &strategy_replay)
		o->replay = NULL;
}

void strategies_drop(struct options *o, const struct strategy *s) {
	name_only(o, s);
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *info = &option_table[i];
		void *field = (char *)o + info->offset;
		if (!option_is_set(o, info) || strategy_takes(s, info->name))
			continue;
		switch (info->kind) {
		case OPTION_FLAG: *(bool *)field = info->init; break;
		case OPTION_UINT:
		case OPTION_ENUM: *(uint32_t *)field = info->init; break;
		case OPTION_TIME: *(double *)field = 0; break;
		case OPTION_REDUCTIONS:
		case OPTION_SIZE: *(uint64_t *)field = 0; break;
		case OPTION_TEXT:
		case OPTION_WORD: *(const char **)field = NULL; break;
		case OPTION_LIST: ((struct text_list *)field)->n = 0; break;
		default: break;
		}
	}
}

bool strategies_can_run(const struct strategy *s, const struct solver_ops *ops, struct arena *arena,
                        const char **error) {
	unsigned missing = s->needs & ~ops->caps;
	if (!missing)
		return true;
	*error =
	    arena_printf(arena, "%s needs a solver with %s, and %s has none; --list-solvers",
	                 strategies_spelling(arena, s), solvers_ability(missing & -missing), ops->name);
	return false;
}

/* --- What there is. --- */

enum { INDENT = 4, COLUMN = 16 };

static void list_line(FILE *out, const char *key, const char *text) {
	fprintf(out, "%*s%-*s", INDENT, "", COLUMN - INDENT, key);
	help_wrap(out, text, COLUMN, COLUMN);
}

static void list_heading(FILE *out, const char *name, const char *help) {
	fprintf(out, "\n%s\n%*s", name, INDENT, "");
	help_wrap(out, help, INDENT, INDENT);
}

/* Adds an item to "a, b". */
static const char *listed(struct arena *arena, const char *list, const char *dashes,
                          const char *item) {
	return arena_printf(arena, "%s%s%s%s", list, *list ? ", " : "", dashes, item);
}

static const char *solvers_with(struct arena *arena, unsigned caps) {
	const char *list = "";
	bool all = true;
	for (size_t i = 0; solver_table[i]; i++) {
		bool can = (solver_table[i]->caps & caps) == caps;
		if (can)
			list = listed(arena, list, "", solver_table[i]->name);
		all &= can;
	}
	return all ? "all" : *list ? list : "none";
}

static const char *gains(struct arena *arena, unsigned caps) {
	const char *list = "";
	for (unsigned rest = caps; rest; rest &= rest - 1) {
		enum solver_cap cap = rest & -rest;
		list = listed(arena, list, "", solvers_ability(cap));
		list = arena_printf(arena, "%s (%s)", list, solvers_with(arena, cap));
	}
	return list;
}

static const char *reductions(struct arena *arena, const struct strategy *s) {
	const char *list = "";
	for (size_t i = 0; i < REDUCTION_N; i++)
		if (s->reductions >> i & 1)
			list = listed(arena, list, "", reduction_table[i].name);
	return list;
}

static const char *refused(struct arena *arena, const struct strategy *s) {
	const char *list = "";
	for (const struct refusal *r = s->refuses; r && r->option; r++) {
		list = listed(arena, list, "--", r->option);
		if (r->values)
			list = arena_printf(arena, "%s %s", list, r->values);
	}
	return list;
}

static const char *models(struct arena *arena, const struct strategy *s) {
	const char *list = memory_model_sc.name;
	for (unsigned i = 0; i < MODEL_N; i++)
		if (s->models >> i & 1)
			list = listed(arena, list, "", memory_model_table[i]->name);
	return list;
}

static void list_strategy(FILE *out, struct arena *arena, const struct strategy *s) {
	list_heading(out, s->name, s->help);
	list_line(out, "paper:", s->paper);
	list_line(out, "solvers:", solvers_with(arena, s->needs));
	if (s->models)
		list_line(out, "models:", models(arena, s));
	if (s->gains)
		list_line(out, "gains from:", gains(arena, s->gains));
	if (s->reductions)
		list_line(out, "reductions:", reductions(arena, s));
	if (s->refuses)
		list_line(out, "refuses:", refused(arena, s));
	if (s->covers == COVERS_PROOFS)
		list_line(out, "proves:", "only; the verdict is SUCCESSFUL or UNKNOWN, never FAILED");
	if (s->misses)
		list_line(out, s->covers == COVERS_TEST ? "one test:" : "may miss:", s->misses);
	if (s->fallback)
		list_line(out, "fallback:",
		          arena_printf(arena, "%s, for programs that it does not support", s->fallback));
}

static const char *limits(struct arena *arena, const struct reduction_info *r) {
	const char *off = "";
	for (size_t i = 0; i < LIMIT_N; i++)
		if (r->off >> i & 1)
			off = listed(arena, off, "", reduction_limit_text[i]);
	return off;
}

static const char *users(struct arena *arena, size_t ix) {
	const char *list = "";
	for (size_t i = 0; strategy_table[i]; i++)
		if (strategy_table[i]->reductions >> ix & 1)
			list = listed(arena, list, "", strategy_table[i]->name);
	return reduction_table[ix].kind == REDUCTION_PASS ? "all" : list;
}

static void list_reduction(FILE *out, struct arena *arena, size_t ix) {
	const struct reduction_info *r = &reduction_table[ix];
	list_heading(out, r->name, r->help);
	list_line(out, "strategies:", users(arena, ix));
	list_line(out, "sound if:", r->sound);
	if (r->off)
		list_line(out, "off with:", limits(arena, r));
}

void strategies_list(FILE *out, struct arena *arena) {
	fputs("Strategies; --strategy=NAME chooses one, without it several search at once "
	      "(--explain-plan).\n"
	      "Their reductions are explained by --list-reductions.\n",
	      out);
	for (size_t i = 0; strategy_table[i]; i++)
		list_strategy(out, arena, strategy_table[i]);
}

void strategies_list_reductions(FILE *out, struct arena *arena) {
	fputs("Reductions; --no-reduction=NAME switches one off, --no-reductions all of them:\n", out);
	for (size_t i = 0; i < REDUCTION_N; i++)
		list_reduction(out, arena, i);
}
