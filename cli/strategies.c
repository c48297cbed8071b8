#include "cli/strategies.h"

#include "cli/solvers.h"

/* "--a, --b and --c" */
static const char *all_options(struct arena *arena) {
	const char *text = "";
	for (size_t i = 0; strategy_table[i]; i++) {
		const char *between = !i ? "" : strategy_table[i + 1] ? ", " : " and ";
		text = arena_printf(arena, "%s%s--%s", text, between, strategy_table[i]->name);
	}
	return text;
}

const struct strategy *strategies_choose(const struct options *o, const char **error) {
	const struct strategy *chosen = NULL;
	for (size_t i = 0; strategy_table[i]; i++) {
		if (!option_is_set(o, option_find(strategy_table[i]->name, false)))
			continue;
		if (chosen) {
			*error = arena_printf(o->arena, "%s exclude each other", all_options(o->arena));
			return NULL;
		}
		chosen = strategy_table[i];
	}
	if (!chosen)
		chosen = strategy_table[0];
	for (const struct refusal *r = chosen->refuses; r && r->option; r++)
		if (!r->some_values && option_is_set(o, option_find(r->option, false))) {
			*error = r->why;
			return NULL;
		}
	return chosen;
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
