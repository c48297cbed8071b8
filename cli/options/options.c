#include "cli/options/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/file.h"
#include "cli/options/abbreviation.h"
#include "cli/options/compat.h"
#include "frontend/source/compiler_flags.h"
#include "symex/reduction.h"
#include "util/text/affix.h"
#include "util/text/nearest.h"
#include "util/text/path.h"
#include "util/text/words.h"

#define MAX_ARGUMENTS 100000 /* response files may include each other */
#define MAX_NESTING   8

struct parser {
	struct options *o;
	struct text_list arg;
	size_t at;
	struct text_list ignored; /* options of others without effect, for one common note */
	const char *error;
};

/* Always false, so that callers can return it. */
#define fail(p, ...) ((p)->error = arena_printf((p)->o->arena, __VA_ARGS__), false)

static bool apply(struct parser *, const char *arg, bool negate, unsigned depth);

bool cli_duration(const char *text, double *seconds) {
	static const struct {
		const char *unit;
		double seconds;
	} units[] = {{"", 1}, {"s", 1}, {"ms", 0.001}, {"m", 60}, {"h", 3600}, {"d", 86400}};
	char *end;
	if (!isdigit((unsigned char)*text))
		return false;
	double value = strtod(text, &end);
	for (size_t i = 0; i < sizeof units / sizeof *units; i++)
		if (!strcmp(end, units[i].unit) && value * units[i].seconds <= 1e9) {
			*seconds = value * units[i].seconds;
			return true;
		}
	return false;
}

bool cli_size(const char *text, uint64_t *bytes) {
	char *end;
	if (!isdigit((unsigned char)*text))
		return false;
	double value = strtod(text, &end);
	const char *units = "bkmgt", *unit = units + 2; /* a plain number counts megabytes */
	if (*end) {
		unit = strchr(units, tolower((unsigned char)*end++));
		if (!unit)
			return false;
		if (*unit != 'b' && (!strcasecmp(end, "b") || !strcasecmp(end, "ib")))
			end += strlen(end);
		if (*end)
			return false;
	}
	value = ldexp(value, 10 * (int)(unit - units));
	if (!(value <= 1e18))
		return false;
	*bytes = (uint64_t)value;
	return true;
}

void cli_split(struct arena *arena, const char *text, struct text_list *into) {
	char *word = arena_alloc(arena, strlen(text) + 1);
	for (char *next; (next = words_take(&text, word)); word = next)
		vec_push(into, word);
}

static bool expand_file(struct parser *p, const char *path, unsigned depth);

/* Appends the arguments to p->arg with response files replaced by their words. */
static bool expand(struct parser *p, const char *const *arg, size_t n, unsigned depth) {
	for (size_t i = 0; i < n; i++) {
		if (p->arg.n >= MAX_ARGUMENTS)
			return fail(p, "too many arguments");
		if (!strcmp(arg[i], "--")) { /* the rest are names of files */
			for (; i < n; i++)
				vec_push(&p->arg, arg[i]);
			return true;
		}
		if (arg[i][0] != '@')
			vec_push(&p->arg, arg[i]);
		else if (!expand_file(p, arg[i] + 1, depth))
			return false;
	}
	return true;
}

static bool expand_file(struct parser *p, const char *path, unsigned depth) {
	if (depth >= MAX_NESTING)
		return fail(p, "@%s: response files are nested too deeply", path);
	char *text = file_text(p->o->arena, path);
	if (!text)
		return fail(p, "@%s: cannot read: %s", path, strerror(errno));
	vec_push(&p->o->response, arena_printf(p->o->arena, "%s", path));
	struct text_list word = {0};
	cli_split(p->o->arena, text, &word);
	bool good = expand(p, word.at, word.n, depth + 1);
	vec_free(&word);
	return good;
}

static bool parse_uint(const char *text, uint32_t *value) {
	if (!isdigit((unsigned char)*text) || strlen(text) > 10)
		return false;
	char *end;
	unsigned long long v = strtoull(text, &end, 10);
	if (*end || v >= UINT32_MAX)
		return false;
	*value = (uint32_t)v;
	return true;
}

