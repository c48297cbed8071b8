/* --show-api: the whole description, with what was guessed and why. */
#include <stdio.h>
#include <string.h>

#include "tasks/api/api.h"
#include "util/base/intern.h"

enum { WHY_COLUMN = 48 };

static const char *list(const struct text_list *value) {
	if (value->n == 1)
		return value->at[0];
	const char *text = "{";
	for (size_t i = 0; i < value->n; i++)
		text = intern_printf("%s%s%s", text, i ? ", " : "", value->at[i]);
	return intern_printf("%s}", text);
}

static const char *arg_text(const struct api_arg *arg, size_t k) {
	switch (arg->kind) {
	case API_OBJECT: return "_";
	case API_OBJECT_OUT: return "out _";
	case API_FRESH: return "fresh";
	case API_VALUES: return list(&arg->value);
	case API_ANY: return "any";
	case API_THREAD: return "thread";
	case API_OUT: return intern_printf("out%s v%zu", arg->is_always ? "!" : "", k + 1);
	case API_INOUT: return intern_printf("inout %s", list(&arg->value));
	case API_FROM: return intern_printf("from %s", arg->from);
	}
	return "";
}

/* The item, and behind it the reasons, so that what is printed is a description again. */
static void print_line(FILE *out, const char *item, const char *text, const char *why) {
	int n = fprintf(out, "%-7s %s", item, text);
	if (why && *why)
		fprintf(out, "%*s# guessed: %s", n < WHY_COLUMN ? WHY_COLUMN - n : 1, "", why);
	fputc('\n', out);
}

static const char *and_why(const char *all, const char *why) {
	return !why ? all : *all ? intern_printf("%s; %s", all, why) : why;
}

/* "ok" is kept as C; here as the description has it. */
static const char *ok_text(const char *ok) {
	if (!strcmp(ok, "r"))
		return "true";
	if (!strcmp(ok, "!r"))
		return "false";
	return !strncmp(ok, "r == ", 5) ? ok + 5 : ok + 2;
}

static void print_call(FILE *out, const char *item, const struct api_call *call, bool is_any) {
	const char *text = intern_printf("%s(", call->name), *why = and_why("", call->why);
	for (size_t k = 0; k < call->arg.n; k++) {
		const struct api_arg *arg = &call->arg.at[k];
		text = intern_printf("%s%s%s", text, k ? ", " : "", arg_text(arg, k));
		if (arg->why)
			why = and_why(why, intern_printf("%s: %s", arg_text(arg, k), arg->why));
	}
	text = intern_printf("%s)%s", text, is_any ? " any" : "");
	if (call->role_name)
		text = intern_printf("%s role %s", text, call->role_name);
	if (call->may_fail)
		text = intern_printf("%s may-fail %s", text, call->may_fail);
	if (call->as || call->guessed_as)
		text = intern_printf("%s as %s", text, call->as ? call->as : call->guessed_as);
	if (call->guessed_as && !call->as)
		why = and_why(why, "'as' by its name");
	if (call->ok)
		text = intern_printf("%s ok %s", text, ok_text(call->ok));
	if (call->fail)
		text = intern_printf("%s fail %s", text, call->fail);
	if (call->has_effect)
		text = intern_printf("%s %s", text, call->effect == API_ADDS ? "adds" : "removes");
	print_line(out, item, text, why);
}

void api_print(FILE *out, const struct api *api, const char *spec, const char *spec_why) {
	for (size_t i = 0; i < api->header.n; i++)
		print_line(out, "api", api->header.at[i], NULL);
	if (api->object)
		print_line(out, "object", api->object, api->object_why);
	else if (api->object_why)
		fprintf(out, "# %s\n", api->object_why);
	for (size_t i = 0; i < api->create.n; i++)
		print_call(out, "create", &api->create.at[i], false);
	for (size_t i = 0; i < api->op.n; i++)
		print_call(out, "op", &api->op.at[i], false);
	if (api->destroy.name)
		print_call(out, "destroy", &api->destroy, api->destroy_any);
	for (size_t i = 0; i < api->role.n; i++)
		print_line(out, "role",
		           intern_printf("%s %u", api->role.at[i].name, api->role.at[i].threads), NULL);
	for (size_t i = 0; i < api->never.n; i++)
		print_line(out, "never", intern_printf("%s || %s", api->never.at[i].a, api->never.at[i].b),
		           NULL);
	for (size_t i = 0; i < api->require.n; i++)
		print_line(out, "require",
		           intern_printf("%s after %s", api->require.at[i].a, api->require.at[i].b), NULL);
	print_line(out, "spec", spec, spec_why);
	if (api->progress)
		print_line(out, "progress", api->progress, NULL);
	if (api->cap)
		print_line(out, "cap", intern_printf("%u", api->cap),
		           api->cap_is_guessed ? "calls without bound need one" : NULL);
	if (api->threads)
		print_line(out, "threads", api->threads, NULL);
	if (api->ops)
		print_line(out, "ops", api->ops, NULL);
	for (size_t i = 0; i < api->note.n; i++)
		fprintf(out, "# taken for granted: %s\n", api->note.at[i]);
}
