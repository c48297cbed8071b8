#include "solvers/sat/sat.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "process/work.h"
#include "solvers/blast/blast.h"
#include "solvers/rewrite/prepare.h"
#include "solvers/sat/cnf.h"
#include "util/base/map.h"
#include "util/base/threshold.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

/* The backend of our own: terms become circuits (blast.h), circuits clauses (cnf.h), and a SAT
 * solver decides (sat_engine.h).  Assertions of a scope are guarded by a literal of the scope,
 * which every check assumes and the pop makes false for ever.  When most of what the SAT solver has
 * is not below what a check asks for (scopes that are gone, assumptions of other paths), it is
 * replaced by a new one that gets only that: otherwise every check assigns the variables of all of
 * them. */

struct scope {
	size_t nassertions; /* when it was pushed */
	int guard;          /* 0: none of its assertions was sent */
};

struct sat {
	struct solver base;
	struct solver_config config;
	const struct sat_engine *engine;
	struct gates gates;
	struct prepare *prepare;
	bool started;        /* something was prepared */
	struct blast *blast; /* NULL until the first check, as the two around */
	struct cnf cnf;
	VEC(term) assertion; /* all scopes */
	VEC(struct scope) scope;
	size_t sent;         /* assertions that the SAT solver has */
	size_t nclauses;     /* literals of blast_clauses that it has */
	size_t live;         /* variables that counted when we last looked */
	bool satisfied;      /* the SAT solver has a model */
	bool *value;         /* by gate, of that model; read on demand */
	struct model *model; /* the same, for terms without gates; made on demand */
	struct map core;     /* indices of assumed terms in the core, after UNSAT */
	volatile sig_atomic_t stop;
	double deadline;   /* 0: none */
	uint64_t work_end; /* of all work; UINT64_MAX: none */
	uint64_t looks;    /* of the SAT solver at its limits, in this check */
	uint64_t effort;   /* most of them; 0: any number */
	bool late;         /* the deadline has passed, or so many looks */
	bool large;        /* the SAT solver needs more memory than there may be */
	char text[200];    /* what 'reason' points to */

	const struct sat_guest *guest; /* or NULL */
	void *guest_context;
	VEC(term) preferred;
	VEC(term) followed;
	size_t nfollowed; /* that have a literal */
};

enum {
	SMALL = THRESHOLD(500, 1),
	GROWTH = 2
}; /* variables that are never too many; factor that is */

#define BYTES_PER_GATE   100 /* with its clauses in the SAT solver, roughly */
#define BYTES_PER_CLAUSE 64  /* of a guest, roughly */

static struct sat *self(struct solver *s) {
	return (struct sat *)s;
}

static const char *version(void) {
	return sat_engines[0]->version();
}

static struct solver *sat_open(struct terms *ts, const struct solver_config *config) {
	struct sat *s = mem_alloc(sizeof *s);
	s->base = (struct solver){.ops = &solver_sat, .terms = ts};
	if (config)
		s->config = *config;
	s->engine = sat_engine_of(config);
	s->effort = s->config.effort;
	s->prepare = prepare_open(ts);
	return &s->base;
}

struct solver *sat_open_guest(struct terms *ts, const struct solver_config *config,
                              const struct sat_guest *guest, void *context) {
	struct solver *base = sat_open(ts, config);
	self(base)->guest = guest;
	self(base)->guest_context = context;
	return base;
}

static void drop_model(struct sat *s) {
	s->satisfied = false;
	mem_free(s->value);
	s->value = NULL;
	model_close(s->model);
	s->model = NULL;
}

static void drop_clauses(struct sat *s) {
	cnf_free(&s->cnf);
	s->sent = s->nclauses = s->live = 0;
	for (size_t i = 0; i < s->scope.n; i++)
		s->scope.at[i].guard = 0;
}

/* Everything but the assertions. */
static void drop_circuit(struct sat *s) {
	drop_model(s);
	if (!s->blast)
		return;
	drop_clauses(s);
	blast_close(s->blast);
	gates_free(&s->gates);
	s->nfollowed = 0;
	s->blast = NULL;
}

