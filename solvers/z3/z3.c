#include "solvers/z3/z3.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <z3.h>

#include "solvers/proof_file.h"
#include "solvers/rewrite/unarray.h"
#include "solvers/term/eval.h"
#include "solvers/z3/z3_terms.h"
#include "util/base/map.h"
#include "util/base/vec.h"

/* The Z3 backend.  Assertions and scopes are kept here and sent to Z3 when it is asked: a context
 * and a first check cost 7 ms, which runs that fold to constants never pay, and the solver can be
 * made anew with another logic.  Arrays are rewritten away as long as that is possible (unarray.h);
 * after that, 'native' is set and Z3's theory of arrays is used. */

/* The preprocessing that Z3 does when it is asked only once takes time quadratic in the depth of a
 * term (elimination of unconstrained variables); deeper terms than this go without. */
enum { DEEP = 500 };

enum { MAX_GATES = 1000000, BYTES_PER_GATE = 400 }; /* of circuits in Z3's core, roughly */

struct z3 {
	struct solver base;
	struct solver_config config;
	struct z3_terms *translator; /* NULL until the first check, as the two below */
	Z3_context ctx;
	Z3_solver solver;
	Z3_model model;      /* after SAT */
	enum z3_logic logic; /* of 'solver' */
	bool once;           /* 'solver' is for queries without assumptions */
	bool scoped;         /* 'solver' has the scopes that we have */
	VEC(term) assertion; /* all scopes */
	VEC(struct scope) scope;
	size_t sent, nscopes; /* assertions and scopes that 'solver' has */
	size_t axioms;        /* of 'unarray' that it has */
	size_t ranges;        /* of 'translator' that it has */
	VEC(struct proxy) proxy;
	struct unarray *unarray;
	bool native;
	struct model *cells; /* after SAT, for values of terms with arrays */
	struct map in_cells; /* terms whose variables 'cells' has */
	struct map core;     /* indices of assumed terms in the core, after UNSAT */
	volatile sig_atomic_t stop, running;
	char text[200]; /* what 'reason' points to */
	VEC(struct comparison) comparison;
	size_t ncompared;    /* that 'translator' has */
	struct map compares; /* variables of them */
};

struct comparison { /* of clocks */
	term var;
	uint32_t a, b;
};

struct scope { /* what there was at the push */
	size_t assertions, axioms, ranges;
};

/* Z3 takes only literals as assumptions: 'name' implies 'of', said in scope 'depth'. */
struct proxy {
	term of;
	Z3_ast name;
	size_t depth;
};

static struct z3 *self(struct solver *s) {
	return (struct z3 *)s;
}

static const char *version(void) {
	static char text[64];
	unsigned major, minor, build, revision;
	Z3_get_version(&major, &minor, &build, &revision);
	snprintf(text, sizeof text, "%u.%u.%u", major, minor, build);
	return text;
}

static struct solver *z3_open(struct terms *ts, const struct solver_config *config) {
	struct z3 *z = mem_alloc(sizeof *z);
	z->base = (struct solver){.ops = &solver_z3, .terms = ts};
	if (config)
		z->config = *config;
	return &z->base;
}

static void drop_model(struct z3 *z) {
	if (z->model)
		Z3_model_dec_ref(z->ctx, z->model);
	z->model = NULL;
	model_close(z->cells);
	z->cells = NULL;
}

static void drop_solver(struct z3 *z) {
	drop_model(z);
	if (z->solver)
		Z3_solver_dec_ref(z->ctx, z->solver);
	z->solver = NULL;
	z->sent = z->nscopes = z->axioms = z->ranges = z->proxy.n = 0;
}

static void z3_close(struct solver *s) {
	struct z3 *z = self(s);
	z->running = 0;
	drop_solver(z);
	z3_terms_close(z->translator);
	vec_free(&z->assertion);
	vec_free(&z->scope);
	vec_free(&z->proxy);
	vec_free(&z->comparison);
	map_free(&z->compares);
	map_free(&z->core);
	map_free(&z->in_cells);
	unarray_close(z->unarray);
	mem_free(z);
}