/* The index of 'text' in "a|b|c". */
static bool parse_word(const char *words, const char *text, uint32_t *index) {
	*index = 0;
	for (const char *w = words; *w; w += strspn(w, "|"), ++*index) {
		size_t n = strcspn(w, "|");
		if (strlen(text) == n && !strncmp(text, w, n))
			return true;
		w += n;
	}
	return false;
}

static void *field_of(struct options *o, const struct option_info *option) {
	return (char *)o + option->offset;
}

static bool set_enum(struct parser *p, const struct option_info *option, const char *value) {
	uint32_t index;
	if (!parse_word(option->arg, value, &index))
		return fail(p, "--%s must be one of %s, not '%s'", option->name, option->arg, value);
	_Static_assert(sizeof(enum color_mode) == sizeof index, "enumerations are stored as numbers");
	memcpy(field_of(p->o, option), &index, sizeof index);
	return true;
}

static bool set_value(struct parser *p, const struct option_info *option, const char *value) {
	void *field = field_of(p->o, option);
	switch (option->kind) {
	case OPTION_UINT:
		if (option->init == NO_BOUND && !strcmp(value, "-1")) /* ESBMC's way to say: none */
			*(uint32_t *)field = NO_BOUND;
		else if (!parse_uint(value, field))
			return fail(p, "--%s needs a number, not '%s'", option->name, value);
		return true;
	case OPTION_ENUM: return set_enum(p, option, value);
	case OPTION_TIME:
		if (!cli_duration(value, field))
			return fail(p, "--%s needs a time such as 30s, 5m or 1h, not '%s'", option->name,
			            value);
		return true;
	case OPTION_SIZE:
		if (!cli_size(value, field))
			return fail(p, "--%s needs a size such as 500m or 2g, not '%s'", option->name, value);
		return true;
	case OPTION_TEXT:
		if (!*value && option->init != MAY_BE_EMPTY)
			return fail(p, "--%s needs a value", option->name);
		*(const char **)field = value;
		return true;
	case OPTION_WORD: *(const char **)field = value; return true;
	case OPTION_LIST:
		if (!*value)
			return fail(p, "--%s needs a value", option->name);
		vec_push((struct text_list *)field, value);
		return true;
	default: return fail(p, "--%s takes no value", option->name);
	}
}

/* The value that follows as an argument of its own; NULL with an error if there is none. */
static const char *next_value(struct parser *p, const char *name) {
	if (p->at < p->arg.n && strncmp(p->arg.at[p->at], "--", 2) != 0)
		return p->arg.at[p->at++];
	return fail(p, "%s needs a value", name) ? "" : NULL;
}

static bool unknown_reduction(struct parser *p, const char *name) {
	struct nearest near = {.name = name};
	for (unsigned i = 0; i < REDUCTION_N; i++)
		nearest_try(&near, reduction_table[i].name);
	const char *found = nearest_found(&near);
	return fail(p, "--no-reduction: there is no '%s'%s%s; --list-reductions", name,
	            found ? ", nearest is " : "", found ? found : "");
}

/* Names with commas between them. */
static bool set_reductions(struct parser *p, const struct option_info *option, const char *value,
                           bool off) {
	uint64_t *set = field_of(p->o, option);
	if (!value && !(value = next_value(p, arena_printf(p->o->arena, "--no-%s", option->name))))
		return false;
	if (!*value)
		return fail(p, "--no-%s needs a value", option->name);
	for (; *value; value += strspn(value, ",")) {
		const char *name = arena_printf(p->o->arena, "%.*s", (int)strcspn(value, ","), value);
		enum reduction which = reduction_find(name);
		if (*name && which == REDUCTION_N)
			return unknown_reduction(p, name);
		uint64_t bit = *name ? UINT64_C(1) << which : 0;
		*set = off ? *set | bit : *set & ~bit;
		value += strlen(name);
	}
	return true;
}

