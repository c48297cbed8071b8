#include "cli/options/strategies.h"

#include <string.h>

#include "cli/options/help.h"
#include "cli/options/solvers.h"
#include "solvers/solver_table.h"
#include "symex/model/model.h"
#include "symex/reduction.h"
#include "util/text/nearest.h"

/* "--a, --b and --c" */
static const char *all_options(struct arena *arena) {
	const char *text = "";
	for (size_t i = 0; strategy_table[i]; i++) {
		const char *between = !i ? "" : strategy_table[i + 1] ? ", " : " and ";
		text = arena_printf(arena, "%s%s--%s", text, between, strategy_table[i]->name);
	}
	return text;
}

/* Under a memory model weaker than sc, --dot draws the graph of the execution: no tree is needed.
 */
static bool draws_graph(const struct options *o, const char *option) {
	return !strcmp(option, "dot") && o->memory_model < MEMORY_MODEL_NONE &&
	       o->memory_model != MEMORY_MODEL_SC;
}

const struct strategy *strategies_choose(const struct options *o, const char **error) {
	const struct strategy *chosen = NULL;
	for (size_t i = 0; strategy_table[i]; i++) {
		if (!option_is_set(o, option_find(strategy_table[i]->name, false)))
			continue;
		if (chosen == &strategy_predict && strategy_table[i] == &strategy_replay)
			continue; /* it begins with that run */
		if (chosen) {
			*error = arena_printf(o->arena, "%s exclude each other", all_options(o->arena));
			return NULL;
		}
		chosen = strategy_table[i];
	}
	if (!chosen)
		chosen = o->count_executions ? &strategy_partial_order : strategy_table[0];
	if (o->count_executions && !chosen->counts) {
		*error = "--count-executions needs --partial-order";
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

static const char *unknown_reduction(const struct options *o, const char *name) {
	struct nearest near = {.name = name};
	for (unsigned i = 0; i < REDUCTION_N; i++)
		nearest_try(&near, reduction_table[i].name);
	const char *found = nearest_found(&near);
	return arena_printf(o->arena, "--no-reduction: there is no '%s'%s%s; --list-reductions", name,
	                    found ? ", nearest is " : "", found ? found : "");
}

bool strategies_without(const struct options *o, uint64_t *set, const char **error) {
	*set = o->reductions ? 0 : ~UINT64_C(0);
	*set |= o->slice ? 0 : REDUCTION_BIT(SLICE);
	*set |= o->sharing ? 0 : REDUCTION_BIT(SHARING);
	for (size_t i = 0; i < o->no_reduction.n; i++)
		for (const char *s = o->no_reduction.at[i]; *s; s += strspn(s, ",")) {
			size_t n = strcspn(s, ",");
			const char *name = arena_printf(o->arena, "%.*s", (int)n, s);
			enum reduction which = reduction_find(name);
			if (n && which == REDUCTION_N) {
				*error = unknown_reduction(o, name);
				return false;
			}
			*set |= n ? UINT64_C(1) << which : 0;
			s += n;
		}
	return true;
}

static bool names_other(const char *option, const struct strategy *than) {
	for (size_t i = 0; strategy_table[i]; i++)
		if (strategy_table[i] != than && !strcmp(strategy_table[i]->name, option))
			return true;
	return false;
}

void strategies_drop(struct options *o, const struct strategy *s) {
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *info = &option_table[i];
		void *field = (char *)o + info->offset;
		if (!option_is_set(o, info) ||
		    (!names_other(info->name, s) && strategy_takes(s, info->name)))
			continue;
		switch (info->kind) {
		case OPTION_FLAG: *(bool *)field = info->init; break;
		case OPTION_UINT:
		case OPTION_ENUM: *(uint32_t *)field = info->init; break;
		case OPTION_TIME: *(double *)field = 0; break;
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
	*error = arena_printf(arena, "--%s needs a solver with %s, and %s has none; --list-solvers",
	                      s->name, solvers_ability(missing & -missing), ops->name);
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

/* The option that switches only this one. */
static const char *own_switch(struct arena *arena, const struct reduction_info *r) {
	bool has_option = option_find(r->name, false);
	return arena_printf(arena, has_option ? "--no-%s" : "--no-reduction=%s", r->name);
}

static void list_reduction(FILE *out, struct arena *arena, size_t ix) {
	const struct reduction_info *r = &reduction_table[ix];
	list_heading(out, r->name, r->help);
	list_line(out, "strategies:", users(arena, ix));
	list_line(out, "sound if:", r->sound);
	list_line(out, "switch:", own_switch(arena, r));
	if (r->off)
		list_line(out, "off with:", limits(arena, r));
}

void strategies_list(FILE *out, struct arena *arena) {
	fputs("Strategies; --NAME chooses one, without it several search at once (--explain-plan).\n"
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
