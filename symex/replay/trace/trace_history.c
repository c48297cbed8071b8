/* The calls of a library's operations in a counterexample (result/history.h). */
#include <string.h>

#include "symex/library/history.h"
#include "symex/replay/trace/call_conflict.h"
#include "symex/replay/trace/history_words.h"
#include "symex/replay/trace/trace.h"
#include "symex/step/value/show.h"

static struct library_call keep(const struct trace *t, const struct library_call *c) {
	struct library_call kept = *c;
	kept.value = arena_copy(t->arena, c->value, c->n * sizeof *c->value);
	return kept;
}

/* Is it a word of the client itself, or of the specification? */
static bool is_word(const char *name) {
	return name[0] == '_' && name[1] == '_';
}

/* The function that the client calls next in its text; NULL: there is none before it returns. */
static const char *operation_name(const struct state *st, const struct library_call *c) {
	for (const struct frame *f = st->frame; f && c->ins; f = f->up) {
		const struct function *in = f->function;
		if (!in->ins.n || c->ins < in->ins.at || c->ins >= in->ins.at + in->ins.n)
			continue;
		for (const struct ins *i = c->ins + 1; i < in->ins.at + in->ins.n; i++) {
			const struct symbol *called =
			    i->kind == INS_CALL && i->rhs->kind == EXPR_SYMBOL ? i->rhs->symbol : NULL;
			if (called && !is_word(called->display))
				return called->display;
			if (ins_intrinsic(i) == INTRINSIC_RETURNED)
				break;
		}
	}
	return NULL;
}

static const struct type *type_of_value(const struct library_call *c, uint32_t ix) {
	return c->ins ? c->ins->arg[ix + 1]->type : NULL;
}

/* Arguments behind '...' have been promoted: what was a truth value is told as one. */
static bool is_truth(const struct library_call *c, uint32_t ix) {
	if (!c->ins)
		return false;
	const struct expr *e = c->ins->arg[ix + 1];
	while (e->kind == EXPR_CAST && e->type->kind != TYPE_BOOL)
		e = e->arg[0];
	return e->type->kind == TYPE_BOOL;
}

static bool is_false(struct symex *x, const struct library_call *c, uint32_t ix) {
	uint64_t value;
	return is_truth(c, ix) && term_get_u64(x->ts, c->value[ix], &value) && !value;
}

static const char *value_text(struct symex *x, const struct library_call *c, uint32_t ix) {
	const struct type *t = type_of_value(c, ix);
	if (is_truth(c, ix))
		return is_false(x, c, ix) ? "false" : "true";
	return t ? show_value(x, trace_arena(x), t, c->value[ix]) : "?";
}

/* The values that a call is given, or that it returns, as text. */
static const char *values_of_call(struct symex *x, const struct library_call *c, bool is_result) {
	const char *text = "";
	for (uint32_t i = 0; i < c->n; i++) {
		/* what a function leaves in memory of the client is not part of its failure */
		if (i && is_result && is_false(x, c, 0))
			break;
		text = arena_printf(trace_arena(x), "%s%s%s", text, i ? ", " : "", value_text(x, c, i));
	}
	return text;
}

/* What is left in memory of the client besides does not count, but for a pointer. */
static bool has_failed(struct symex *x, const struct library_call *c) {
	const struct type *t = c->n ? type_of_value(c, 0) : NULL;
	if (!t || !term_is_const(x->ts, c->value[0]))
		return false;
	if (is_truth(c, 0))
		return is_false(x, c, 0);
	if (t->kind == TYPE_POINTER)
		return c->n == 1 && term_eq(c->value[0], ptr_null(x));
	bool has_sign = t->kind == TYPE_FLOAT || (t->kind == TYPE_INT && t->is_signed);
	struct bits b = term_bits(x->ts, c->value[0]);
	return has_sign && bits_test(b, b.width - 1);
}

void trace_opened(struct symex *x, struct state *st, const struct library_call *c) {
	struct trace *t = trace_of(x);
	const char *name = operation_name(st, c);
	struct trace_call call = {.tid = st->tid, .call = keep(t, c)};
	call.told = (struct history_call){
	    .thread = st->tid,
	    .operation = name ? name : arena_printf(t->arena, "operation %u", c->op),
	    .arguments = values_of_call(x, c, false),
	    .begins = (uint32_t)t->cex->step.n,
	    .begins_at = ++t->clock};
	vec_push(&t->library_call, call);
}

