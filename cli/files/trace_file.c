#include "cli/files/trace_file.h"

#include <errno.h>
#include <string.h>

#include "cli/files/run_json.h"
#include "util/base/intern.h"

#define FORMAT  "cbmc-mt trace"
#define VERSION 1

/* --- Writing. --- */

static void begin_line(struct json *j, FILE *out) {
	json_init(j, out, 0);
	json_object(j);
}

static void end_line(struct json *j) {
	json_close(j);
	json_finish(j);
}

void trace_file_write(FILE *out, const struct goto_prog *prog, const struct run_trace *t) {
	struct json j;
	size_t step = 0;
	begin_line(&j, out);
	run_json_head(&j, FORMAT, VERSION, prog, run_json_hash(prog), t);
	end_line(&j);
	for (size_t i = 0; i <= t->event.n; i++) {
		for (; step < t->step.n && t->step.at[step].event <= i; step++) {
			begin_line(&j, out);
			run_json_step(&j, &t->step.at[step]);
			end_line(&j);
		}
		if (i == t->event.n)
			break;
		begin_line(&j, out);
		json_put(&j, "event", run_event_name(t->event.at[i].kind));
		run_json_event(&j, &t->event.at[i]);
		end_line(&j);
	}
	begin_line(&j, out);
	json_put(&j, "event", "stop");
	run_json_stop(&j, t);
	end_line(&j);
}

/* --- Reading. --- */

enum { MAX_LINE = 1 << 20 };

struct reader {
	FILE *in;
	struct run_reader run;
	VEC(char) text; /* of the line */
};

/* Reads a line; false: the file ends, or the line is too long, which is an error. */
static bool next_line(struct reader *r) {
	int c;
	r->text.n = 0;
	r->run.line++;
	while ((c = getc(r->in)) != EOF && c != '\n') {
		if (r->text.n == MAX_LINE)
			return run_json_wrong(&r->run, "a line of more than a million bytes");
		vec_push(&r->text, (char)c);
	}
	if (ferror(r->in))
		return run_json_wrong(&r->run, arena_printf(r->run.arena, "%s", strerror(errno)));
	return c != EOF || r->text.n;
}

static const struct json_value *parse_line(struct reader *r) {
	struct json_error bad;
	const struct json_value *v =
	    json_read(r->run.trace->arena, r->text.at ? r->text.at : "", r->text.n, &bad);
	if (!v) {
		r->run.error->loc.col = (uint32_t)bad.column;
		run_json_wrong(&r->run, arena_printf(r->run.arena, "no JSON: %s", bad.text));
	} else if (v->kind != JSON_OBJECT) {
		run_json_wrong(&r->run, "an object {...} must be on each line");
		v = NULL;
	}
	return v;
}

static bool read_head(struct reader *r) {
	if (!next_line(r))
		return r->run.error->text ? false : run_json_wrong(&r->run, "the file is empty");
	const struct json_value *head = parse_line(r);
	return head && run_json_read_head(&r->run, head, FORMAT, VERSION, "trace", "the first line");
}

static bool read_all(struct reader *r) {
	if (!read_head(r))
		return false;
	while (next_line(r)) {
		const struct json_value *v = parse_line(r);
		if (!v || !run_json_read(&r->run, v))
			return false;
	}
	return !r->run.error->text;
}

bool trace_file_is(const char *path) {
	return run_json_begins(path, FORMAT);
}

struct run_trace *trace_file_read(const char *path, const struct goto_prog *prog,
                                  struct arena *arena, struct trace_file_error *error) {
	*error = (struct trace_file_error){.loc = {.file = intern(path)}};
	FILE *in = fopen(path, "rbe");
	if (!in) {
		error->text = arena_printf(arena, "%s", strerror(errno));
		return NULL;
	}
	struct reader r = {
	    .in = in,
	    .run = {
	        .prog = prog, .trace = run_trace_open(), .arena = arena, .error = error, .threads = 1}};
	r.run.trace->file = intern(path);
	bool good = read_all(&r);
	fclose(in);
	vec_free(&r.text);
	if (good)
		return r.run.trace;
	run_trace_close(r.run.trace);
	return NULL;
}