static void z3_add(struct solver *s, term assertion) {
	struct z3 *z = self(s);
	drop_model(z);
	vec_push(&z->assertion, assertion);
}

static void z3_push(struct solver *s) {
	struct z3 *z = self(s);
	drop_model(z);
	struct scope now = {.assertions = z->assertion.n};
	vec_push(&z->scope, now);
}

static void z3_pop(struct solver *s) {
	struct z3 *z = self(s);
	if (!z->scope.n)
		return;
	drop_model(z);
	struct scope back = vec_pop(&z->scope);
	if (z->nscopes > z->scope.n && !z->scoped) {
		drop_solver(z);
	} else if (z->nscopes > z->scope.n) {
		Z3_solver_pop(z->ctx, z->solver, 1);
		z->nscopes--;
		z->axioms = back.axioms;
		z->ranges = back.ranges;
		while (z->proxy.n && vec_last(&z->proxy).depth > z->nscopes)
			z->proxy.n--;
	}
	z->assertion.n = back.assertions;
	if (z->sent > z->assertion.n)
		z->sent = z->assertion.n;
}

static enum answer unknown(struct z3 *z, const char *why) {
	snprintf(z->text, sizeof z->text, "%s", why);
	z->base.reason = z->text;
	return ANSWER_UNKNOWN;
}

/* A Z3 that reported an error is thrown away with its context; the next check starts afresh. */
static enum answer failed(struct z3 *z) {
	char why[sizeof z->text];
	snprintf(why, sizeof why, "Z3: %s", z3_terms_error(z->translator));
	drop_solver(z);
	struct z3_terms *broken = z->translator;
	z->translator = NULL;
	z->ctx = NULL;
	z3_terms_close(broken);
	return unknown(z, why);
}

static void open_context(struct z3 *z) {
	/* Not memory_max_size: beyond it Z3 throws exceptions that nothing catches. */
	if (z->config.memory_bytes && z->config.memory_bytes <= UINT32_MAX) {
		char bytes[32];
		snprintf(bytes, sizeof bytes, "%zu", z->config.memory_bytes);
		Z3_global_param_set("memory_high_watermark", bytes);
	}
	if (!z->unarray)
		z->unarray = unarray_open(z->base.terms);
	z->translator = z3_terms_open(z->base.terms, z->config.integers);
	z->ncompared = 0;
	z->ctx = z3_terms_context(z->translator);
}

/* Z3's core checks no limit while it makes circuits of terms.  Large terms go to the solver of a
 * logic, which gets the assertions of all scopes in one and is replaced after a pop. */
static bool wants_scopes(const struct z3 *z) {
	size_t memory = z->config.memory_bytes, limit = MAX_GATES;
	if (memory && memory / BYTES_PER_GATE < limit)
		limit = memory / BYTES_PER_GATE;
	return (z->scope.n || z->scoped) && z3_terms_gates(z->translator) <= limit;
}

/* For one query without assumptions: these steps, one after the other, are twice as fast as the
 * solver for QF_BV, which tries more; but they have no cores. */
static Z3_solver make_once(struct z3 *z) {
	static const char *const steps[] = {"simplify", "propagate-values", "solve-eqs", "bit-blast",
	                                    "sat"};
	Z3_context c = z->ctx;
	Z3_tactic all = NULL;
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		Z3_tactic next = Z3_mk_tactic(c, steps[i]);
		Z3_tactic_inc_ref(c, next);
		Z3_tactic both = all ? Z3_tactic_and_then(c, all, next) : next;
		if (all) {
			Z3_tactic_inc_ref(c, both);
			Z3_tactic_dec_ref(c, next);
			Z3_tactic_dec_ref(c, all);
		}
		all = both;
	}
	Z3_solver s = Z3_mk_solver_from_tactic(c, all);
	Z3_tactic_dec_ref(c, all);
	return s;
}

