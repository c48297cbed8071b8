/* Orders that would make a store and a load synchronise, as a fix: edits of the source. */
#include <ctype.h>
#include <string.h>

#include "report/reason.h"
#include "report/sarif_writer.h"
#include "util/lines.h"

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

/* Where the operation at this position names its order: the last one on the line of that name,
 * since a failure order comes last; with two of the same name it is not clear which. */
static bool find_edit(struct arena *arena, const struct execution_event *e,
                      enum execution_order needs, struct edit *found) {
	size_t n = 0, seen = 0;
	const char *line = e->loc.file && e->loc.line ? lines_get(e->loc.file, e->loc.line, &n) : NULL;
	for (size_t at = e->loc.col ? e->loc.col - 1 : 0; line && at < n;) {
		size_t end = name_end(line, at, n);
		bool is_capital;
		if ((unsigned char)line[at] >= 0x80)
			return false; /* columns are not bytes */
		if (end > at &&
		    is_order(line + at, end - at, execution_order_name(e->order), &is_capital)) {
			char *text = arena_printf(arena, "%s%s", is_capital ? "__ATOMIC_" : "memory_order_",
			                          execution_order_name(needs));
			for (char *c = text; is_capital && *c; c++)
				*c = (char)toupper((unsigned char)*c);
			*found = (struct edit){
			    {e->loc.file, e->loc.line, (uint32_t)at + 1}, (uint32_t)end + 1, text};
			seen++;
		}
		at = end > at ? end : at + 1;
	}
	return seen == 1 || (seen && e->is_failed);
}

static void write_edit(struct sarif *s, const struct edit *e) {
	struct json *j = &s->j;
	json_object(j);
	sarif_artifact(s, e->loc.file);
	json_key(j, "replacements");
	json_array(j);
	json_object(j);
	json_key(j, "deletedRegion");
	json_object(j);
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

void sarif_fixes(struct sarif *s, const struct cex *cex) {
	struct reasons reasons;
	bool any = false;
	reasons_find(&reasons, s->arena, cex);
	for (size_t i = 0; i < reasons.at.n; i++) {
		const struct reason *r = &reasons.at.at[i];
		bool stores = r->store_needs != ORDER_PLAIN, loads = r->load_needs != ORDER_PLAIN;
		const struct execution_event *event = cex->execution->event.at;
		struct edit store, load;
		if (!(stores || loads) ||
		    (stores && !find_edit(s->arena, &event[r->store], r->store_needs, &store)) ||
		    (loads && !find_edit(s->arena, &event[r->load], r->load_needs, &load)))
			continue;
		if (!any) {
			json_key(&s->j, "fixes");
			json_array(&s->j);
		}
		any = true;
		json_object(&s->j);
		sarif_message(s, "description", r->repair.text);
		json_key(&s->j, "artifactChanges");
		json_array(&s->j);
		if (stores)
			write_edit(s, &store);
		if (loads)
			write_edit(s, &load);
		json_close(&s->j);
		json_close(&s->j);
	}
	if (any)
		json_close(&s->j);
	reasons_free(&reasons);
}
