/* The text of a description.  One item a line; '#' begins a comment. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/file.h"
#include "tasks/api/api.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

struct api_reader {
	struct api *api;
	const char *line; /* the current one, without comment and end */
	const char *at;
	uint32_t number;
};

static struct loc here(const struct api_reader *r) {
	return (struct loc){r->api->path, r->number, (uint32_t)(r->at - r->line) + 1};
}

static void skip(struct api_reader *r) {
	r->at += strspn(r->at, " \t\r");
}

static bool at_end(struct api_reader *r) {
	skip(r);
	return !*r->at;
}

static bool is_word(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* Letters, digits and '_'; in words of ours also '-'.  NULL: there is none. */
static const char *take_word(struct api_reader *r, bool has_dash) {
	skip(r);
	const char *from = r->at;
	while (is_word(*r->at) || (has_dash && *r->at == '-' && r->at > from))
		r->at++;
	return r->at > from ? intern_n(from, (size_t)(r->at - from)) : NULL;
}

static bool take(struct api_reader *r, const char *text) {
	skip(r);
	size_t n = strlen(text);
	if (strncmp(r->at, text, n) != 0 || (is_word(text[n - 1]) && is_word(r->at[n])))
		return false;
	r->at += n;
	return true;
}

static void expect(struct api_reader *r, const char *text, const char *where) {
	if (!take(r, text))
		fatal(EXIT_INPUT, here(r), "'%s' is missing %s", text, where);
}

static const char *rest_of_line(struct api_reader *r) {
	skip(r);
	size_t n = strlen(r->at);
	while (n && strchr(" \t\r", r->at[n - 1]))
		n--;
	const char *text = intern_n(r->at, n);
	r->at += strlen(r->at);
	return text;
}

static uint32_t take_number(struct api_reader *r, const char *what) {
	skip(r);
	char *end;
	unsigned long n = isdigit((unsigned char)*r->at) ? strtoul(r->at, &end, 10) : 0;
	if (n < 1 || n > 1000)
		fatal(EXIT_INPUT, here(r), "%s needs a number from 1 to 1000", what);
	r->at = end;
	return (uint32_t)n;
}

/* --- Arguments. --- */

/* Where a quoted text ends, behind its second quote. */
static const char *end_of_quote(const char *s) {
	char quote = *s++;
	while (*s && *s != quote)
		s += *s == '\\' && s[1] ? 2 : 1;
	return *s ? s + 1 : s;
}

static void note_constant(struct api_reader *r, const char *text, struct loc loc) {
	vec_push(&r->api->constant, ((struct api_constant){text, loc}));
}

/* A constant of C: up to a comma, a bracket that was not opened, or "..". */
static const char *take_constant(struct api_reader *r) {
	skip(r);
	struct loc start = here(r);
	const char *from = r->at;
	int depth = 0;
	while (*r->at && (depth || !strchr(",)}", *r->at)) && strncmp(r->at, "..", 2) != 0) {
		depth += (*r->at == '(') - (*r->at == ')');
		r->at = strchr("\"'", *r->at) ? end_of_quote(r->at) : r->at + 1;
	}
	size_t n = (size_t)(r->at - from);
	while (n && strchr(" \t", from[n - 1]))
		n--;
	if (!n)
		fatal(EXIT_INPUT, here(r), "a value is missing");
	const char *text = intern_n(from, n);
	note_constant(r, text, start);
	return text;
}

static bool is_integer(const char *text, long long *value) {
	char *end;
	errno = 0;
	*value = strtoll(text, &end, 0);
	return *text && !*end && !errno;
}

enum { MAX_VALUES = 64 };

/* "1..3", "{1, 5}" or one constant. */
static void take_values(struct api_reader *r, struct text_list *to) {
	skip(r);
	struct loc start = here(r);
	if (take(r, "{")) {
		do
			vec_push(to, take_constant(r));
		while (take(r, ","));
		expect(r, "}", "after the values");
		return;
	}
	const char *first = take_constant(r);
	long long low, high;
	if (!take(r, "..")) {
		vec_push(to, first);
		return;
	}
	const char *last = take_constant(r);
	if (!is_integer(first, &low) || !is_integer(last, &high))
		fatal(EXIT_INPUT, start, "a range needs two integers, not '%s..%s'", first, last);
	if (high < low || high - low >= MAX_VALUES)
		fatal(EXIT_INPUT, start,
		      "a range has 1 to %d values, not those of %s..%s; 'any' is for all", MAX_VALUES,
		      first, last);
	for (long long v = low; v <= high; v++)
		vec_push(to, intern_printf("%lld", v));
}

static struct api_arg take_arg(struct api_reader *r) {
	skip(r);
	struct api_arg arg = {.loc = here(r)};
	if (take(r, "_"))
		arg.kind = API_OBJECT;
	else if (take(r, "fresh"))
		arg.kind = API_FRESH;
	else if (take(r, "any"))
		arg.kind = API_ANY;
	else if (take(r, "thread"))
		arg.kind = API_THREAD;
	else if (take(r, "out")) {
		arg.kind = API_OUT;
		arg.is_always = take(r, "!");
		skip(r);
		const char *name = take_word(r, false); /* only for readers */
		if (name && !strcmp(name, "_"))
			arg.kind = API_OBJECT_OUT;
	} else if (take(r, "inout")) {
		arg.kind = API_INOUT;
		take_values(r, &arg.value);
	} else if (take(r, "from")) {
		arg.kind = API_FROM;
		skip(r);
		arg.loc = here(r);
		arg.from = take_word(r, false);
		if (!arg.from)
			fatal(EXIT_INPUT, here(r), "'from' needs the name of an operation");
	} else if (take(r, API_OPEN)) {
		arg.kind = API_VALUES;
		vec_push(&arg.value, API_OPEN);
	} else {
		arg.kind = API_VALUES;
		take_values(r, &arg.value);
	}
	return arg;
}

static struct api_call take_call(struct api_reader *r, const char *item) {
	skip(r);
	struct api_call call = {.loc = here(r), .role = NO_ROLE};
	call.name = take_word(r, false);
	if (!call.name || isdigit((unsigned char)*call.name))
		fatal(EXIT_INPUT, call.loc, "'%s' needs the name of a function", item);
	expect(r, "(", "after the name of the function");
	if (take(r, ")"))
		return call;
	do {
		struct api_arg arg = take_arg(r);
		vec_push(&call.arg, arg);
	} while (take(r, ","));
	expect(r, ")", "after the arguments");
	return call;
}

/* --- What follows a call. --- */

/* "ok 0", "ok true", "ok >= 0": when the function has succeeded. */
static const char *take_ok(struct api_reader *r) {
	static const char *const compare[] = {"==", "!=", "<=", ">=", "<", ">"};
	const char *op = "==";
	for (size_t i = 0; i < sizeof compare / sizeof *compare; i++)
		if (take(r, compare[i])) {
			op = compare[i];
			break;
		}
	skip(r);
	struct loc start = here(r);
	const char *from = r->at;
	r->at += *r->at == '-';
	const char *word = take_word(r, false);
	if (!word)
		fatal(EXIT_INPUT, here(r), "'ok' needs a value: true, false, 0, >= 0, NULL");
	if (!strcmp(word, "true") || !strcmp(word, "nonzero"))
		return "r";
	if (!strcmp(word, "false"))
		return "!r";
	const char *value = *from == '-' ? intern_printf("-%s", word) : word;
	note_constant(r, value, start);
	return intern_printf("r %s %s", op, value);
}

/* A value that a function returns. */
static const char *take_value(struct api_reader *r, const char *item) {
	skip(r);
	struct loc start = here(r);
	bool is_negative = take(r, "-");
	const char *value = take_word(r, false);
	if (!value)
		fatal(EXIT_INPUT, here(r), "'%s' needs the value that is returned then", item);
	value = is_negative ? intern_printf("-%s", value) : value;
	if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
		note_constant(r, value, start);
	return value;
}

static void take_suffixes(struct api_reader *r, struct api_call *call, bool is_op) {
	while (!at_end(r)) {
		struct loc at = here(r);
		if (take(r, "ok"))
			call->ok = take_ok(r);
		else if (take(r, "fail"))
			call->fail = take_value(r, "fail");
		else if (is_op && take(r, "role")) {
			skip(r);
			call->role_loc = here(r);
			call->role_name = take_word(r, false);
			if (!call->role_name)
				fatal(EXIT_INPUT, at, "'role' needs a name");
		} else if (is_op && take(r, "may-fail")) {
			call->may_fail = take_value(r, "may-fail");
		} else if (is_op && take(r, "as")) {
			skip(r);
			call->as_loc = here(r);
			call->as = take_word(r, false);
			if (!call->as)
				fatal(EXIT_INPUT, at, "'as' needs an operation of the specification");
		} else if (is_op && (take(r, "adds") || take(r, "removes"))) {
			call->effect = r->at[-2] == 'd' ? API_ADDS : API_REMOVES;
			call->has_effect = true;
		} else
			fatal(EXIT_INPUT, at, "unexpected '%s'%s", rest_of_line(r),
			      is_op ? "; after an operation may stand role NAME, may-fail VALUE, as NAME, ok "
			              "VALUE, fail VALUE, adds, removes"
			            : "");
	}
}

/* --- Items. --- */

static void once(const struct api_reader *r, const void *given, const char *item) {
	if (given)
		fatal(EXIT_INPUT, (struct loc){r->api->path, r->number, 1}, "a second '%s'", item);
}

static void read_header(struct api_reader *r) {
	skip(r);
	r->api->header_loc = here(r);
	const char *name = rest_of_line(r);
	size_t n = strlen(name);
	if (n > 1 && (*name == '"' || *name == '<'))
		name = intern_n(name + 1, n - 2);
	if (!*name)
		fatal(EXIT_INPUT, r->api->header_loc, "'api' needs the name of a header");
	vec_push(&r->api->header, name);
}

static void read_object(struct api_reader *r) {
	once(r, r->api->object, "object");
	skip(r);
	r->api->object_loc = here(r);
	r->api->object = rest_of_line(r);
	if (!*r->api->object)
		fatal(EXIT_INPUT, here(r), "'object' needs a type");
}

static void read_create(struct api_reader *r) {
	struct api_call call = take_call(r, "create");
	take_suffixes(r, &call, false);
	vec_push(&r->api->create, call);
}

static void read_op(struct api_reader *r) {
	struct api_call call = take_call(r, "op");
	take_suffixes(r, &call, true);
	if (r->api->op.n == API_MAX_OPS)
		fatal(EXIT_INPUT, call.loc, "more than %d operations", API_MAX_OPS);
	vec_push(&r->api->op, call);
}

static void read_destroy(struct api_reader *r) {
	once(r, r->api->destroy.name, "destroy");
	r->api->destroy = take_call(r, "destroy");
	r->api->destroy_any = take(r, "any");
	take_suffixes(r, &r->api->destroy, false);
}

static void read_role(struct api_reader *r) {
	skip(r);
	struct api_role role = {.loc = here(r)};
	role.name = take_word(r, false);
	if (!role.name)
		fatal(EXIT_INPUT, role.loc, "'role' needs a name and a number of threads");
	role.threads = take_number(r, "a role");
	vec_push(&r->api->role, role);
}

static void read_pair(struct api_reader *r, const char *item, const char *between) {
	skip(r);
	struct api_pair pair = {.loc = here(r)};
	pair.a = take_word(r, false);
	if (!pair.a)
		fatal(EXIT_INPUT, pair.loc, "'%s' needs the names of two operations", item);
	expect(r, between, "between the two operations");
	skip(r);
	pair.loc_b = here(r);
	pair.b = take_word(r, false);
	if (!pair.b)
		fatal(EXIT_INPUT, pair.loc_b, "'%s' needs the names of two operations", item);
	if (!strcmp(item, "never"))
		vec_push(&r->api->never, pair);
	else
		vec_push(&r->api->require, pair);
}

static void read_never(struct api_reader *r) {
	read_pair(r, "never", "||");
}

static void read_require(struct api_reader *r) {
	read_pair(r, "require", "after");
}

static void read_text(struct api_reader *r, const char *item, const char **to, struct loc *at) {
	once(r, *to, item);
	skip(r);
	*at = here(r);
	*to = rest_of_line(r);
	if (!**to)
		fatal(EXIT_INPUT, *at, "'%s' needs a value", item);
}

static void read_spec(struct api_reader *r) {
	read_text(r, "spec", &r->api->spec, &r->api->spec_loc);
}

static void read_progress(struct api_reader *r) {
	read_text(r, "progress", &r->api->progress, &r->api->progress_loc);
}

static void read_threads(struct api_reader *r) {
	read_text(r, "threads", &r->api->threads, &r->api->threads_loc);
}

static void read_ops(struct api_reader *r) {
	read_text(r, "ops", &r->api->ops, &r->api->ops_loc);
}

static void read_cap(struct api_reader *r) {
	r->api->cap = take_number(r, "cap");
}

static const struct {
	const char *name;
	void (*read)(struct api_reader *);
} items[] = {
    {"api", read_header},      {"object", read_object},
    {"create", read_create},   {"op", read_op},
    {"destroy", read_destroy}, {"role", read_role},
    {"never", read_never},     {"require", read_require},
    {"spec", read_spec},       {"progress", read_progress},
    {"threads", read_threads}, {"ops", read_ops},
    {"cap", read_cap},
};

static void read_line(struct api_reader *r) {
	if (at_end(r))
		return;
	struct loc start = here(r);
	const char *word = take_word(r, true);
	for (size_t i = 0; word && i < sizeof items / sizeof *items; i++)
		if (!strcmp(items[i].name, word)) {
			items[i].read(r);
			if (!at_end(r))
				fatal(EXIT_INPUT, here(r), "unexpected '%s'", rest_of_line(r));
			return;
		}
	fatal(EXIT_INPUT, start,
	      "'%s' begins no item; items are api, object, create, op, destroy, role, never, require, "
	      "spec, progress, cap, threads, ops",
	      word ? word : rest_of_line(r));
}

/* Without what follows '#', unless that is quoted. */
static const char *without_comment(struct arena *arena, const char *line, size_t n) {
	char *copy = arena_printf(arena, "%.*s", (int)n, line);
	for (char *s = copy; *s;) {
		if (*s == '#')
			*s = 0;
		else
			s = strchr("\"'", *s) ? (char *)end_of_quote(s) : s + 1;
	}
	return copy;
}

struct api *api_read(struct arena *arena, const char *path) {
	struct api *api = arena_new(arena, struct api);
	api->arena = arena;
	api->path = intern(path);
	api->dir = intern_n(path, path_base_at(path));
	const char *text = file_text(arena, path);
	if (!text)
		fatal(EXIT_INPUT, NO_LOC, "--api: cannot open '%s': %s", path, strerror(errno));
	if (!path_has_suffix(path, ".api")) {
		if (!path_has_suffix(path, ".h"))
			fatal(EXIT_INPUT, NO_LOC, "--api needs a description (.api) or a header (.h), not '%s'",
			      path);
		api->is_guessed = true;
		vec_push(&api->header, intern(path_base(path)));
		return api;
	}
	struct api_reader r = {.api = api};
	while (*text) {
		size_t n = strcspn(text, "\n");
		r.number++;
		r.line = r.at = without_comment(arena, text, n);
		read_line(&r);
		text += n + (text[n] == '\n');
	}
	return api;
}
