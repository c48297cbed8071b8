#include "cli/options/models.h"

#include "cli/options/options.h"
#include "cli/options/strategies.h"
#include "goto/analysis/analysis.h"
#include "symex/model/model.h"
#include "symex/portfolio/portfolio.h"
#include "symex/strategy.h"

static bool is_given(const struct options *o) {
	return o->memory_model < MEMORY_MODEL_NONE;
}

static const struct memory_model *model_of(const struct options *o) {
	return is_given(o) ? memory_model_table[o->memory_model] : &memory_model_sc;
}

/* --- Options. --- */

bool models_for_orders(struct options *o, const char **error) {
	const char *name = o->suggest_orders ? "suggest-orders" : "relax";
	if (!o->suggest_orders && !o->relax)
		return true;
	if (is_given(o) && o->memory_model != MEMORY_MODEL_C11) {
		*error =
		    arena_printf(o->arena, "--%s is about the memory orders of C: it needs --mm c11", name);
		return false;
	}
	o->memory_model = MEMORY_MODEL_C11;
	return true;
}

enum { BUFFERS = MODEL_BIT(TSO) | MODEL_BIT(PSO), WEAK = BUFFERS | MODEL_BIT(C11) };

/* What rests on executions that are interleavings. */
static const struct {
	const char *option;
	unsigned models; /* that do not take it */
	const char *why;
} refused[] = {
    {"data-races-check", BUFFERS, "races are a notion of C, not of machines; --mm c11 checks them"},
    {"data-races-check-only", BUFFERS,
     "races are a notion of C, not of machines; --mm c11 checks them"},
    {"context-bound", MODEL_BIT(C11), "its executions have no context switches"},
    {"preemption-bound", MODEL_BIT(C11), "its executions have no context switches"},
    {"decision-bound", MODEL_BIT(C11), "its executions have no context switches"},
    {"incremental-context-bound", MODEL_BIT(C11), "its executions have no context switches"},
    {"dfs", MODEL_BIT(C11), "no interleavings are explored one by one"},
    {"random-order", MODEL_BIT(C11), "no interleavings are explored one by one"},
    {"all-runs", MODEL_BIT(C11), "no interleavings are explored one by one"},
    {"depth", MODEL_BIT(C11), "no interleavings are explored one by one"},
    {"lock-order-check", MODEL_BIT(C11), "it needs --strategy=lazy"},
    {"smtlib2", MODEL_BIT(C11), "the order of events is found by a solver of our own"},
    {"show-vcc", MODEL_BIT(C11), "the order of events is found by a solver of our own"},
    {"check-solver", MODEL_BIT(C11), "the order of events is found by a solver of our own"},
    {"save", WEAK, "what a search has explored is a list of interleavings"},
    {"resume", WEAK, "what a search has explored is a list of interleavings"},
    {"atomicity-check", WEAK, "it is about interleavings"},
    {"cover", WEAK, "a test is an interleaving"},
    {"save-trace", WEAK, "a trace is an interleaving"},
    {"lcov", WEAK, "runs are interleavings"},
    {"witness", WEAK, "a witness is an interleaving"},
    {"validate-witness", WEAK, "a witness is an interleaving"},
};

static bool has_model(const struct strategy *s, const struct memory_model *m) {
	return model_interleaves(m) || s->models >> model_id(m) & 1;
}

/* An exploration of interleavings that notices where C11 has other executions. */
static bool shows_robust(const struct strategy *s, const struct memory_model *m) {
	return s == &strategy_lazy && model_id(m) == MODEL_C11;
}

/* A proof under sc for any number of threads answers for all models, where it finds no races. */
static bool proves_for_all(const struct strategy *s) {
	return s->covers == COVERS_PROOFS;
}

/* "--strategy=partial-order or lazy"; NULL: none has it. */
static const char *strategies_with(struct arena *arena, const struct memory_model *m) {
	const char *text = NULL;
	size_t n = 0;
	while (strategy_table[n])
		n++;
	while (n-- > 0)
		if (has_model(strategy_table[n], m))
			text = text ? arena_printf(arena, "%s or %s", text, strategy_table[n]->name)
			            : arena_printf(arena, "--strategy=%s", strategy_table[n]->name);
	return text;
}

static bool takes_options(const struct options *o, const struct memory_model *m,
                          const char **error) {
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (refused[i].models >> model_id(m) & 1 &&
		    option_is_set(o, option_find(refused[i].option, false))) {
			*error = arena_printf(o->arena, "--%s and --mm %s: %s", refused[i].option, m->name,
			                      refused[i].why);
			return false;
		}
	bool is_c11 = model_id(m) == MODEL_C11;
	if (o->order_way == ORDER_OPTION_CLOCKS || o->ir ||
	    (is_c11 && o->order_way == ORDER_OPTION_EAGER)) {
		*error = arena_printf(o->arena, "--%s and --mm %s: only --order=theory%s this model",
		                      o->ir ? "ir" : "order", m->name,
		                      is_c11 ? " has" : " and --order=eager have");
		return false;
	}
	return true;
}

bool models_check(const struct options *o, const struct strategy *s, const char **error) {
	const struct memory_model *m = model_of(o);
	const char *with = strategies_with(o->arena, m);
	if (model_interleaves(m))
		return true;
	bool is_chosen = s != strategy_table[0] || strategies_named(o, s);
	if (is_chosen && !has_model(s, m) && !shows_robust(s, m) && !proves_for_all(s) && with) {
		*error = arena_printf(o->arena, "%s: --mm %s needs %s", strategies_spelling(o->arena, s),
		                      m->name, with);
		return false;
	}
	if (s == &strategy_partial_order && o->context_bound != NO_BOUND) {
		*error = arena_printf(o->arena, "--context-bound and --mm %s: it needs --strategy=lazy",
		                      m->name);
		return false;
	}
	return takes_options(o, m, error);
}

