#include "report/survey/survey.h"
#include "util/base/version.h"
#include "util/files/json.h"

static void put_position(struct json *j, const struct loc *loc) {
	if (!loc->file)
		return;
	json_put(j, "file", loc->file);
	json_put_uint(j, "line", loc->line);
	json_put_uint(j, "column", loc->col);
}

static void put_finding(struct json *j, const struct survey_finding *f, size_t rank) {
	json_object(j);
	json_put_uint(j, "rank", rank);
	json_put(j, "class", survey_class_name(f->class));
	put_position(j, &f->loc);
	json_put(j, "property", f->id);
	json_put(j, "check", f->class_name);
	json_put(j, "text", f->text);
	json_put_given(j, "function", f->function);
	json_put(j, "entry", f->entry);
	json_put(j, "how", f->how);
	json_put_given(j, "note", f->note);
	json_put_uint(j, "others", f->others);
	json_put_given(j, "reproduce", f->reproduce);
	json_close(j);
}

static void put_functions(struct json *j, const struct survey_report *s) {
	json_put_array(j, "functions");
	for (size_t i = 0; i < s->function.n; i++) {
		const struct survey_function *f = &s->function.at[i];
		json_row(j);
		json_put(j, "name", f->name);
		put_position(j, &f->loc);
		json_put(j, "outcome", survey_outcome_name(f->outcome));
		json_put_given(j, "why", f->why);
		json_put_number(j, "seconds", f->seconds);
		json_close(j);
	}
	json_close(j);
}

static void put_left_out(struct json *j, const struct survey_report *s) {
	json_put_array(j, "left_out");
	for (size_t i = 0; i < s->left_out.n; i++) {
		const struct survey_left_out *l = &s->left_out.at[i];
		json_object(j);
		json_put(j, "source", l->file);
		put_position(j, &l->loc);
		json_put(j, "why", l->why);
		json_close(j);
	}
	json_close(j);
}

void report_survey_json(FILE *out, const struct survey_report *s) {
	struct json j;
	json_init(&j, out, 2);
	json_object(&j);
	json_put(&j, "format", "cbmc-mt survey 1");
	json_put(&j, "version", CBMC_MT_VERSION);
	json_put(&j, "command", s->command);
	json_put(&j, "what", s->what);
	json_put_given(&j, "ended", s->ended);
	json_put_uint(&j, "runs", s->runs);
	json_put_number(&j, "seconds", s->seconds);
	json_put_number(&j, "cpu_seconds", s->cpu_seconds);
	json_put_array(&j, "findings");
	for (size_t i = 0; i < s->finding.n; i++)
		put_finding(&j, &s->finding.at[i], i + 1);
	json_close(&j);
	put_functions(&j, s);
	put_left_out(&j, s);
	json_close(&j);
	json_finish(&j);
}
