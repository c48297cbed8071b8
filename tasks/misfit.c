#include "tasks/misfit.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "cli/session/limits.h"
#include "symex/symex.h"
#include "tasks/api/api_builtin.h"
#include "tasks/api/api_client.h"
#include "tasks/api/api_stages.h"
#include "tasks/apart.h"
#include "util/text/diag.h"
#include "util/base/intern.h"
#include "util/base/stats.h"

#define FIRST_SECONDS 4 /* for one thread with the description as it is */
#define MOST_SECONDS  10
#define LAST_SECONDS  0.1 /* of the time of the command, for the report */

enum {
	MOST_CALLS = 6, /* of one thread that is to show the misfit */
	MOST_RUNS = 100,
	MOST_OPEN = 64,
	MOST_CHANGES = 4,
};

/* What a description says instead, by operation; NULL: what it says. */
struct change {
	const char *as, *ok, *fail;
};

struct edits {
	struct change op[API_MAX_OPS];
	const char *kind, *number; /* of a built-in specification; NULL: as it is */
	unsigned n;
};

/* The last call of one thread, and what the specification has instead. */
struct wrong {
	uint32_t calls; /* so many, with the last one */
	uint32_t op;
	const char *got, *wanted; /* results; wanted NULL: the call cannot happen then */
	uint32_t before;          /* operations of the calls before it, as a set */
	uint32_t same;            /* so many of them are of the same operation */
};

struct attempt {
	struct edits edits;
	struct wrong wrong;
};

struct misfit {
	struct verification *run;
	struct api_stages *stages;
	double end;
	unsigned runs;
	uint32_t most; /* calls */
	VEC(struct attempt) open;
	VEC(struct edits) known; /* that were tried */
	struct edits best;       /* which fit */
};

/* --- One thread, in a process of its own. --- */

struct trial {
	const struct edits *edits;
	uint32_t calls;
};

static void use_edits(const struct edits *e, struct api *api) {
	for (size_t i = 0; i < api->op.n; i++) {
		struct api_call *op = &api->op.at[i];
		const struct change *c = &e->op[i];
		op->as_loc = c->as ? op->loc : op->as_loc;
		op->as = c->as ? c->as : op->as;
		op->ok = c->ok ? c->ok : op->ok;
		op->fail = c->fail ? c->fail : op->fail;
	}
}

/* "stack 2" */
static const char *spec_of(const struct api_stages *s, const struct edits *e) {
	const char *name = e->kind ? e->kind : api_builtin_name(s->spec);
	const char *rest = name ? s->spec + strcspn(s->spec, " :") : "";
	if (!e->kind && !e->number)
		return s->spec;
	return e->number ? intern_printf("%s %s", name, e->number) : intern_printf("%s%s", name, rest);
}

static void change_client(const void *context, struct config *config) {
	const struct trial *t = context;
	struct api_stages *s = config->api;
	if (t->edits->n) {
		use_edits(t->edits, s->api);
		s->spec = spec_of(s, t->edits);
		s->spec_text = api_spec_text(s->api, s->spec, s->spec_is_option, &config->fe);
	}
	api_stages_set_alone(s, config, t->calls);
	config->tests = NULL;
}

static struct result *verify_alone(struct misfit *m, const struct edits *e, uint32_t calls) {
	static const char *const option[] = {"--no-why", NULL};
	double left = m->end - stats_wall_seconds();
	enum gap_kind why;
	struct trial t = {e, calls};
	struct variant v = {.option = option, .change_config = change_client, .context = &t};
	if (left <= 0 || m->runs >= MOST_RUNS || limits_reason(&why) || symex_is_interrupted())
		return NULL;
	m->runs++;
	return verify_apart(m->run, &v, left);
}

static const struct history *history_of(const struct result *r) {
	if (!r || result_verdict(r) != VERDICT_UNSAFE || r->violated >= r->property.n)
		return NULL;
	const struct property_result *p = &r->property.at[r->violated];
	return !strcmp(p->class_name, "linearizability") && p->cex ? p->cex->history : NULL;
}

