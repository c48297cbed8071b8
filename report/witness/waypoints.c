/* Format 2: waypoints.  2.0 for one thread; 2.2 says with each waypoint which thread passes it.  A
 * correctness witness has the invariants of a proof, if the result rests on one.
 *
 * With several threads the order of the segments is the schedule.  What a thread has done is told
 * by where it stands then: an assumption at its next statement, with the value it wrote, holds from
 * that moment until the thread goes on.  So one is written after each write to shared memory, and
 * whenever another thread's turn begins.
 */
#include <string.h>

#include "report/witness/proof_witness.h"
#include "report/witness/witness.h"
#include "report/witness/yaml_field.h"
#include "util/base/version.h"

struct story {
	FILE *out;
	const struct witness *w;
	const struct path *path;
	bool has_threads;
	bool *is_told;    /* of each event */
	bool *is_reached; /* of each event: that its thread stands before it was told */
};

static void print_task(FILE *out, const struct witness *w) {
	const struct witness_config *c = w->config;
	fputs("    task:\n      input_files:\n", out);
	for (size_t i = 0; i < c->nfiles; i++) {
		fputs("        - ", out);
		yaml_string(out, c->file[i].name);
		fputc('\n', out);
	}
	fputs("      input_file_hashes:\n", out);
	for (size_t i = 0; i < c->nfiles; i++) {
		fputs("        ", out);
		yaml_string(out, c->file[i].name);
		fprintf(out, ": \"%s\"\n", c->file[i].hash);
	}
	const char *all = w->specification.at[0];
	for (size_t i = 1; i < w->specification.n; i++)
		all = arena_printf(w->arena, "%s\n%s", all, w->specification.at[i]);
	yaml_field(out, 6, "specification", all);
	const char *model = w->result->info.data_model;
	yaml_field(out, 6, "data_model", model ? model : "LP64");
	yaml_field(out, 6, "language", "C");
}

void witness_metadata(FILE *out, const struct witness *w, const char *version) {
	fputs("  metadata:\n", out);
	yaml_field(out, 4, "format_version", version);
	yaml_field(out, 4, "uuid", w->config->uuid);
	yaml_field(out, 4, "creation_time", w->config->created);
	fputs("    producer:\n", out);
	yaml_field(out, 6, "name", "cbmc-mt");
	yaml_field(out, 6, "version", CBMC_MT_VERSION);
	if (w->result->info.command)
		yaml_field(out, 6, "command_line", w->result->info.command);
	print_task(out, w);
}

static void open_waypoint(struct story *s, const char *type, uint32_t thread) {
	fprintf(s->out, "      - waypoint:\n          type: \"%s\"\n          action: \"follow\"\n",
	        type);
	if (s->has_threads)
		fprintf(s->out, "          thread_id: %u\n", (unsigned)thread);
}

static void print_constraint(struct story *s, const char *value, const char *format) {
	fputs("          constraint:\n", s->out);
	yaml_field(s->out, 12, "value", value);
	if (format)
		yaml_field(s->out, 12, "format", format);
}

/* token NO_TOKEN: the line is all that is known */
static void print_location(struct story *s, const struct event *e, uint32_t token) {
	const struct tokens *t = &s->path->tokens[e->file];
	fputs("          location:\n", s->out);
	yaml_field(s->out, 12, "file_name", s->path->file[e->file].name);
	fprintf(s->out, "            line: %u\n",
	        (unsigned)(token == NO_TOKEN ? e->line : t->token.at[token].line));
	if (token != NO_TOKEN)
		fprintf(s->out, "            column: %u\n", (unsigned)tokens_column(t, token));
	if (e->function)
		yaml_field(s->out, 12, "function", e->function);
}

static void open_segment(struct story *s) {
	fputs("    - segment:\n", s->out);
}

static void tell_input(struct story *s, const struct event *e) {
	uint32_t end = tokens_call_end(&s->path->tokens[e->file], e->at);
	if (!e->value || end == NO_TOKEN)
		return;
	open_segment(s);
	open_waypoint(s, "function_return", e->thread);
	print_constraint(s, arena_printf(s->w->arena, "\\result == %s", e->value), "acsl_expression");
	print_location(s, e, end);
}

static void tell_create(struct story *s, const struct event *e) {
	open_segment(s);
	open_waypoint(s, "function_enter", e->thread);
	uint32_t end = NO_TOKEN;
	if (e->at != NO_TOKEN)
		end = tokens_call_end(&s->path->tokens[e->file], e->at);
	print_location(s, e, end);
}

/* The condition of a do is at its end, where there is no keyword that everybody agrees on. */
static void tell_branch(struct story *s, const struct event *e) {
	if (!e->decides)
		return;
	open_segment(s);
	open_waypoint(s, "branching", e->thread);
	print_constraint(s, e->condition ? "true" : "false", NULL);
	print_location(s, e, e->at);
}

static void tell_assumption(struct story *s, const struct event *e, const char *constraint) {
	open_segment(s);
	open_waypoint(s, "assumption", e->thread);
	print_constraint(s, constraint, "c_expression");
	print_location(s, e, e->start);
}