/* Applies the words of 'options', '%' in them replaced by the value. */
static bool apply_means(struct parser *p, const char *options, const char *value, bool negate,
                        unsigned depth) {
	if (depth >= MAX_NESTING)
		return fail(p, "options stand for each other");
	struct text_list word = {0};
	cli_split(p->o->arena, options, &word);
	/* The words are arguments like any other: they go in front of those still to come. */
	struct parser inner = {.o = p->o};
	for (size_t i = 0; i < word.n; i++) {
		const char *percent = strchr(word.at[i], '%');
		if (percent && value)
			word.at[i] = arena_printf(p->o->arena, "%.*s%s%s", (int)(percent - word.at[i]),
			                          word.at[i], value, percent + 1);
	}
	inner.arg = word;
	bool good = true;
	while (good && inner.at < inner.arg.n)
		good = apply(&inner, inner.arg.at[inner.at++], negate, depth + 1);
	p->error = inner.error;
	vec_free(&word);
	vec_free(&inner.ignored);
	return good;
}

/* The scale of ESBMC and CBMC: 0 nothing, 1 errors, 2 warnings, 6 the default, 8 statistics. */
static bool apply_verbosity(struct parser *p, const char *value) {
	const char *number = strrchr(value, ':'); /* ESBMC: module:N */
	uint32_t theirs;
	if (!parse_uint(number ? number + 1 : value, &theirs))
		return fail(p, "--verbosity needs a number, not '%s'", value);
	p->o->quiet = theirs < 2;
	p->o->verbose = theirs < 8 ? 1 : theirs - 6;
	return true;
}

static bool apply_compat(struct parser *p, const struct compat *c, const char *value, bool negate,
                         unsigned depth) {
	switch (c->kind) {
	case COMPAT_FORMER: return apply_means(p, c->text, value, negate, depth);
	case COMPAT_MEANS: return apply_means(p, c->text, value, false, depth);
	case COMPAT_IGNORED: vec_push(&p->ignored, c->name); return true;
	case COMPAT_NOTE: vec_push(&p->o->notes, c->text); return true;
	case COMPAT_REFUSED: return fail(p, "unsupported: --%s: %s", c->name, c->text);
	case COMPAT_VERBOSITY: return apply_verbosity(p, value);
	}
	return true;
}

static bool unknown_option(struct parser *p, const char *arg) {
	struct nearest near = {.name = arg + strspn(arg, "-")};
	for (size_t i = 0; i < option_table_n; i++) {
		const struct option_info *option = &option_table[i];
		if (option->kind == OPTION_GROUP || option_is_short(option) || option_is_hidden(option))
			continue;
		nearest_try(&near, option->name);
		if (option->kind == OPTION_REDUCTIONS || (option->kind == OPTION_FLAG && option->init))
			nearest_try(&near, arena_printf(p->o->arena, "no-%s", option->name));
	}
	for (size_t i = 0; i < compat_table_n; i++)
		nearest_try(&near, compat_table[i].name);
	const char *found = nearest_found(&near);
	const struct compat *compat = found ? compat_find(found) : NULL;
	if (compat && compat->kind == COMPAT_FORMER && !compat->arg)
		return fail(p, "unknown option '%s'; did you mean %s?", arg, compat->text);
	if (found)
		return fail(p, "unknown option '%s'; did you mean --%s?", arg, found);
	return fail(p, "unknown option '%s'; --help lists them", arg);
}

/* Is the next argument a value of an option that can also stand alone? */
static bool next_is_value(const struct parser *p, const struct option_info *option) {
	uint32_t ignored;
	if (p->at >= p->arg.n)
		return false;
	const char *next = p->arg.at[p->at];
	if (option->kind == OPTION_WORD) {
		bool is_folder = !strncmp(option->arg, "DIR", 3); /* --cache prog.c: not the folder */
		return *next != '-' && !(is_folder && path_is_file(next));
	}
	return option->kind == OPTION_ENUM ? parse_word(option->arg, next, &ignored)
	                                   : parse_uint(next, &ignored);
}