static void sat_close(struct solver *base) {
	struct sat *s = self(base);
	drop_circuit(s);
	prepare_close(s->prepare);
	vec_free(&s->assertion);
	vec_free(&s->scope);
	vec_free(&s->followed);
	vec_free(&s->preferred);
	map_free(&s->core);
	mem_free(s);
}

static void sat_add(struct solver *base, term assertion) {
	struct sat *s = self(base);
	drop_model(s);
	vec_push(&s->assertion, assertion);
}

static void sat_push(struct solver *base) {
	struct sat *s = self(base);
	drop_model(s);
	struct scope x = {s->assertion.n, 0};
	vec_push(&s->scope, x);
}

static void sat_pop(struct solver *base) {
	struct sat *s = self(base);
	if (!s->scope.n)
		return;
	drop_model(s);
	struct scope x = vec_pop(&s->scope);
	if (x.guard) {
		s->cnf.engine->add(s->cnf.sat, -x.guard);
		s->cnf.engine->add(s->cnf.sat, 0);
	}
	s->assertion.n = x.nassertions;
	if (s->sent > s->assertion.n)
		s->sent = s->assertion.n;
}

/* CPU time: a process that waits for its turn (process/turns.h) does not solve. */
static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool should_stop(void *context) {
	struct sat *s = context;
	if (work.done >= s->work_end || (s->deadline > 0 && now() >= s->deadline))
		s->late = true;
	if (s->config.memory_bytes && s->cnf.sat && s->engine->bytes &&
	    s->engine->bytes(s->cnf.sat) > s->config.memory_bytes)
		s->large = true;
	return s->stop || s->late || s->large;
}

static int engine_stop(void *context) {
	struct sat *s = context;
	work_add(s->looks++ ? s->engine->look : WORK_QUERY); /* the first one comes at once */
	s->late |= s->effort && s->looks > s->effort;
	return should_stop(context);
}

static enum answer unknown(struct sat *s, const char *why) {
	snprintf(s->text, sizeof s->text, "%s", why);
	s->base.reason = s->text;
	return ANSWER_UNKNOWN;
}

static enum answer gave_up(struct sat *s) {
	if (s->stop)
		return unknown(s, "interrupted");
	if (s->late) {
		if ((s->effort && s->looks > s->effort) || work.done >= s->work_end)
			return unknown(s, "no answer within the effort allowed");
		snprintf(s->text, sizeof s->text, "no answer within %g s", s->config.timeout_seconds);
		s->base.reason = s->text;
		return ANSWER_UNKNOWN;
	}
	if (!s->gates.spent && !s->large)
		return unknown(s, "the SAT solver gave up");
	return unknown(s, s->config.memory_bytes ? "the formula is too large for the memory limit"
	                                         : "the formula is too large for the SAT solver");
}

static void open_clauses(struct sat *s) {
	cnf_init(&s->cnf, &s->gates, s->engine, s->config.proofs);
	s->cnf.engine->set_stop(s->cnf.sat, s, engine_stop);
	if (s->guest)
		s->guest->opened(s->guest_context, s->cnf.sat);
}

static void open_circuit(struct sat *s) {
	size_t limit = s->config.memory_bytes ? s->config.memory_bytes / BYTES_PER_GATE : SIZE_MAX;
	gates_init(&s->gates, limit, should_stop, s);
	s->blast = blast_open(s->base.terms, &s->gates);
	open_clauses(s);
}

/* The scope that assertion i belongs to; 0: none. */
static int guard_of(struct sat *s, size_t i) {
	size_t k = s->scope.n;
	while (k && s->scope.at[k - 1].nassertions > i)
		k--;
	if (!k)
		return 0;
	struct scope *x = &s->scope.at[k - 1];
	if (!x->guard)
		x->guard = cnf_variable(&s->cnf);
	return x->guard;
}

static lit fact_literal(struct sat *s, size_t i) {
	return *blast_known(s->blast, prepare_term(s->prepare, s->assertion.at[i]));
}

