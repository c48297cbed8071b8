#include <stdio.h>
#include <string.h>

#include "solvers/smtlib_base.h"
#include "solvers/smtlib_read.h"
#include "util/diag.h"
#include "util/intern.h"

/* Any SMT-LIB 2 solver behind a pipe.  What it is able to do is found out with a few questions to
 * which the answers are known, once per command:
 *
 *   check-sat-assuming   the program is kept and gets what is new; facts of scopes and assumptions
 *                        are literals that imply them, so nothing has to be taken back
 *   nothing of it        each check is a new program that gets everything, then end of file
 *
 * A kept program that knows much more than it is asked about is replaced by a new one. */

enum talent { UNTRIED, ONE_SHOT, ASSUMES, CORES };

enum { VALUES_AT_ONCE = 500 };
enum { SMALL = 4000, GROWTH = 4 }; /* bytes that are never too many; factor that is */

#define TRIAL_SECONDS 3.0 /* programs in Java take a while to start */

struct talk {
	struct smtlib s;
	enum talent talent;
	struct smtlib_writer w;   /* what the running program knows */
	enum smtlib_arrays logic; /* that it was told */
	uint32_t generation;
	size_t asserted, axioms; /* facts outside scopes, axioms that it has */
	struct map proxy;        /* terms that have a literal to assume, a17 */
	size_t sent, sent_first; /* bytes, until now and until its first check */
	size_t taken;            /* bytes of its output that the last reply was */
	struct sexpr reply;
	bool sat;        /* there is a model to ask for */
	bool has_values; /* one-shot: they follow the answer */
};

static struct talk *self(struct solver *s) {
	return (struct talk *)s;
}

static const char *missing(struct arena *a, const struct solver_config *config) {
	return config->command ? pipe_missing(a, config->command) : "no command is given";
}

static const char *version(void) {
	return "2";
}

static struct solver *smtlib_open(struct terms *ts, const struct solver_config *config) {
	struct talk *x = mem_alloc(sizeof *x);
	smtlib_init(&x->s, &solver_smtlib, ts, config,
	            config && config->command ? config->command : "");
	smtlib_writer_init(&x->w, ts);
	return &x->s.base;
}

static void smtlib_close(struct solver *base) {
	struct talk *x = self(base);
	smtlib_free(&x->s);
	smtlib_writer_free(&x->w);
	sexpr_free(&x->reply);
	map_free(&x->proxy);
	mem_free(x);
}

/* Sends what was written. */
static void flush(struct talk *x) {
	pipe_put(&x->s.pipe, x->w.text.at, x->w.text.n);
	x->sent += x->w.text.n;
	x->w.text.n = 0;
}

static void forget_reply(struct talk *x) {
	struct pipe *p = &x->s.pipe;
	size_t n = x->taken < p->from.n ? x->taken : p->from.n;
	if (n)
		memmove(p->from.at, p->from.at + n, p->from.n - n);
	p->from.n -= n;
	x->taken = 0;
}

/* What it says next; false: nothing sensible, and 'reason' is set. */
static bool next_reply(struct talk *x, double deadline) {
	struct pipe *p = &x->s.pipe;
	struct smtlib_scan scan = {0};
	forget_reply(x);
	bool ended = false;
	size_t end;
	while (!smtlib_scan(&scan, p->from.at, p->from.n, ended, &end)) {
		enum pipe_event event = ended ? PIPE_ENDED : pipe_wait(p, deadline);
		if (ended || (event != PIPE_DATA && event != PIPE_ENDED)) {
			smtlib_failed(&x->s, event, p->from.at, p->from.n);
			return false;
		}
		ended = event == PIPE_ENDED;
	}
	x->taken = end;
	return sexpr_parse(&x->reply, p->from.at, end);
}

static bool reply_is(const struct talk *x, const char *word) {
	return sexpr_is(&x->reply, 1, word);
}

/* Replies that carry no news are passed over. */
static bool reply(struct talk *x, double deadline) {
	do
		if (!next_reply(x, deadline))
			return false;
	while (reply_is(x, "success"));
	return true;
}

/* An answer that makes no sense here becomes the reason, an error without its wrapping. */
static enum answer strange(struct talk *x) {
	const char *text = x->s.pipe.from.at;
	size_t n = x->taken;
	uint32_t message = sexpr_of(&x->reply, 1, "error");
	const struct sexpr_node *node = &x->reply.node.at[message];
	if (message && node->text && node->n > 2 && node->text[0] == '"') {
		text = node->text + 1;
		n = node->n - 2;
	}
	return smtlib_failed(&x->s, PIPE_DATA, text, n);
}