void trace_returned(struct symex *x, struct state *st, const struct library_call *c) {
	struct trace *t = trace_of(x);
	for (size_t i = t->library_call.n; i-- > 0;) {
		struct trace_call *call = &t->library_call.at[i];
		if (call->tid != st->tid)
			continue;
		call->result = keep(t, c);
		call->told.result = values_of_call(x, c, true);
		call->told.has_failed = has_failed(x, c);
		call->told.ends = (uint32_t)t->cex->step.n;
		call->told.ends_at = ++t->clock;
		return;
	}
}

/* --- Why no order explains the results. --- */

enum { MOST_RUNS = 20000 };

struct explained_state { /* of the specification */
	struct spec_memory memory;
	const uint32_t *made; /* by thread */
};

struct explaining {
	struct symex *x;
	const struct state *st;
	struct trace *t;
	VEC(struct explained_state) state;
	uint32_t nthreads;
};

/* Values are constants in a replay. */
static bool same_results(struct symex *x, const struct library_call *a,
                         const struct library_call *b) {
	bool same = a->n == b->n;
	for (uint32_t i = 0; same && i < a->n; i++)
		same = term_eq(a->value[i], b->value[i]) ||
		       (term_width(x->ts, a->value[i]) == term_width(x->ts, b->value[i]) &&
		        term_is_true(x->ts, term_equal(x->ts, a->value[i], b->value[i])));
	return same;
}

static uint32_t add_state(struct explaining *e, uint32_t from, uint32_t tid,
                          const struct spec_outcome *o) {
	uint32_t *made = arena_array(e->t->arena, uint32_t, e->nthreads);
	for (uint32_t i = 0; i < e->nthreads; i++)
		made[i] = e->state.at[from].made[i];
	made[tid] = o->made;
	struct explained_state next = {o->memory, made};
	vec_push(&e->state, next);
	return (uint32_t)e->state.n - 1;
}

static size_t run_specification(void *context, uint32_t state, uint32_t ix,
                                struct call_conflict_outcome *to) {
	struct explaining *e = context;
	const struct trace_call *c = &e->t->library_call.at[ix];
	struct spec_outcomes outcomes = {0};
	struct spec_memory memory = e->state.at[state].memory;
	spec_run(e->x, e->st, &memory, c->tid, e->state.at[state].made[c->tid], &c->call, &outcomes);
	size_t n = outcomes.refused ? SIZE_MAX : 0;
	for (size_t i = 0; i < outcomes.at.n && n <= CALL_CONFLICT_MOST_OUTCOMES; i++) {
		const struct spec_outcome *o = &outcomes.at.at[i];
		if (term_is_false(e->x->ts, o->guard))
			continue;
		if (n < CALL_CONFLICT_MOST_OUTCOMES) {
			/* the types, and which are truth values, are those of what the call returned */
			struct library_call result = o->result;
			if (c->told.result)
				result.ins = c->result.ins;
			to[n] = (struct call_conflict_outcome){
			    .state = add_state(e, state, c->tid, o),
			    .fits = !c->told.result || same_results(e->x, &o->result, &c->result),
			    .result = values_of_call(e->x, &result, true)};
		}
		n++;
	}
	spec_outcomes_free(&outcomes);
	return n;
}

/* Was there a moment without an open call between the two? */
static bool is_quiet_between(const struct trace *t, uint32_t from, uint32_t to) {
	for (uint32_t moment = from; moment < to; moment++) {
		bool is_quiet = true;
		for (size_t i = 0; i < t->library_call.n && is_quiet; i++) {
			const struct history_call *c = &t->library_call.at[i].told;
			is_quiet = c->begins_at > moment || (c->result && c->ends_at <= moment);
		}
		if (is_quiet)
			return true;
	}
	return false;
}

static bool comes_before(const struct trace *t, enum consistency how, const struct history_call *a,
                         const struct history_call *b) {
	if (!a->result || a->ends_at >= b->begins_at)
		return false;
	switch (how) {
	case CONSISTENCY_SEQUENTIAL: return a->thread == b->thread;
	case CONSISTENCY_QUIESCENT: return is_quiet_between(t, a->ends_at, b->begins_at);
	default: return true;
	}
}

