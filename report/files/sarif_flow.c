/* A counterexample as a code flow: one thread flow per thread, and executionOrder over all. */
#include <string.h>

#include "report/files/sarif_writer.h"
#include "report/story/interleaving.h"
#include "report/story/wording.h"

#define MAX_STATE 64 /* steps of a line */

/* In the order of what is left out first. */
enum importance { UNIMPORTANT, IMPORTANT, ESSENTIAL };

struct flow_step {
	struct told told; /* or an input, told where it is chosen */
	enum importance importance;
	bool is_shared, is_left_out, is_last;
};

struct flow {
	struct sarif *s;
	const struct cex *cex;
	struct interleaving all;
	struct flow_step *at;
	size_t n, cap;
	size_t left_out;
};

enum effect { NO_EFFECT, TAKES_LOCK, GIVES_LOCK };

/* What the library does to a lock within this call. */
static enum effect effect_of(const struct cex *cex, size_t call) {
	for (size_t i = call + 1; i < cex->step.n; i++) {
		const struct step *s = &cex->step.at[i];
		if (s->thread != cex->step.at[call].thread)
			continue;
		if (s->kind == STEP_ACQUIRE)
			return TAKES_LOCK;
		if (s->kind == STEP_RELEASE)
			return GIVES_LOCK;
		if (!s->in_model)
			break;
	}
	return NO_EFFECT;
}

static enum effect effect_of_line(const struct cex *cex, const struct told *line) {
	return line->call == NO_STEP ? NO_EFFECT : effect_of(cex, line->call);
}

static bool is_danger(const struct told *line) {
	return line->kind == STEP_VIOLATION || line->access || line->wait;
}

static enum importance importance_of(const struct flow *f, const struct flow_step *step) {
	const struct told *line = &step->told;
	if (line->aside || line->repeats)
		return UNIMPORTANT;
	if (is_danger(line) || line->is_cause || step->is_shared ||
	    effect_of_line(f->cex, line) != NO_EFFECT)
		return ESSENTIAL;
	switch (line->kind) {
	case STEP_VIOLATION:
	case STEP_BLOCKED:
	case STEP_ACQUIRE:
	case STEP_RELEASE:
	case STEP_FLUSH:
	case STEP_CREATE: return ESSENTIAL;
	case STEP_READ:
	case STEP_ASSIGN: return f->cex->thread.n > 1 ? UNIMPORTANT : IMPORTANT;
	case STEP_CALL:
	case STEP_INPUT:
	case STEP_THREAD_END:
	case STEP_NOTE: return IMPORTANT;
	case STEP_BRANCH:
	case STEP_RETURN:
	case STEP_ASSUME: return UNIMPORTANT;
	}
	return IMPORTANT;
}

static void add(struct flow *f, struct told told) {
	struct flow_step step = {.told = told};
	for (size_t i = told.first; i <= told.last && !step.is_shared; i++)
		step.is_shared = f->cex->step.at[i].shared && wording_is_part(f->cex, &told, i);
	step.importance = importance_of(f, &step);
	vec_push(f, step);
}

static bool is_input(const struct step *s) {
	return s->kind == STEP_INPUT && (!s->in_model || s->unmodelled || s->typed);
}

/* Of something inside the library, the call is the position. */
static struct loc user_loc(const struct cex *cex, size_t index) {
	const struct step *s = &cex->step.at[index];
	for (size_t i = index + 1; i-- > 0;)
		if (cex->step.at[i].thread == s->thread && !cex->step.at[i].in_model)
			return cex->step.at[i].loc;
	return s->loc;
}

static const char *user_function(const struct cex *cex, size_t index) {
	const struct step *s = &cex->step.at[index];
	for (size_t i = index + 1; i-- > 0;)
		if (cex->step.at[i].thread == s->thread && !cex->step.at[i].in_model)
			return cex->step.at[i].function;
	return s->in_model ? NULL : s->function;
}

