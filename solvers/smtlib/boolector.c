#include "solvers/smtlib/boolector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solvers/proof_file.h"
#include "solvers/smtlib/smtlib_base.h"
#include "solvers/smtlib/smtlib_read.h"
#include "util/base/intern.h"

/* Boolector 1.5.118, the version of Debian 12, through a pipe.  It reads a whole file before it
 * answers, once: no definitions, scopes or cores.  So each check is a process of its own, which
 * gets assertions and assumptions in one assert.
 *
 * At rewrite levels above 0 that build compares constants wrongly: x < 1000 and x = 594 is unsat.
 * tests/unit/test_boolector.c shows it; never leave -rwl0 out. */

#define PROGRAM "boolector"

static const char command[] = PROGRAM " --smt2 -rwl0 -m -d";

enum { EXIT_SAT = 10, EXIT_UNSAT = 20 };

static struct smtlib *self(struct solver *s) {
	return (struct smtlib *)s;
}

static const char *missing(struct arena *a, const struct solver_config *config) {
	(void)config;
	const char *why = pipe_missing(a, command);
	return why ? arena_printf(a, "%s (apt install boolector)", why) : NULL;
}

static const char *version(void) {
	static char text[40] = "";
	struct pipe p;
	char why[100];
	if (*text)
		return text;
	pipe_init(&p);
	double deadline = pipe_now() + 2;
	if (pipe_start(&p, PROGRAM " --version", 0, why, sizeof why)) {
		pipe_close_in(&p);
		while (pipe_wait(&p, deadline) == PIPE_DATA)
			continue;
		smtlib_first_line(text, sizeof text, p.from.at, p.from.n);
	}
	if (!*text)
		snprintf(text, sizeof text, "unknown");
	pipe_free(&p);
	return text;
}

static struct solver *boolector_open(struct terms *ts, const struct solver_config *config) {
	struct smtlib *s = mem_alloc(sizeof *s);
	smtlib_init(s, &solver_boolector, ts, config, command);
	return &s->base;
}

static void boolector_close(struct solver *base) {
	smtlib_free(self(base));
	mem_free(base);
}

/* All of it goes to its input. */
static void send(struct smtlib *s, const term *root, size_t n, bool arrays) {
	struct smtlib_writer w;
	smtlib_writer_init(&w, s->base.terms);
	smtlib_put(&w, arrays ? "(set-logic QF_ABV)\n" : "(set-logic QF_BV)\n");
	smtlib_put_assertion(&w, root, n);
	smtlib_put(&w, "(check-sat)\n(exit)\n");
	pipe_put(&s->pipe, w.text.at, w.text.n);
	pipe_close_in(&s->pipe);
	smtlib_writer_free(&w);
}

/* Digits up to 'stop', and moves behind it. */
static bool read_value(const char **at, char stop, uint32_t width, struct arena *a,
                       struct bits *out) {
	size_t n = strspn(*at, "0123456789");
	if (!n || (*at)[n] != stop || n > (size_t)width + 1)
		return false;
	*out = bits_parse(a, width, arena_printf(a, "%.*s", (int)n, *at), 10);
	*at += n + 1;
	return true;
}

/* "v17 5" or "v17[3] 5". */
static bool read_line(struct smtlib *s, const char *line) {
	const struct terms *ts = s->base.terms;
	char *end;
	if (line[0] != 'v')
		return false;
	unsigned long ix = strtoul(line + 1, &end, 10);
	term t = {(uint32_t)ix};
	if (end == line + 1 || !ix || ix > terms_count(ts) || term_kind(ts, t) != TERM_VAR)
		return false;
	struct sort sort = term_sort(ts, t);
	struct bits index, value;
	const char *at = end + 1;
	if (*end == '[' && sort.kind == SORT_ARRAY) {
		if (!read_value(&at, ']', sort.width, s->scratch, &index) || *at++ != ' ' ||
		    !read_value(&at, 0, sort.elem, s->scratch, &value))
			return false;
		smtlib_set_element(s, t, index, value);
		return true;
	}
	if (*end != ' ' || sort.kind == SORT_ARRAY ||
	    !read_value(&at, 0, sort.kind == SORT_BOOL ? 1 : sort.width, s->scratch, &value))
		return false;
	model_set(s->model, t, value);
	return true;
}