static void tell_conflict(struct history *h, const struct call_conflict *f) {
	size_t n = h->call.n;
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			h->call.at[i].in_conflict |=
			    f->result[i] || f->before[i * n + k] || f->before[k * n + i];
	for (uint32_t i = 0; i < f->ntries; i++) {
		struct history_try t = {.expected = f->try[i].expected};
		for (uint32_t k = 0; k < f->try[i].n; k++)
			vec_push(&t.call, f->try[i].call[k]);
		vec_push(&h->tries, t);
	}
	h->are_all = f->are_all;
}

/* "enqueue": the function of a built-in specification that the operation means; NULL: the
 * specification is another one. */
static const char *meaning_of(const struct symex *x, uint32_t op) {
	static const char prefix[] = "spec_";
	const struct function *f = spec_function(x, op);
	for (uint32_t i = 0; f && i < f->ins.n; i++) {
		const struct ins *ins = &f->ins.at[i];
		const struct symbol *s =
		    ins->kind == INS_CALL && ins->rhs->kind == EXPR_SYMBOL ? ins->rhs->symbol : NULL;
		if (s && !strncmp(s->display, prefix, strlen(prefix)))
			return s->display + strlen(prefix);
	}
	return NULL;
}

static void explain(struct symex *x, const struct state *st, struct history *h) {
	struct explaining e = {.x = x, .st = st, .t = trace_of(x)};
	const struct trace *t = e.t;
	uint32_t n = (uint32_t)t->library_call.n;
	bool *returned = arena_array(t->arena, bool, n), *before = arena_array(t->arena, bool, n *n);
	for (uint32_t i = 0; i < n; i++) {
		const struct history_call *c = &t->library_call.at[i].told;
		e.nthreads = c->thread >= e.nthreads ? c->thread + 1 : e.nthreads;
		returned[i] = c->result;
		for (uint32_t k = 0; k < n; k++)
			before[i * n + k] = comes_before(t, library_asked(x), c, &t->library_call.at[k].told);
	}
	struct explained_state start = {st->history->begin,
	                                arena_array(t->arena, uint32_t, e.nthreads)};
	vec_push(&e.state, start);
	struct call_conflict_input in = {.n = n,
	                                 .returned = returned,
	                                 .before = before,
	                                 .run = run_specification,
	                                 .context = &e,
	                                 .most_runs = MOST_RUNS};
	struct call_conflict found;
	if (call_conflict_find(t->arena, &in, &found)) {
		const char **meaning = arena_array(t->arena, const char *, n);
		for (uint32_t i = 0; i < n; i++)
			meaning[i] = meaning_of(x, t->library_call.at[i].call.op);
		h->sentence = history_words(t->arena, t->cex, meaning, &in, &found);
		if (h->sentence)
			call_conflict_reduce(t->arena, &in, &found);
		tell_conflict(h, &found);
	}
	vec_free(&e.state);
}

/* --- All of it. --- */

static const char *asked(const struct symex *x) {
	switch (library_asked(x)) {
	case CONSISTENCY_SEQUENTIAL: return "sequentially consistent";
	case CONSISTENCY_QUIESCENT: return "quiescently consistent";
	default: return "linearizable";
	}
}

/* The last place of the operation's own code, where a made client stands in a file of its own. */
static const struct step *end_of_call(const struct cex *cex, uint32_t tid, uint32_t last) {
	for (size_t i = last; i-- > 0;) {
		const struct step *s = &cex->step.at[i];
		bool is_elsewhere = s->loc.file && s->loc.line && cex->step.at[last].loc.file &&
		                    strcmp(s->loc.file, cex->step.at[last].loc.file) != 0;
		if (s->thread == tid && !s->in_model && s->kind != STEP_CALL && is_elsewhere)
			return s;
	}
	return NULL;
}

void trace_history(struct symex *x, struct state *st, enum property_class class) {
	struct trace *t = trace_of(x);
	uint32_t last = t->cex->step.n ? (uint32_t)t->cex->step.n - 1 : 0;
	if (!t->library_call.n)
		return;
	struct history *h = t->cex->history = arena_new(t->arena, struct history);
	h->asked = asked(x);
	for (size_t i = 0; i < t->library_call.n; i++) {
		struct history_call *told = &t->library_call.at[i].told;
		if (!told->result || told->ends > last)
			told->ends = last;
		vec_push(&h->call, *told);
	}
	if (class != PROPERTY_LINEARIZABILITY)
		return;
	const struct step *end = end_of_call(t->cex, st->tid, last);
	if (end) {
		t->place = end->loc;
		t->function = end->function;
	}
	if (st->history)
		explain(x, st, h);
}