/* --- One program. --- */

/* Why executions may not be those of sc, though no race is found there; NULL: they are. */
static const char *differs(struct arena *arena, const struct goto_prog *prog) {
	const struct ins *weak = goto_weak_access(prog);
	const struct function *try = goto_observes_lock(prog);
	if (weak)
		return arena_printf(arena, "an access with a weaker order at %s:%u",
		                    weak->loc.file ? weak->loc.file : "?", weak->loc.line);
	return try ? arena_printf(arena, "a call of %s", try->symbol->name) : NULL;
}

/* Only one way to find an order has that of C11. */
static void take_model(struct schedules *s, const struct memory_model *m) {
	s->model = m;
	s->order_turns &= model_id(m) != MODEL_C11;
}

/* Those of the user's choice that have the model. */
static void keep_strategies(struct schedules *s, const struct memory_model *m) {
	const struct strategy *only = NULL;
	for (unsigned i = 0; strategy_table[i]; i++)
		if (!has_model(strategy_table[i], m))
			s->allowed &= ~(1u << i);
		else
			only = strategy_table[i];
	if (!has_model(strategy_table[0], m) && only) { /* no portfolio: it begins with the first */
		s->strategy = only;
		s->is_default = false;
	}
}

bool models_choose(struct config *c, const struct options *o, const struct goto_prog *prog,
                   const char **error) {
	struct schedules *s = &c->symex.schedules;
	const struct memory_model *m = model_of(o);
	bool by_proof = proves_for_all(s->strategy), by_races = by_proof || model_id(m) == MODEL_C11;
	if (model_interleaves(m)) {
		take_model(s, m);
		/* The rules of the competition know no orders that are weaker. */
		s->race_orders = s->race_check && !c->svcomp.line.n && goto_weak_access(prog);
		return true;
	}
	if (shows_robust(s->strategy, m) && strategies_named(o, s->strategy)) {
		s->race_check = s->race_orders = s->robust = true;
		take_model(s, &memory_model_sc);
		return true;
	}
	const char *why = differs(o->arena, prog), *with = strategies_with(o->arena, m);
	bool is_sc = by_races && !why && (s->is_default || by_proof);
	s->race_check |= by_races;
	take_model(s, is_sc ? &memory_model_sc : m); /* with races it answers for the other, too */
	if (!is_sc && by_proof && with) {
		*error = arena_printf(o->arena, "%s: --mm %s needs %s, because of %s",
		                      strategies_spelling(o->arena, s->strategy), m->name, with, why);
		return false;
	}
	if (!is_sc && s->is_default)
		keep_strategies(s, m);
	return true;
}

struct weak_place models_differ(const struct config *c, const struct goto_prog *prog) {
	const struct ins *access = prog->has_threads ? goto_weak_access(prog) : NULL;
	struct weak_place w = {.has_access = access,
	                       .in_assembly = prog->orders_in_assembly,
	                       .by_barrier = prog->barriers_keep_more};
	if (access)
		w.loc = access->loc;
	w.differs =
	    access || (prog->has_threads && c->symex.schedules.race_check && goto_observes_lock(prog));
	return w;
}

static const struct strategy *strategy_for(const struct schedules *s,
                                           const struct memory_model *m) {
	for (unsigned i = 0; strategy_table[i]; i++)
		if (has_model(strategy_table[i], m) && s->allowed >> i & 1)
			return strategy_table[i];
	return NULL;
}

bool models_may_want_stage(const struct config *c, const struct options *o,
                           const struct goto_prog *prog) {
	return !is_given(o) && !c->svcomp.line.n && !o->dot &&
	       (goto_weak_access(prog) || goto_observes_lock(prog));
}

/* The rules of the competition read programs under sequential consistency; and C11 does not say
 * what instructions of a processor do beside its own accesses. */
bool models_wants_stage(const struct config *c, const struct options *o,
                        const struct goto_prog *prog, struct config *stage) {
	const struct strategy *s = strategy_for(&c->symex.schedules, &memory_model_c11);
	const char *refusal;
	if (is_given(o) || !s || c->svcomp.line.n || o->dot || prog->orders_in_assembly ||
	    !takes_options(o, &memory_model_c11, &refusal) || !portfolio_applies(prog, &c->symex))
		return false;
	*stage = *c;
	take_model(&stage->symex.schedules, &memory_model_c11);
	stage->symex.schedules.strategy = s;
	stage->symex.schedules.is_default = false;
	stage->symex.schedules.race_check = true;
	stage->symex.schedules.race_orders = false; /* the model has its own races */
	stage->symex.checkpoint = NULL;
	return true;
}

void models_assume(struct result *result, const struct config *c, const struct weak_place *weak) {
	const struct schedules *s = &c->symex.schedules;
	bool is_sc = model_ignores_orders(s->model) && !s->robust;
	if (weak->has_access && is_sc)
		result_assume(result,
		              arena_printf(result->arena,
		                           "accesses with weaker orders are sequentially consistent, as at "
		                           "%s:%u",
		                           weak->loc.file ? weak->loc.file : "?", weak->loc.line),
		              "mm");
	if (weak->has_access && weak->in_assembly && !is_sc)
		result_assume(result, "instructions of assembly are atomic accesses of C11", "mm");
	if (weak->by_barrier && !is_sc)
		result_assume(result, "barriers of a processor are fences of C11, of which some order more",
		              "mm");
}