/* Scopes are for many small and similar queries: Z3's core, which keeps what it has
 * learned in the outer ones, answers these several times faster than any solver for a logic, which
 * starts again after each pop.  The logics with arrays have no constant arrays in Z3: it would give
 * up on them. */
static Z3_solver make_solver(struct z3 *z) {
	if (z->scoped)
		return Z3_mk_simple_solver(z->ctx);
	if (z->logic == Z3_LOGIC_BV && z->once)
		return make_once(z);
	if (z->logic >= Z3_LOGIC_CONST_ARRAYS)
		return Z3_mk_solver(z->ctx);
	const char *name = z->logic == Z3_LOGIC_BV ? "QF_BV" : "QF_ABV";
	return Z3_mk_solver_for_logic(z->ctx, Z3_mk_string_symbol(z->ctx, name));
}

static void open_solver(struct z3 *z, bool once) {
	z->once = once;
	z->logic = z3_terms_logic(z->translator);
	z->scoped = wants_scopes(z);
	z->solver = make_solver(z);
	if (!z3_terms_ok(z->translator) || !z->solver) {
		z->solver = NULL;
		return;
	}
	Z3_solver_inc_ref(z->ctx, z->solver);
	Z3_params p = Z3_mk_params(z->ctx);
	Z3_params_inc_ref(z->ctx, p);
	if (solver_seconds(&z->config) > 0) {
		double ms = solver_seconds(&z->config) * 1000;
		unsigned limit = ms < 1 ? 1 : ms > 4e9 ? 4000000000u : (unsigned)ms;
		Z3_params_set_uint(z->ctx, p, Z3_mk_string_symbol(z->ctx, "timeout"), limit);
	}
	if (z->config.memory_bytes) {
		unsigned megabytes = (unsigned)(z->config.memory_bytes >> 20) + 1;
		Z3_params_set_uint(z->ctx, p, Z3_mk_string_symbol(z->ctx, "max_memory"), megabytes);
	}
	/* Signals are the program's business; Z3 would install its own handler for each check. */
	Z3_params_set_bool(z->ctx, p, Z3_mk_string_symbol(z->ctx, "ctrl_c"), false);
	Z3_solver_set_params(z->ctx, z->solver, p);
	Z3_params_dec_ref(z->ctx, p);
	if (!z->scoped && z3_terms_depth(z->translator) > DEEP)
		Z3_solver_push(z->ctx, z->solver); /* the mode for many queries; never popped */
}

/* t as Z3 shall see it. */
static term lowered(struct z3 *z, term t) {
	if (z->native)
		return t;
	term r = unarray_term(z->unarray, t);
	if (r.ix)
		return r;
	z->native = true; /* and all over again */
	drop_solver(z);
	return t;
}

/* Translates what will be sent, to know the logic before the first of it is. */
static bool translate(struct z3 *z, const term *assume, size_t n) {
	bool native;
	do {
		native = z->native;
		for (size_t i = 0; i < z->assertion.n + n; i++) {
			term t =
			    lowered(z, i < z->assertion.n ? z->assertion.at[i] : assume[i - z->assertion.n]);
			if (z->native == native && !z3_terms_ast(z->translator, t))
				return false;
		}
	} while (z->native != native);
	return true;
}

static bool assert_term(struct z3 *z, term t) {
	Z3_ast ast = z3_terms_ast(z->translator, t);
	if (!ast)
		return false;
	Z3_solver_assert(z->ctx, z->solver, ast);
	return z3_terms_ok(z->translator);
}

static bool send_axioms(struct z3 *z) {
	size_t n = 0;
	const term *axiom = z->native ? NULL : unarray_axioms(z->unarray, &n);
	for (; z->axioms < n; z->axioms++)
		if (!assert_term(z, axiom[z->axioms]))
			return false;
	return true;
}