static void tell_target(struct story *s, const struct event *e) {
	open_waypoint(s, "target", e->thread);
	const struct tokens *t = &s->path->tokens[e->file];
	print_location(s, e, e->at == NO_TOKEN ? NO_TOKEN : tokens_expression(t, e->at));
}

static void tell(struct story *s, size_t ix) {
	const struct event *e = &s->path->event.at[ix];
	if (s->is_told[ix])
		return;
	s->is_told[ix] = true;
	switch (e->kind) {
	case EVENT_INPUT: tell_input(s, e); break;
	case EVENT_CREATE: tell_create(s, e); break;
	case EVENT_BRANCH: tell_branch(s, e); break;
	case EVENT_ASSIGN:
	case EVENT_READ:
	case EVENT_CALL:
	case EVENT_RETURN:
	case EVENT_TARGET: break;
	}
}

/* The next event of the same thread; the number of events if there is none. */
static size_t next_of_thread(const struct path *p, size_t ix) {
	uint32_t thread = p->event.at[ix].thread;
	for (ix++; ix < p->event.n && p->event.at[ix].thread != thread;)
		ix++;
	return ix;
}

/* Can an assumption stand at this event's statement?  Not if the thread came there before. */
static bool begins_statement(const struct event *e) {
	return e->arrives && !e->in_head && e->kind != EVENT_BRANCH && e->kind != EVENT_TARGET;
}

/* Might the event as well happen as soon as its thread stands before it?  Not the call of a library
 * or of an atomic function: that may have to wait until others have run. */
static bool happens_at_once(const struct event *e) {
	static const char atomic[] = "__VERIFIER_atomic";
	bool waits =
	    e->kind == EVENT_CALL && (!e->is_defined || !strncmp(e->callee, atomic, sizeof atomic - 1));
	bool is_seen = e->at != NO_TOKEN || e->kind == EVENT_RETURN;
	return is_seen && e->kind != EVENT_TARGET && !e->depends && !waits;
}

/* Where the thread stands after the event: its next statement.  What it does in between with its
 * own variables only (the head of a for) might as well have happened at once, and is told first. */
static const struct event *tell_up_to_next(struct story *s, size_t ix) {
	const struct path *p = s->path;
	const struct event *e = &p->event.at[ix];
	if (e->is_split || e->at == NO_TOKEN)
		return NULL;
	size_t next = next_of_thread(p, ix), first = next;
	while (next < p->event.n && !begins_statement(&p->event.at[next])) {
		if (!happens_at_once(&p->event.at[next]))
			return NULL;
		next = next_of_thread(p, next);
	}
	if (next == p->event.n)
		return NULL;
	if (s->is_reached[next])
		return NULL; /* one arrival passes one waypoint */
	s->is_reached[next] = true;
	for (; first < next; first = next_of_thread(p, first))
		tell(s, first);
	return &p->event.at[next];
}

/* Is what the event assigned to still in scope where the thread stands? */
static bool is_visible(const struct path *p, const struct event *e, const struct event *next) {
	const struct tokens *t = &p->tokens[e->file];
	size_t n = strcspn(e->lhs, ".[-");
	if (e->file != next->file)
		return false;
	if (tokens_is_global(t, e->lhs, n) && !tokens_is_shadowed(t, e->at, e->lhs, n) &&
	    !tokens_is_shadowed(t, next->at, e->lhs, n))
		return true;
	return !strcmp(e->function, next->function) && !tokens_leave_block(t, e->start, next->start);
}

static void tell_position(struct story *s, size_t ix) {
	const struct path *p = s->path;
	const struct event *e = &p->event.at[ix];
	bool wrote = e->kind == EVENT_ASSIGN && e->shared && e->lhs && e->value;
	bool turn_ends = ix + 1 < p->event.n && p->event.at[ix + 1].thread != e->thread;
	if (!wrote && !turn_ends)
		return;
	const struct event *next = tell_up_to_next(s, ix);
	if (!next)
		return;
	const char *constraint = "1";
	if (wrote && is_visible(p, e, next))
		constraint = arena_printf(s->w->arena, "%s == %s", e->lhs, e->value);
	tell_assumption(s, next, constraint);
}

static void tell_all(struct story *s) {
	const struct path *p = s->path;
	size_t i = 0;
	for (; p->event.at[i].kind != EVENT_TARGET; i++) {
		tell(s, i);
		if (s->has_threads)
			tell_position(s, i);
	}
	open_segment(s);
	for (; i < p->event.n; i++)
		tell_target(s, &p->event.at[i]);
}

void witness_yaml(FILE *out, const struct witness *w) {
	bool has_threads = w->cex && w->cex->thread.n > 1;
	if (!w->cex) {
		proof_witness(out, w);
		return;
	}
	yaml_field(out, 0, "- entry_type", "violation_sequence");
	witness_metadata(out, w, has_threads ? "2.2" : "2.0");
	fputs("  content:\n", out);
	struct path path;
	path_init(&path, w->arena, w->cex, w->config->file, w->config->nfiles);
	struct story s = {.out = out, .w = w, .path = &path, .has_threads = has_threads};
	s.is_told = arena_array(w->arena, bool, 2 * path.event.n);
	memset(s.is_told, 0, sizeof *s.is_told * 2 * path.event.n);
	s.is_reached = s.is_told + path.event.n;
	tell_all(&s);
	path_free(&path);
}