static void forget_dead_clauses(struct sat *s, const lit *assumed, size_t n) {
	size_t now = (size_t)s->cnf.nvars;
	if (s->guest || now < SMALL || now < GROWTH * s->live)
		return;
	VEC(lit) root = {0};
	for (size_t i = 0; i < s->assertion.n; i++)
		vec_push(&root, fact_literal(s, i));
	for (size_t i = 0; i < n; i++)
		vec_push(&root, assumed[i]);
	s->live = cnf_below(&s->cnf, root.at, root.n);
	vec_free(&root);
	if (now < GROWTH * s->live)
		return;
	size_t live = s->live;
	drop_clauses(s);
	open_clauses(s);
	s->live = live;
}

/* False: gates are spent, or 'reason' is set. */
static bool send(struct sat *s, const term *assume, size_t n, lit *assumed) {
	for (size_t i = s->sent; i < s->assertion.n && !s->gates.spent; i++)
		blast_word(s->blast, prepare_term(s->prepare, s->assertion.at[i]));
	for (; s->nfollowed < s->followed.n && !s->gates.spent; s->nfollowed++)
		blast_word(s->blast, prepare_term(s->prepare, s->followed.at[s->nfollowed]));
	for (size_t i = 0; i < s->preferred.n && !s->gates.spent; i++)
		blast_word(s->blast, prepare_term(s->prepare, s->preferred.at[i]));
	for (size_t i = 0; i < n && !s->gates.spent; i++) {
		const lit *word = blast_word(s->blast, prepare_term(s->prepare, assume[i]));
		assumed[i] = *word;
	}
	const char *why = NULL;
	if (!s->gates.spent && !blast_arrays(s->blast, &why)) {
		unknown(s, why);
		return false;
	}
	if (s->gates.spent)
		return false;
	forget_dead_clauses(s, assumed, n);
	for (; s->sent < s->assertion.n; s->sent++)
		cnf_assert(&s->cnf, guard_of(s, s->sent), fact_literal(s, s->sent));
	return true;
}

static void send_clauses(struct sat *s) {
	size_t n;
	const lit *at = blast_clauses(s->blast, &n);
	while (s->nclauses < n) {
		const lit *first = at + s->nclauses;
		size_t k = 0;
		while (first[k])
			k++;
		cnf_clause(&s->cnf, 0, first, k);
		s->nclauses += k + 1;
	}
}

void sat_follow(struct solver *base, term t) {
	struct sat *s = self(base);
	drop_model(s);
	vec_push(&s->followed, t);
}

void sat_prefer(struct solver *base, const term *at, size_t n) {
	struct sat *s = self(base);
	drop_model(s);
	s->preferred.n = 0;
	for (size_t i = 0; i < n && s->engine->prefer; i++)
		vec_push(&s->preferred, at[i]);
	if (!n && s->engine->prefer && s->cnf.sat)
		s->engine->prefer(s->cnf.sat, NULL, 0);
}

static void send_preferred(struct sat *s) {
	VEC(int) literal = {0};
	for (size_t i = 0; i < s->preferred.n; i++) {
		lit a = *blast_known(s->blast, prepare_term(s->prepare, s->preferred.at[i]));
		if (a != LIT_TRUE && a != LIT_FALSE)
			vec_push(&literal, cnf_literal(&s->cnf, a));
	}
	if (s->preferred.n)
		s->engine->prefer(s->cnf.sat, literal.at, literal.n);
	vec_free(&literal);
}

static lit followed_literal(struct sat *s, term t) {
	return *blast_known(s->blast, prepare_term(s->prepare, t));
}

int sat_literal(struct solver *base, term t) {
	struct sat *s = self(base);
	lit a = followed_literal(s, t);
	if (a == LIT_TRUE || a == LIT_FALSE)
		return a == LIT_TRUE ? SAT_TRUE : -SAT_TRUE;
	return -cnf_literal(&s->cnf, -a);
}

int sat_equivalent(struct solver *base, term t) {
	struct sat *s = self(base);
	int literal = sat_literal(base, t);
	if (abs(literal) != SAT_TRUE)
		cnf_literal(&s->cnf, followed_literal(s, t));
	return literal;
}

int sat_variable(struct solver *base) {
	return cnf_variable(&self(base)->cnf);
}

static void add_clause(struct solver *base, const int *at, size_t n) {
	struct cnf *c = &self(base)->cnf;
	for (size_t i = 0; i < n; i++)
		c->engine->add(c->sat, at[i]);
	c->engine->add(c->sat, 0);
	c->nclauses++;
}

