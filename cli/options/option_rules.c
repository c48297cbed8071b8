#include "cli/options/option_rules.h"

#include <string.h>

#include "cli/options/strategies.h"
#include "util/text/affix.h"

enum rule_kind { RULE_KIND_EXCLUDES, RULE_KIND_NEEDS, RULE_KIND_ONE_RUN };

static const struct rule {
	enum rule_kind kind;
	const char *options, *others, *words;
} rules[] = {
#define RULE_EXCLUDES(options, others, words) {RULE_KIND_EXCLUDES, options, others, words},
#define RULE_NEEDS(options, others, words)    {RULE_KIND_NEEDS, options, others, words},
#define RULE_ONE_RUN(options, words)          {RULE_KIND_ONE_RUN, options, "", words},
#include "cli/options/option_rules.def"
};
enum { RULES = sizeof rules / sizeof *rules };

/* The next name of a list, which moves on; NULL: that was the last one. */
static const char *take_name(struct arena *a, const char **list) {
	size_t n = strcspn(*list, " ");
	const char *name = n ? arena_printf(a, "%.*s", (int)n, *list) : NULL;
	*list += n;
	*list += strspn(*list, " ");
	return name;
}

static bool is_given(const struct options *o, const char *name) {
	const struct strategy *s = strategy_find(name);
	return s ? strategies_named(o, s) : option_is_set(o, option_find(name, false));
}

static const char *spelling(struct arena *a, const char *name) {
	const struct strategy *s = strategy_find(name);
	return s ? strategies_spelling(a, s) : arena_printf(a, "--%s", name);
}

/* The first one that is given; NULL: none is. */
static const char *given_of(const struct options *o, const char *list) {
	for (const char *name; (name = take_name(o->arena, &list));)
		if (is_given(o, name))
			return name;
	return NULL;
}

/* "--a, --b or --c" */
static const char *names_of(struct arena *a, const char *list, const char *last) {
	const char *text = "";
	for (const char *name; (name = take_name(a, &list));)
		text = arena_printf(a, "%s%s%s", text,
		                    !*text  ? ""
		                    : *list ? ", "
		                            : last,
		                    spelling(a, name));
	return text;
}

static bool fail(struct arena *a, const struct rule *r, const char *text, const char **error) {
	*error = starts_with(r->words, "--") ? r->words
	         : *r->words                 ? arena_printf(a, "%s: %s", text, r->words)
	                                     : text;
	return false;
}

static bool check_excludes(const struct options *o, const struct rule *r, const char **error) {
	const char *name = given_of(o, r->options), *other = name ? given_of(o, r->others) : NULL;
	return !other || fail(o->arena, r,
	                      arena_printf(o->arena, "%s does not go with %s", spelling(o->arena, name),
	                                   spelling(o->arena, other)),
	                      error);
}

static bool check_needs(const struct options *o, const struct rule *r, const char **error) {
	const char *name = given_of(o, r->options);
	if (!name || given_of(o, r->others))
		return true;
	const char *others = names_of(o->arena, r->others, " or ");
	return fail(o->arena, r,
	            arena_printf(o->arena, "%s needs %s", spelling(o->arena, name), others), error);
}

bool option_rules_check(const struct options *o, const char **error) {
	for (size_t i = 0; i < RULES; i++)
		if ((rules[i].kind == RULE_KIND_EXCLUDES && !check_excludes(o, &rules[i], error)) ||
		    (rules[i].kind == RULE_KIND_NEEDS && !check_needs(o, &rules[i], error)))
			return false;
	return true;
}

bool option_rules_check_runs(const struct options *o, size_t runs, const char **error) {
	for (size_t i = 0; i < RULES && runs > 1; i++) {
		const char *name =
		    rules[i].kind == RULE_KIND_ONE_RUN ? given_of(o, rules[i].options) : NULL;
		if (name)
			return fail(o->arena, &rules[i],
			            arena_printf(o->arena,
			                         "--%s is for one run: one function to start in, one property",
			                         name),
			            error);
	}
	return true;
}

/* --- For --help. --- */

static bool has_name(struct arena *a, const char *list, const char *name) {
	for (const char *one; (one = take_name(a, &list));)
		if (!strcmp(one, name))
			return true;
	return false;
}

static const char *joined(struct arena *a, const char *list, const char *more) {
	return *list ? arena_printf(a, "%s %s", list, more) : more;
}

const char *option_rules_text(struct arena *a, const struct option_info *option) {
	const char *text = "", *excluded = "";
	for (size_t i = 0; i < RULES; i++) {
		const struct rule *r = &rules[i];
		bool is_one = has_name(a, r->options, option->name);
		if (r->kind == RULE_KIND_EXCLUDES && is_one)
			excluded = joined(a, excluded, r->others);
		else if (r->kind == RULE_KIND_EXCLUDES && has_name(a, r->others, option->name))
			excluded = joined(a, excluded, r->options);
		else if (r->kind == RULE_KIND_NEEDS && is_one)
			text = joined(a, text, arena_printf(a, "It needs %s.", names_of(a, r->others, " or ")));
		else if (r->kind == RULE_KIND_ONE_RUN && is_one)
			text = joined(a, text, "It is for one run.");
	}
	if (*excluded)
		text = joined(a, text,
		              arena_printf(a, "It does not go with %s.", names_of(a, excluded, " or ")));
	return text;
}