/* After everything that has variables. */
static bool send_ranges(struct z3 *z) {
	size_t n;
	const Z3_ast *range = z3_terms_ranges(z->translator, &n);
	for (; z->ranges < n; z->ranges++)
		Z3_solver_assert(z->ctx, z->solver, range[z->ranges]);
	return z3_terms_ok(z->translator);
}

/* Pushes, asserts and pops until Z3's stack equals ours. */
static bool send(struct z3 *z, bool assumes) {
	bool too_weak =
	    !z->scoped && (z3_terms_logic(z->translator) > z->logic || (assumes && z->once));
	if (z->solver && (too_weak || wants_scopes(z) != z->scoped))
		drop_solver(z);
	if (!z->solver)
		open_solver(z, !assumes);
	if (!z->solver)
		return false;
	for (;;) {
		if (z->nscopes < z->scope.n && z->scope.at[z->nscopes].assertions == z->sent) {
			if (z->scoped)
				Z3_solver_push(z->ctx, z->solver);
			if (!z3_terms_ok(z->translator))
				return false;
			z->scope.at[z->nscopes].axioms = z->axioms;
			z->scope.at[z->nscopes++].ranges = z->ranges;
		} else if (z->sent < z->assertion.n) {
			if (!assert_term(z, lowered(z, z->assertion.at[z->sent])))
				return false;
			z->sent++;
		} else {
			return send_axioms(z);
		}
	}
}

static bool is_literal(const struct z3 *z, term t) {
	const struct terms *ts = z->base.terms;
	if (term_kind(ts, t) == TERM_NOT)
		t = term_arg(ts, t, 0);
	return term_kind(ts, t) == TERM_VAR && !map_get(&z->compares, t.ix, NULL);
}

static Z3_ast assumption(struct z3 *z, term t) {
	if (is_literal(z, t))
		return z3_terms_ast(z->translator, t);
	for (size_t i = 0; i < z->proxy.n; i++)
		if (term_eq(z->proxy.at[i].of, t))
			return z->proxy.at[i].name;
	term name = term_fresh(z->base.terms, sort_bool(), "assume");
	if (!assert_term(z, term_implies(z->base.terms, name, lowered(z, t))))
		return NULL;
	struct proxy p = {t, z3_terms_ast(z->translator, name), z->nscopes};
	vec_push(&z->proxy, p);
	return p.name;
}