static bool apply_option(struct parser *p, const struct option_info *option, const char *value,
                         bool negate, unsigned depth) {
	if (option->kind == OPTION_FLAG || option->kind == OPTION_MEANS) {
		if (value)
			return fail(p, "--%s takes no value", option->name);
		if (option->kind == OPTION_MEANS)
			return apply_means(p, option->of, NULL, negate, depth);
		*(bool *)field_of(p->o, option) = !negate;
		return true;
	}
	if (option->kind == OPTION_REDUCTIONS)
		return set_reductions(p, option, value, negate);
	if (negate)
		return fail(p, "--%s cannot be turned off", option->name);
	if (!value && option->bare != REQUIRED && !next_is_value(p, option)) {
		if (option->kind == OPTION_WORD)
			return set_value(p, option, "");
		memcpy(field_of(p->o, option), &option->bare, sizeof option->bare);
		return true;
	}
	if (!value)
		value = next_value(p, arena_printf(p->o->arena, "--%s", option->name));
	return value && set_value(p, option, value);
}

static bool next_is_number(const struct parser *p) {
	const char *next = p->at < p->arg.n ? p->arg.at[p->at] : "";
	return *next && next[strspn(next, "0123456789")] == 0;
}

static bool apply_abbreviation(struct parser *p, const char *name, const char *value, bool negate,
                               unsigned depth) {
	struct arena *a = p->o->arena;
	const char *candidates, *full = abbreviation_find(a, name, &candidates);
	if (full)
		return apply(p, arena_printf(a, "--%s%s%s", full, value ? "=" : "", value ? value : ""),
		             negate, depth);
	if (candidates)
		return fail(p, "option '--%s' is ambiguous: %s", name, candidates);
	return unknown_option(p, arena_printf(a, "--%s", name));
}

static bool apply_long(struct parser *p, const char *arg, bool negate, unsigned depth) {
	const char *equals = strchr(arg, '=');
	const char *value = equals ? equals + 1 : NULL;
	const char *name =
	    equals ? arena_printf(p->o->arena, "%.*s", (int)(equals - arg - 2), arg + 2) : arg + 2;
	const struct option_info *option = option_find(name, false);
	if (option)
		return apply_option(p, option, value, negate, depth);
	const struct compat *compat = compat_find(name);
	if (compat) {
		if (value && !compat->arg)
			return fail(p, "--%s takes no value", name);
		bool takes = compat->arg && (strcmp(compat->arg, "[N]") != 0 || next_is_number(p));
		if (takes && !value && !(value = next_value(p, arg)))
			return false;
		return apply_compat(p, compat, value, negate, depth);
	}
	if (!strncmp(name, "no-", 3)) {
		option = option_find(name + 3, false);
		if (option && option_has_no(option))
			return apply_option(p, option, value, !negate, depth);
		compat = compat_find(name + 3);
		if (compat && compat_has_no(compat))
			return value ? fail(p, "--%s takes no value", name)
			             : apply_compat(p, compat, NULL, !negate, depth);
	}
	return apply_abbreviation(p, name, value, negate, depth);
}

static bool apply_compiler_flag(struct parser *p, const char *arg, bool *known) {
	struct compiler_flag_found found = compiler_flag_find(arg);
	const char *value = NULL;
	*known = found.what != COMPILER_FLAG_UNKNOWN;
	if (arg[1] == 'X' && found.has_value && p->at < p->arg.n)
		value = p->arg.at[p->at++]; /* an option of the linker, whatever it looks like */
	else if (found.has_value && !*(value = arg + found.length) && !(value = next_value(p, arg)))
		return false;
	if (*known) {
		vec_push(&p->o->compiler_flags,
		         value ? arena_printf(p->o->arena, "%.*s", (int)found.length, arg) : arg);
		if (value)
			vec_push(&p->o->compiler_flags, value);
	}
	if (found.what != COMPILER_FLAG_HANDED_ON && found.what != COMPILER_FLAG_OFFERED)
		return true;
	vec_push(&p->o->flags, value ? arena_printf(p->o->arena, "%.*s", (int)found.length, arg) : arg);
	if (value)
		vec_push(&p->o->flags, value);
	return true;
}

