#include "solvers/checked.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "solvers/model.h"
#include "solvers/solver_table.h"
#include "solvers/term/term_walk.h"
#include "util/base/arena.h"
#include "util/base/vec.h"

struct checked {
	struct solver base;
	struct solver_ops ops; /* what 'base' points to: has the abilities of 'first' */
	struct solver_config config;
	struct solver *first;
	struct solver *volatile second; /* the one at work, or the last one */
	VEC(term) assertion;            /* all scopes */
	VEC(size_t) scope;              /* assertions at each push */
	VEC(term) query;                /* assertions and assumptions */
	volatile sig_atomic_t stop;
	char text[200]; /* what 'reason' points to */
	char bug[400];
};

static struct checked *self(struct solver *s) {
	return (struct checked *)s;
}

static struct solver *checked_open(struct terms *ts, const struct solver_config *config) {
	struct checked *c = mem_alloc(sizeof *c);
	c->config = *config;
	c->config.proofs = NULL; /* those of the first one count */
	c->ops = checked_ops(config->first);
	c->base = (struct solver){.ops = &c->ops, .terms = ts};
	c->first = config->first->open(ts, config);
	return &c->base;
}

static void close_second(struct checked *c) {
	struct solver *s = c->second;
	c->second = NULL;
	if (s)
		s->ops->close(s);
}

static void checked_close(struct solver *s) {
	struct checked *c = self(s);
	close_second(c);
	c->first->ops->close(c->first);
	vec_free(&c->assertion);
	vec_free(&c->scope);
	vec_free(&c->query);
	mem_free(c);
}

static void checked_add(struct solver *s, term assertion) {
	struct checked *c = self(s);
	vec_push(&c->assertion, assertion);
	c->first->ops->add(c->first, assertion);
}

static void checked_push(struct solver *s) {
	struct checked *c = self(s);
	vec_push(&c->scope, c->assertion.n);
	c->first->ops->push(c->first);
}

static void checked_pop(struct solver *s) {
	struct checked *c = self(s);
	if (c->scope.n)
		c->assertion.n = vec_pop(&c->scope);
	c->first->ops->pop(c->first);
}

static enum answer unknown(struct checked *c, const char *why) {
	snprintf(c->text, sizeof c->text, "%s", why);
	c->base.reason = c->text;
	return ANSWER_UNKNOWN;
}

/* Writes the query to a file, for the bug report.  Only the first one of a run: one wrong answer is
 * often followed by thousands.  False: not written. */
static bool write_query(struct checked *c, char *path, size_t size) {
	static bool written;
	const char *dir = getenv("TMPDIR");
	snprintf(path, size, "%.150s/cbmc-mt-XXXXXX.smt2", dir && *dir ? dir : "/tmp");
	int fd = written ? -1 : mkstemps(path, 5);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	if (!f)
		return false;
	struct arena *arena = arena_open();
	fputs(terms_print_query(c->base.terms, arena, c->query.at, c->query.n), f);
	arena_close(arena);
	written = true;
	return fclose(f) == 0;
}

static size_t query_size(const struct checked *c) {
	struct term_walk w = {.terms = c->base.terms};
	size_t size = 0;
	for (size_t i = 0; i < c->query.n; i++)
		term_walk_from(&w, c->query.at[i]);
	for (term t; term_walk_next(&w, &t);)
		size++;
	term_walk_end(&w);
	return size;
}

/* The two solvers disagree: the answer is UNKNOWN. */
static enum answer caught(struct checked *c, const char *what) {
	char path[200];
	const char *first = c->config.first->name, *second = c->config.second->name;
	bool written = write_query(c, path, sizeof path);
	snprintf(c->bug, sizeof c->bug, "%s, checked by %s: %s (%zu facts, %zu terms%s%s)", first,
	         second, what, c->query.n, query_size(c), written ? "; see " : "", written ? path : "");
	c->base.bug = c->bug;
	c->base.reason = c->bug;
	return ANSWER_UNKNOWN;
}

/* Is this a model of the query?  0: no; 1: yes; -1: it cannot be read. */
static int is_model(struct checked *c, struct solver *of) {
	struct model *m = model_from_solver(of, c->query.at, c->query.n);
	if (!m)
		return -1;
	int right = 1;
	for (size_t i = 0; right && i < c->query.n; i++)
		right = model_holds(m, c->query.at[i]);
	model_close(m);
	return right;
}