/* The operations of one thread have one order, and it has one wrong result, the last. */
static bool read_wrong(const struct misfit *m, const struct result *r, struct wrong *w) {
	const struct history *h = history_of(r);
	if (!h || !h->call.n || !h->tries.n)
		return false;
	const struct history_call *last = &h->call.at[h->call.n - 1];
	const char *wanted = h->tries.at[0].expected;
	*w = (struct wrong){.calls = (uint32_t)h->call.n,
	                    .op = api_find_op(m->stages->api, last->operation)};
	if (w->op == NO_OP || !last->result)
		return false;
	w->got = intern(last->result);
	w->wanted = wanted ? intern(wanted) : NULL;
	for (size_t i = 0; i + 1 < h->call.n; i++) {
		uint32_t op = api_find_op(m->stages->api, h->call.at[i].operation);
		w->before |= op < API_MAX_OPS ? 1u << op : 0;
		w->same += op == w->op;
	}
	return true;
}

enum fit { FIT_UNKNOWN, FIT_WRONG, FIT_GOOD };

static enum fit look_alone(struct misfit *m, const struct edits *e, uint32_t calls,
                           struct wrong *w) {
	struct result *r = verify_alone(m, e, calls);
	enum fit fit = !r                                  ? FIT_UNKNOWN
	               : result_verdict(r) == VERDICT_SAFE ? FIT_GOOD
	               : w && read_wrong(m, r, w)          ? FIT_WRONG
	               : !w && history_of(r)               ? FIT_WRONG
	                                                   : FIT_UNKNOWN;
	result_close(r);
	return fit;
}

/* The fewest calls that show it. */
static enum fit look_from(struct misfit *m, const struct edits *e, uint32_t calls,
                          struct wrong *w) {
	enum fit fit = FIT_GOOD;
	for (; fit == FIT_GOOD && calls <= m->most; calls++)
		fit = look_alone(m, e, calls, w);
	return fit;
}

/* --- Other descriptions. --- */

/* The first word of "-1, v = 0", if it can stand in a description. */
static const char *value_of(const char *result) {
	size_t n = result ? strcspn(result, ",") : 0;
	for (size_t i = 0; i < n; i++)
		if (!isalnum((unsigned char)result[i]) && result[i] != '_' && (i || result[i] != '-'))
			return NULL;
	return n ? intern_n(result, n) : NULL;
}

static const char *number_of(const char *value) {
	return !strcmp(value, "true") ? "1" : !strcmp(value, "false") ? "0" : value;
}

/* "ok V" as api_read has it. */
static const char *ok_of(const struct api_call *op, const char *value) {
	if (op->f->result->kind == SIGNATURE_BOOL)
		return !strcmp(number_of(value), "1") ? "r" : "!r";
	return intern_printf("r == %s", value);
}

/* Is it the value of the constant?  What a name stands for is not known here. */
static bool may_be(const char *value, const char *constant) {
	bool is_name = constant[strspn(constant, "-0123456789")];
	return is_name || !strcmp(number_of(value), constant);
}

static void try_change(struct misfit *m, const struct attempt *from, uint32_t op,
                       struct change change);
static void try_spec(struct misfit *m, const struct attempt *from, const char *kind,
                     const char *number);

static void try_status(struct misfit *m, const struct attempt *a, const struct api_call *op,
                       const struct api_meaning *is) {
	const char *got = value_of(a->wrong.got), *wanted = value_of(a->wrong.wanted);
	uint32_t ix = a->wrong.op;
	if (!got || !wanted)
		return;
	bool is_value = is->good != NULL;
	if (!is_value && is->is_fetch && is->none && may_be(wanted, is->none))
		try_change(m, a, ix, (struct change){NULL, NULL, got});
	if (!is_value)
		return;
	if (!strcmp(got, wanted)) { /* so something else of the result differs: does it count? */
		if (!op->ok)
			try_change(m, a, ix, (struct change){NULL, ok_of(op, is->good), is->bad});
		return;
	}
	if (may_be(wanted, is->good))
		try_change(m, a, ix, (struct change){NULL, ok_of(op, got), is->bad});
	if (may_be(wanted, is->bad))
		try_change(m, a, ix, (struct change){NULL, ok_of(op, is->good), number_of(got)});
}

