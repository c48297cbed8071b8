#include "cli/options/abbreviation.h"

#include <string.h>

#include "cli/options/compat.h"
#include "cli/options/option_table.h"

enum { MAX_LISTED = 8 };

struct search {
	struct arena *arena;
	const char *text;
	const char *found, *list;
	size_t n;
};

static void try_name(struct search *s, const char *name) {
	if (strncmp(name, s->text, strlen(s->text)) != 0)
		return;
	s->n++;
	s->found = name;
	if (s->n <= MAX_LISTED)
		s->list = arena_printf(s->arena, "%s%s--%s", s->list, *s->list ? ", " : "", name);
}

static void try_ours(struct search *s, const struct option_info *option) {
	if (option->kind == OPTION_GROUP || option_is_short(option) || option_is_hidden(option))
		return;
	try_name(s, option->name);
	if (option_has_no(option))
		try_name(s, arena_printf(s->arena, "no-%s", option->name));
}

static void try_compat(struct search *s, const struct compat *c) {
	try_name(s, c->name);
	if (compat_has_no(c))
		try_name(s, arena_printf(s->arena, "no-%s", c->name));
}

/* "no-unwind": that there is no such option is not to be read as one with a longer name. */
static bool negates_ours(const char *text) {
	if (strncmp(text, "no-", 3) != 0)
		return false;
	for (size_t i = 0; i < option_table_n; i++)
		if (option_table[i].kind != OPTION_GROUP && !strcmp(option_table[i].name, text + 3))
			return true;
	return false;
}

const char *abbreviation_find(struct arena *arena, const char *text, const char **candidates) {
	struct search s = {.arena = arena, .text = text, .list = ""};
	*candidates = NULL;
	if (!*text || negates_ours(text))
		return NULL;
	for (size_t i = 0; i < option_table_n; i++)
		try_ours(&s, &option_table[i]);
	for (size_t i = 0; i < compat_table_n; i++)
		try_compat(&s, &compat_table[i]);
	if (s.n > 1)
		*candidates = s.n > MAX_LISTED
		                  ? arena_printf(arena, "%s and %zu more", s.list, s.n - MAX_LISTED)
		                  : s.list;
	return s.n == 1 ? s.found : NULL;
}