void sat_short_clause(struct solver *base, const int *at, size_t n) {
	int kept[SAT_CLAUSE_WIDTH];
	size_t k = 0;
	if (n > SAT_CLAUSE_WIDTH)
		BUG("a clause of %zu literals should be short", n);
	for (size_t i = 0; i < n; i++) {
		if (at[i] == SAT_TRUE)
			return;
		if (at[i] != -SAT_TRUE)
			kept[k++] = at[i];
	}
	add_clause(base, kept, k);
}

struct proof_file *sat_proof(struct solver *base) {
	return self(base)->cnf.proof;
}

bool sat_stopped(struct solver *base) {
	struct sat *s = self(base);
	size_t limit = s->config.memory_bytes;
	if (limit && s->cnf.nclauses > limit / BYTES_PER_CLAUSE)
		s->large = true;
	return should_stop(s);
}

static const bool *values(struct sat *s) {
	if (!s->value && s->satisfied) {
		s->value = mem_alloc(s->gates.gate.n * sizeof *s->value);
		cnf_read(&s->cnf, s->value);
	}
	return s->value;
}

static void read_core(struct sat *s, const term *assume, const int *literal, size_t n) {
	for (size_t i = 0; i < n; i++)
		if (s->cnf.engine->failed(s->cnf.sat, literal[i]))
			map_put(&s->core, assume[i].ix, 1);
}

/* The assumptions that cannot hold together, in the proof. */
static void prove_query(struct sat *s, const int *literal, size_t n) {
	const struct sat_engine *e = s->cnf.engine;
	VEC(int) failed = {0};
	if (!s->cnf.proof)
		return;
	for (size_t i = 0; i < n; i++)
		if (e->failed(s->cnf.sat, literal[i]))
			vec_push(&failed, literal[i]);
	for (size_t i = 0; i < s->scope.n; i++)
		if (s->scope.at[i].guard && e->failed(s->cnf.sat, s->scope.at[i].guard))
			vec_push(&failed, s->scope.at[i].guard);
	proof_query(s->cnf.proof, failed.at, failed.n);
	vec_free(&failed);
}

static enum answer ask(struct sat *s, const term *assume, const lit *assumed, size_t n) {
	const struct sat_engine *e = s->cnf.engine;
	int *literal = mem_alloc((n + 1) * sizeof *literal);
	enum answer r = ANSWER_UNKNOWN;
	for (bool again = true; again && !s->gates.spent;) {
		again = false;
		send_clauses(s);
		if (s->guest && !s->guest->sent(s->guest_context))
			break;
		for (size_t i = 0; i < n; i++)
			literal[i] = cnf_literal(&s->cnf, assumed[i]);
		send_preferred(s);
		for (size_t i = 0; i < n; i++)
			e->assume(s->cnf.sat, literal[i]);
		for (size_t i = 0; i < s->scope.n; i++)
			if (s->scope.at[i].guard)
				e->assume(s->cnf.sat, s->scope.at[i].guard);
		int code = should_stop(s) ? 0 : e->solve(s->cnf.sat);
		if (code == 20) {
			read_core(s, assume, literal, n);
			prove_query(s, literal, n);
			r = ANSWER_UNSAT;
		} else if (code == 10) {
			s->satisfied = true;
			again = blast_is_lazy(s->blast) && blast_repair(s->blast, values(s));
			if (again)
				drop_model(s);
			r = again ? ANSWER_UNKNOWN : ANSWER_SAT;
		}
	}
	mem_free(literal);
	return r;
}

static enum answer decide(struct sat *s, const term *assume, size_t n) {
	if (!s->blast)
		open_circuit(s);
	if (!s->started && !s->scope.n) /* what is asserted now stays for ever */
		prepare_solve(s->prepare, s->assertion.at, s->assertion.n);
	s->started = true;
	lit *assumed = mem_alloc((n + 1) * sizeof *assumed);
	enum answer r = ANSWER_UNKNOWN;
	bool ready = send(s, assume, n, assumed);
	if (!ready && !s->gates.spent) { /* arrays of assertions that are gone may be the reason */
		drop_circuit(s);
		open_circuit(s);
		s->base.reason = NULL;
		ready = send(s, assume, n, assumed);
	}
	if (ready)
		r = ask(s, assume, assumed, n);
	mem_free(assumed);
	if (r == ANSWER_UNKNOWN && !s->base.reason)
		gave_up(s);
	if (s->gates.spent || s->large)
		drop_circuit(s);
	return r;
}