static void forget_program(struct talk *x) {
	smtlib_writer_free(&x->w);
	smtlib_writer_init(&x->w, x->s.base.terms);
	map_free(&x->proxy);
	x->asserted = x->axioms = x->taken = 0;
	x->sent = x->sent_first = 0;
	x->sat = x->has_values = false;
}

static bool start(struct talk *x, enum smtlib_arrays logic) {
	static const char *const names[] = {"QF_BV", "QF_ABV", "ALL"};
	char why[sizeof x->s.text];
	forget_program(x);
	x->logic = logic;
	x->generation = x->s.generation;
	if (!pipe_start(&x->s.pipe, x->s.command, x->s.config.memory_bytes, why, sizeof why)) {
		smtlib_unknown(&x->s, "%s", why);
		return false;
	}
	smtlib_put(&x->w, "(set-option :print-success false)\n(set-option :produce-models true)\n");
	if (x->talent == CORES)
		smtlib_put(&x->w, "(set-option :produce-unsat-assumptions true)\n");
	smtlib_put(&x->w, "(set-logic ");
	smtlib_put(&x->w, names[logic]);
	smtlib_put(&x->w, ")\n");
	return true;
}

static bool says(struct talk *x, const char *question, const char *word, double deadline) {
	smtlib_put(&x->w, question);
	flush(x);
	return reply(x, deadline) && reply_is(x, word);
}

/* Does it do what this talent needs?  'reason' is not looked at. */
static bool try_talent(struct talk *x, enum talent talent, double deadline) {
	x->talent = talent;
	bool good = start(x, SMTLIB_NO_ARRAYS) &&
	            says(x,
	                 "(declare-fun p () Bool)\n(declare-fun q () Bool)\n"
	                 "(define-fun r () Bool (not q))\n(check-sat-assuming (p q))\n",
	                 "sat", deadline) &&
	            says(x, "(assert (=> p r))\n(check-sat-assuming (p q))\n", "unsat", deadline);
	if (good && talent == CORES) {
		smtlib_put(&x->w, "(get-unsat-assumptions)\n");
		flush(x);
		good = reply(x, deadline) && sexpr_first(&x->reply, 1);
	}
	good = good && says(x, "(check-sat-assuming ((not p)))\n", "sat", deadline);
	pipe_end(&x->s.pipe, NULL);
	return good;
}

/* Known for the command once it has been tried: a run makes many solvers of one command.  Silence
 * is what a program that waits for the end of file says, or one that needs longer than the check
 * may take, of which nothing is concluded. */
static enum talent find_talent(struct talk *x) {
	static const char *tried;
	static enum talent found;
	if (tried == x->s.command)
		return found;
	double patience = TRIAL_SECONDS, left = (x->s.deadline - pipe_now()) / 2;
	if (x->s.deadline > 0 && left < patience)
		patience = left;
	double deadline = pipe_now() + patience;
	found = try_talent(x, CORES, deadline)                              ? CORES
	        : pipe_now() < deadline && try_talent(x, ASSUMES, deadline) ? ASSUMES
	                                                                    : ONE_SHOT;
	bool silent = pipe_now() >= deadline;
	if (!x->s.pipe.stop && (!silent || patience == TRIAL_SECONDS))
		tried = x->s.command;
	return found;
}

/* The literal that stands for an assumed term. */
static void put_literal(struct talk *x, term t) {
	const struct terms *ts = x->s.base.terms;
	term inner = term_kind(ts, t) == TERM_NOT ? term_arg(ts, t, 0) : t;
	if (term_kind(ts, inner) == TERM_VAR) {
		smtlib_put_term(&x->w, t);
	} else {
		smtlib_put(&x->w, "a");
		smtlib_put_number(&x->w, t.ix);
	}
}

static bool needs_proxy(const struct talk *x, term t) {
	const struct terms *ts = x->s.base.terms;
	term inner = term_kind(ts, t) == TERM_NOT ? term_arg(ts, t, 0) : t;
	return term_kind(ts, inner) != TERM_VAR && !map_get(&x->proxy, t.ix, NULL);
}

static void put_assert(struct talk *x, term t) {
	smtlib_put(&x->w, "(assert ");
	smtlib_put_term(&x->w, t);
	smtlib_put(&x->w, ")\n");
}

