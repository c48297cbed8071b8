#include "symex/core/note_progress.h"

#include <stdio.h>
#include <string.h>

#include "symex/bounds.h"
#include "symex/config.h"
#include "symex/core/iterations.h"
#include "symex/symex_stats.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/text/diag.h"
#include "util/text/path.h"

static struct search_progress *begin(struct symex *x) {
	struct search_progress *s = &x->stats->progress;
	search_progress_change(s);
	return s;
}

static void set(char *to, size_t size, const char *text) {
	snprintf(to, size, "%s", text);
}

void progress_unwind(struct symex *x) {
	const struct symex_config *c = x->config;
	struct search_progress *s = begin(x);
	set(s->engine, sizeof s->engine, x->engine ? x->engine->name : "");
	set(s->solver, sizeof s->solver, c->solver ? c->solver->name : "");
	s->unwind = x->loops.unwind;
	s->switches = s->preemptions = s->decisions = ANY_NUMBER;
	s->ignores_bound = false;
	s->contexts = 0;
	s->switches_given = c->schedules.context_bound != NO_BOUND ||
	                    c->schedules.preemption_bound != NO_BOUND ||
	                    c->schedules.decision_bound != NO_BOUND;
	s->can_order_events =
	    !x->prog->interrupt.function && !c->leak_check && !c->schedules.lock_order_check;
	search_progress_changed(s);
	x->loops.shortest = NO_BOUND;
}

void progress_schedules(struct symex *x, uint32_t switches, uint32_t preemptions,
                        uint32_t decisions) {
	struct search_progress *s = begin(x);
	s->switches = switches;
	s->preemptions = preemptions;
	s->decisions = decisions;
	s->ignores_bound = false;
	search_progress_changed(s);
}

void progress_unbounded(struct symex *x) {
	struct search_progress *s = begin(x);
	s->ignores_bound = true;
	search_progress_changed(s);
}

void progress_contexts(struct symex *x, uint32_t contexts, bool ignores_bound) {
	struct search_progress *s = begin(x);
	s->contexts = contexts;
	s->ignores_bound = ignores_bound;
	search_progress_changed(s);
}

static void put_within(struct symex *x, struct search_progress *s) {
	struct arena *arena = arena_open();
	const char *bounds = result_qualifiers(arena, x->result);
	const char *assumed = result_assumed(arena, x->result);
	*s->within = '\0';
	search_progress_within(s->within, bounds ? bounds : "");
	if (assumed)
		search_progress_within(s->within, arena_printf(arena, "assuming %s", assumed));
	arena_close(arena);
}

static void establish(struct symex *x, struct established e) {
	struct search_progress *s = &x->stats->progress;
	char text[200];
	search_progress_establish(s, e);
	put_within(x, begin(x));
	search_progress_changed(s);
	established_text(text, sizeof text, &e, s->threads > 1);
	diag_say(2, "established: %s", text);
}

/* In the last iteration that a cut leaves, the loop does not jump back. */
void progress_finished(struct symex *x, uint32_t switches, uint32_t preemptions, bool is_cut) {
	struct established e = {.kind = ESTABLISHED_BOUND,
	                        .switches = switches,
	                        .preemptions = preemptions,
	                        .iterations = ANY_NUMBER};
	if (!switches || result_is_inconclusive(x->result) || x->result->violated != NO_PROPERTY)
		return;
	if (is_cut)
		e.iterations =
		    x->loops.shortest != NO_BOUND && x->loops.shortest ? x->loops.shortest - 1 : 0;
	establish(x, e);
}

void progress_runs(struct symex *x, uint32_t runs) {
	struct established e = {.kind = ESTABLISHED_RUNS,
	                        .switches = ANY_NUMBER,
	                        .preemptions = ANY_NUMBER,
	                        .iterations = ANY_NUMBER,
	                        .runs = runs};
	if (result_is_inconclusive(x->result) || x->result->violated != NO_PROPERTY)
		return;
	establish(x, e);
}

/* Is something unsupported the only reason for UNKNOWN? */
static bool is_all_but_unsupported(const struct symex *x) {
	const struct result *r = x->result;
	for (size_t i = 0; i < r->gap.n; i++)
		if (r->gap.at[i].is_inconclusive && r->gap.at[i].kind != GAP_UNSUPPORTED)
			return false;
	return x->search.is_through && !x->config->termination && result_has_gap(r, GAP_UNSUPPORTED);
}

