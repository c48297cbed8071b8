#include "solvers/smtlib/smtlib.h"

#include "solvers/proof_file.h"
#include "solvers/smtlib/smtlib_session.h"
#include "solvers/term/term_walk.h"
#include "util/base/threshold.h"

/* Any SMT-LIB 2 solver behind a pipe.
 *
 * A solver that has check-sat-assuming is kept running and is sent what is new.  Each assertion of
 * a scope and each assumption is implied by a literal, which a check assumes, so nothing has to be
 * retracted; when most of what a process was sent does not belong to the query, a new process
 * replaces it.  Solvers preprocess a single check-sat more thoroughly: a query that takes long
 * under assumptions is sent to a new process that gets them as assertions.
 *
 * For a solver without check-sat-assuming each check starts a process that gets everything, then
 * end of file. */

enum { VALUES_AT_ONCE = 500 };
enum { SMALL = THRESHOLD(4000, 1), GROWTH = 4 }; /* bytes that are never too many; factor that is */
enum { MAX_SLOW = 3 }; /* more slow queries than quick ones; then all are asserted */

#define QUICK_SECONDS 0.3

static struct session *self(struct solver *s) {
	return (struct session *)s;
}

static const char *missing(struct arena *a, const struct solver_config *config) {
	return config->command ? pipe_missing(a, config->command) : "no command is given";
}

static const char *version(void) {
	return "2";
}

static struct solver *smtlib_open(struct terms *ts, const struct solver_config *config) {
	struct session *x = mem_alloc(sizeof *x);
	smtlib_init(&x->s, &solver_smtlib, ts, config,
	            config && config->command ? config->command : "");
	smtlib_writer_init(&x->w, ts);
	return &x->s.base;
}

static void smtlib_close(struct solver *base) {
	struct session *x = self(base);
	smtlib_free(&x->s);
	smtlib_writer_free(&x->w);
	sexpr_free(&x->reply);
	map_free(&x->proxy);
	mem_free(x);
}

/* A variable or its negation, which can be assumed as it is. */
static bool is_literal(const struct session *x, term t) {
	const struct terms *ts = x->s.base.terms;
	term inner = term_kind(ts, t) == TERM_NOT ? term_arg(ts, t, 0) : t;
	return term_kind(ts, inner) == TERM_VAR || term_kind(ts, inner) == TERM_CONST;
}

static void put_literal(struct session *x, term t) {
	if (is_literal(x, t)) {
		smtlib_put_term(&x->w, t);
	} else {
		smtlib_put(&x->w, "a");
		smtlib_put_number(&x->w, t.ix);
	}
}

static bool needs_proxy(const struct session *x, term t) {
	return !is_literal(x, t) && !map_get(&x->proxy, t.ix, NULL);
}

static void put_assert(struct session *x, term t) {
	smtlib_put(&x->w, "(assert ");
	smtlib_put_term(&x->w, t);
	smtlib_put(&x->w, ")\n");
}

static void put_proxy(struct session *x, term t) {
	smtlib_put(&x->w, "(declare-fun a");
	smtlib_put_number(&x->w, t.ix);
	smtlib_put(&x->w, " () Bool)\n(assert (=> a");
	smtlib_put_number(&x->w, t.ix);
	smtlib_put(&x->w, " ");
	smtlib_put_term(&x->w, t);
	smtlib_put(&x->w, "))\n");
	map_put(&x->proxy, t.ix, 1);
}

/* Assertions outside scopes from 'asserted' on, the new axioms, and what is assumed: all in one go,
 * so that what they share is found. */
static void put_news(struct session *x, size_t base) {
	struct smtlib *s = &x->s;
	term_list news = {0}, assumed = {0};
	for (size_t i = x->asserted; i < base; i++)
		vec_push(&news, s->low.at[i]);
	for (size_t i = x->axioms; i < s->axiom.n; i++)
		vec_push(&news, s->axiom.at[i]);
	size_t nasserted = news.n;
	for (size_t i = base; i < s->low.n; i++) {
		vec_push(&news, s->low.at[i]); /* for its variables at least */
		if (needs_proxy(x, s->low.at[i]))
			vec_push(&assumed, s->low.at[i]);
	}
	smtlib_define(&x->w, news.at, news.n);
	for (size_t i = 0; i < nasserted; i++)
		put_assert(x, news.at[i]);
	for (size_t i = 0; i < assumed.n; i++)
		if (needs_proxy(x, assumed.at[i]))
			put_proxy(x, assumed.at[i]);
	x->asserted = base;
	x->axioms = s->axiom.n;
	vec_free(&news);
	vec_free(&assumed);
}

