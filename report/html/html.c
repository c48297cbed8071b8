#include "report/html/html.h"

#include <string.h>

#include "report/html/excerpts.h"
#include "report/json/json.h"
#include "util/files/json.h"
#include "util/files/xml.h"
#include "util/text/lines.h"

#define MAX_LINE 2000 /* bytes of a source line that are worth showing */

/* Of the browser's tab: what comes first is what fits there. */
static void write_title(FILE *out, const struct results *results) {
	struct arena *arena = arena_open();
	for (size_t i = 0; i < results->run.n && i < 3; i++) {
		const struct result *r = results->run.at[i];
		fputs(i ? ", " : "", out);
		xml_text(out, result_verdict_line(arena, r));
		for (size_t k = 0; k < r->info.file.n && k < 3 && !i; k++) {
			fputs(k ? " " : ": ", out);
			xml_text(out, r->info.file.at[k]);
		}
	}
	if (!results->run.n)
		fputs("cbmc-mt", out);
	arena_close(arena);
}

static void write_line(struct json *j, const char *file, uint32_t line) {
	static const char ellipsis[] = "\xe2\x80\xa6";
	char cut[MAX_LINE + sizeof ellipsis];
	size_t n = 0;
	const char *text = lines_get(file, line, &n);
	if (n > MAX_LINE) { /* not inside a character: these bytes only continue one */
		for (n = MAX_LINE; n > MAX_LINE - 4 && ((unsigned char)text[n] & 0xc0) == 0x80;)
			n--;
		memcpy(cut, text, n);
		memcpy(cut + n, ellipsis, sizeof ellipsis);
		text = cut;
		n += strlen(ellipsis);
	}
	json_string_n(j, text ? text : "", n);
}

static void write_sources(struct json *j, const struct results *results) {
	struct excerpts x;
	excerpts_init(&x, results);
	json_put_array(j, "files");
	for (size_t i = 0; i < x.at.n; i++) {
		const struct excerpt *e = &x.at.at[i];
		json_object(j);
		json_put(j, "name", e->file);
		json_put_uint(j, "total", e->total);
		json_put_array(j, "parts");
		for (size_t k = 0; k < e->part.n; k++) {
			json_object(j);
			json_put_uint(j, "first", e->part.at[k].first);
			json_put_array(j, "lines");
			for (uint32_t line = e->part.at[k].first; line <= e->part.at[k].last; line++)
				write_line(j, e->file, line);
			json_close(j);
			json_close(j);
		}
		json_close(j);
		json_close(j);
	}
	json_close(j);
	excerpts_free(&x);
}

static void write_data(FILE *out, const struct results *results) {
	struct json j;
	json_init(&j, out, 0);
	j.in_html = true;
	json_object(&j);
	json_key(&j, "document");
	report_json_document(&j, results);
	write_sources(&j, results);
	json_close(&j);
	json_finish(&j);
}

void report_html(FILE *out, const struct results *results) {
	static const struct {
		const char *mark;
		void (*write)(FILE *, const struct results *);
	} marks[] = {{"@TITLE@", write_title}, {"@DATA@", write_data}};
	const char *at = html_page;
	while (*at) {
		const char *next = strchr(at, '@');
		if (!next)
			next = at + strlen(at);
		fwrite(at, 1, (size_t)(next - at), out);
		at = next;
		size_t skip = *at ? 1 : 0;
		for (size_t i = 0; skip == 1 && i < sizeof marks / sizeof *marks; i++)
			if (!strncmp(at, marks[i].mark, strlen(marks[i].mark))) {
				marks[i].write(out, results);
				skip = strlen(marks[i].mark);
			}
		if (skip == 1)
			fputc('@', out);
		at += skip;
	}
}