/* Lines after "sat".  'text' ends with 0 and is taken apart. */
static bool read_model(struct smtlib *s, char *text, const char **bad) {
	smtlib_model(s);
	for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
		if (!read_line(s, line)) {
			*bad = line;
			return false;
		}
	smtlib_model_done(s);
	return true;
}

/* What it printed, and how it ended: both have to say the same. */
static enum answer understand(struct smtlib *s) {
	vec_push(&s->pipe.from, 0);
	char *text = s->pipe.from.at, *line = strchr(text, '\n');
	size_t n = line ? (size_t)(line - text) : strlen(text);
	struct arena *a = arena_open();
	bool sat = n == 3 && !strncmp(text, "sat", n), unsat = n == 5 && !strncmp(text, "unsat", n);
	char said[140], complaint[140];
	smtlib_first_line(said, sizeof said, text, n);
	smtlib_first_line(complaint, sizeof complaint, s->pipe.complaint, s->pipe.ncomplaint);
	const char *how = pipe_end(&s->pipe, a), *bad = NULL; /* 'text' stays */
	char expected[40];
	snprintf(expected, sizeof expected, "exit code %d", sat ? EXIT_SAT : EXIT_UNSAT);
	enum answer r = ANSWER_UNKNOWN;
	if ((!sat && !unsat) || !how || strcmp(how, expected) != 0)
		r = smtlib_unknown(s, "boolector: %s (%s)",
		                   *complaint ? complaint
		                   : *said    ? said
		                              : "it said nothing",
		                   how ? how : "it closed its output");
	else if (unsat)
		r = ANSWER_UNSAT;
	else if (read_model(s, text + n + (line != NULL), &bad))
		r = ANSWER_SAT;
	else
		r = smtlib_unknown(s, "boolector: an unexpected line in its model: %.60s", bad);
	arena_close(a);
	return r;
}

static enum answer ask(struct smtlib *s, const term *assume, size_t n) {
	smtlib_lower(s, assume, n);
	for (size_t i = 0; i < s->axiom.n; i++)
		vec_push(&s->low, s->axiom.at[i]);
	enum smtlib_arrays arrays =
	    s->native ? smtlib_arrays_in(s->base.terms, s->low.at, s->low.n) : SMTLIB_NO_ARRAYS;
	if (arrays == SMTLIB_CONST_ARRAYS)
		return smtlib_unknown(s, "boolector has no constant arrays, and they cannot be avoided");
	char why[sizeof s->text];
	if (!pipe_start(&s->pipe, command, s->config.memory_bytes, why, sizeof why))
		return smtlib_unknown(s, "%s", why);
	send(s, s->low.at, s->low.n, arrays);
	enum pipe_event event;
	do
		event = pipe_wait(&s->pipe, s->deadline);
	while (event == PIPE_DATA);
	if (event != PIPE_ENDED)
		return smtlib_failed(s, event, s->pipe.from.at, s->pipe.from.n);
	return understand(s);
}

static enum answer boolector_check(struct solver *base, const term *assume, size_t n) {
	struct smtlib *s = self(base);
	enum answer r;
	if (!smtlib_begin(s, assume, n, &r)) {
		r = ask(s, assume, n);
		if (r == ANSWER_UNSAT)
			proof_elsewhere(s->config.proofs);
	}
	if (r == ANSWER_UNSAT && !s->core.n)
		for (size_t i = 0; i < n; i++)
			map_put(&s->core, assume[i].ix, 1); /* for all it says */
	pipe_calm(&s->pipe);
	return r;
}

const struct solver_ops solver_boolector = {
    .name = "boolector",
    .caps = SOLVER_ARRAYS,
    .version = version,
    .missing = missing,
    .open = boolector_open,
    .add = smtlib_add,
    .check = boolector_check,
    .value = smtlib_value,
    .index = smtlib_index,
    .in_core = smtlib_in_core,
    .push = smtlib_push,
    .pop = smtlib_pop,
    .interrupt = smtlib_interrupt,
    .close = boolector_close,
};