static bool assumes_anything(const struct session *x, size_t base) {
	for (size_t i = base; i < x->s.low.n; i++)
		if (!term_is_true(x->s.base.terms, x->s.low.at[i]))
			return true;
	return false;
}

/* An empty list of assumptions is a syntax error for some. */
static void put_check(struct session *x, size_t base) {
	const struct smtlib *s = &x->s;
	if (!assumes_anything(x, base)) {
		smtlib_put(&x->w, "(check-sat)\n");
		return;
	}
	smtlib_put(&x->w, "(check-sat-assuming (");
	for (size_t i = base; i < s->low.n; i++)
		if (!term_is_true(s->base.terms, s->low.at[i])) {
			put_literal(x, s->low.at[i]);
			smtlib_put(&x->w, " ");
		}
	smtlib_put(&x->w, "))\n");
}

static void put_get_value(struct session *x, const term *var, size_t n) {
	smtlib_put(&x->w, "(get-value (");
	for (size_t i = 0; i < n; i++) {
		smtlib_put_term(&x->w, var[i]);
		smtlib_put(&x->w, " ");
	}
	smtlib_put(&x->w, "))\n");
}

/* Is most of what the process was sent no part of the query, or were the assertions lowered
 * differently since? */
static bool is_stale(const struct session *x, enum smtlib_arrays logic) {
	return !x->s.pipe.pid || x->plain || x->generation != x->s.generation || logic > x->logic ||
	       (x->sent > SMALL && x->sent_first && x->sent > GROWTH * x->sent_first);
}

/* get-value commands follow the check at once: a solver that reads to the end of file before it
 * answers takes no command later. */
static bool send_one_shot(struct session *x, enum smtlib_arrays logic) {
	if (!session_start(x, logic))
		return false;
	put_news(x, x->s.low.n);
	smtlib_put(&x->w, "(check-sat)\n");
	for (size_t i = 0; i < x->w.var.n; i += VALUES_AT_ONCE) {
		size_t left = x->w.var.n - i;
		put_get_value(x, x->w.var.at + i, left < VALUES_AT_ONCE ? left : VALUES_AT_ONCE);
	}
	smtlib_put(&x->w, "(exit)\n");
	session_flush(x);
	pipe_close_in(&x->s.pipe);
	return true;
}

/* The number of assertions outside scopes, which are never popped. */
static size_t lasting(const struct session *x) {
	return x->s.scope.n ? x->s.scope.at[0] : x->s.assertion.n;
}

/* The assertions and assumptions up to 'base' are asserted, the others assumed. */
static bool send(struct session *x, size_t base) {
	struct smtlib *s = &x->s;
	enum smtlib_arrays logic =
	    s->native ? smtlib_arrays_in(s->base.terms, s->low.at, s->low.n) : SMTLIB_NO_ARRAYS;
	if (x->capability == ONE_SHOT)
		return send_one_shot(x, logic);
	if (is_stale(x, logic) && !session_start(x, logic))
		return false;
	x->plain = base > lasting(x);
	put_news(x, base);
	put_check(x, base);
	session_flush(x);
	if (!x->sent_first)
		x->sent_first = x->sent;
	return true;
}

static uint64_t literal_key(const struct terms *ts, term t) {
	bool negated = term_kind(ts, t) == TERM_NOT;
	term inner = negated ? term_arg(ts, t, 0) : t;
	if (term_kind(ts, inner) != TERM_VAR)
		return 4 * (uint64_t)t.ix;
	return 4 * (uint64_t)inner.ix + (negated ? 2 : 1);
}

