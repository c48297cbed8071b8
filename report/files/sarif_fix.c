/* Memory orders as fixes: edits of the source.  Those that --suggest-orders has verified; without
 * it, those that would make a store and a load synchronise. */
#include <ctype.h>
#include <string.h>

#include "report/files/sarif_writer.h"
#include "report/story/reason.h"
#include "util/text/lines.h"

struct edit { /* of the order that an atomic operation names */
	struct loc loc;
	uint32_t end; /* column behind it */
	const char *text;
};

static bool is_name(char c) {
	return isalnum((unsigned char)c) || c == '_';
}

/* The n bytes at 'at' of the line are a name; returns its end. */
static size_t name_end(const char *line, size_t at, size_t n) {
	while (at < n && is_name(line[at]))
		at++;
	return at;
}

/* "memory_order_relaxed" or "__ATOMIC_RELAXED"; in capital letters: of the compiler's functions. */
static bool is_order(const char *name, size_t n, const char *order, bool *is_capital) {
	static const char c11[] = "memory_order_", gnu[] = "__ATOMIC_";
	size_t skip = sizeof c11 - 1;
	*is_capital = n > sizeof gnu && !strncmp(name, gnu, sizeof gnu - 1);
	if (*is_capital)
		skip = sizeof gnu - 1;
	else if (n <= skip || strncmp(name, c11, skip) != 0)
		return false;
	if (n - skip != strlen(order))
		return false;
	for (size_t i = 0; order[i]; i++)
		if (tolower((unsigned char)name[skip + i]) != order[i])
			return false;
	return true;
}

/* Where the operation at this position names its order: the only one on the line of that name, or
 * the last one, since a failure order comes last. */
static bool find_edit(struct arena *arena, struct loc loc, const char *from, const char *to,
                      bool is_last, struct edit *found) {
	size_t n = 0, seen = 0;
	const char *line = loc.file && loc.line ? lines_get(loc.file, loc.line, &n) : NULL;
	for (size_t at = loc.col ? loc.col - 1 : 0; line && at < n;) {
		size_t end = name_end(line, at, n);
		bool is_capital;
		if ((unsigned char)line[at] >= 0x80)
			return false; /* columns are not bytes */
		if (end > at && is_order(line + at, end - at, from, &is_capital)) {
			char *text =
			    arena_printf(arena, "%s%s", is_capital ? "__ATOMIC_" : "memory_order_", to);
			for (char *c = text; is_capital && *c; c++)
				*c = (char)toupper((unsigned char)*c);
			*found = (struct edit){{loc.file, loc.line, (uint32_t)at + 1}, (uint32_t)end + 1, text};
			seen++;
		}
		at = end > at ? end : at + 1;
	}
	return seen == 1 || (seen && is_last);
}

static void write_edit(struct sarif *s, const struct edit *e) {
	struct json *j = &s->j;
	json_object(j);
	sarif_artifact(s, e->loc.file);
	json_put_array(j, "replacements");
	json_object(j);
	json_put_object(j, "deletedRegion");
	json_line(j);
	json_put_uint(j, "startLine", e->loc.line);
	json_put_uint(j, "startColumn", e->loc.col);
	json_put_uint(j, "endColumn", e->end);
	json_close(j);
	sarif_message(s, "insertedContent", e->text);
	json_close(j);
	json_close(j);
	json_close(j);
}

void sarif_begin_fix(struct sarif *s, bool *any, const char *text) {
	if (!*any) {
		json_put_array(&s->j, "fixes");
	}
	*any = true;
	json_object(&s->j);
	sarif_message(s, "description", text);
}

static void write_fix(struct sarif *s, bool *any, const char *text, const struct edit *edit,
                      size_t n) {
	sarif_begin_fix(s, any, text);
	json_put_array(&s->j, "artifactChanges");
	for (size_t i = 0; i < n; i++)
		write_edit(s, &edit[i]);
	json_close(&s->j);
	json_close(&s->j);
}

/* A fence that is new has no place that is right for sure: the text names it. */
static void write_verified(struct sarif *s, bool *any, const struct order_trial *t) {
	VEC(struct edit) edits = {0};
	const char *text = "verified: ";
	bool good = t->n;
	for (size_t i = 0; i < t->n && good; i++) {
		const struct order_change *c = &t->change[i];
		struct edit edit;
		good =
		    c->from && c->to && find_edit(s->arena, c->loc, c->from, c->to, c->on_failure, &edit);
		if (!good)
			break;
		vec_push(&edits, edit);
		text = arena_printf(s->arena, "%s%s%s: %s becomes %s", text, i ? ", " : "", c->access,
		                    c->from, c->to);
	}
	if (good)
		write_fix(s, any, text, edits.at, edits.n);
	vec_free(&edits);
}

void sarif_fixes(struct sarif *s, const struct result *r, const struct property_result *p) {
	bool any = false;
	const struct order_advice *orders = r->orders;
	sarif_changes(s, r, p, &any);
	for (size_t i = 0; p->cex && orders && !orders->relaxes && i < orders->found.n; i++)
		write_verified(s, &any, &orders->found.at[i]);
	if (!any && p->orders)
		write_verified(s, &any, p->orders);
	if (any)
		json_close(&s->j);
}