/* A call that should have waited has returned: perhaps that there is nothing. */
static void try_none(struct misfit *m, const struct attempt *a, const struct api_meaning *is) {
	const char *got = value_of(a->wrong.got);
	if (!a->wrong.wanted && got && is->is_fetch && !is->none)
		try_change(m, a, a->wrong.op, (struct change){NULL, NULL, got});
}

static void try_others(struct misfit *m, const struct attempt *a, const struct api *api,
                       const char *name) {
	uint32_t set = a->wrong.before | 1u << a->wrong.op;
	for (uint32_t i = 0; i < api->op.n; i++) {
		const char *other[API_MOST_OTHERS];
		struct api_call op = api->op.at[i];
		if (!(set >> i & 1) || a->edits.op[i].as)
			continue;
		size_t n = api_builtin_others(name, &op, other);
		for (size_t k = 0; k < n; k++)
			try_change(m, a, i, (struct change){other[k], NULL, NULL});
	}
}

/* Is every operation one of the specification? */
static bool has_all(const struct api *api, const char *name) {
	struct api_meaning is;
	for (size_t i = 0; i < api->op.n; i++)
		if (!api_builtin_meaning(name, &api->op.at[i], &is))
			return false;
	return true;
}

/* Another capacity, first value, or kind. */
static void try_specs(struct misfit *m, const struct attempt *a, const struct api *api,
                      const struct api_meaning *is, const char *name) {
	const char *got = value_of(a->wrong.got), *const *names = api_builtin_names();
	uint32_t full = a->wrong.same;
	if (api_builtin_has_capacity(name) && is->is_input && full && full < m->most)
		try_spec(m, a, NULL, intern_printf("%u", full));
	if (api_builtin_has_first(name) && got && isdigit((unsigned char)*got))
		try_spec(m, a, NULL, got);
	for (; *names; names++)
		if (strcmp(*names, name) != 0 && has_all(api, *names))
			try_spec(m, a, *names, NULL);
}

/* Every description that differs in one place from this one, and might explain its wrong result. */
static void expand(struct misfit *m, const struct attempt *a) {
	struct arena *arena = arena_open();
	const char *name = api_builtin_name(spec_of(m->stages, &a->edits));
	struct api api = *m->stages->api;
	struct api_meaning is;
	api.op.at = arena_array(arena, struct api_call, api.op.n);
	memcpy(api.op.at, m->stages->api->op.at, api.op.n * sizeof *api.op.at);
	use_edits(&a->edits, &api);
	const struct api_call *op = &api.op.at[a->wrong.op];
	if (name && a->edits.n < MOST_CHANGES && api_builtin_meaning(name, op, &is)) {
		try_status(m, a, op, &is);
		try_none(m, a, &is);
		try_others(m, a, &api, name);
		try_specs(m, a, &api, &is, name);
	}
	arena_close(arena);
}

/* --- The search. --- */

static bool has_found(const struct misfit *m) {
	return m->best.n > 0;
}

static bool is_same(const struct wrong *a, const struct wrong *b) {
	bool same_wanted =
	    !a->wanted || !b->wanted ? a->wanted == b->wanted : !strcmp(a->wanted, b->wanted);
	return a->op == b->op && same_wanted && !strcmp(a->got, b->got);
}

static bool is_equal(const struct edits *a, const struct edits *b) {
	bool equal = a->kind == b->kind && a->number == b->number; /* texts are interned */
	for (size_t i = 0; i < API_MAX_OPS && equal; i++)
		equal = a->op[i].as == b->op[i].as && a->op[i].ok == b->op[i].ok &&
		        a->op[i].fail == b->op[i].fail;
	return equal;
}

static bool is_known(const struct misfit *m, const struct edits *e) {
	for (size_t i = 0; i < m->known.n; i++)
		if (is_equal(&m->known.at[i], e))
			return true;
	return false;
}