/* The literals of a core, by literal_key. */
static bool read_literals(const struct session *x, struct map *core) {
	const struct sexpr *r = &x->reply;
	if (r->node.at[1].text)
		return false;
	for (uint32_t i = sexpr_first(r, 1); i; i = sexpr_next(r, i)) {
		uint32_t number, inner = sexpr_of(r, i, "not");
		if (sexpr_number(r, i, 'a', &number))
			map_put(core, 4 * (uint64_t)number, 1);
		else if (sexpr_number(r, i, 'v', &number))
			map_put(core, 4 * (uint64_t)number + 1, 1);
		else if (inner && sexpr_number(r, inner, 'v', &number))
			map_put(core, 4 * (uint64_t)number + 2, 1);
		else
			return false;
	}
	return true;
}

/* If the solver returns no core, all assumptions are the core. */
static enum answer read_core(struct session *x, const term *assume, size_t n) {
	struct smtlib *s = &x->s;
	struct map core = {0};
	bool good = !x->plain && !assumes_anything(x, lasting(x));
	if (x->capability == CORES && n && !x->plain && !good) {
		smtlib_put(&x->w, "(get-unsat-assumptions)\n");
		session_flush(x);
		good = session_reply(x) && read_literals(x, &core);
		if (!good)
			pipe_end(&s->pipe, NULL); /* the answer stands, but it is out of step */
	}
	for (size_t i = 0; i < n; i++) {
		term low = s->low.at[s->low.n - n + i];
		if (!good || map_get(&core, literal_key(s->base.terms, low), NULL))
			map_put(&s->core, assume[i].ix, 1);
	}
	map_free(&core);
	s->base.reason = NULL;
	return ANSWER_UNSAT;
}

/* "unknown", and why, if it says so at once. */
static enum answer read_unknown(struct session *x) {
	if (x->capability != ONE_SHOT) {
		smtlib_put(&x->w, "(get-info :reason-unknown)\n");
		session_flush(x);
		x->until = pipe_now() + 1;
		if (!session_reply(x))
			return ANSWER_UNKNOWN;
	}
	return session_unexpected(x);
}

static enum answer read_answer(struct session *x, const term *assume, size_t n) {
	do
		if (!session_reply(x))
			return ANSWER_UNKNOWN;
	while (x->capability == ONE_SHOT && session_reply_is(x, "unsupported")); /* an option */
	if (session_reply_is(x, "sat")) {
		x->sat = true;
		x->has_values = x->capability == ONE_SHOT;
		return ANSWER_SAT;
	}
	if (session_reply_is(x, "unsat"))
		return read_core(x, assume, n);
	return session_reply_is(x, "unknown") ? read_unknown(x) : session_unexpected(x);
}

/* Is something assumed that is no literal?  If all are, a core is likely to be wanted. */
static bool assumes_terms(const struct session *x, size_t base) {
	for (size_t i = base; i < x->s.low.n; i++)
		if (!is_literal(x, x->s.low.at[i]))
			return true;
	return false;
}

static bool is_late(const struct session *x) {
	double now = pipe_now();
	return now >= x->until && (x->s.deadline <= 0 || now < x->s.deadline) && !x->s.pipe.stop;
}

static enum answer ask_once(struct session *x, size_t base, const term *assume, size_t n) {
	x->s.base.reason = NULL;
	return send(x, base) ? read_answer(x, assume, n) : ANSWER_UNKNOWN;
}

static enum answer ask_lowered(struct session *x, const term *assume, size_t n) {
	struct smtlib *s = &x->s;
	size_t base = lasting(x);
	x->until = s->deadline;
	if (x->capability == ONE_SHOT || !assumes_terms(x, base))
		return ask_once(x, base, assume, n);
	if (x->slow < MAX_SLOW) {
		double quick = pipe_now() + QUICK_SECONDS;
		x->until = s->deadline > 0 && s->deadline < quick ? s->deadline : quick;
		enum answer r = ask_once(x, base, assume, n);
		if (r != ANSWER_UNKNOWN)
			x->slow -= x->slow > 0;
		if (r != ANSWER_UNKNOWN || !is_late(x))
			return r;
		x->slow++;
		x->until = s->deadline;
	}
	pipe_end(&s->pipe, NULL);
	return ask_once(x, s->low.n, assume, n);
}