/* The answer of the second solver to the query. */
static enum answer ask_second(struct checked *c) {
	close_second(c);
	struct solver *s = c->config.second->open(c->base.terms, &c->config);
	for (size_t i = 0; i < c->query.n; i++)
		s->ops->add(s, c->query.at[i]);
	c->second = s;
	return c->stop ? ANSWER_UNKNOWN : s->ops->check(s, NULL, 0);
}

static void set_query(struct checked *c, const term *assume, size_t n, bool core_only) {
	c->query.n = 0;
	for (size_t i = 0; i < c->assertion.n; i++)
		vec_push(&c->query, c->assertion.at[i]);
	for (size_t i = 0; i < n; i++)
		if (!core_only || c->first->ops->in_core(c->first, assume[i]))
			vec_push(&c->query, assume[i]);
}

static enum answer check_sat(struct checked *c, const term *assume, size_t n) {
	set_query(c, assume, n, false);
	int right = is_model(c, c->first);
	if (right < 0)
		return unknown(c, "the solver's model cannot be read");
	if (!right)
		return caught(c, "the first says sat, and its model is wrong");
	if (ask_second(c) == ANSWER_UNSAT)
		return caught(c, "the first has a model, and the second says unsat");
	return ANSWER_SAT;
}

/* The first solver answers UNSAT and the second SAT: the second's model says which is wrong. */
static const char *blame(struct checked *c, const char *if_right) {
	return is_model(c, c->second) == 1
	           ? if_right
	           : "the first says unsat, the second sat, and the second's model is wrong";
}

/* If the second solver refutes the core too, the whole query is refuted. */
static enum answer check_unsat(struct checked *c, const term *assume, size_t n) {
	bool has_core = n && c->first->ops->caps & SOLVER_CORE;
	set_query(c, assume, n, has_core);
	size_t ncore = c->query.n;
	if (ask_second(c) != ANSWER_SAT)
		return ANSWER_UNSAT;
	const char *what = blame(c, "the first says unsat, and the second has a model");
	if (ncore < c->assertion.n + n) {
		set_query(c, assume, n, false);
		if (ask_second(c) != ANSWER_SAT) {
			set_query(c, assume, n, true);
			what = "the first's core is none: the second has a model of it";
		}
	}
	return caught(c, what);
}

static enum answer checked_check(struct solver *s, const term *assume, size_t n) {
	struct checked *c = self(s);
	s->reason = NULL;
	enum answer a = c->first->ops->check(c->first, assume, n);
	if (a == ANSWER_SAT)
		a = check_sat(c, assume, n);
	else if (a == ANSWER_UNSAT)
		a = check_unsat(c, assume, n);
	else
		s->reason = c->first->reason;
	c->stop = 0;
	return a;
}

static bool checked_value(struct solver *s, term t, struct arena *arena, struct bits *out) {
	struct solver *first = self(s)->first;
	return first->ops->value(first, t, arena, out);
}

static bool checked_index(struct solver *s, term array, size_t i, struct arena *arena,
                          struct bits *out) {
	struct solver *first = self(s)->first;
	return first->ops->index(first, array, i, arena, out);
}

static bool checked_in_core(struct solver *s, term assumed) {
	struct solver *first = self(s)->first;
	return first->ops->in_core(first, assumed);
}

static void checked_stop(struct solver *s) {
	struct checked *c = self(s);
	c->stop = 1;
	struct solver *at[] = {c->first, c->second};
	for (size_t i = 0; i < 2; i++)
		if (at[i] && at[i]->ops->interrupt)
			at[i]->ops->interrupt(at[i]);
}

struct solver_ops checked_ops(const struct solver_ops *first) {
	return (struct solver_ops){
	    .name = first->name,
	    .caps = first->caps,
	    .version = first->version,
	    .open = checked_open,
	    .add = checked_add,
	    .check = checked_check,
	    .value = checked_value,
	    .index = first->index ? checked_index : NULL,
	    .in_core = first->in_core ? checked_in_core : NULL,
	    .push = first->push ? checked_push : NULL,
	    .pop = first->pop ? checked_pop : NULL,
	    .interrupt = checked_stop,
	    .close = checked_close,
	};
}

const struct solver_ops *checked_second(const struct solver_ops *first) {
	return solver_find(strcmp(first->name, "sat") ? "sat" : "z3");
}