/* Kept for later if the first wrong result is another one, and comes no earlier. */
static void try_edits(struct misfit *m, const struct attempt *from, struct attempt *next) {
	if (has_found(m) || m->runs >= MOST_RUNS || is_known(m, &next->edits))
		return;
	vec_push(&m->known, next->edits);
	enum fit fit = look_from(m, &next->edits, from->wrong.calls, &next->wrong);
	if (fit == FIT_GOOD)
		m->best = next->edits;
	bool is_later = next->wrong.calls > from->wrong.calls;
	bool is_other = next->wrong.calls == from->wrong.calls && !is_same(&next->wrong, &from->wrong);
	bool is_better = fit == FIT_WRONG && (is_later || is_other);
	if (is_better && m->open.n < MOST_OPEN)
		vec_push(&m->open, *next);
}

static void try_change(struct misfit *m, const struct attempt *from, uint32_t op,
                       struct change change) {
	struct attempt next = {.edits = from->edits};
	struct change *c = &next.edits.op[op];
	next.edits.n += !c->as && !c->ok && !c->fail;
	c->as = change.as ? change.as : c->as;
	c->ok = change.ok ? intern(change.ok) : c->ok;
	c->fail = change.fail ? intern(change.fail) : c->fail;
	try_edits(m, from, &next);
}

static void try_spec(struct misfit *m, const struct attempt *from, const char *kind,
                     const char *number) {
	struct attempt next = {.edits = from->edits};
	if ((kind && from->edits.kind) || (number && from->edits.number))
		return;
	next.edits.kind = kind ? kind : from->edits.kind;
	next.edits.number = number ? number : from->edits.number;
	next.edits.n++;
	try_edits(m, from, &next);
}

/* The latest wrong result first, and of these the fewest changes. */
static struct attempt take_best(struct misfit *m) {
	size_t best = 0;
	for (size_t i = 1; i < m->open.n; i++) {
		const struct attempt *a = &m->open.at[i], *b = &m->open.at[best];
		if (a->wrong.calls > b->wrong.calls ||
		    (a->wrong.calls == b->wrong.calls && a->edits.n < b->edits.n))
			best = i;
	}
	struct attempt a = m->open.at[best];
	m->open.at[best] = m->open.at[--m->open.n];
	return a;
}

static void search(struct misfit *m, const struct wrong *first) {
	struct attempt start = {.wrong = *first};
	vec_push(&m->open, start);
	while (m->open.n && !has_found(m)) {
		struct attempt a = take_best(m);
		expand(m, &a);
	}
	vec_free(&m->open);
}

/* --- Words. --- */

/* "r == 1" as the description has it. */
static const char *ok_words(const char *ok) {
	return !strcmp(ok, "r") ? "true" : !strcmp(ok, "!r") ? "false" : ok + strlen("r == ");
}

static void add_line(struct result *r, struct history *h, struct loc loc, const char *text) {
	const char *line = loc.file && loc.line
	                       ? arena_printf(r->arena, "%s:%u: %s", loc.file, loc.line, text)
	                       : arena_printf(r->arena, "%s", text);
	vec_push(&h->misfit, line);
}

static void tell_fit(const struct misfit *m, struct result *r, struct history *h) {
	const struct api *api = m->stages->api;
	for (size_t i = 0; i < api->op.n; i++) {
		const struct change *c = &m->best.op[i];
		const char *text = intern_printf("op %s(...)", api->op.at[i].name);
		if (!c->as && !c->ok && !c->fail)
			continue;
		text = c->as ? intern_printf("%s as %s", text, c->as) : text;
		text = c->ok ? intern_printf("%s ok %s", text, ok_words(c->ok)) : text;
		text = c->fail ? intern_printf("%s fail %s", text, c->fail) : text;
		add_line(r, h, api->op.at[i].loc, text);
	}
	bool is_option = m->stages->spec_is_option;
	if (m->best.kind || m->best.number)
		add_line(
		    r, h, is_option ? NO_LOC : api->spec_loc,
		    intern_printf(is_option ? "--spec '%s'" : "spec %s", spec_of(m->stages, &m->best)));
}