static bool read_core(struct z3 *z, const term *assume, const Z3_ast *literal, size_t n) {
	Z3_ast_vector v = Z3_solver_get_unsat_core(z->ctx, z->solver);
	if (!z3_terms_ok(z->translator) || !v)
		return false;
	Z3_ast_vector_inc_ref(z->ctx, v);
	struct map ids = {0};
	for (unsigned i = 0; i < Z3_ast_vector_size(z->ctx, v); i++)
		map_put(&ids, Z3_get_ast_id(z->ctx, Z3_ast_vector_get(z->ctx, v, i)), 1);
	for (size_t i = 0; i < n; i++)
		if (map_get(&ids, Z3_get_ast_id(z->ctx, literal[i]), NULL))
			map_put(&z->core, assume[i].ix, 1);
	map_free(&ids);
	Z3_ast_vector_dec_ref(z->ctx, v);
	return z3_terms_ok(z->translator);
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static enum answer gave_up(struct z3 *z, double start) {
	double limit = solver_seconds(&z->config);
	char why[sizeof z->text];
	bool broken = !z3_terms_ok(z->translator);
	if (z->stop)
		snprintf(why, sizeof why, "interrupted");
	else if (limit > 0 && now() - start >= 0.9 * limit)
		snprintf(why, sizeof why, "no answer within %g s", limit);
	else if (broken)
		snprintf(why, sizeof why, "Z3: %s", z3_terms_error(z->translator));
	else
		snprintf(why, sizeof why, "Z3: %s", Z3_solver_get_reason_unknown(z->ctx, z->solver));
	if (broken)
		failed(z);
	return unknown(z, why);
}

static enum answer ask(struct z3 *z, const term *assume, const Z3_ast *literal, size_t n) {
	double start = now();
	z->running = 1;
	Z3_lbool r = Z3_solver_check_assumptions(z->ctx, z->solver, (unsigned)n, literal);
	z->running = 0;
	bool ok = z3_terms_ok(z->translator);
	if (r == Z3_L_UNDEF || !ok)
		return gave_up(z, start);
	if (r == Z3_L_FALSE) {
		if (!read_core(z, assume, literal, n))
			return failed(z);
		proof_elsewhere(z->config.proofs);
		return ANSWER_UNSAT;
	}
	z->model = Z3_solver_get_model(z->ctx, z->solver);
	if (!z3_terms_ok(z->translator) || !z->model)
		return failed(z);
	Z3_model_inc_ref(z->ctx, z->model);
	return ANSWER_SAT;
}

/* Answers without a call of Z3: an assertion or an assumption that folded to false. */
static bool is_false_already(struct z3 *z, const term *assume, size_t n) {
	const struct terms *ts = z->base.terms;
	for (size_t i = z->assertion.n; i-- > 0;)
		if (term_is_false(ts, z->assertion.at[i]))
			return true;
	for (size_t i = 0; i < n; i++) {
		if (term_is_false(ts, assume[i])) {
			map_put(&z->core, assume[i].ix, 1);
			return true;
		}
	}
	return false;
}

static enum answer z3_check(struct solver *s, const term *assume, size_t n) {
	struct z3 *z = self(s);
	drop_model(z);
	map_clear(&z->core);
	z->base.reason = NULL;
	if (is_false_already(z, assume, n))
		return ANSWER_UNSAT;
	if (z->stop) {
		z->stop = 0;
		return unknown(z, "interrupted");
	}
	if (!z->translator)
		open_context(z);
	for (; z->ncompared < z->comparison.n; z->ncompared++) {
		struct comparison x = z->comparison.at[z->ncompared];
		z3_terms_compare(z->translator, x.var, x.a, x.b);
	}
	if (!translate(z, assume, n) || !send(z, n > 0))
		return failed(z);
	Z3_ast *literal = mem_alloc((n + 1) * sizeof *literal);
	bool ok = true;
	for (size_t i = 0; i < n && ok; i++)
		ok = (literal[i] = assumption(z, assume[i])) != NULL;
	ok = ok && send_ranges(z);
	enum answer r = ok ? ask(z, assume, literal, n) : failed(z);
	mem_free(literal);
	z->stop = 0;
	return r;
}

/* Integers may have a sign. */
static struct bits number_bits(struct arena *arena, uint32_t width, const char *digits) {
	bool negative = *digits == '-';
	struct bits b = bits_parse(arena, width, digits + negative, 10);
	return negative ? bits_neg(arena, b) : b;
}

/* The value of a term without arrays that Z3 needs to know. */
static bool ask_value(struct z3 *z, term t, struct arena *arena, struct bits *out) {
	struct sort sort = term_sort(z->base.terms, t);
	Z3_ast ast = z3_terms_ast(z->translator, t), v;
	if (!ast || !Z3_model_eval(z->ctx, z->model, ast, true, &v) || !z3_terms_ok(z->translator))
		return false;
	Z3_inc_ref(z->ctx, v);
	bool ok = true;
	if (sort.kind == SORT_BOOL) {
		Z3_lbool b = Z3_get_bool_value(z->ctx, v);
		*out = bits_u64(arena, 1, b == Z3_L_TRUE);
		ok = b != Z3_L_UNDEF;
	} else if (Z3_get_ast_kind(z->ctx, v) != Z3_NUMERAL_AST) {
		ok = false;
	} else {
		uint64_t small;
		*out = sort.width <= 64 && Z3_get_numeral_uint64(z->ctx, v, &small)
		           ? bits_u64(arena, sort.width, small)
		           : number_bits(arena, sort.width, Z3_get_numeral_string(z->ctx, v));
	}
	Z3_dec_ref(z->ctx, v);
	return ok;
}

/* The elements that were read, with their indices as the model has them. */
static bool open_cells(struct z3 *z, struct arena *arena) {
	size_t n;
	const struct array_read *read = unarray_reads(z->unarray, &n);
	z->cells = model_open(z->base.terms);
	map_clear(&z->in_cells);
	for (size_t i = 0; i < n; i++) {
		struct bits index, value;
		if (!ask_value(z, read[i].index, arena, &index) ||
		    !ask_value(z, read[i].value, arena, &value))
			return false;
		model_set_element(z->cells, read[i].array, index, value);
	}
	return true;
}

/* With arrays rewritten, Z3 does not know the terms themselves: they are evaluated here. */
static bool evaluate(struct z3 *z, term root, struct arena *arena, struct bits *out) {
	const struct terms *ts = z->base.terms;
	VEC(term) todo = {0};
	bool ok = z->cells || open_cells(z, arena);
	vec_push(&todo, root);
	while (ok && todo.n) {
		term t = vec_pop(&todo);
		struct bits b;
		if (map_get(&z->in_cells, t.ix, NULL))
			continue;
		map_put(&z->in_cells, t.ix, 1);
		for (uint32_t i = 0; i < term_nargs(ts, t); i++)
			vec_push(&todo, term_arg(ts, t, i));
		if (term_kind(ts, t) != TERM_VAR || term_sort(ts, t).kind == SORT_ARRAY)
			continue;
		ok = ask_value(z, t, arena, &b);
		if (ok)
			model_set(z->cells, t, b);
	}
	vec_free(&todo);
	if (ok)
		*out = bits_copy(arena, model_value(z->cells, root));
	return ok;
}

static bool z3_value(struct solver *s, term t, struct arena *arena, struct bits *out) {
	struct z3 *z = self(s);
	if (!z->model || term_sort(s->terms, t).kind == SORT_ARRAY)
		return false;
	bool plain = z->native || term_kind(s->terms, t) == TERM_VAR;
	return plain ? ask_value(z, t, arena, out) : evaluate(z, t, arena, out);
}

void z3_compare_clocks(struct solver *s, term var, uint32_t a, uint32_t b) {
	struct z3 *z = self(s);
	vec_push(&z->comparison, ((struct comparison){var, a, b}));
	map_put(&z->compares, var.ix, 1);
}

bool z3_clock(struct solver *s, uint32_t clock, int64_t *value) {
	struct z3 *z = self(s);
	Z3_ast v, ast = z->model ? z3_terms_clock(z->translator, clock) : NULL;
	if (!ast || !Z3_model_eval(z->ctx, z->model, ast, true, &v) || !z3_terms_ok(z->translator))
		return false;
	Z3_inc_ref(z->ctx, v);
	bool ok = Z3_get_numeral_int64(z->ctx, v, value);
	Z3_dec_ref(z->ctx, v);
	return ok;
}

static bool z3_in_core(struct solver *s, term assumed) {
	return map_get(&self(s)->core, assumed.ix, NULL);
}

static void z3_stop(struct solver *s) {
	struct z3 *z = self(s);
	z->stop = 1;
	if (z->running)
		Z3_interrupt(z->ctx);
}

const struct solver_ops solver_z3 = {
    .name = "z3",
    .caps = SOLVER_ASSUME | SOLVER_CORE | SOLVER_PUSH | SOLVER_ARRAYS | SOLVER_INTEGERS,
    .version = version,
    .open = z3_open,
    .add = z3_add,
    .check = z3_check,
    .value = z3_value,
    .in_core = z3_in_core,
    .push = z3_push,
    .pop = z3_pop,
    .interrupt = z3_stop,
    .close = z3_close,
};