static void put_proxy(struct talk *x, term t) {
	smtlib_put(&x->w, "(declare-fun a");
	smtlib_put_number(&x->w, t.ix);
	smtlib_put(&x->w, " () Bool)\n(assert (=> a");
	smtlib_put_number(&x->w, t.ix);
	smtlib_put(&x->w, " ");
	smtlib_put_term(&x->w, t);
	smtlib_put(&x->w, "))\n");
	map_put(&x->proxy, t.ix, 1);
}

/* Facts outside scopes from 'asserted' on, the new axioms, and what is assumed: all in one go, so
 * that what they share is found. */
static void put_news(struct talk *x, size_t base) {
	struct smtlib *s = &x->s;
	term_list news = {0}, assumed = {0};
	for (size_t i = x->asserted; i < base; i++)
		vec_push(&news, s->low.at[i]);
	for (size_t i = x->axioms; i < s->axiom.n; i++)
		vec_push(&news, s->axiom.at[i]);
	size_t nasserted = news.n;
	for (size_t i = base; i < s->low.n; i++) {
		vec_push(&news, s->low.at[i]); /* for its variables at least */
		if (!term_is_true(s->base.terms, s->low.at[i]) && needs_proxy(x, s->low.at[i]))
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

static void put_check(struct talk *x, size_t base) {
	const struct smtlib *s = &x->s;
	if (base == s->low.n) {
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

static void put_get_value(struct talk *x, const term *var, size_t n) {
	smtlib_put(&x->w, "(get-value (");
	for (size_t i = 0; i < n; i++) {
		smtlib_put_term(&x->w, var[i]);
		smtlib_put(&x->w, " ");
	}
	smtlib_put(&x->w, "))\n");
}

/* Has the kept program seen much that is not asked any more, or other terms for the same facts? */
static bool is_stale(const struct talk *x, enum smtlib_arrays logic) {
	return !x->s.pipe.pid || x->generation != x->s.generation || logic > x->logic ||
	       (x->sent > SMALL && x->sent_first && x->sent > GROWTH * x->sent_first);
}

/* Questions for all values follow the check: a program that reads to the end of file first cannot
 * be asked later. */
static bool send_one_shot(struct talk *x, enum smtlib_arrays logic) {
	if (!start(x, logic))
		return false;
	put_news(x, x->s.low.n);
	smtlib_put(&x->w, "(check-sat)\n");
	for (size_t i = 0; i < x->w.var.n; i += VALUES_AT_ONCE) {
		size_t left = x->w.var.n - i;
		put_get_value(x, x->w.var.at + i, left < VALUES_AT_ONCE ? left : VALUES_AT_ONCE);
	}
	smtlib_put(&x->w, "(exit)\n");
	flush(x);
	pipe_close_in(&x->s.pipe);
	return true;
}

static bool send(struct talk *x, size_t base) {
	struct smtlib *s = &x->s;
	enum smtlib_arrays logic =
	    s->native ? smtlib_arrays_in(s->base.terms, s->low.at, s->low.n) : SMTLIB_NO_ARRAYS;
	if (x->talent == ONE_SHOT)
		return send_one_shot(x, logic);
	if (is_stale(x, logic) && !start(x, logic))
		return false;
	put_news(x, base);
	put_check(x, base);
	flush(x);
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
static bool read_literals(const struct talk *x, struct map *core) {
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

/* Without a word of the solver everything that was assumed is the core. */
static enum answer read_core(struct talk *x, const term *assume, size_t n) {
	struct smtlib *s = &x->s;
	struct map core = {0};
	bool good = false;
	if (x->talent == CORES && n) {
		smtlib_put(&x->w, "(get-unsat-assumptions)\n");
		flush(x);
		good = reply(x, s->deadline) && read_literals(x, &core);
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
static enum answer read_unknown(struct talk *x) {
	if (x->talent != ONE_SHOT) {
		smtlib_put(&x->w, "(get-info :reason-unknown)\n");
		flush(x);
		if (!reply(x, pipe_now() + 1))
			return ANSWER_UNKNOWN;
	}
	return strange(x);
}

static enum answer read_answer(struct talk *x, const term *assume, size_t n) {
	do
		if (!reply(x, x->s.deadline))
			return ANSWER_UNKNOWN;
	while (x->talent == ONE_SHOT && reply_is(x, "unsupported")); /* an option */
	if (reply_is(x, "sat")) {
		x->sat = true;
		x->has_values = x->talent == ONE_SHOT;
		return ANSWER_SAT;
	}
	if (reply_is(x, "unsat"))
		return read_core(x, assume, n);
	return reply_is(x, "unknown") ? read_unknown(x) : strange(x);
}

static enum answer ask(struct talk *x, const term *assume, size_t n) {
	struct smtlib *s = &x->s;
	x->talent = find_talent(x);
	smtlib_lower(s, assume, n);
	for (size_t i = 0; i < s->low.n; i++)
		if (term_is_false(s->base.terms, s->low.at[i])) {
			if (i >= s->fact.n)
				map_put(&s->core, assume[i - s->fact.n].ix, 1);
			return ANSWER_UNSAT;
		}
	size_t base = s->scope.n ? s->scope.at[0] : s->fact.n;
	s->base.reason = NULL;
	return send(x, base) ? read_answer(x, assume, n) : ANSWER_UNKNOWN;
}

static enum answer smtlib_check(struct solver *base, const term *assume, size_t n) {
	struct talk *x = self(base);
	enum answer r;
	x->sat = false;
	if (!smtlib_begin(&x->s, assume, n, &r))
		r = ask(x, assume, n);
	if (r == ANSWER_UNSAT)
		x->s.base.reason = NULL;
	pipe_calm(&x->s.pipe);
	return r;
}

/* (store (store ((as const S) v) i v) i v), the innermost first so that later stores win. */
static bool read_array(struct talk *x, term array, uint32_t value) {
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
static bool read_values(struct talk *x) {
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

static bool get_values(struct talk *x, const term *var, size_t n) {
	double limit = x->s.config.timeout_seconds, deadline = limit > 0 ? pipe_now() + limit : 0;
	for (size_t i = 0; i < n; i += VALUES_AT_ONCE) {
		if (!x->has_values) {
			put_get_value(x, var + i, n - i < VALUES_AT_ONCE ? n - i : VALUES_AT_ONCE);
			flush(x);
		}
		if (!reply(x, deadline) || !read_values(x))
			return false;
	}
	return true;
}

/* Variables of the question, each once. */
static term_list variables(struct talk *x) {
	const struct terms *ts = x->s.base.terms;
	struct map seen = {0};
	term_list todo = {0}, var = {0};
	for (size_t i = 0; i < x->s.low.n; i++)
		vec_push(&todo, x->s.low.at[i]);
	for (size_t i = 0; i < x->s.axiom.n; i++)
		vec_push(&todo, x->s.axiom.at[i]);
	while (todo.n) {
		term t = vec_pop(&todo);
		if (map_get(&seen, t.ix, NULL))
			continue;
		map_put(&seen, t.ix, 1);
		if (term_kind(ts, t) == TERM_VAR)
			vec_push(&var, t);
		for (uint32_t i = 0; i < term_nargs(ts, t); i++)
			vec_push(&todo, term_arg(ts, t, i));
	}
	vec_free(&todo);
	map_free(&seen);
	return var;
}

/* Once per model. */
static void fetch_model(struct talk *x) {
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

static bool talk_value(struct solver *base, term t, struct arena *arena, struct bits *out) {
	struct talk *x = self(base);
	if (x->sat)
		fetch_model(x);
	return smtlib_value(base, t, arena, out);
}

static bool talk_index(struct solver *base, term array, size_t i, struct arena *a,
                       struct bits *out) {
	struct talk *x = self(base);
	if (x->sat)
		fetch_model(x);
	return smtlib_index(base, array, i, a, out);
}

static void talk_add(struct solver *base, term fact) {
	self(base)->sat = false;
	smtlib_add(base, fact);
}

static void talk_push(struct solver *base) {
	self(base)->sat = false;
	smtlib_push(base);
}

static void talk_pop(struct solver *base) {
	self(base)->sat = false;
	smtlib_pop(base);
}

const struct solver_ops solver_smtlib = {
    .name = "smtlib",
    .caps = SOLVER_ASSUME | SOLVER_CORE | SOLVER_PUSH | SOLVER_ARRAYS | SOLVER_KEEP,
    .version = version,
    .missing = missing,
    .open = smtlib_open,
    .add = talk_add,
    .check = smtlib_check,
    .value = talk_value,
    .index = talk_index,
    .in_core = smtlib_in_core,
    .push = talk_push,
    .pop = talk_pop,
    .interrupt = smtlib_interrupt,
    .close = smtlib_close,
};
