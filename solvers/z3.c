#include "solvers/solver.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <z3.h>

#include "solvers/z3_terms.h"
#include "util/map.h"
#include "util/vec.h"

/* The Z3 backend.  Facts and scopes are kept here and sent to Z3 when it is asked: a context and a
 * first check cost 7 ms, which runs that fold to constants never pay, and the solver can be made
 * anew with a richer logic when arrays appear. */

/* The preprocessing that Z3 does when it is asked only once takes time quadratic in the depth of a
 * term (elimination of unconstrained variables); deeper terms than this go without. */
enum { DEEP = 500 };

struct z3 {
	struct solver base;
	struct solver_config config;
	struct z3_terms *translator; /* NULL until the first check, as the two below */
	Z3_context ctx;
	Z3_solver solver;
	Z3_model model;       /* after SAT */
	enum z3_logic logic;  /* of 'solver' */
	VEC(term) fact;       /* all scopes */
	VEC(size_t) scope;    /* number of facts at each push */
	size_t sent, nscopes; /* facts and scopes that 'solver' has */
	VEC(struct proxy) proxy;
	struct map core; /* indices of assumed terms in the core, after UNSAT */
	volatile sig_atomic_t stop, running;
	char text[200]; /* what 'reason' points to */
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
}

static void drop_solver(struct z3 *z) {
	drop_model(z);
	if (z->solver)
		Z3_solver_dec_ref(z->ctx, z->solver);
	z->solver = NULL;
	z->sent = z->nscopes = z->proxy.n = 0;
}

static void z3_close(struct solver *s) {
	struct z3 *z = self(s);
	z->running = 0;
	drop_solver(z);
	z3_terms_close(z->translator);
	vec_free(&z->fact);
	vec_free(&z->scope);
	vec_free(&z->proxy);
	map_free(&z->core);
	mem_free(z);
}

static void z3_add(struct solver *s, term fact) {
	struct z3 *z = self(s);
	drop_model(z);
	vec_push(&z->fact, fact);
}

static void z3_push(struct solver *s) {
	struct z3 *z = self(s);
	drop_model(z);
	vec_push(&z->scope, z->fact.n);
}

static void z3_pop(struct solver *s) {
	struct z3 *z = self(s);
	if (!z->scope.n)
		return;
	drop_model(z);
	if (z->nscopes == z->scope.n) {
		Z3_solver_pop(z->ctx, z->solver, 1);
		z->nscopes--;
		while (z->proxy.n && vec_last(&z->proxy).depth > z->nscopes)
			z->proxy.n--;
	}
	z->fact.n = vec_pop(&z->scope);
	if (z->sent > z->fact.n)
		z->sent = z->fact.n;
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
	/* Not memory_max_size: beyond that Z3 throws from places where nobody catches. */
	if (z->config.memory_bytes && z->config.memory_bytes <= UINT32_MAX) {
		char bytes[32];
		snprintf(bytes, sizeof bytes, "%zu", z->config.memory_bytes);
		Z3_global_param_set("memory_high_watermark", bytes);
	}
	z->translator = z3_terms_open(z->base.terms);
	z->ctx = z3_terms_context(z->translator);
}

/* The logics with arrays have no constant arrays in Z3: it would give up on them. */
static Z3_solver make_solver(Z3_context ctx, enum z3_logic logic) {
	if (logic == Z3_LOGIC_CONST_ARRAYS)
		return Z3_mk_solver(ctx);
	const char *name = logic == Z3_LOGIC_BV ? "QF_BV" : "QF_ABV";
	return Z3_mk_solver_for_logic(ctx, Z3_mk_string_symbol(ctx, name));
}