static enum answer ask(struct session *x, const term *assume, size_t n) {
	struct smtlib *s = &x->s;
	x->capability = session_capability(x);
	smtlib_lower(s, assume, n);
	for (size_t i = 0; i < s->low.n; i++)
		if (term_is_false(s->base.terms, s->low.at[i])) {
			if (i >= s->assertion.n)
				map_put(&s->core, assume[i - s->assertion.n].ix, 1);
			return ANSWER_UNSAT;
		}
	return ask_lowered(x, assume, n);
}

static enum answer smtlib_check(struct solver *base, const term *assume, size_t n) {
	struct session *x = self(base);
	enum answer r;
	x->sat = false;
	if (!smtlib_begin(&x->s, assume, n, &r)) {
		r = ask(x, assume, n);
		if (r == ANSWER_UNSAT)
			proof_elsewhere(x->s.config.proofs);
	}
	if (r == ANSWER_UNSAT)
		x->s.base.reason = NULL;
	else if (r == ANSWER_UNKNOWN && x->s.pipe.stop)
		smtlib_unknown(&x->s, "interrupted"); /* perhaps just after something else went wrong */
	pipe_calm(&x->s.pipe);
	return r;
}

/* (store (store ((as const S) v) i v) i v), the innermost first so that later stores win. */
static bool read_array(struct session *x, term array, uint32_t value) {
	struct smtlib *s = &x->s;
	struct sexpr *r = &x->reply;
	struct sort sort = term_sort(s->base.terms, array);
	VEC(uint32_t) store = {0};
	uint32_t inner;
	while ((inner = sexpr_of(r, value = sexpr_resolve(r, value), "store"))) {
		vec_push(&store, inner);
		value = inner;
	}
	struct bits index, element;
	uint32_t head = sexpr_first(r, value);
	bool good = head && sexpr_of(r, head, "as") &&
	            sexpr_bits(r, sexpr_next(r, head), sort.elem, s->scratch, &element);
	if (good)
		model_set_default(s->model, array, element);
	while (good && store.n) {
		uint32_t at = sexpr_next(r, vec_pop(&store));
		good = at && sexpr_next(r, at) && sexpr_bits(r, at, sort.width, s->scratch, &index) &&
		       sexpr_bits(r, sexpr_next(r, at), sort.elem, s->scratch, &element);
		if (good)
			smtlib_set_element(s, array, index, element);
	}
	vec_free(&store);
	return good;
}

/* "((v1 #x05) (v2 true))". */
static bool read_values(struct session *x) {
	struct smtlib *s = &x->s;
	const struct terms *ts = s->base.terms;
	for (uint32_t pair = sexpr_first(&x->reply, 1); pair; pair = sexpr_next(&x->reply, pair)) {
		uint32_t name = sexpr_first(&x->reply, pair), ix, value = 0;
		if (name)
			value = sexpr_next(&x->reply, name);
		if (!value || !sexpr_number(&x->reply, name, 'v', &ix) || ix > terms_count(ts) ||
		    term_kind(ts, (term){ix}) != TERM_VAR)
			return false;
		term var = {ix};
		struct sort sort = term_sort(ts, var);
		struct bits b;
		map_clear(&x->reply.let);
		if (sort.kind == SORT_ARRAY) {
			if (!read_array(x, var, value))
				return false;
			continue;
		}
		uint32_t width = sort.kind == SORT_BOOL ? 1 : sort.width;
		if (!sexpr_bits(&x->reply, value, width, s->scratch, &b))
			return false;
		model_set(s->model, var, b);
	}
	return true;
}

static bool get_values(struct session *x, const term *var, size_t n) {
	double limit = solver_seconds(&x->s.config);
	x->until = limit > 0 ? pipe_now() + limit : 0;
	for (size_t i = 0; i < n; i += VALUES_AT_ONCE) {
		if (!x->has_values) {
			put_get_value(x, var + i, n - i < VALUES_AT_ONCE ? n - i : VALUES_AT_ONCE);
			session_flush(x);
		}
		if (!session_reply(x) || !read_values(x))
			return false;
	}
	return true;
}

