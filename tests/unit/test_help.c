/* What --help, the manual page and the completions say is whole, and it is true. */
#include "cli/options/help.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/compat.h"
#include "cli/options/config.h"
#include "cli/options/option_rules.h"
#include "cli/options/options.h"
#include "cli/options/strategies.h"
#include "symex/reduction.h"
#include "symex/strategy.h"
#include "tasks/plan.h"
#include "tests/unit/check.h"

static struct arena *arena;

/* What a printer of help prints. */
struct printed {
	char *text;
	size_t n;
	FILE *out;
};

static FILE *begin(struct printed *p) {
	return p->out = open_memstream(&p->text, &p->n);
}

/* Its words with one blank between them; 'without': characters that are left out. */
static const char *end(struct printed *p, const char *without) {
	fclose(p->out);
	char *to = arena_alloc(arena, p->n + 1), *at = to;
	for (const char *s = p->text; *s; s++)
		if (*s == ' ' || *s == '\n' || *s == '\t')
			at -= at > to && at[-1] == ' ', *at++ = ' ';
		else if (!strchr(without, *s))
			*at++ = *s;
	*at = 0;
	free(p->text);
	return to;
}

static const char *without(const char *text, const char *chars) {
	char *to = arena_alloc(arena, strlen(text) + 1), *at = to;
	for (; *text; text++)
		if (!strchr(chars, *text))
			*at++ = *text;
	return to;
}

static const char *help_of(const char *word) {
	struct printed p;
	const char *error = NULL;
	bool good = help_print(begin(&p), arena, word, &error);
	CHECK(good && !error);
	return end(&p, "");
}

static bool has(const char *text, const char *part) {
	if (strstr(text, part))
		return true;
	fprintf(stderr, "not there: %s\n", part);
	return false;
}

/* Every text as it is in the tables, and what is put together from it, to the last character. */
static void test_whole(void) {
	const char *all = help_of("all");
	struct printed p;
	help_man(begin(&p), arena);
	const char *manual = end(&p, "\\&");
	help_completion(begin(&p), arena, "zsh");
	const char *zsh = end(&p, "\\'");
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		const char *text = help_text(arena, option);
		if (option->kind == OPTION_ALIAS || option_is_hidden(option))
			continue;
		const struct strategy *s = strategy_find(option->name);
		const char *own = option->help + option_is_compatible(option);
		CHECK(!strncmp(text, own, strcspn(own, "%")));
		CHECK(!s || strstr(text, s->help));
		CHECK(option->kind == OPTION_GROUP || *text);
		CHECK(has(manual, without(text, "&")));
		if (option->kind == OPTION_GROUP)
			CHECK(has(all, arena_printf(arena, "%s: %s", option->name, text)));
		if (!option_is_shown(option))
			continue;
		CHECK(has(all, arena_printf(arena, " %s %s ", help_spelling(arena, option), text)));
		CHECK(has(zsh, arena_printf(arena, "[%s]", without(text, "'"))));
	}
	for (size_t i = 0; i < compat_table_n; i++)
		CHECK(compat_table[i].kind == COMPAT_IGNORED || compat_table[i].kind == COMPAT_FORMER ||
		      has(manual, compat_table[i].kind == COMPAT_REFUSED
		                      ? compat_table[i].text
		                      : compat_text(arena, &compat_table[i])));
}

/* Lines are short, unless a line has one word only. */
static void test_width(const char *word) {
	struct printed p;
	const char *error;
	CHECK(help_print(begin(&p), arena, word, &error));
	fclose(p.out);
	for (char *line = strtok(p.text, "\n"); line; line = strtok(NULL, "\n")) {
		CHECK(strlen(line) <= HELP_WIDTH);
		if (strlen(line) > HELP_WIDTH)
			fprintf(stderr, "%s\n", line);
	}
	free(p.text);
}