static const char *call_words(struct arena *arena, const struct history_call *c, bool has_result) {
	const char *call = arena_printf(arena, "%s(%s)", c->operation, c->arguments);
	return has_result && c->result && *c->result ? arena_printf(arena, "%s -> %s", call, c->result)
	                                             : call;
}

/* "map_put(1, 2) returned false after map_put(1, 1) -> true; the specification 'map' returns true."
 */
static const char *sentence(const struct misfit *m, struct arena *arena, const struct history *h) {
	const struct history_call *last = &h->call.at[h->call.n - 1];
	const char *before = NULL, *spec = m->stages->spec;
	for (size_t i = 0; i + 1 < h->call.n; i++) {
		const char *one = call_words(arena, &h->call.at[i], true);
		before = before ? arena_printf(arena, "%s, %s", before, one) : one;
	}
	const char *wanted = h->tries.n ? h->tries.at[0].expected : NULL;
	const char *says =
	    !h->tries.n ? arena_printf(arena, "the specification '%s' has another result", spec)
	    : !wanted  ? arena_printf(arena, "it cannot happen then, says the specification '%s'", spec)
	    : !*wanted ? arena_printf(arena, "the specification '%s' returns nothing", spec)
	               : arena_printf(arena, "the specification '%s' returns %s", spec, wanted);
	return arena_printf(arena, "%s returned%s%s%s%s; %s.", call_words(arena, last, false),
	                    last->result && *last->result ? " " : "", last->result ? last->result : "",
	                    before ? " after " : " as the first call", before ? before : "", says);
}

static void tell(const struct misfit *m, struct result *r) {
	struct property_result *p = &r->property.at[r->violated];
	struct history *h = p->cex->history;
	p->text = "the description does not fit the library, even for one thread";
	vec_last(&p->cex->step).text = p->text;
	h->is_misfit = true;
	h->misfit_calls = m->most;
	h->misfit_tried = (uint32_t)m->known.n;
	h->sentence = sentence(m, r->arena, h);
	if (has_found(m))
		tell_fit(m, r, h);
}

/* --- All of it. --- */

static struct result *verify_shown(struct misfit *m, struct result *first, uint32_t calls,
                                   struct result *(*verify)(void *unused, struct verification *)) {
	struct verification *v = m->run;
	const struct config *config = v->config;
	struct symex_stats stats = *v->stats;
	struct config *change = verification_change(v);
	change->symex.why = false; /* the sentence says it */
	if (change->tests)         /* another program has another folder */
		change->tests = arena_printf(v->o->arena, "%s-alone", change->tests);
	struct result *r = api_stages_verify_alone(v, calls, verify);
	if (history_of(r)) {
		result_close(first);
		tell(m, r);
		return r;
	}
	result_close(r);
	v->config = config;
	*v->stats = stats;
	return first;
}

struct result *misfit_look(struct verification *v, struct result *r,
                           struct result *(*verify)(void *unused, struct verification *)) {
	const struct options *o = v->o;
	bool has_files = o->cover || o->save || o->smtlib2 || o->save_trace || o->certificate;
	bool wants_why = v->config->symex.why && o->minimise && !v->config->validation;
	if (!history_of(r) || !wants_why || has_files || !api_stages_has_spec(v->config))
		return r;
	uint32_t calls = api_stages_calls(v->config);
	calls = calls < MOST_CALLS ? calls : MOST_CALLS;
	if (!calls)
		return r;
	double last = o->timeout > 0 ? o->timeout - LAST_SECONDS : HUGE_VAL;
	struct misfit m = {.run = v,
	                   .stages = v->config->api,
	                   .end = fmin(last, stats_wall_seconds() + FIRST_SECONDS),
	                   .most = calls > API_CALLS_ALONE ? calls : API_CALLS_ALONE};
	struct edits none = {0};
	struct wrong first;
	if (look_alone(&m, &none, calls, NULL) != FIT_WRONG)
		return r;
	m.end = fmin(last, stats_wall_seconds() + MOST_SECONDS);
	if (look_from(&m, &none, 1, &first) != FIT_WRONG)
		return r;
	search(&m, &first);
	r = verify_shown(&m, r, first.calls, verify);
	vec_free(&m.known);
	return r;
}
