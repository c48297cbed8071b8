#include "cli/trace_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "goto/passes.h"
#include "util/diag.h"
#include "util/intern.h"
#include "util/json.h"
#include "util/json_read.h"
#include "util/sha256.h"

#define FORMAT  "cbmc-mt trace"
#define VERSION 1

/* Words of the format that are no events of a run. */
static const char STEP[] = "step", STOP[] = "stop";

/* --- The program. --- */

/* A line of a listing that says where in the source the next instruction is. */
static bool is_position(const char *line) {
	return !strncmp(line + strspn(line, " "), "// ", 3);
}

/* The hash of the instructions, without their positions in files: the name of a file does not
 * matter. */
static const char *fingerprint(const struct goto_prog *prog) {
	char *listing = NULL, hash[SHA256_TEXT];
	size_t n = 0, kept = 0;
	FILE *out = open_memstream(&listing, &n);
	if (!out)
		mem_exhausted();
	for (size_t i = 0; i < prog->function.n; i++)
		goto_print_function(out, prog, prog->function.at[i]);
	if (fclose(out))
		mem_exhausted();
	for (size_t at = 0; at < n;) {
		const char *end = memchr(listing + at, '\n', n - at);
		size_t length = end ? (size_t)(end - (listing + at)) + 1 : n - at;
		if (!is_position(listing + at)) {
			memmove(listing + kept, listing + at, length);
			kept += length;
		}
		at += length;
	}
	sha256_text(listing, kept, hash);
	free(listing);
	return intern(hash);
}

/* --- Writing. --- */

static void begin_line(struct json *j, FILE *out) {
	json_init(j, out, 0);
	json_object(j);
}

static void end_line(struct json *j) {
	json_close(j);
	json_finish(j);
}

static void write_head(FILE *out, const struct goto_prog *prog) {
	struct json j;
	begin_line(&j, out);
	json_put(&j, "format", FORMAT);
	json_put_uint(&j, "version", VERSION);
	json_key(&j, "sources");
	json_array(&j);
	for (size_t i = 0; i < prog->source.n; i++)
		json_string(&j, prog->source.at[i]);
	json_close(&j);
	json_put(&j, "entry", prog->entry ? prog->entry->display : NULL);
	json_put(&j, "program", fingerprint(prog));
	end_line(&j);
}

static void write_step(FILE *out, const struct run_step *step) {
	struct json j;
	begin_line(&j, out);
	json_put(&j, "event", STEP);
	json_put_uint(&j, "thread", step->thread);
	end_line(&j);
}

static void write_event(FILE *out, const struct run_event *e) {
	struct json j;
	begin_line(&j, out);
	json_put(&j, "event", run_event_name(e->kind));
	json_put_uint(&j, "thread", e->thread);
	json_put_given(&j, "what", e->what);
	json_put_given(&j, "value", e->value);
	if (e->kind == RUN_INPUT)
		json_put_uint(&j, "width", e->bits.width);
	if (e->other != NO_THREAD)
		json_put_uint(&j, "other", e->other);
	if (e->function) {
		json_put(&j, "function", e->function->symbol->name);
		json_put_uint(&j, "instruction", e->pc);
	}
	if (e->in_model)
		json_put_bool(&j, "library", true);
	if (e->loc.file) {
		json_put(&j, "file", e->loc.file);
		json_put_uint(&j, "line", e->loc.line);
	}
	end_line(&j);
}

static void write_stop(FILE *out, const struct run_trace *t) {
	struct json j;
	begin_line(&j, out);
	json_put(&j, "event", STOP);
	json_put(&j, "what", run_end_text(t->end));
	json_put_given(&j, "why", t->why);
	json_put_uint(&j, "instructions", t->instructions);
	if (t->end_loc.file) {
		json_put(&j, "file", t->end_loc.file);
		json_put_uint(&j, "line", t->end_loc.line);
	}
	end_line(&j);
}

