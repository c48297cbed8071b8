/* The page needs nothing else: a table of the findings, each with the report of its run below, and
 * the table of the functions.  Text of the program is escaped wherever it is written. */
#include <stdlib.h>

#include "report/survey/survey.h"
#include "report/text/text.h"
#include "util/files/xml.h"

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
    "<title>Survey</title>\n<style>\n"
    "body { font: 15px/1.4 system-ui, sans-serif; margin: 2em auto; max-width: 75em; padding: 0 "
    "1em; }\n"
    "table { border-collapse: collapse; width: 100%; }\n"
    "td, th { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left;"
    " vertical-align: top; }\n"
    "code, pre { font: 13px/1.35 ui-monospace, monospace; }\n"
    "pre { background: #f5f5f5; color: #222; overflow-x: auto; padding: .6em; }\n"
    ".main td:first-child { border-left: 4px solid #b00020; }\n"
    ".calls td:first-child { border-left: 4px solid #d06000; }\n"
    ".arguments td:first-child { border-left: 4px solid #c0a000; }\n"
    ".guess td:first-child, .dropped td:first-child { border-left: 4px solid #999; }\n"
    "@media (prefers-color-scheme: dark) { body { background: #1b1b1b; color: #ddd; }"
    " pre { background: #262626; color: #ddd; } td, th { border-color: #444; } }\n"
    "</style>\n</head>\n<body>\n";

static void put_place(FILE *out, const struct loc *loc) {
	fputs("<code>", out);
	xml_text(out, loc->file ? loc->file : "?");
	fprintf(out, ":%u:%u</code>", loc->line, loc->col);
}

static void put_run(FILE *out, const struct survey_finding *f) {
	char *text = NULL;
	size_t n = 0;
	FILE *memory = f->result ? open_memstream(&text, &n) : NULL;
	if (!memory)
		return;
	struct text_config config = {.trace = TRACE_COMPACT, .layout = LAYOUT_AUTO, .width = 130};
	report_text(memory, f->result, &config);
	fclose(memory);
	fputs("<details><summary>how</summary><pre>", out);
	xml_text(out, text);
	fputs("</pre></details>", out);
	free(text);
}

static void put_finding(FILE *out, const struct survey_finding *f, size_t rank) {
	fprintf(out, "<tr class=\"%s\"><td>%zu</td><td>", survey_class_name(f->class), rank);
	put_place(out, &f->loc);
	fputs("</td><td>", out);
	xml_text(out, f->text);
	fputs(" <small>[", out);
	xml_text(out, f->class_name);
	fputs("]</small></td><td><code>", out);
	xml_text(out, f->function && *f->function ? f->function : f->entry);
	fputs("</code></td><td>", out);
	xml_text(out, f->how);
	if (f->note) {
		fputs("; ", out);
		xml_text(out, f->note);
	}
	if (f->reproduce) {
		fputs("<br><code>", out);
		xml_text(out, f->reproduce);
		fputs("</code>", out);
	}
	put_run(out, f);
	fputs("</td></tr>\n", out);
}

static void put_function(FILE *out, const struct survey_function *f) {
	fputs("<tr><td><code>", out);
	xml_text(out, f->name);
	fputs("</code></td><td>", out);
	put_place(out, &f->loc);
	fprintf(out, "</td><td>%s</td><td>", survey_outcome_name(f->outcome));
	xml_text(out, f->why ? f->why : "");
	fprintf(out, "</td><td>%.2f s</td></tr>\n", f->seconds);
}

void report_survey_html(FILE *out, const struct survey_report *s) {
	fputs(head, out);
	fputs("<h1>Survey</h1>\n<p><code>", out);
	xml_text(out, s->command);
	fprintf(out, "</code></p>\n<p>%zu ", s->function.n);
	xml_text(out, s->what);
	for (enum survey_outcome o = 0; o < OUTCOME_N; o++)
		if (survey_count(s, o))
			fprintf(out, ", %zu %s", survey_count(s, o), survey_outcome_name(o));
	fprintf(out, "; %zu runs, %.0f s</p>\n", s->runs, s->seconds);
	if (s->ended) {
		fputs("<p><b>The survey did not look at everything: ", out);
		xml_text(out, s->ended);
		fputs(".</b></p>\n", out);
	}
	fputs("<h2>Findings</h2>\n<table>\n<tr><th>rank</th><th>place</th><th>what</th>"
	      "<th>in</th><th>how it is reached</th></tr>\n",
	      out);
	for (size_t i = 0; i < s->finding.n; i++)
		put_finding(out, &s->finding.at[i], i + 1);
	fputs("</table>\n<h2>Functions</h2>\n<table>\n<tr><th>function</th><th>place</th>"
	      "<th>outcome</th><th></th><th></th></tr>\n",
	      out);
	for (size_t i = 0; i < s->function.n; i++)
		put_function(out, &s->function.at[i]);
	fputs("</table>\n", out);
	if (s->left_out.n)
		fputs("<h2>Sources that were left out</h2>\n<ul>\n", out);
	for (size_t i = 0; i < s->left_out.n; i++) {
		fputs("<li><code>", out);
		xml_text(out, s->left_out.at[i].file);
		fputs("</code>: ", out);
		xml_text(out, s->left_out.at[i].why);
		fputs("</li>\n", out);
	}
	if (s->left_out.n)
		fputs("</ul>\n", out);
	fputs("</body>\n</html>\n", out);
}