/* Variables of the query, each once. */
static term_list variables(struct session *x) {
	struct term_walk w = {.terms = x->s.base.terms};
	term_list var = {0};
	for (size_t i = 0; i < x->s.low.n; i++)
		term_walk_from(&w, x->s.low.at[i]);
	for (size_t i = 0; i < x->s.axiom.n; i++)
		term_walk_from(&w, x->s.axiom.at[i]);
	for (term t; term_walk_next(&w, &t);)
		if (term_kind(w.terms, t) == TERM_VAR)
			vec_push(&var, t);
	term_walk_end(&w);
	return var;
}

/* Once per model. */
static void fetch_model(struct session *x) {
	x->sat = false;
	smtlib_model(&x->s);
	term_list var = {0};
	if (!x->has_values)
		var = variables(x);
	bool good =
	    x->has_values ? get_values(x, x->w.var.at, x->w.var.n) : get_values(x, var.at, var.n);
	vec_free(&var);
	if (good) {
		smtlib_model_done(&x->s);
		return;
	}
	model_close(x->s.model);
	x->s.model = NULL;
	pipe_end(&x->s.pipe, NULL);
}

static bool session_value(struct solver *base, term t, struct arena *arena, struct bits *out) {
	struct session *x = self(base);
	if (x->sat)
		fetch_model(x);
	return smtlib_value(base, t, arena, out);
}

static bool session_index(struct solver *base, term array, size_t i, struct arena *a,
                          struct bits *out) {
	struct session *x = self(base);
	if (x->sat)
		fetch_model(x);
	return smtlib_index(base, array, i, a, out);
}

static void session_add(struct solver *base, term assertion) {
	self(base)->sat = false;
	smtlib_add(base, assertion);
}

static void session_push(struct solver *base) {
	self(base)->sat = false;
	smtlib_push(base);
}

static void session_pop(struct solver *base) {
	self(base)->sat = false;
	smtlib_pop(base);
}

/* The string of a reply such as (:name "Z3"); "" if it is none. */
static const char *info(struct session *x, struct arena *a, const char *command) {
	smtlib_put(&x->w, command);
	session_flush(x);
	if (!x->s.pipe.pid || !session_reply(x) || !sexpr_first(&x->reply, 1))
		return "";
	const struct sexpr_node *node =
	    &x->reply.node.at[sexpr_next(&x->reply, sexpr_first(&x->reply, 1))];
	if (!node->text || node->n < 3 || node->text[0] != '"')
		return "";
	char line[60];
	smtlib_first_line(line, sizeof line, node->text + 1, node->n - 2);
	return arena_printf(a, "%s", line);
}

const char *smtlib_about(struct arena *a, const char *command, unsigned *caps) {
	struct solver_config config = {.command = command};
	struct terms *ts = terms_open();
	struct session *x = self(smtlib_open(ts, &config));
	enum capability capability = session_capability(x);
	*caps = SOLVER_ARRAYS;
	if (capability != ONE_SHOT)
		*caps |= SOLVER_ASSUME | SOLVER_PUSH | SOLVER_KEEP;
	if (capability == CORES)
		*caps |= SOLVER_CORE;
	x->until = pipe_now() + 3;
	const char *name = session_start(x, SMTLIB_NO_ARRAYS) ? info(x, a, "(get-info :name)\n") : "";
	const char *version_text = *name ? info(x, a, "(get-info :version)\n") : "";
	const char *about = *name ? arena_printf(a, "%s %s", name, version_text)
	                          : arena_printf(a, "%s, which does not report its name", command);
	smtlib_close(&x->s.base);
	terms_close(ts);
	return about;
}

const struct solver_ops solver_smtlib = {
    .name = "smtlib",
    .caps = SOLVER_ASSUME | SOLVER_CORE | SOLVER_PUSH | SOLVER_ARRAYS | SOLVER_KEEP,
    .version = version,
    .missing = missing,
    .open = smtlib_open,
    .add = session_add,
    .check = smtlib_check,
    .value = session_value,
    .index = session_index,
    .in_core = smtlib_in_core,
    .push = session_push,
    .pop = session_pop,
    .interrupt = smtlib_interrupt,
    .close = smtlib_close,
};
