#include "cli/files/test_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/file.h"
#include "cli/files/run_json.h"
#include "cli/files/test_inputs.h"
#include "cli/files/test_rows.h"
#include "goto/analysis/control.h"
#include "util/base/intern.h"

#define FORMAT  "cbmc-mt test"
#define VERSION 1

/* --- Writing. --- */

static void begin_list(struct json *j, const char *key) {
	json_put_array(j, key);
}

static void begin_line(struct json *j) {
	json_row(j);
}

static void put_row(struct json *j, uint32_t row) {
	if (row)
		json_put_uint(j, "row", row);
}

static void write_inputs(struct json *j, const struct run_trace *t, const uint32_t *row) {
	begin_list(j, "inputs");
	for (size_t i = 0; i < t->event.n; i++)
		if (t->event.at[i].kind == RUN_INPUT) {
			begin_line(j);
			run_json_event(j, &t->event.at[i]);
			put_row(j, row[i]);
			json_close(j);
		}
	json_close(j);
}

/* A decision of the user: not an assertion, which is a branch around one that fails. */
static bool is_told(const struct run_decision *d) {
	const struct ins *i = &d->function->ins.at[d->pc];
	uint32_t at;
	return d->kind == DECISION_BRANCH && !d->function->is_model && !i->ghost &&
	       !control_fails(d->function, i->target, &at) &&
	       !control_fails(d->function, d->pc + 1, &at);
}

/* The cases of a switch have no text of their own. */
static void write_decision(struct json *j, struct arena *a, const struct run_decision *d) {
	const struct ins *i = &d->function->ins.at[d->pc];
	begin_line(j);
	json_put(j, "condition", i->text ? i->text : expr_print(a, i->rhs));
	json_put_bool(j, "value", d->taken == (!i->text || i->when_true));
	json_put(j, "function", d->function->symbol->display);
	if (i->loc.file) {
		json_put(j, "file", i->loc.file);
		json_put_uint(j, "line", i->loc.line);
	}
	json_close(j);
}

static void write_path(struct json *j, const struct goto_prog *prog, const struct run_trace *t,
                       uint64_t path) {
	struct arena *arena = arena_open();
	json_put_object(j, "path");
	json_key(j, "id");
	json_format(j, "%016llx", (unsigned long long)path);
	begin_list(j, "threads");
	for (size_t i = 0; i < t->thread.n; i++) {
		const struct run_thread *thread = &t->thread.at[i];
		const struct symbol *start = i ? thread->start : prog->entry;
		json_object(j);
		json_put_uint(j, "thread", i);
		json_put_given(j, "function", start ? start->display : NULL);
		begin_list(j, "decisions");
		for (size_t k = 0; k < thread->decision.n; k++)
			if (is_told(&thread->decision.at[k]))
				write_decision(j, arena, &thread->decision.at[k]);
		json_close(j);
		json_close(j);
	}
	json_close(j);
	json_close(j);
	arena_close(arena);
}

/* The place of a step is that of the first thing that its thread does. */
static void write_step(struct json *j, const struct run_trace *t, const uint32_t *row, size_t ix) {
	const struct run_step *s = &t->step.at[ix];
	const struct run_event *first = s->event < t->event.n ? &t->event.at[s->event] : NULL;
	begin_line(j);
	run_json_step(j, s);
	bool is_own = first && first->thread == s->thread;
	if (is_own)
		put_row(j, row[s->event]);
	if (is_own && first->in_model)
		json_put_bool(j, "library", true);
	if (is_own && first->loc.file) {
		json_put(j, "file", first->loc.file);
		json_put_uint(j, "line", first->loc.line);
	}
	json_close(j);
}

static void write_schedule(struct json *j, const struct run_trace *t, const uint32_t *row) {
	size_t step = 0;
	begin_list(j, "schedule");
	for (size_t i = 0; i <= t->event.n; i++) {
		for (; step < t->step.n && t->step.at[step].event <= i; step++)
			write_step(j, t, row, step);
		const struct run_event *e = i < t->event.n ? &t->event.at[i] : NULL;
		if (!e || e->kind == RUN_INPUT || !run_event_is_brief(e))
			continue;
		begin_line(j);
		json_put(j, "event", run_event_name(e->kind));
		run_json_event(j, e);
		put_row(j, row[i]);
		json_close(j);
	}
	json_close(j);
}

/* The accesses of a race, which both threads are about to make when the schedule ends. */
static void write_race(struct json *j, const struct run_trace *t) {
	bool is_race = t->class_name && !strcmp(t->class_name, property_class_name(PROPERTY_RACE));
	if (!run_trace_fails(t) || !t->has_race || !is_race)
		return;
	begin_list(j, "race");
	for (int i = 0; i < 2; i++) {
		const struct run_racer *r = &t->race[i];
		begin_line(j);
		json_put(j, "event", run_event_name(r->is_write ? RUN_WRITE : RUN_READ));
		json_put_uint(j, "thread", r->thread);
		json_put(j, "what", r->what);
		run_json_memory(j, &r->memory);
		if (r->in_model)
			json_put_bool(j, "library", true);
		run_json_place(j, r->loc);
		json_close(j);
	}
	json_close(j);
}