/* --help: about thirty options, each on a line or, if its spelling is long, on two. */
static void test_common(void) {
	const char *text = help_of("");
	size_t n = 0;
	for (size_t i = 0; i < common_table_n; i++) {
		const struct common_option *c = &common_table[i];
		CHECK(!c->name == !!c->title);
		CHECK(has(text, c->text));
		if (!c->name)
			continue;
		size_t k = 0;
		while (k < option_table_n && strcmp(option_table[k].name, c->name) != 0)
			k++;
		CHECK(k < option_table_n && option_is_shown(&option_table[k]));
		CHECK(*c->text && strlen(c->text) <= HELP_WIDTH - 32);
		n++;
	}
	CHECK(n == 30);
	CHECK(has(text, "--help all") && has(text, "--help WORD"));
}

static void test_words(void) {
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP || option_is_hidden(option))
			continue;
		const char *text = help_of(option->name);
		const struct option_info *means =
		    option->kind == OPTION_ALIAS ? option_find(option->of, false) : option;
		CHECK(has(text, help_spelling(arena, means)) && has(text, help_text(arena, means)));
	}
	for (size_t i = 0; i < compat_table_n; i++)
		CHECK(has(help_of(compat_table[i].name), compat_text(arena, &compat_table[i])));
	CHECK(has(help_of("no-por"), "--[no-]por now --[no-]reduction=por: partial-order reduction"));
	CHECK(has(help_of("lazy"), "--lazy now --strategy=lazy: "));
	CHECK(has(help_of("RACE"), "--data-races-check "));
	CHECK(!strstr(help_of("race"), "--unwind ") && !strstr(help_of("race"), "--trace["));
	CHECK(has(help_of("verflow"), "--signed-overflow-check ")); /* no word begins like that */
	CHECK(has(help_of("--no-bounds-check"), "--[no-]bounds-check"));
	CHECK(!strcmp(help_of("--unwindset"), help_of("unwindset")));
	const char *error = NULL;
	struct printed p;
	CHECK(!help_print(begin(&p), arena, "unwidnset", &error) && has(error, "mean --unwindset?"));
	CHECK(!*end(&p, ""));
	CHECK(!help_print(begin(&p), arena, "xyzzy", &error) && has(error, "'xyzzy'"));
	CHECK(has(error, "--help all") && !*end(&p, ""));
	CHECK(!help_print(begin(&p), arena, "--", &error));
	CHECK(!help_print((end(&p, ""), begin(&p)), arena, "print-man", &error));
	end(&p, "");
}

/* --- Marks. --- */

/* An option with a value that is not its default; what it needs besides follows. */
static const char *example(const struct option_info *option) {
	static const char *const text[][2] = {
	    {"target", "i386-linux-gnu"},
	    {"unwindset", "1:main.0:3"},
	    {"env", "A=1"},
	    {"inputs", "random"},
	    {"mpc-strategy", "3"},
	    {"share", "1/2"},
	    {"solver", "z3"},
	    {"smtlib", "sh"},
	    {"sat-engine", "own"},
	    {"smtlib2", "/dev/null"},
	    {"witness-format", "yaml"},
	    {"init", "f --thread g"},
	    {"final", "f --thread g"},
	    {"progress-check", "lock-free"},
	    {"mm", "sc"}, /* of the others, --list-strategies says who has them */
	};
	for (size_t i = 0; i < sizeof text / sizeof *text; i++)
		if (!strcmp(text[i][0], option->name))
			return arena_printf(arena, "--%s %s", option->name, text[i][1]);
	switch (option->kind) {
	case OPTION_FLAG: return arena_printf(arena, "--%s%s", option->init ? "no-" : "", option->name);
	case OPTION_REDUCTIONS: return arena_printf(arena, "--no-%s symmetry", option->name);
	case OPTION_MEANS: return arena_printf(arena, "--%s", option->name);
	case OPTION_UINT:
		return arena_printf(arena, "--%s=%u", option->name, option->init == 2 ? 3 : 2);
	case OPTION_TIME: return arena_printf(arena, "--%s=5s", option->name);
	case OPTION_SIZE: return arena_printf(arena, "--%s=500m", option->name);
	case OPTION_ENUM: {
		const char *second = strchr(option->arg, '|');
		return !second ? arena_printf(arena, "--%s=%s", option->name, option->arg)
		               : arena_printf(arena, "--%s=%.*s", option->name,
		                              (int)strcspn(second + 1, "|"), second + 1);
	}
	default: return arena_printf(arena, "--%s x", option->name);
	}
}

