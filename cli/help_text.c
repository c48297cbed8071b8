/* The help text of an option, with what the tables of strategies and reductions say about it. */
#include "cli/help.h"

#include <string.h>

#include "symex/reduction.h"
#include "symex/strategy.h"

struct writer {
	char *at;
	size_t left;
};

static void put(struct writer *w, const char *text) {
	size_t n = strlen(text);
	if (n >= w->left)
		n = w->left - 1;
	memcpy(w->at, text, n);
	w->at += n;
	w->left -= n;
	*w->at = 0;
}

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

static bool is_one(unsigned set) {
	return set && !(set & (set - 1));
}

static void put_names(struct writer *w, unsigned set, const char *dashes, const char *last) {
	const char *between = "";
	for (size_t i = 0; strategy_table[i]; i++) {
		if (!(set >> i & 1))
			continue;
		put(w, between);
		put(w, dashes);
		put(w, strategy_table[i]->name);
		between = is_one(set >> (i + 1)) ? last : ", ";
	}
}

static void put_mark(struct writer *w, unsigned set) {
	put(w, "[");
	put_names(w, set, "", ", ");
	put(w, "]");
}

/* Explains the marks that occur. */
static void put_legend(struct writer *w) {
	unsigned all = all_strategies();
	for (unsigned set = 1; set < all; set++) {
		size_t i = 0;
		while (i < option_table_n && takers(&option_table[i]) != set)
			i++;
		if (i == option_table_n)
			continue;
		put(w, " ");
		put_mark(w, set);
		put(w, " marks what ");
		put_names(w, all & ~set, "--", " and ");
		put(w, is_one(all & ~set) ? " does not have." : " do not have.");
	}
}

/* The group in which the strategies are. */
static const struct option_info *strategy_group(void) {
	const struct option_info *group = option_find(strategy_table[0]->name, false);
	while (group->kind != OPTION_GROUP)
		group--;
	return group;
}

void help_text(char *to, size_t size, const struct option_info *option) {
	struct writer w = {to, size};
	*to = 0;
	put(&w, option->help ? option->help : "");
	if (option->kind == OPTION_GROUP) {
		if (option == strategy_group())
			put_legend(&w);
		return;
	}
	const struct strategy *s = strategy_find(option->name);
	if (s)
		put(&w, s->help);
	for (size_t i = 0; i < REDUCTION_N; i++)
		if (reduction_table[i].kind == REDUCTION_OPTION &&
		    !strcmp(reduction_table[i].name, option->name))
			put(&w, reduction_table[i].help);
	unsigned set = takers(option);
	if (set != all_strategies()) {
		put(&w, " ");
		put_mark(&w, set);
	}
}