static bool apply_short(struct parser *p, const char *arg, unsigned depth) {
	const struct option_info *option = option_find(arg + 1, true);
	if (option)
		return apply_option(p, option, NULL, false, depth);
	if (!strcmp(arg, "-m32") || !strcmp(arg, "-m64")) {
		vec_push(&p->o->compiler_flags, arg);
		return apply_means(p,
		                   arg[2] == '3' ? "--target=i386-linux-gnu" : "--target=x86_64-linux-gnu",
		                   NULL, false, depth);
	}
	bool known;
	if (!apply_compiler_flag(p, arg, &known) || known)
		return p->error == NULL;
	char letter[2] = {arg[1], 0};
	option = option_find(letter, true);
	if (option && (option->kind == OPTION_TEXT || option->kind == OPTION_UINT)) /* -pDIR, -j4 */
		return apply_option(p, option, arg + 2, false, depth);
	return unknown_option(p, arg);
}

static bool apply(struct parser *p, const char *arg, bool negate, unsigned depth) {
	if (!strcmp(arg, "-"))
		return fail(p, "standard input cannot be verified; name a file");
	if (starts_with(arg, "--"))
		return apply_long(p, arg, negate, depth);
	if (arg[0] == '-')
		return apply_short(p, arg, depth);
	if (!*arg)
		return fail(p, "a file needs a name");
	vec_push(&p->o->file, arg);
	return true;
}

static void note_ignored(struct parser *p) {
	if (!p->ignored.n)
		return;
	const char *list = "";
	for (size_t i = 0; i < p->ignored.n; i++)
		list = arena_printf(p->o->arena, "%s --%s", list, p->ignored.at[i]);
	vec_push(&p->o->notes, arena_printf(p->o->arena, "no effect here, ignored:%s", list));
}

static void note_partial_loops(struct options *o) {
	if (o->partial_loops && o->unwind == NO_BOUND && !o->unwindset.n)
		vec_push(&o->notes, "--partial-loops has no effect without --unwind or --unwindset: loops "
		                    "that have no bound are not left early");
}

/* "--mm tso", "--mm=pso": models of machines, which have no races. */
static bool names_machine(const struct parser *p, size_t ix) {
	const char *arg = p->arg.at[ix], *model = NULL;
	if (!strncmp(arg, "--mm=", 5))
		model = arg + 5;
	else if (!strcmp(arg, "--mm") && ix + 1 < p->arg.n)
		model = p->arg.at[ix + 1];
	return model && (!strcmp(model, "tso") || !strcmp(model, "pso"));
}

/* A library is checked for races and for what destroy leaves behind, unless an option says not to.
 */
static void prepare_api(struct parser *p) {
	bool has_api = false, has_machine = false;
	for (size_t i = 0; i < p->arg.n && strcmp(p->arg.at[i], "--") != 0; i++) {
		has_api |= !strcmp(p->arg.at[i], "--api") || !strncmp(p->arg.at[i], "--api=", 6);
		has_machine |= names_machine(p, i);
	}
	if (!has_api)
		return;
	p->o->leak_check = true;
	p->o->data_races_check = !has_machine;
	if (has_machine)
		vec_push(&p->o->notes, "data races are not checked: they are a notion of C, not of "
		                       "machines; --mm c11 checks them");
}

bool cli_parse(struct options *o, int argc, const char *const *argv, const char **error) {
	struct parser p = {.o = o};
	bool good = expand(&p, argv, (size_t)argc, 0), files_only = false;
	if (good)
		prepare_api(&p);
	while (good && p.at < p.arg.n) {
		const char *arg = p.arg.at[p.at++];
		if (files_only)
			vec_push(&o->file, arg);
		else if (!strcmp(arg, "--"))
			files_only = true;
		else
			good = apply(&p, arg, false, 0);
	}
	note_ignored(&p);
	note_partial_loops(o);
	vec_free(&p.arg);
	vec_free(&p.ignored);
	*error = p.error;
	return good;
}