static void add_input(struct flow *f, size_t index, unsigned depth) {
	const struct step *s = &f->cex->step.at[index];
	add(f, (struct told){.thread = s->thread,
	                     .loc = user_loc(f->cex, index),
	                     .kind = s->kind,
	                     .step = index,
	                     .first = index,
	                     .last = index,
	                     .call = NO_STEP,
	                     .depth = depth,
	                     .sentence = arena_printf(
	                         f->s->arena, "input %s = %s%s", s->lhs ? s->lhs : "",
	                         s->value ? s->value : "",
	                         s->guessed      ? " (a guess: the function has no body and no model)"
	                         : s->unmodelled ? " (chosen for a function without a model)"
	                                         : "")});
}

/* What people are told, and the inputs where they are chosen. */
static void collect(struct flow *f) {
	size_t next = 0;
	for (size_t i = 0; i < f->all.line.n; i++) {
		const struct told *line = &f->all.line.at[i];
		for (; next < line->step; next++)
			if (is_input(&f->cex->step.at[next]))
				add_input(f, next, line->depth);
		add(f, *line);
	}
	if (f->n) { /* wherever in the library it happens, this is the violation */
		f->at[f->n - 1].is_last = true;
		f->at[f->n - 1].importance = ESSENTIAL;
	}
}

/* Of each importance, the most telling first, the last steps are kept, as far as there is room. */
static void thin_out(struct flow *f) {
	size_t room = f->s->max_steps;
	if (f->n <= room)
		return;
	for (int importance = ESSENTIAL; importance >= UNIMPORTANT; importance--)
		for (size_t i = f->n; i-- > 0;) {
			if (f->at[i].importance != (enum importance)importance)
				continue;
			f->at[i].is_left_out = !room;
			f->left_out += !room;
			room -= room > 0;
		}
}

static void write_kinds(struct json *j, const struct cex *cex, const struct flow_step *step) {
	static const char *const kinds[][3] = {
	    [STEP_INPUT] = {"value"},
	    [STEP_ASSIGN] = {"value"},
	    [STEP_READ] = {"value"},
	    [STEP_CALL] = {"call", "function"},
	    [STEP_RETURN] = {"return", "function"},
	    [STEP_BRANCH] = {"branch"},
	    [STEP_ASSUME] = {"branch", "implicit"},
	    [STEP_NOTE] = {"unknown"},
	    [STEP_CREATE] = {"call", "enter", "function"},
	    [STEP_THREAD_END] = {"exit", "function"},
	    [STEP_BLOCKED] = {"lock"},
	    [STEP_ACQUIRE] = {"acquire", "lock"},
	    [STEP_RELEASE] = {"release", "lock"},
	    [STEP_VIOLATION] = {NULL},
	    [STEP_FLUSH] = {"value", "memory"},
	};
	const struct told *line = &step->told;
	enum effect effect = effect_of_line(cex, line);
	const char *value = cex->step.at[line->step].value;
	json_put_array(j, "kinds");
	json_line(j);
	for (size_t i = 0; i < 3 && kinds[line->kind][i]; i++)
		json_string(j, kinds[line->kind][i]);
	if (line->kind == STEP_BRANCH && value)
		json_string(j, !strcmp(value, "true") ? "true" : "false");
	if (step->is_shared || line->access)
		json_string(j, "memory");
	if (line->kind == STEP_CALL && effect != NO_EFFECT) {
		json_string(j, effect == TAKES_LOCK ? "acquire" : "release");
		json_string(j, "lock");
	}
	if (is_danger(line) || step->is_last)
		json_string(j, "danger");
	json_close(j);
}

static bool has_value(const struct flow *f, const struct told *line, size_t i) {
	const struct step *s = &f->cex->step.at[i];
	return (s->kind == STEP_INPUT || s->kind == STEP_ASSIGN || s->kind == STEP_READ) && s->lhs &&
	       *s->lhs && s->value && (i == line->step || wording_is_part(f->cex, line, i));
}