void trace_file_write(FILE *out, const struct goto_prog *prog, const struct run_trace *t) {
	write_head(out, prog);
	size_t step = 0;
	for (size_t i = 0; i <= t->event.n; i++) {
		for (; step < t->step.n && t->step.at[step].event <= i; step++)
			write_step(out, &t->step.at[step]);
		if (i < t->event.n)
			write_event(out, &t->event.at[i]);
	}
	write_stop(out, t);
}

/* --- Reading. --- */

enum { MAX_LINE = 1 << 20, MAX_WIDTH = 1 << 16 };

struct reader {
	FILE *in;
	const struct goto_prog *prog;
	struct run_trace *trace;
	struct arena *arena; /* of the error */
	struct trace_file_error *error;
	VEC(char) text; /* of the line */
	uint32_t line;
	uint32_t threads; /* created so far, main included */
	bool stopped;
};

static bool wrong(struct reader *r, const char *text) {
	r->error->text = text;
	r->error->loc.line = r->line;
	r->error->loc.col += !r->error->loc.col;
	return false;
}

/* Reads a line; false: the file ends, or the line is too long, which is an error. */
static bool next_line(struct reader *r) {
	int c;
	r->text.n = 0;
	r->line++;
	while ((c = getc(r->in)) != EOF && c != '\n') {
		if (r->text.n == MAX_LINE)
			return wrong(r, "a line of more than a million bytes");
		vec_push(&r->text, (char)c);
	}
	if (ferror(r->in))
		return wrong(r, arena_printf(r->arena, "%s", strerror(errno)));
	return c != EOF || r->text.n;
}

static const struct json_value *parse_line(struct reader *r) {
	struct json_error bad;
	const struct json_value *v =
	    json_read(r->trace->arena, r->text.at ? r->text.at : "", r->text.n, &bad);
	if (!v) {
		r->error->loc.col = (uint32_t)bad.column;
		wrong(r, arena_printf(r->arena, "no JSON: %s", bad.text));
	} else if (v->kind != JSON_OBJECT) {
		wrong(r, "an object {...} must be on each line");
		v = NULL;
	}
	return v;
}

static bool read_head(struct reader *r) {
	if (!next_line(r))
		return r->error->text ? false : wrong(r, "the file is empty");
	const struct json_value *head = parse_line(r);
	if (!head)
		return false;
	const char *format = json_text(json_get(head, "format"));
	uint64_t version;
	if (!format || strcmp(format, FORMAT))
		return wrong(r, "no trace: the first line must have \"format\": \"" FORMAT "\"");
	if (!json_unsigned(json_get(head, "version"), &version))
		return wrong(r, "the version of the format is missing");
	if (version != VERSION)
		return wrong(r, arena_printf(r->arena, "version %llu of the format is not known, only %d",
		                             (unsigned long long)version, VERSION));
	const char *program = json_text(json_get(head, "program"));
	if (!program)
		return wrong(r, "the hash of the program is missing");
	if (strcmp(program, fingerprint(r->prog)))
		return wrong(r, "the trace is of another program, or of this one with other checks");
	return true;
}

/* A number below 'below'. */
static bool read_number(struct reader *r, const struct json_value *v, const char *key,
                        uint64_t below, const char *what, uint32_t *out) {
	uint64_t n;
	const struct json_value *value = json_get(v, key);
	if (!json_unsigned(value, &n))
		return wrong(r, arena_printf(r->arena, "\"%s\" must be a number", key));
	if (n >= below)
		return wrong(
		    r, arena_printf(r->arena, "there is no %s %llu here", what, (unsigned long long)n));
	*out = (uint32_t)n;
	return true;
}

/* The text of an optional member; false: it is no text. */
static bool read_text(struct reader *r, const struct json_value *v, const char *key,
                      const char **out) {
	const struct json_value *value = json_get(v, key);
	*out = json_text(value);
	return !value || *out || wrong(r, arena_printf(r->arena, "\"%s\" must be a text", key));
}

