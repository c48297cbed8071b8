/* Changes of the source with which the program was proved to hold (--fix): as fixes, and as a diff
 * in the message, since services may show no fixes. */
#include <string.h>

#include "report/base/position.h"
#include "report/files/sarif_writer.h"
#include "result/fix.h"

static bool is_mended(const struct result *r, const struct fix *f,
                      const struct property_result *p) {
	return f->property < r->property.n && &r->property.at[f->property] == p;
}

/* A file that was changed since has other positions: then there is no fix. */
static bool has_positions(const struct fix *f) {
	struct span span;
	for (size_t i = 0; i < f->edit.n; i++)
		if (!position_span(f->edit.at[i].file, f->edit.at[i].offset, f->edit.at[i].length, &span))
			return false;
	return f->edit.n;
}

static void write_replacement(struct sarif *s, const struct source_edit *e) {
	struct json *j = &s->j;
	struct span span = {0};
	position_span(e->file, e->offset, e->length, &span);
	json_object(j);
	json_put_object(j, "deletedRegion");
	json_line(j);
	json_put_uint(j, "startLine", span.line);
	json_put_uint(j, "startColumn", span.col);
	json_put_uint(j, "endLine", span.end_line);
	json_put_uint(j, "endColumn", span.end_col);
	json_close(j);
	if (*e->text) { /* without it, the region is only deleted */
		json_put_object(j, "insertedContent");
		json_line(j);
		json_put(j, "text", e->text);
		json_close(j);
	}
	json_close(j);
}

/* Edits are sorted by file: a change of an artifact has all of its edits. */
static void write_changes(struct sarif *s, const struct fix *f) {
	struct json *j = &s->j;
	json_put_array(j, "artifactChanges");
	for (size_t i = 0; i < f->edit.n;) {
		const char *file = f->edit.at[i].file;
		json_object(j);
		sarif_artifact(s, file);
		json_put_array(j, "replacements");
		for (; i < f->edit.n && !strcmp(f->edit.at[i].file, file); i++)
			write_replacement(s, &f->edit.at[i]);
		json_close(j);
		json_close(j);
	}
	json_close(j);
}

void sarif_changes(struct sarif *s, const struct result *r, const struct property_result *p,
                   bool *any) {
	for (size_t i = 0; r->fixes && i < r->fixes->fix.n; i++) {
		const struct fix *f = &r->fixes->fix.at[i];
		if (!is_mended(r, f, p) || !has_positions(f))
			continue;
		sarif_begin_fix(s, any,
		                arena_printf(s->arena, "%s. With this change: %s.", f->what, f->verified));
		write_changes(s, f);
		json_close(&s->j);
	}
}

/* More than there are in a row anywhere in the text. */
static const char *fence(struct arena *arena, const char *text) {
	size_t most = 2, row = 0;
	for (; *text; text++) {
		row = *text == '`' ? row + 1 : 0;
		most = row > most ? row : most;
	}
	char *marks = arena_alloc(arena, most + 2);
	memset(marks, '`', most + 1);
	marks[most + 1] = 0;
	return marks;
}

const char *sarif_change_text(struct sarif *s, const struct result *r,
                              const struct property_result *p, bool is_markdown) {
	const char *text = NULL;
	for (size_t i = 0; r->fixes && i < r->fixes->fix.n; i++) {
		const struct fix *f = &r->fixes->fix.at[i];
		if (!is_mended(r, f, p))
			continue;
		if (!is_markdown)
			text = arena_printf(s->arena, "%s A change that mends it: %s. With this change: %s.",
			                    text ? text : "", f->what, f->verified);
		else {
			const char *marks = fence(s->arena, f->diff);
			text = arena_printf(s->arena,
			                    "%s\n\nA change that mends it: %s\n\n%sdiff\n%s%s%s\n\n"
			                    "With this change: %s.",
			                    text ? text : "", f->what, marks, f->diff,
			                    *f->diff && f->diff[strlen(f->diff) - 1] == '\n' ? "" : "\n", marks,
			                    f->verified);
		}
	}
	return text;
}