/* Will a later step of the line have another value for the same? */
static bool is_overtaken(const struct flow *f, const struct told *line, size_t i) {
	for (size_t k = i + 1; k <= line->last; k++)
		if (has_value(f, line, k) && !strcmp(f->cex->step.at[k].lhs, f->cex->step.at[i].lhs))
			return true;
	return false;
}

/* What the line makes of memory, or sees there. */
static void write_state(const struct flow *f, const struct told *line) {
	bool any = false;
	/* a line may stand for thousands of iterations, of which the last one counts */
	size_t first = line->last - line->first > MAX_STATE ? line->last - MAX_STATE : line->first;
	for (size_t i = first; i <= line->last; i++) {
		if (!has_value(f, line, i) || is_overtaken(f, line, i))
			continue;
		if (!any) {
			json_put_object(&f->s->j, "state");
			json_line(&f->s->j);
		}
		any = true;
		sarif_message(f->s, f->cex->step.at[i].lhs, f->cex->step.at[i].value);
	}
	if (any)
		json_close(&f->s->j);
}

static void write_step(const struct flow *f, size_t i) {
	static const char *const word[] = {"unimportant", "important", "essential"};
	const struct flow_step *step = &f->at[i];
	struct json *j = &f->s->j;
	json_object(j);
	json_put_object(j, "location");
	sarif_location(f->s, step->told.loc, user_function(f->cex, step->told.step),
	               arena_printf(f->s->arena, "step %zu: %s", i + 1, step->told.sentence));
	json_close(j);
	write_kinds(j, f->cex, step);
	write_state(f, &step->told);
	json_put_uint(j, "nestingLevel", step->told.depth);
	json_put_uint(j, "executionOrder", i + 1);
	json_put(j, "importance", word[step->importance]);
	json_close(j);
}

static void write_thread(const struct flow *f, uint32_t thread) {
	struct json *j = &f->s->j;
	json_object(j);
	json_put(j, "id", f->cex->thread.at[thread].name);
	sarif_message(f->s, "message", cex_thread_label(f->s->arena, f->cex, thread));
	json_put_array(j, "locations");
	for (size_t i = 0; i < f->n; i++)
		if (f->at[i].told.thread == thread && !f->at[i].is_left_out)
			write_step(f, i);
	json_close(j);
	json_close(j);
}

static bool has_steps(const struct flow *f, uint32_t thread) {
	for (size_t i = 0; i < f->n; i++)
		if (f->at[i].told.thread == thread && !f->at[i].is_left_out)
			return true;
	return false;
}

void sarif_code_flows(struct sarif *s, const struct cex *cex, const struct cause *cause) {
	struct flow f = {.s = s, .cex = cex};
	struct json *j = &s->j;
	interleaving_init(&f.all, cex, cause, TELL_COMPACT);
	collect(&f);
	thin_out(&f);
	if (!f.n) { /* a code flow must not be empty */
		interleaving_free(&f.all);
		return;
	}
	json_put_array(j, "codeFlows");
	json_object(j);
	const char *text = arena_printf(s->arena, "%zu thread%s, %u context switch%s", cex->thread.n,
	                                cex->thread.n == 1 ? "" : "s", cex->context_switches,
	                                cex->context_switches == 1 ? "" : "es");
	if (f.left_out)
		text = arena_printf(s->arena, "%s; %zu of %zu steps are left out", text, f.left_out, f.n);
	sarif_message(s, "message", text);
	json_put_array(j, "threadFlows");
	for (uint32_t i = 0; i < cex->thread.n; i++)
		if (has_steps(&f, i)) /* a thread flow must not be empty */
			write_thread(&f, i);
	json_close(j);
	json_close(j);
	json_close(j);
	interleaving_free(&f.all);
	vec_free(&f);
}
