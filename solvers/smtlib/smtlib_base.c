#include "solvers/smtlib/smtlib_base.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "solvers/smtlib/smtlib_read.h"
#include "util/base/intern.h"
#include "util/text/path.h"

static struct smtlib *self(struct solver *s) {
	return (struct smtlib *)s;
}

void smtlib_init(struct smtlib *s, const struct solver_ops *ops, struct terms *ts,
                 const struct solver_config *config, const char *command) {
	s->base = (struct solver){.ops = ops, .terms = ts};
	if (config)
		s->config = *config;
	s->command = intern(command);
	s->scratch = arena_open();
	pipe_init(&s->pipe);
}

static void drop_model(struct smtlib *s) {
	if (!s->model)
		return;
	model_close(s->model);
	s->model = NULL;
	s->cell.n = 0;
	arena_release(s->scratch, (struct arena_mark){0});
}

void smtlib_free(struct smtlib *s) {
	drop_model(s);
	pipe_free(&s->pipe);
	unarray_close(s->unarray);
	vec_free(&s->assertion);
	vec_free(&s->scope);
	vec_free(&s->low);
	vec_free(&s->axiom);
	vec_free(&s->cell);
	map_free(&s->core);
	arena_close(s->scratch);
}

void smtlib_add(struct solver *base, term assertion) {
	struct smtlib *s = self(base);
	drop_model(s);
	vec_push(&s->assertion, assertion);
}

void smtlib_push(struct solver *base) {
	struct smtlib *s = self(base);
	drop_model(s);
	vec_push(&s->scope, s->assertion.n);
}

void smtlib_pop(struct solver *base) {
	struct smtlib *s = self(base);
	drop_model(s);
	if (s->scope.n)
		s->assertion.n = vec_pop(&s->scope);
}

static bool is_false_already(struct smtlib *s, const term *assume, size_t n) {
	for (size_t i = s->assertion.n; i-- > 0;)
		if (term_is_false(s->base.terms, s->assertion.at[i]))
			return true;
	for (size_t i = 0; i < n; i++)
		if (term_is_false(s->base.terms, assume[i])) {
			map_put(&s->core, assume[i].ix, 1);
			return true;
		}
	return false;
}

bool smtlib_begin(struct smtlib *s, const term *assume, size_t n, enum answer *r) {
	drop_model(s);
	map_clear(&s->core);
	s->base.reason = NULL;
	double limit = solver_seconds(&s->config);
	s->deadline = limit > 0 ? pipe_now() + limit : 0;
	if (is_false_already(s, assume, n)) {
		*r = ANSWER_UNSAT;
		return true;
	}
	if (s->pipe.stop) {
		*r = smtlib_unknown(s, "interrupted");
		return true;
	}
	return false;
}

/* false: something cannot be rewritten. */
static bool lower_all(struct smtlib *s, const term *assume, size_t n) {
	s->low.n = s->axiom.n = 0;
	for (size_t i = 0; i < s->assertion.n + n; i++) {
		term t = i < s->assertion.n ? s->assertion.at[i] : assume[i - s->assertion.n];
		if (!s->native)
			t = unarray_term(s->unarray, t);
		if (!t.ix)
			return false;
		vec_push(&s->low, t);
	}
	size_t naxioms = 0;
	const term *axiom = s->native ? NULL : unarray_axioms(s->unarray, &naxioms);
	for (size_t i = 0; i < naxioms; i++)
		vec_push(&s->axiom, axiom[i]);
	return true;
}

void smtlib_lower(struct smtlib *s, const term *assume, size_t n) {
	if (!s->unarray)
		s->unarray = unarray_open(s->base.terms);
	if (lower_all(s, assume, n))
		return;
	unarray_close(s->unarray); /* assertions that are gone may be the reason */
	s->unarray = unarray_open(s->base.terms);
	s->generation++;
	if (lower_all(s, assume, n))
		return;
	s->native = true;
	lower_all(s, assume, n);
}

struct model *smtlib_model(struct smtlib *s) {
	drop_model(s);
	s->model = model_open(s->base.terms);
	return s->model;
}

