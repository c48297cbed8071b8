#include "symex/core/execution.h"

#include "goto/analysis/live.h"
#include "solvers/solver.h"
#include "symex/config.h"
#include "symex/core/pointer_cache.h"
#include "util/text/diag.h"

volatile sig_atomic_t symex_stop;

void symex_open(struct symex *x, const struct goto_prog *prog, const struct symex_config *config,
                struct result *result, struct symex_stats *stats) {
	*x = (struct symex){.prog = prog, .config = config, .result = result, .stats = stats};
	x->ts = terms_open();
	x->address.cache = ptr_cache_open();
	x->properties = properties_open(prog);
	x->address_bits = prog->target.pointer_bits;
	x->pointer_bits = x->address_bits + POINTER_OBJECT_BITS;
	x->step.rounding = prog_find(prog, "__mc_rounding");
	x->live = live_open();
}

term symex_settle(struct symex *x, term t) {
	if (!x->model)
		return t;
	if (term_sort(x->ts, t).kind == SORT_BOOL)
		return term_bool(x->ts, model_holds(x->model, t));
	return term_const(x->ts, model_value(x->model, t));
}

static term chosen(struct symex *x, term var) {
	if (term_sort(x->ts, var).kind == SORT_ARRAY)
		return var;
	term value = x->engine->choices.value ? x->engine->choices.value(x, var) : NO_TERM;
	return value.ix ? value : symex_settle(x, var);
}

term symex_choose(struct symex *x, struct sort sort, struct variable v) {
	return chosen(x, variable_term(x->ts, sort, v));
}

term symex_choose_named(struct symex *x, struct sort sort, const char *name) {
	return chosen(x, term_var(x->ts, sort, name));
}

bool symex_is_calm(const struct symex *x, uint32_t choice) {
	return x->config->calm && (choice < CHOICE_OF_VARIATION || choice >= CHOICE_OF_SYMBOL);
}

bool symex_is_idle(const struct symex *x, uint32_t choice) {
	return symex_is_calm(x, choice) || (choice >= CHOICE_OF_NOTHING && choice < CHOICE_OF_SYMBOL);
}

void symex_assume(struct symex *x, term guard, term holds) {
	term assumption = term_implies(x->ts, guard, holds);
	if (term_is_true(x->ts, assumption))
		return;
	vec_push(&x->assumption, assumption);
	x->effects.dead_end = true;
}

void symex_keep_assumptions(struct symex *x, size_t n) {
	x->assumption.n = n;
	while (x->address.fact.n && vec_last(&x->address.fact) >= n)
		(void)vec_pop(&x->address.fact);
}

void symex_drop_solver(struct symex *x) {
	if (x->query.solver)
		x->query.solver->ops->close(x->query.solver);
	x->query.solver = NULL;
	x->query.given.n = 0;
	x->query.asked = 0;
	x->query.scope.n = 0;
}

void symex_forget(struct symex *x) {
	symex_drop_solver(x);
	arena_close(x->pool.arena);
	x->pool = (struct pmap_pool){.arena = arena_open(), .epoch = 1};
	symex_keep_assumptions(x, 0);
	x->object.n = x->address.exposed.n = x->vc.n = x->cut.n = x->choice.n = x->paths.pending.n = 0;
	for (size_t i = 0; i < x->unknown.block.n; i++)
		x->unknown.block.at[i].object = 0;
	x->static_object.n = 0;
	map_clear(&x->address.object);
	x->address.by_number = false;
	x->give_up = false;
	struct object null = {
	    .kind = OBJECT_NULL, .size = term_u64(x->ts, x->address_bits, 0), .align = 1};
	vec_push(&x->object, null);
}

void symex_free(struct symex *x) {
	symex_drop_solver(x);
	arena_close(x->pool.arena);
	vec_free(&x->object);
	vec_free(&x->address.exposed);
	vec_free(&x->assumption);
	vec_free(&x->address.fact);
	vec_free(&x->vc);
	vec_free(&x->cut);
	vec_free(&x->choice);
	for (size_t i = 0; i < x->paths.pending.cap; i++)
		vec_free(&x->paths.pending.at[i].state);
	vec_free(&x->paths.pending);
	vec_free(&x->paths.stopped);
	vec_free(&x->unknown.block);
	vec_free(&x->static_object);
	map_free(&x->address.object);
	map_free(&x->content.array_view);
	map_free(&x->content.fresh_bytes);
	map_free(&x->content.arrays);
	map_free(&x->step.warned);
	map_free(&x->vacuity.watched);
	vec_free(&x->vacuity.failed);
	map_free(&x->unknown.null_at);
	map_free(&x->step.heads.of);
	map_free(&x->loops.exit_condition);
	map_free(&x->query.known);
	map_free(&x->query.missed);
	vec_free(&x->query.given);
	vec_free(&x->query.scope);
	vec_free(&x->query.mentioned.assumption);
	vec_free(&x->query.mentioned.upto);
	vec_free(&x->query.mentioned.term);
	map_free(&x->query.mentioned.known);
}

void symex_close(struct symex *x) {
	symex_free(x);
	live_close(x->live);
	mem_free(x->address.cache);
	properties_close(x->properties);
	terms_close(x->ts);
}
