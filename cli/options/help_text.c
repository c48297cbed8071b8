/* The help text of an option, with what the tables of strategies and reductions say about it. */
#include "cli/options/help.h"

#include <string.h>

#include "symex/reduction.h"
#include "symex/strategy.h"

static unsigned all_strategies(void) {
	unsigned all = 0;
	for (size_t i = 0; strategy_table[i]; i++)
		all |= 1u << i;
	return all;
}

/* Those that take an option, a bit each. */
static unsigned takers(const struct option_info *option) {
	unsigned set = 0;
	for (size_t i = 0; strategy_table[i]; i++)
		set |= (unsigned)strategy_takes(strategy_table[i], option->name) << i;
	return set;
}

static unsigned count(unsigned set) {
	unsigned n = 0;
	for (; set; set &= set - 1)
		n++;
	return n;
}

static const char *names(struct arena *arena, unsigned set) {
	const char *text = "";
	for (size_t i = 0; strategy_table[i]; i++)
		if (set >> i & 1)
			text = arena_printf(arena, "%s%s%s", text, *text ? ", " : "", strategy_table[i]->name);
	return text;
}

/* Those that take it, or those that do not, whichever are fewer. */
static const char *mark(struct arena *arena, unsigned set) {
	unsigned others = all_strategies() & ~set;
	return count(set) <= count(others) ? arena_printf(arena, "[%s]", names(arena, set))
	                                   : arena_printf(arena, "[not %s]", names(arena, others));
}

/* The group in which strategies are chosen. */
static const struct option_info *strategy_group(void) {
	const struct option_info *group = option_find("strategy", false);
	while (group->kind != OPTION_GROUP)
		group--;
	return group;
}

/* --strategy: with the names that it takes; a run to replay is in a file. */
static const char *with_names(struct arena *arena, const char *text) {
	const char *at = strstr(text, "%s");
	unsigned set = 0;
	for (size_t i = 0; strategy_table[i]; i++)
		set |= (unsigned)(strategy_table[i] != &strategy_replay) << i;
	return at ? arena_printf(arena, "%.*s%s%s", (int)(at - text), text, names(arena, set), at + 2)
	          : text;
}

const char *help_text(struct arena *arena, const struct option_info *option) {
	const char *text = option->help ? option->help : "";
	text += option_is_hidden(option) || option_is_compatible(option);
	if (option->kind == OPTION_GROUP)
		return option != strategy_group()
		           ? text
		           : arena_printf(arena,
		                          "%s [lazy, uw] marks an option of these strategies only; [not "
		                          "tdv] one of all the others. A strategy refuses the options that "
		                          "it does not have, but not switches of reductions.",
		                          text);
	text = with_names(arena, text);
	const struct strategy *s = strategy_find(option->name);
	if (s)
		text = arena_printf(arena, "%s%s", text, s->help);
	for (size_t i = 0; i < REDUCTION_N; i++)
		if (reduction_table[i].kind == REDUCTION_OF_SEARCH &&
		    !strcmp(reduction_table[i].name, option->name))
			text = arena_printf(arena, "%s%s", text, reduction_table[i].help);
	unsigned set = takers(option);
	return set == all_strategies() ? text : arena_printf(arena, "%s %s", text, mark(arena, set));
}