/* Does the program take the option with this strategy? */
static bool accepts(const struct strategy *s, const char *option, const char **why) {
	struct options o;
	struct config c = {0};
	options_init(&o);
	const char *file = s == &strategy_replay ? " t" : "", *error = NULL;
	const char *named = strategies_spelling(arena, s);
	struct text_list word = {0};
	cli_split(arena, arena_printf(arena, "a.c %s%s %s", named, file, option), &word);
	bool good = cli_parse(&o, (int)word.n, word.at, &error) && option_rules_check(&o, &error) &&
	            plan_config(&c, &o, &error);
	*why = error ? arena_printf(arena, "%s", error) : "";
	vec_free(&word);
	config_free(&c);
	options_free(&o);
	return good;
}

/* Is the strategy one of "a, b" in "[a, b]" at the end of a text, or not in "[not a, b]"?  Without
 * a mark it is. */
static bool is_marked(const char *text, const char *strategy) {
	const char *mark = strrchr(text, '[');
	if (!mark || text[strlen(text) - 1] != ']')
		return true;
	bool inverted = !strncmp(mark, "[not ", 5), found = false;
	for (const char *s = mark + (inverted ? 5 : 1); *s; s += strspn(s, ", ]")) {
		size_t n = strcspn(s, ",]");
		found |= n == strlen(strategy) && !strncmp(s, strategy, n);
		s += n;
	}
	return found != inverted;
}

/* Is the option only taken together with another one, which not all strategies take, or with a
 * file that describes a library?  tests/cli/run-api has these. */
static bool needs_more(const struct option_info *option) {
	static const char *const name[] = {"api",      "threads",     "ops",    "spec",
	                                   "show-api", "show-client", "server", "build-dir"};
	for (size_t i = 0; i < sizeof name / sizeof *name; i++)
		if (!strcmp(name[i], option->name))
			return true;
	return false;
}

/* Does a rule say that it does not go with the strategy, which --help OPTION tells instead? */
static bool is_excluded(const struct option_info *option, const char *strategy) {
	const char *others = strstr(option_rules_text(arena, option), "does not go with ");
	size_t n = strlen(strategy);
	while (others && (others = strstr(others, "--"))) {
		others += strncmp(others, "--strategy=", 11) ? 2 : 11;
		if (!strncmp(others, strategy, n) && strchr(",. ", others[n]))
			return true;
	}
	return false;
}

/* Each strategy refuses the options that are marked for others, and no other option. */
static void test_marks(void) {
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP || option->kind == OPTION_ALIAS ||
		    option->kind == OPTION_FLAGS || option_is_hidden(option) || needs_more(option) ||
		    !strcmp(option->name, "strategy") || strategy_find(option->name))
			continue;
		const char *given = example(option), *text = help_text(arena, option);
		enum reduction reduction = reduction_find(option->name);
		for (size_t k = 0; strategy_table[k]; k++) {
			const struct strategy *s = strategy_table[k];
			const char *why;
			bool marked = is_marked(text, s->name), good = accepts(s, given, &why);
			/* Switching off a reduction that a strategy does not have is no mistake. */
			bool expected = marked || (reduction < REDUCTION_N &&
			                           reduction_table[reduction].kind == REDUCTION_OF_SEARCH);
			expected &= !is_excluded(option, s->name);
			CHECK(good == expected);
			if (good != expected)
				fprintf(stderr, "--%s %s: %s%s\n", s->name, given,
				        good ? "accepted, against its mark" : "refused without a mark: ", why);
		}
	}
	CHECK(is_marked("x [lazy, uw]", "uw") && !is_marked("x [lazy, uw]", "u"));
	CHECK(!is_marked("x [not lazy, uw]", "uw") && is_marked("x [not lazy, uw]", "tdv"));
}

int main(void) {
	arena = arena_open();
	test_whole();
	test_width("");
	test_width("all");
	test_common();
	test_words();
	test_marks();
	arena_close(arena);
	return check_done("help");
}