static void open_solver(struct z3 *z) {
	z->logic = z3_terms_logic(z->translator);
	z->solver = make_solver(z->ctx, z->logic);
	if (!z3_terms_ok(z->translator) || !z->solver) {
		z->solver = NULL;
		return;
	}
	Z3_solver_inc_ref(z->ctx, z->solver);
	Z3_params p = Z3_mk_params(z->ctx);
	Z3_params_inc_ref(z->ctx, p);
	if (z->config.timeout_seconds > 0) {
		double ms = z->config.timeout_seconds * 1000;
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
	if (z3_terms_depth(z->translator) > DEEP)
		Z3_solver_push(z->ctx, z->solver); /* the mode for many questions; never popped */
}

/* Brings Z3's stack to ours. */
static bool send(struct z3 *z) {
	for (size_t i = z->sent; i < z->fact.n; i++)
		if (!z3_terms_ast(z->translator, z->fact.at[i]))
			return false;
	if (z->solver && z3_terms_logic(z->translator) > z->logic)
		drop_solver(z);
	if (!z->solver)
		open_solver(z);
	if (!z->solver)
		return false;
	while (z3_terms_ok(z->translator)) {
		if (z->nscopes < z->scope.n && z->scope.at[z->nscopes] == z->sent) {
			Z3_solver_push(z->ctx, z->solver);
			z->nscopes++;
		} else if (z->sent < z->fact.n) {
			Z3_ast fact = z3_terms_ast(z->translator, z->fact.at[z->sent]);
			Z3_solver_assert(z->ctx, z->solver, fact);
			z->sent++;
		} else {
			return true;
		}
	}
	return false;
}

static bool is_literal(const struct terms *ts, term t) {
	if (term_kind(ts, t) == TERM_NOT)
		t = term_arg(ts, t, 0);
	return term_kind(ts, t) == TERM_VAR;
}

static Z3_ast assumption(struct z3 *z, term t) {
	if (is_literal(z->base.terms, t))
		return z3_terms_ast(z->translator, t);
	for (size_t i = 0; i < z->proxy.n; i++)
		if (term_eq(z->proxy.at[i].of, t))
			return z->proxy.at[i].name;
	term name = term_fresh(z->base.terms, sort_bool(), "assume");
	term rule = term_implies(z->base.terms, name, t);
	Z3_ast ast = z3_terms_ast(z->translator, rule);
	if (!ast)
		return NULL;
	Z3_solver_assert(z->ctx, z->solver, ast);
	if (!z3_terms_ok(z->translator))
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
	double limit = z->config.timeout_seconds;
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
	if (r == Z3_L_FALSE)
		return read_core(z, assume, literal, n) ? ANSWER_UNSAT : failed(z);
	z->model = Z3_solver_get_model(z->ctx, z->solver);
	if (!z3_terms_ok(z->translator) || !z->model)
		return failed(z);
	Z3_model_inc_ref(z->ctx, z->model);
	return ANSWER_SAT;
}

/* Without a single call of Z3: a fact or an assumption that folded to false. */
static bool is_false_already(struct z3 *z, const term *assume, size_t n) {
	const struct terms *ts = z->base.terms;
	for (size_t i = z->fact.n; i-- > 0;)
		if (term_is_false(ts, z->fact.at[i]))
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
	/* Translate assumptions first: they may bring in arrays, and with them another solver. */
	for (size_t i = 0; i < n; i++)
		if (!z3_terms_ast(z->translator, assume[i]))
			return failed(z);
	if (!send(z))
		return failed(z);
	Z3_ast *literal = mem_alloc((n + 1) * sizeof *literal);
	bool ok = true;
	for (size_t i = 0; i < n && ok; i++)
		ok = (literal[i] = assumption(z, assume[i])) != NULL;
	enum answer r = ok ? ask(z, assume, literal, n) : failed(z);
	mem_free(literal);
	z->stop = 0;
	return r;
}

static bool z3_value(struct solver *s, term t, struct arena *arena, struct bits *out) {
	struct z3 *z = self(s);
	struct sort sort = term_sort(s->terms, t);
	if (!z->model || sort.kind == SORT_ARRAY)
		return false;
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
		           : bits_parse(arena, sort.width, Z3_get_numeral_string(z->ctx, v), 10);
	}
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
    .caps = SOLVER_ASSUME | SOLVER_CORE | SOLVER_PUSH | SOLVER_ARRAYS,
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