void smtlib_set_element(struct smtlib *s, term array, struct bits index, struct bits value) {
	struct smtlib_cell c = {array, bits_copy(s->scratch, index)};
	vec_push(&s->cell, c);
	model_set_element(s->model, array, index, value);
}

void smtlib_model_done(struct smtlib *s) {
	size_t n = 0;
	const struct array_read *read = s->native ? NULL : unarray_reads(s->unarray, &n);
	struct bits *at = arena_array(s->scratch, struct bits, 2 * n + 1);
	for (size_t i = 0; i < n; i++) { /* all values before the first change of the model */
		at[2 * i] = bits_copy(s->scratch, model_value(s->model, read[i].index));
		at[2 * i + 1] = bits_copy(s->scratch, model_value(s->model, read[i].value));
	}
	for (size_t i = 0; i < n; i++)
		smtlib_set_element(s, read[i].array, at[2 * i], at[2 * i + 1]);
}

enum answer smtlib_unknown(struct smtlib *s, const char *format, ...) {
	char text[sizeof s->text]; /* the arguments may be what is in s->text */
	va_list ap;
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	memcpy(s->text, text, sizeof text);
	s->base.reason = s->text;
	pipe_end(&s->pipe, NULL);
	return ANSWER_UNKNOWN;
}

/* The program without its folder and arguments. */
static const char *program_name(struct arena *a, const char *command) {
	const char *start = command + strspn(command, " \t'\"");
	size_t n = strcspn(start, " \t'\"");
	return path_base(arena_printf(a, "%.*s", (int)n, start));
}

/* A program that ran out of memory seldom says so. */
static const char *ending(const struct smtlib *s, enum pipe_event event, const char *how,
                          struct arena *a) {
	if (event == PIPE_FLOOD)
		return "its answer does not end";
	if (event != PIPE_ENDED)
		return NULL;
	if (!how)
		return "it closed its output";
	return s->config.memory_bytes && strcmp(how, "exit code 0") != 0
	           ? arena_printf(a, "%s, memory limit %zu MB", how, s->config.memory_bytes >> 20)
	           : how;
}

enum answer smtlib_failed(struct smtlib *s, enum pipe_event event, const char *said, size_t n) {
	if (event == PIPE_STOPPED || s->pipe.stop)
		return smtlib_unknown(s, "interrupted");
	if (event == PIPE_LATE)
		return smtlib_unknown(s, "no answer within %g s", solver_seconds(&s->config));
	struct arena *a = arena_open();
	const char *name = program_name(a, s->command);
	char words[140];
	smtlib_first_line(words, sizeof words, said, n);
	if (!*words)
		smtlib_first_line(words, sizeof words, s->pipe.complaint, s->pipe.ncomplaint);
	const char *how = ending(s, event, pipe_end(&s->pipe, a), a);
	if (!how && strstr(words, "bad_alloc"))
		how = "out of memory";
	if (*words && how)
		smtlib_unknown(s, "%s: %s (%s)", name, words, how);
	else
		smtlib_unknown(s, "%s: %s", name, *words ? words : how ? how : "it said nothing");
	arena_close(a);
	return ANSWER_UNKNOWN;
}

bool smtlib_value(struct solver *base, term t, struct arena *arena, struct bits *out) {
	struct smtlib *s = self(base);
	if (!s->model || term_sort(base->terms, t).kind == SORT_ARRAY)
		return false;
	*out = bits_copy(arena, model_value(s->model, t));
	return true;
}

bool smtlib_index(struct solver *base, term array, size_t i, struct arena *a, struct bits *out) {
	struct smtlib *s = self(base);
	for (size_t k = 0; k < s->cell.n; k++)
		if (term_eq(s->cell.at[k].array, array) && i-- == 0) {
			*out = bits_copy(a, s->cell.at[k].index);
			return true;
		}
	return false;
}

bool smtlib_in_core(struct solver *base, term assumed) {
	return map_get(&self(base)->core, assumed.ix, NULL);
}

void smtlib_interrupt(struct solver *base) {
	pipe_interrupt(&self(base)->pipe);
}