void test_file_write(FILE *out, const struct test_about *about, const struct run_trace *t,
                     uint64_t path) {
	struct json j;
	struct arena *arena = arena_open();
	const uint32_t *row = test_rows_find(arena, t);
	json_init(&j, out, 1);
	json_object(&j);
	run_json_head(&j, FORMAT, VERSION, about->prog, about->hash, t);
	json_put_given(&j, "command", about->command);
	json_key(&j, "end");
	begin_line(&j);
	run_json_stop(&j, t);
	json_put_bool(&j, "violation", run_trace_fails(t));
	if (run_trace_fails(t)) {
		json_put_given(&j, "property", t->property_id);
		json_put_given(&j, "class", t->class_name);
		if (t->is_apart)
			json_put_bool(&j, "apart", true);
		put_row(&j, test_rows_last(t));
	}
	json_close(&j);
	write_race(&j, t);
	write_inputs(&j, t, row);
	test_inputs_write(&j, about->prog, t);
	write_path(&j, about->prog, t, path);
	write_schedule(&j, t, row);
	test_rows_write(&j, t);
	json_close(&j);
	json_finish(&j);
	arena_close(arena);
}

/* --- Reading. --- */

struct document {
	const char *text;
	struct run_reader run;
	size_t counted; /* bytes up to here have been searched for line ends */
};

/* The line that a value begins on.  Values are read in the order of the file, nearly. */
static void go_to(struct document *d, const struct json_value *v) {
	if (v->at < d->counted) {
		d->counted = 0;
		d->run.line = 1;
	}
	for (; d->counted < v->at; d->counted++)
		d->run.line += d->text[d->counted] == '\n';
}

typedef bool read_item(struct run_reader *, const struct json_value *);

static bool read_list(struct document *d, const struct json_value *head, const char *key,
                      read_item *read) {
	const struct json_value *list = json_get(head, key);
	go_to(d, list ? list : head);
	if (!list || list->kind != JSON_ARRAY)
		return run_json_wrong(&d->run,
		                      arena_printf(d->run.arena, "the list \"%s\" is missing", key));
	for (const struct json_value *v = list->first; v; v = v->next) {
		go_to(d, v);
		if (v->kind != JSON_OBJECT)
			return run_json_wrong(
			    &d->run, arena_printf(d->run.arena, "\"%s\" must be a list of objects", key));
		if (!read(&d->run, v))
			return false;
	}
	return true;
}

static uint64_t path_of(const struct json_value *head) {
	const char *id = json_text(json_get(json_get(head, "path"), "id"));
	return id && strlen(id) == 16 && !id[strspn(id, "0123456789abcdef")] ? strtoull(id, NULL, 16)
	                                                                     : 0;
}

/* Other races on the way to the violation do not end the run. */
static void read_end(struct run_trace *t, const struct json_value *end) {
	const struct json_value *violation = json_get(end, "violation");
	if (!violation || !violation->truth)
		return;
	t->end = RUN_VIOLATES;
	t->why = json_text(json_get(end, "why"));
}

static bool read_document(struct document *d, size_t n) {
	struct json_error bad;
	struct run_reader *r = &d->run;
	const struct json_value *head = json_read(r->trace->arena, d->text, n, &bad);
	if (!head) {
		size_t begin = bad.column - 1;
		for (size_t i = 0; i < bad.column - 1; i++)
			r->line += d->text[i] == '\n';
		while (begin > 0 && d->text[begin - 1] != '\n')
			begin--;
		r->error->loc.col = (uint32_t)(bad.column - begin);
		return run_json_wrong(r, arena_printf(r->arena, "no JSON: %s", bad.text));
	}
	if (!run_json_read_head(r, head, FORMAT, VERSION, "test", "the object"))
		return false;
	r->trace->is_brief = true;
	r->trace->path = path_of(head);
	read_end(r->trace, json_get(head, "end"));
	return read_list(d, head, "schedule", run_json_read) &&
	       read_list(d, head, "inputs", run_json_read_input);
}

bool test_file_is(const char *file) {
	return run_json_begins(file, FORMAT);
}

struct run_trace *test_file_read(const char *file, const struct goto_prog *prog,
                                 struct arena *arena, struct trace_file_error *error) {
	*error = (struct trace_file_error){.loc = {.file = intern(file)}};
	struct run_trace *t = run_trace_open();
	size_t n;
	struct document d = {
	    .text = file_bytes(t->arena, file, &n),
	    .run = {.prog = prog, .trace = t, .arena = arena, .error = error, .line = 1, .threads = 1}};
	t->file = intern(file);
	if (!d.text)
		error->text = arena_printf(arena, "%s", strerror(errno));
	if (d.text && read_document(&d, n))
		return t;
	run_trace_close(t);
	return NULL;
}

enum test_match test_file_match(const char *file, const char *hash, uint64_t *path) {
	struct arena *arena = arena_open();
	struct json_error bad;
	size_t n;
	const char *text = file_bytes(arena, file, &n);
	const struct json_value *head = text ? json_read(arena, text, n, &bad) : NULL;
	const char *format = json_text(json_get(head, "format"));
	const char *program = json_text(json_get(head, "program"));
	enum test_match match = TEST_NONE;
	if (format && !strcmp(format, FORMAT) && program)
		match = strcmp(program, hash) ? TEST_OTHER : TEST_SAME;
	*path = path_of(head);
	arena_close(arena);
	return match;
}