void progress_ended(struct symex *x) {
	struct established e = {.kind = ESTABLISHED_SUPPORTED,
	                        .switches = ANY_NUMBER,
	                        .preemptions = ANY_NUMBER,
	                        .iterations = ANY_NUMBER};
	struct search_progress *s = begin(x);
	bool is_told = !symex_stop && x->result->violated == NO_PROPERTY && is_all_but_unsupported(x);
	if (!symex_stop) {
		s->is_over = true;
		put_within(x, s);
	}
	search_progress_changed(s);
	if (is_told)
		search_progress_establish(s, e);
}

void progress_query(struct symex *x, bool begins) {
	x->stats->progress.query_began = begins ? stats_wall_seconds() : 0;
}

/* --- Why a loop goes on. --- */

/* Is this a jump by which the loop may end? */
static bool leaves(const struct loop *l, uint32_t pc, const struct ins *i) {
	return pc >= l->head && pc <= l->back &&
	       (pc == l->back || i->target < l->head || i->target > l->back);
}

void progress_fork(struct symex *x, const struct state *st, const struct ins *i, term condition) {
	const struct function *f = st->frame->function;
	if (st->frame->recursion > 1)
		map_put(&x->loops.exit_condition, map_key(f->loop_name), condition.ix);
	for (uint32_t k = 0; k < f->loop.n; k++) {
		const struct loop *l = &f->loop.at[k];
		if (!leaves(l, st->pc, i))
			continue;
		map_put(&x->loops.exit_condition, map_key(l->id), condition.ix);
		uint32_t iterations = iterations_get(st, st->frame, k, ITERATIONS_ALL) + 1;
		if (l->id == x->loops.going && iterations > x->stats->progress.loop.iterations)
			x->stats->progress.loop.iterations = iterations;
	}
}

/* The function that an instruction is in; NULL: it is in none. */
static const struct function *function_of(const struct goto_prog *prog, const struct ins *i) {
	for (size_t k = 0; k < prog->function.n; k++) {
		const struct function *f = prog->function.at[k];
		if (i >= f->ins.at && i < f->ins.at + f->ins.n)
			return f;
	}
	return NULL;
}

static bool calls(const struct function *f, const struct function *callee) {
	for (size_t i = 0; i < f->ins.n; i++) {
		const struct ins *in = &f->ins.at[i];
		if (in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL &&
		    in->rhs->symbol == callee->symbol)
			return true;
	}
	return false;
}

enum { MOST_CALLS = 6 }; /* of models by models */

/* The function of the library that the user calls, and that may call the model; NULL: none. */
static const struct function *library_function(const struct goto_prog *prog,
                                               const struct function *model, uint32_t depth) {
	const struct function *found = NULL;
	for (size_t k = 0; k < prog->function.n && depth; k++)
		if (!prog->function.at[k]->is_model && calls(prog->function.at[k], model))
			return model;
	for (size_t k = 0; k < prog->function.n && depth && !found; k++) {
		const struct function *f = prog->function.at[k];
		if (f->is_model && f != model && calls(f, model))
			found = library_function(prog, f, depth - 1);
	}
	return found;
}

static const char *call_text(struct symex *x, const struct symbol *s) {
	return arena_printf(x->result->arena, "%s()", s->display);
}

/* "getenv()", "nondet_int()", "the uninitialised n"; NULL: nothing that a person would know. */
static const char *name_of(struct symex *x, const struct choice *c) {
	const struct function *f = c->ins ? function_of(x->prog, c->ins) : NULL;
	if (!f)
		return NULL;
	if (f->is_model) {
		f = library_function(x->prog, f, MOST_CALLS);
		return f ? call_text(x, f->symbol) : NULL;
	}
	if (c->ins->kind == INS_CALL && c->ins->rhs->kind == EXPR_SYMBOL)
		return call_text(x, c->ins->rhs->symbol);
	if (c->kind == CHOICE_UNINIT && c->ins->sym)
		return arena_printf(x->result->arena, "the uninitialised %s", c->ins->sym->display);
	return c->kind == CHOICE_INPUT ? c->ins->text : NULL;
}

