#include "cli/options/compat.h"

#include <string.h>

#include "symex/reduction.h"
#include "symex/strategy.h"
#include "util/text/affix.h"

const struct compat compat_table[] = {
#define COMPAT_MEANS(name, arg, options)  {COMPAT_MEANS, name, arg, options},
#define COMPAT_FORMER(name, arg, options) {COMPAT_FORMER, name, arg, options},
#define COMPAT_IGNORED(name, arg)         {COMPAT_IGNORED, name, arg, NULL},
#define COMPAT_NOTE(name, arg, note)      {COMPAT_NOTE, name, arg, note},
#define COMPAT_REFUSED(name, arg, reason) {COMPAT_REFUSED, name, arg, reason},
#define COMPAT_VERBOSITY(name, arg)       {COMPAT_VERBOSITY, name, arg, NULL},
#include "cli/options/compat.def"
};

const size_t compat_table_n = sizeof compat_table / sizeof *compat_table;

const struct compat *compat_find(const char *name) {
	for (size_t i = 0; i < compat_table_n; i++)
		if (!strcmp(compat_table[i].name, name))
			return &compat_table[i];
	return NULL;
}

bool compat_has_no(const struct compat *c) {
	return c->kind == COMPAT_FORMER && starts_with(c->text, "--reduction=");
}

/* Of the strategy or reduction that it names; "": none. */
static const char *help_of(const struct compat *c) {
	const struct strategy *s = strategy_find(c->name);
	enum reduction r = reduction_find(c->name);
	return s ? s->help : r < REDUCTION_N ? reduction_table[r].help : "";
}

const char *compat_text(struct arena *arena, const struct compat *c) {
	switch (c->kind) {
	case COMPAT_IGNORED: return "accepted, without effect";
	case COMPAT_VERBOSITY: return "their scale from 0 to 10";
	case COMPAT_REFUSED: return arena_printf(arena, "refused: %s", c->text);
	case COMPAT_NOTE: return c->text;
	case COMPAT_MEANS:
	case COMPAT_FORMER: break;
	}
	if (c->kind == COMPAT_FORMER && *help_of(c))
		return arena_printf(arena, "now --%s%s: %s", compat_has_no(c) ? "[no-]" : "", c->text + 2,
		                    help_of(c));
	const char *text = *c->text ? "" : "the default", *rest = c->text;
	for (const char *value; c->arg && (value = strchr(rest, '%')); rest = value + 1)
		text = arena_printf(arena, "%s%.*s%s", text, (int)(value - rest), rest, c->arg);
	return arena_printf(arena, "%s%s", text, rest);
}
