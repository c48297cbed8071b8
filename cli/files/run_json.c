#include "cli/files/run_json.h"

#include <stdlib.h>
#include <string.h>

#include "goto/program/print.h"
#include "util/base/intern.h"
#include "util/files/sha256.h"

/* Words of the format that are no events of a run. */
static const char STEP[] = "step", STOP[] = "stop";

/* --- The program. --- */

/* A line of a listing that says where in the source the next instruction is. */
static bool is_position(const char *line) {
	return !strncmp(line + strspn(line, " "), "// ", 3);
}

const char *run_json_hash(const struct goto_prog *prog) {
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

void run_json_head(struct json *j, const char *format, unsigned version,
                   const struct goto_prog *prog, const char *hash, const struct run_trace *t) {
	json_put(j, "format", format);
	json_put_uint(j, "version", version);
	json_put_array(j, "sources");
	json_line(j);
	for (size_t i = 0; i < prog->source.n; i++)
		json_string(j, prog->source.at[i]);
	json_close(j);
	json_put(j, "entry", prog->entry ? prog->entry->display : NULL);
	json_put(j, "program", hash);
	if (t->multi_property)
		json_put_bool(j, "multi_property", true);
}

void run_json_step(struct json *j, const struct run_step *step) {
	json_put(j, "event", STEP);
	json_put_uint(j, "thread", step->thread);
}

/* Is it a number, with or without a sign? */
static bool is_integer(const char *text) {
	text += *text == '-';
	return *text && !text[strspn(text, "0123456789")];
}

static void put_input(struct json *j, const struct run_event *e) {
	bool is_shown = e->shown && is_integer(e->shown);
	json_put_given(j, "name", e->name);
	json_put(j, "value", is_shown ? e->shown : e->value);
	json_put_given(j, "shown", is_shown ? NULL : e->shown);
	json_put_given(j, "call", e->call);
	json_put_given(j, "what", e->what);
	json_put_uint(j, "width", e->bits.width);
}

void run_json_memory(struct json *j, const struct run_bytes *b) {
	if (b->kind == MEMORY_NONE)
		return;
	json_put(j, "memory", run_memory_name(b->kind));
	json_put_given(j, "name", b->variable);
	json_put_uint(j, "block", b->block);
	json_put_uint(j, "offset", b->offset);
	json_put_uint(j, "size", b->nbytes);
}

void run_json_event(struct json *j, const struct run_event *e) {
	json_put_uint(j, "thread", e->thread);
	if (e->kind == RUN_INPUT)
		put_input(j, e);
	else {
		json_put_given(j, "what", e->what);
		json_put_given(j, "value", e->value);
		run_json_memory(j, &e->memory);
	}
	if (e->other != NO_THREAD)
		json_put_uint(j, "other", e->other);
	if (e->function) {
		json_put(j, "function", e->function->symbol->name);
		json_put_uint(j, "instruction", e->pc);
	}
	if (e->in_model)
		json_put_bool(j, "library", true);
	run_json_place(j, e->loc);
}

void run_json_place(struct json *j, struct loc loc) {
	if (!loc.file)
		return;
	json_put(j, "file", loc.file);
	json_put_uint(j, "line", loc.line);
	if (loc.col)
		json_put_uint(j, "column", loc.col);
}

void run_json_stop(struct json *j, const struct run_trace *t) {
	json_put(j, "what", run_end_text(t->end));
	json_put_given(j, "why", t->why);
	json_put_uint(j, "instructions", t->instructions);
	if (t->end_loc.file) {
		json_put(j, "file", t->end_loc.file);
		json_put_uint(j, "line", t->end_loc.line);
	}
}

/* --- Reading. --- */

enum { MAX_WIDTH = 1 << 16 };

bool run_json_begins(const char *file, const char *format) {
	char text[64];
	FILE *in = fopen(file, "rbe");
	size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
	if (in)
		fclose(in);
	text[n] = '\0';
	return strstr(text, format);
}

bool run_json_wrong(struct run_reader *r, const char *text) {
	r->error->text = text;
	r->error->loc.line = r->line;
	r->error->loc.col += !r->error->loc.col;
	return false;
}

bool run_json_read_head(struct run_reader *r, const struct json_value *head, const char *format,
                        unsigned version, const char *what, const char *where) {
	const char *found = json_text(json_get(head, "format"));
	uint64_t number;
	if (!found || strcmp(found, format))
		return run_json_wrong(r, arena_printf(r->arena, "no %s: %s must have \"format\": \"%s\"",
		                                      what, where, format));
	if (!json_unsigned(json_get(head, "version"), &number))
		return run_json_wrong(r, "the version of the format is missing");
	if (number != version)
		return run_json_wrong(r, arena_printf(r->arena,
		                                      "version %llu of the format is not known, only %u",
		                                      (unsigned long long)number, version));
	const struct json_value *multi = json_get(head, "multi_property");
	r->trace->multi_property = multi && multi->truth;
	const char *program = json_text(json_get(head, "program"));
	if (!program)
		return run_json_wrong(r, "the hash of the program is missing");
	if (!strcmp(program, run_json_hash(r->prog)))
		return true;
	const char *command = json_text(json_get(head, "command"));
	return run_json_wrong(
	    r,
	    arena_printf(r->arena, "the %s is of another program, or of this one with other checks%s%s",
	                 what, command ? "; it was made by: " : "", command ? command : ""));
}

/* A number below 'below'. */
static bool read_number(struct run_reader *r, const struct json_value *v, const char *key,
                        uint64_t below, const char *what, uint32_t *out) {
	uint64_t n;
	const struct json_value *value = json_get(v, key);
	if (!json_unsigned(value, &n))
		return run_json_wrong(r, arena_printf(r->arena, "\"%s\" must be a number", key));
	if (n >= below)
		return run_json_wrong(
		    r, arena_printf(r->arena, "there is no %s %llu here", what, (unsigned long long)n));
	*out = (uint32_t)n;
	return true;
}

/* The text of an optional member; false: it is no text. */
static bool read_text(struct run_reader *r, const struct json_value *v, const char *key,
                      const char **out) {
	const struct json_value *value = json_get(v, key);
	*out = json_text(value);
	return !value || *out ||
	       run_json_wrong(r, arena_printf(r->arena, "\"%s\" must be a text", key));
}

static bool read_place(struct run_reader *r, const struct json_value *v, struct run_event *e) {
	const char *name;
	if (!read_text(r, v, "function", &name))
		return false;
	if (!name)
		return e->kind == RUN_INPUT || run_json_wrong(r, "\"function\" is missing");
	const struct symbol *s = prog_find(r->prog, name);
	e->function = s ? s->function : NULL;
	if (!e->function)
		return run_json_wrong(r, arena_printf(r->arena, "there is no function '%s'", name));
	return read_number(r, v, "instruction", e->function->ins.n, "instruction", &e->pc);
}

/* Decimal digits of a number of 'width' bits, maybe after a minus sign. */
static bool read_value(struct run_reader *r, const struct json_value *v, struct run_event *e) {
	uint32_t width;
	if (!e->what)
		return run_json_wrong(r, "\"what\", the variable of the input, is missing");
	if (!read_number(r, v, "width", MAX_WIDTH, "value of width", &width))
		return false;
	if (!width)
		return run_json_wrong(r, "there is no value of width 0 here");
	if (!e->value || !is_integer(e->value))
		return run_json_wrong(r, "the \"value\" of an input must be a text of decimal digits");
	struct arena *a = r->trace->arena;
	bool is_negative = *e->value == '-';
	e->bits = bits_parse(a, width, e->value + is_negative, 10);
	if (is_negative)
		e->bits = bits_neg(a, e->bits);
	e->value = bits_print(a, e->bits, false, 10);
	return true;
}

static bool read_created(struct run_reader *r, const struct json_value *v, struct run_event *e) {
	if (!read_number(r, v, "other", UINT32_MAX, "thread", &e->other))
		return false;
	if (e->other != r->threads)
		return run_json_wrong(r, arena_printf(r->arena,
		                                      "thread %u is created, and %u would be the next",
		                                      e->other, r->threads));
	r->threads++;
	return true;
}

static bool read_event(struct run_reader *r, const struct json_value *v, enum run_event_kind kind) {
	struct run_event e = {.kind = kind, .other = NO_THREAD, .line = r->line};
	if (!read_number(r, v, "thread", r->threads, "thread", &e.thread) ||
	    !read_text(r, v, "what", &e.what) || !read_text(r, v, "value", &e.value) ||
	    !read_place(r, v, &e) || (kind == RUN_INPUT && !read_value(r, v, &e)) ||
	    (kind == RUN_CREATE && !read_created(r, v, &e)))
		return false;
	if (kind == RUN_JOIN && json_get(v, "other") &&
	    !read_number(r, v, "other", r->threads, "thread", &e.other))
		return false;
	if (kind == RUN_INPUT)
		e.variable = variable_kind_in_trace(e.what);
	e.in_model = e.function && e.function->is_model;
	vec_push(&r->trace->event, e);
	return true;
}

static bool read_step(struct run_reader *r, const struct json_value *v) {
	struct run_step s = {.event = r->trace->event.n, .line = r->line};
	if (!read_number(r, v, "thread", r->threads, "thread", &s.thread))
		return false;
	vec_push(&r->trace->step, s);
	return true;
}

bool run_json_read(struct run_reader *r, const struct json_value *v) {
	if (r->stopped)
		return run_json_wrong(r, "an event after the end of the run");
	const char *name = json_text(json_get(v, "event"));
	enum run_event_kind kind;
	if (!name)
		return run_json_wrong(r, "\"event\" is missing");
	if (!strcmp(name, STEP))
		return read_step(r, v);
	r->stopped = !strcmp(name, STOP);
	if (r->stopped)
		return true;
	if (!run_event_find(name, &kind))
		return run_json_wrong(r, arena_printf(r->arena, "there is no event '%s'", name));
	return read_event(r, v, kind);
}

bool run_json_read_input(struct run_reader *r, const struct json_value *v) {
	return read_event(r, v, RUN_INPUT);
}