/* "argv[1]", "the argument n", of the function to start in; NULL: the variable is none. */
static const char *argument_of(struct symex *x, struct variable v) {
	if (v.kind == VARIABLE_MEMORY && choice_is_of_parameter(v.number) &&
	    choice_parameter_object(v.number) && !strcmp(x->prog->entry->display, "main"))
		return arena_printf(x->result->arena, "argv[%u]", choice_parameter_object(v.number) - 1);
	if (v.kind == VARIABLE_ARGC)
		return "the command line";
	if (v.kind != VARIABLE_ARGUMENT)
		return NULL;
	for (size_t i = 0; i < x->prog->symbol.n; i++)
		if (x->prog->symbol.at[i]->id == v.number)
			return arena_printf(x->result->arena, "the argument %s",
			                    x->prog->symbol.at[i]->display);
	return NULL;
}

static const struct choice *choice_of(const struct symex *x, struct variable v) {
	for (size_t i = variable_is_of_choice(v.kind) ? x->choice.n : 0; i-- > 0;)
		if (x->choice.at[i].number == v.number)
			return &x->choice.at[i];
	return NULL;
}

enum { MOST_TERMS = 5000 }; /* looked at */

/* What a variable in the term comes from: the first that has a name. */
static const char *find_source(struct symex *x, term root) {
	VEC(term) todo = {0};
	struct map seen = {0};
	const char *found = NULL;
	bool is_count = false; /* of arguments; which of them matters is better to know */
	vec_push(&todo, root);
	for (size_t i = 0; i < todo.n && i < MOST_TERMS && (!found || is_count); i++) {
		term t = todo.at[i];
		if (term_kind(x->ts, t) == TERM_VAR) {
			struct variable v = variable_of(x->ts, t);
			const struct choice *c = choice_of(x, v);
			const char *source = c ? name_of(x, c) : argument_of(x, v);
			found = source ? source : found;
			is_count = found && v.kind == VARIABLE_ARGC;
		}
		for (uint32_t k = 0; k < term_nargs(x->ts, t); k++) {
			term arg = term_arg(x->ts, t, k);
			if (map_get(&seen, arg.ix, NULL))
				continue;
			map_put(&seen, arg.ix, 1);
			vec_push(&todo, arg);
		}
	}
	map_free(&seen);
	vec_free(&todo);
	return found;
}

const char *progress_cut_text(const struct cut *c) {
	const char *file = c->loc.file ? path_base(c->loc.file) : "?";
	const char *what = c->is_loop ? "loop" : "recursion";
	if (c->model)
		return intern_printf("%s of %s called at %s:%u goes on after %u rounds: raise %s", what,
		                     c->model->symbol->display, file, c->loc.line, c->bound, c->option);
	return intern_printf("%s at %s:%u goes on after %u %s: raise %s", what, file, c->loc.line,
	                     c->bound, c->is_loop ? "rounds" : "calls", c->option);
}

static void put_place(char *to, size_t size, const struct cut *c) {
	const char *file = c->loc.file ? path_base(c->loc.file) : "?";
	if (c->model)
		snprintf(to, size, "%s:%u in %s()", file, c->loc.line, c->model->symbol->display);
	else
		snprintf(to, size, "%s:%u", file, c->loc.line);
}

void progress_goes_on(struct symex *x, const struct cut *c) {
	struct going_loop *l = &x->stats->progress.loop;
	uint64_t condition;
	if (c->iterations > l->iterations)
		l->iterations = c->iterations;
	if (x->loops.going == c->text && *l->because)
		return;
	const char *source = map_get(&x->loops.exit_condition, map_key(c->text), &condition)
	                         ? find_source(x, (term){(uint32_t)condition})
	                         : NULL;
	begin(x);
	if (x->loops.going != c->text)
		*l = (struct going_loop){.iterations = c->iterations};
	x->loops.going = c->text;
	set(l->id, sizeof l->id, c->text);
	put_place(l->place, sizeof l->place, c);
	l->is_loop = c->is_loop;
	l->by_user = c->by_user;
	if (source) {
		snprintf(l->because, sizeof l->because, "its bound comes from %s", source);
		set(x->stats->progress.steered_by, sizeof x->stats->progress.steered_by, source);
	}
	search_progress_changed(&x->stats->progress);
}