/* Answers without a gate: an assertion or an assumption that folded to false. */
static bool is_false_already(struct sat *s, const term *assume, size_t n) {
	const struct terms *ts = s->base.terms;
	for (size_t i = s->assertion.n; i-- > 0;)
		if (term_is_false(ts, s->assertion.at[i]))
			return true;
	for (size_t i = 0; i < n; i++) {
		if (term_is_false(ts, assume[i])) {
			map_put(&s->core, assume[i].ix, 1);
			return true;
		}
	}
	return false;
}

static enum answer sat_check(struct solver *base, const term *assume, size_t n) {
	struct sat *s = self(base);
	drop_model(s);
	map_clear(&s->core);
	s->base.reason = NULL;
	s->late = s->large = false;
	s->looks = 0;
	s->deadline = s->config.timeout_seconds > 0 ? now() + s->config.timeout_seconds : 0;
	s->work_end = UINT64_MAX;
	if (s->config.budget_seconds > 0)
		s->work_end = work.done + (uint64_t)(s->config.budget_seconds * WORK_SECOND);
	enum answer r;
	if (is_false_already(s, assume, n))
		return ANSWER_UNSAT;
	else if (s->stop)
		r = gave_up(s);
	else
		r = decide(s, assume, n);
	s->stop = 0;
	return r;
}

/* Variables whose values assertions fix.  All are evaluated before any is set, since the model
 * forgets what it has evaluated then; none is below the value of another. */
static void set_solved(struct sat *s) {
	struct arena *arena = arena_open();
	VEC(struct bits) value = {0};
	term var, is;
	for (size_t i = 0; prepare_solved(s->prepare, i, &var, &is); i++)
		vec_push(&value, bits_copy(arena, model_value(s->model, is)));
	for (size_t i = 0; prepare_solved(s->prepare, i, &var, &is); i++)
		model_set(s->model, var, value.at[i]);
	vec_free(&value);
	arena_close(arena);
}

static bool sat_value(struct solver *base, term t, struct arena *arena, struct bits *out) {
	struct sat *s = self(base);
	struct sort sort = term_sort(base->terms, t);
	if (!values(s) || sort.kind == SORT_ARRAY)
		return false;
	const lit *word = blast_known(s->blast, t);
	if (word) {
		*out = blast_bits(arena, word, sort.kind == SORT_BOOL ? 1 : sort.width, s->value);
		return true;
	}
	if (!s->model) {
		s->model = model_open(base->terms);
		blast_model(s->blast, s->value, s->model);
		set_solved(s);
	}
	*out = bits_copy(arena, model_value(s->model, t));
	return true;
}

static bool sat_index(struct solver *base, term array, size_t i, struct arena *a,
                      struct bits *out) {
	struct sat *s = self(base);
	return values(s) && blast_index(s->blast, array, i, s->value, a, out);
}

static bool sat_in_core(struct solver *base, term assumed) {
	return map_get(&self(base)->core, assumed.ix, NULL);
}

static void sat_stop(struct solver *base) {
	self(base)->stop = 1;
}

static void sat_limit(struct solver *base, uint64_t units) {
	struct sat *s = self(base);
	s->effort = units ? units / s->engine->look + 1 : s->config.effort;
}

const struct solver_ops solver_sat = {
    .name = "sat",
    .caps = SOLVER_ASSUME | SOLVER_CORE | SOLVER_PUSH | SOLVER_ARRAYS | SOLVER_KEEP | SOLVER_WORK,
    .version = version,
    .open = sat_open,
    .add = sat_add,
    .check = sat_check,
    .value = sat_value,
    .index = sat_index,
    .in_core = sat_in_core,
    .push = sat_push,
    .pop = sat_pop,
    .interrupt = sat_stop,
    .limit = sat_limit,
    .close = sat_close,
};
