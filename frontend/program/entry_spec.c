#include "frontend/program/entry_spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct reader {
	struct arena *arena;
	const char *text;
	size_t at;
	const char *error; /* the first one */
};

const char *spec_error(struct arena *arena, const char *text, size_t at, const char *message) {
	return arena_printf(arena, "%s, column %zu\n  %s\n  %*s", message, at + 1, text, (int)at + 1,
	                    "^");
}

static void fail(struct reader *r, size_t at, const char *message) {
	if (!r->error)
		r->error = spec_error(r->arena, r->text, at, message);
}

static char next(struct reader *r) {
	while (isspace((unsigned char)r->text[r->at]))
		r->at++;
	return r->text[r->at];
}

static bool take(struct reader *r, char c) {
	if (next(r) != c)
		return false;
	r->at++;
	return true;
}

static bool begins_name(char c) {
	return isalpha((unsigned char)c) || c == '_';
}

/* NULL: there is none. */
static const char *take_name(struct reader *r) {
	if (!begins_name(next(r)))
		return NULL;
	size_t from = r->at;
	while (begins_name(r->text[r->at]) || isdigit((unsigned char)r->text[r->at]))
		r->at++;
	return arena_printf(r->arena, "%.*s", (int)(r->at - from), r->text + from);
}

static bool take_number(struct reader *r, int64_t *value) {
	char c = next(r);
	if (!isdigit((unsigned char)c) && !(c == '-' && isdigit((unsigned char)r->text[r->at + 1])))
		return false;
	char *end;
	errno = 0;
	*value = strtoll(r->text + r->at, &end, 0);
	if (errno)
		fail(r, r->at, "the number is too large");
	r->at = (size_t)(end - r->text);
	return true;
}

static void read_length(struct reader *r, struct spec_item *item) {
	item->kind = SPEC_ARRAY;
	next(r);
	item->other_at = r->at;
	item->other = take_name(r);
	if (!item->other && (!take_number(r, &item->low) || item->low < 0))
		fail(r, r->at, "the name of a parameter or a number is expected");
	if (!take(r, ']'))
		fail(r, r->at, "']' is expected");
}

static void read_kind(struct reader *r, struct spec_item *item) {
	static const struct {
		const char *word;
		enum spec_kind kind;
	} words[] = {{"string", SPEC_STRING},
	             {"null", SPEC_NULL},
	             {"nonnull", SPEC_NONNULL},
	             {"any", SPEC_ANY},
	             {"object", SPEC_OBJECT}};
	next(r);
	size_t at = r->at;
	const char *name = take_name(r);
	for (size_t i = 0; name && i < sizeof words / sizeof *words; i++)
		if (!strcmp(words[i].word, name)) {
			item->kind = words[i].kind;
			return;
		}
	item->kind = SPEC_RANGE;
	if (name || !take_number(r, &item->low)) {
		fail(r, at, "string, null, nonnull, any, object or a range such as 1..8 is expected");
		return;
	}
	item->high = item->low;
	if (!take(r, '.'))
		return;
	if (r->text[r->at] != '.') {
		fail(r, r->at, "'..' is expected");
		return;
	}
	r->at++;
	next(r);
	at = r->at;
	if (!take_number(r, &item->high))
		fail(r, r->at, "a number is expected");
	else if (item->high < item->low)
		fail(r, at, "the range is empty");
}

static void read_value(struct reader *r, struct spec_item *item) {
	next(r);
	item->other_at = r->at;
	item->kind = SPEC_SAME;
	item->other = take_name(r);
	if (item->other && (!strcmp(item->other, "null") || !strcmp(item->other, "NULL"))) {
		item->kind = SPEC_NULL;
		item->other = NULL;
	} else if (!item->other) {
		item->kind = SPEC_VALUE;
		if (!take_number(r, &item->low))
			fail(r, r->at, "a number, null or the name of a parameter is expected");
	}
}

static void read_item(struct reader *r, struct entry_spec *spec) {
	next(r);
	struct spec_item item = {.at = r->at};
	item.name = take_name(r);
	if (!item.name) {
		fail(r, r->at, "the name of a parameter, nonnull or any is expected");
		return;
	}
	if (take(r, '.')) {
		item.function = item.name;
		next(r);
		item.at = r->at;
		item.name = take_name(r);
		if (!item.name) {
			fail(r, r->at, "the name of a parameter is expected");
			return;
		}
	}
	char c = next(r);
	if (!item.function && (c == ',' || !c)) {
		if (!strcmp(item.name, "nonnull"))
			spec->mode = SPEC_ALL_NONNULL;
		else if (!strcmp(item.name, "any"))
			spec->mode = SPEC_ALL_ANY;
		else
			fail(r, r->at, "'[', ':' or '=' is expected after the name of a parameter");
		return;
	}
	if (take(r, '['))
		read_length(r, &item);
	else if (take(r, ':'))
		read_kind(r, &item);
	else if (take(r, '='))
		read_value(r, &item);
	else
		fail(r, r->at, "'[', ':' or '=' is expected after the name of a parameter");
	for (size_t i = 0; i < spec->item.n; i++) {
		const struct spec_item *other = &spec->item.at[i];
		bool same = !other->function == !item.function &&
		            (!item.function || !strcmp(other->function, item.function));
		if (same && !strcmp(other->name, item.name))
			fail(r, item.at, "this parameter was described before");
	}
	vec_push(&spec->item, item);
}

const char *spec_read(struct arena *arena, const char *text, struct entry_spec *spec) {
	struct reader r = {.arena = arena, .text = text};
	*spec = (struct entry_spec){.text = text};
	do
		read_item(&r, spec);
	while (!r.error && take(&r, ','));
	if (next(&r))
		fail(&r, r.at, "',' is expected");
	return r.error;
}

void spec_free(struct entry_spec *spec) {
	vec_free(&spec->item);
}

struct spec_item *spec_find(struct entry_spec *spec, const char *function, const char *name) {
	struct spec_item *found = NULL;
	for (size_t i = 0; i < spec->item.n; i++) {
		struct spec_item *item = &spec->item.at[i];
		if (strcmp(item->name, name) != 0 ||
		    (item->function && strcmp(item->function, function) != 0))
			continue;
		if (!found || item->function)
			found = item;
		item->is_used = true;
	}
	return found;
}