static bool read_place(struct reader *r, const struct json_value *v, struct run_event *e) {
	const char *name;
	if (!read_text(r, v, "function", &name))
		return false;
	if (!name)
		return e->kind == RUN_INPUT || wrong(r, "\"function\" is missing");
	const struct symbol *s = prog_find(r->prog, name);
	e->function = s ? s->function : NULL;
	if (!e->function)
		return wrong(r, arena_printf(r->arena, "there is no function '%s'", name));
	return read_number(r, v, "instruction", e->function->ins.n, "instruction", &e->pc);
}

/* The value of an input: decimal digits of a number of 'width' bits. */
static bool read_value(struct reader *r, const struct json_value *v, struct run_event *e) {
	uint32_t width;
	if (!e->what)
		return wrong(r, "\"what\", the variable of the input, is missing");
	if (!read_number(r, v, "width", MAX_WIDTH, "value of width", &width))
		return false;
	if (!width)
		return wrong(r, "there is no value of width 0 here");
	if (!e->value || !*e->value || e->value[strspn(e->value, "0123456789")])
		return wrong(r, "the \"value\" of an input must be a text of decimal digits");
	e->bits = bits_parse(r->trace->arena, width, e->value, 10);
	return true;
}

static bool read_created(struct reader *r, const struct json_value *v, struct run_event *e) {
	if (!read_number(r, v, "other", UINT32_MAX, "thread", &e->other))
		return false;
	if (e->other != r->threads)
		return wrong(r, arena_printf(r->arena, "thread %u is created, and %u would be the next",
		                             e->other, r->threads));
	r->threads++;
	return true;
}

static bool read_event(struct reader *r, const struct json_value *v, enum run_event_kind kind) {
	struct run_event e = {.kind = kind, .other = NO_THREAD, .line = r->line};
	if (!read_number(r, v, "thread", r->threads, "thread", &e.thread) ||
	    !read_text(r, v, "what", &e.what) || !read_text(r, v, "value", &e.value) ||
	    !read_place(r, v, &e) || (kind == RUN_INPUT && !read_value(r, v, &e)) ||
	    (kind == RUN_CREATE && !read_created(r, v, &e)))
		return false;
	if (kind == RUN_JOIN && json_get(v, "other") &&
	    !read_number(r, v, "other", r->threads, "thread", &e.other))
		return false;
	e.in_model = e.function && e.function->is_model;
	vec_push(&r->trace->event, e);
	return true;
}

static bool read_step(struct reader *r, const struct json_value *v) {
	struct run_step s = {.event = r->trace->event.n, .line = r->line};
	if (!read_number(r, v, "thread", r->threads, "thread", &s.thread))
		return false;
	vec_push(&r->trace->step, s);
	return true;
}

static bool read_line(struct reader *r) {
	const struct json_value *v = parse_line(r);
	if (!v)
		return false;
	if (r->stopped)
		return wrong(r, "an event after the end of the run");
	const char *name = json_text(json_get(v, "event"));
	enum run_event_kind kind;
	if (!name)
		return wrong(r, "\"event\" is missing");
	if (!strcmp(name, STEP))
		return read_step(r, v);
	r->stopped = !strcmp(name, STOP);
	if (r->stopped)
		return true;
	if (!run_event_find(name, &kind))
		return wrong(r, arena_printf(r->arena, "there is no event '%s'", name));
	return read_event(r, v, kind);
}

static bool read_all(struct reader *r) {
	if (!read_head(r))
		return false;
	while (next_line(r))
		if (!read_line(r))
			return false;
	return !r->error->text;
}

struct run_trace *trace_file_read(const char *path, const struct goto_prog *prog,
                                  struct arena *arena, struct trace_file_error *error) {
	*error = (struct trace_file_error){.loc = {.file = intern(path)}};
	FILE *in = fopen(path, "rbe");
	if (!in) {
		error->text = arena_printf(arena, "%s", strerror(errno));
		return NULL;
	}
	struct reader r = {.in = in,
	                   .prog = prog,
	                   .trace = run_trace_open(),
	                   .arena = arena,
	                   .error = error,
	                   .threads = 1};
	r.trace->file = intern(path);
	bool good = read_all(&r);
	fclose(in);
	vec_free(&r.text);
	if (good)
		return r.trace;
	run_trace_close(r.trace);
	return NULL;
}
