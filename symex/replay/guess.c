#include "symex/replay/guess.h"

#include "goto/program/operators.h"
#include "process/work.h"
#include "symex/config.h"
#include "symex/replay/replay.h"
#include "symex/replay/run/inputs.h"
#include "symex/step/frame.h"
#include "symex/step/value/show.h"

enum {
	MAX_UNITS = 12,     /* guesses that are changed one by one */
	MAX_CONSTANTS = 12, /* of the program that are tried */
	MAX_TRIES = 600,    /* replays */
	MAX_TOLD = 8,       /* guesses of a function that are listed */
};
#define MAX_SECONDS 2.0 /* of work, at most; as far as can be told before, half of it */

struct call { /* of a function without body and model */
	const struct symbol *symbol;
	struct loc loc;
	uint32_t tid;
	const struct function *caller;
	uint32_t pc;
	term argument;     /* the first one, or NO_TERM */
	const char *value; /* that it returns; NULL: none, or a structure */
	bool returns;
};

struct guessed { /* a choice that was made for a call */
	size_t choice;
	size_t call;
	bool is_result;
	uint32_t unit;
};

/* What is tried instead of a value. */
enum other { OTHER_NOTHING, OTHER_NUMBER, OTHER_COMPLEMENT, OTHER_RANDOM };

struct guess_trial {
	enum other kind;
	uint64_t number; /* RANDOM: the seed; NUMBER: a result, or each word of memory */
};

struct input_guesses {
	struct symex *found;
	struct model *model;
	const struct vc *goal;
	struct arena *arena; /* of texts */
	struct replay_variation variation;
	VEC(struct call) call;
	VEC(struct guessed) guessed;
	uint32_t units;
	bool *changed; /* by choice */
	struct guess_trial trial;
	unsigned tries;
	double began;
	uint64_t constant[MAX_CONSTANTS];
	size_t nconstants;
};

/* --- The execution that is varied. --- */

static void on_call(struct symex *x, struct state *st, const struct symbol *s,
                    const struct argument *arg, uint32_t nargs) {
	struct input_guesses *g = x->observation.data;
	struct call c = {.symbol = s,
	                 .loc = state_user_loc(st),
	                 .tid = st->tid,
	                 .caller = st->frame->function,
	                 .pc = st->pc};
	if (nargs)
		c.argument = arg[0].value;
	vec_push(&g->call, c);
}

/* Choices of functions that a model declares are not guessed: it says what they mean. */
static void on_choice(struct symex *x, const struct state *st, const struct choice *c) {
	struct input_guesses *g = x->observation.data;
	const struct symex *f = g->found;
	(void)st;
	bool is_known = c >= f->choice.at && c < f->choice.at + f->choice.n; /* not of a dropped call */
	if (c->kind == CHOICE_UNMODELLED && is_known && g->call.n &&
	    !vec_last(&g->call).symbol->is_model)
		vec_push(&g->guessed,
		         ((struct guessed){.choice = (size_t)(c - f->choice.at), .call = g->call.n - 1}));
}

static void on_result(struct symex *x, struct state *st, const struct expr *lhs, term value,
                      enum choice_kind kind) {
	struct input_guesses *g = x->observation.data;
	(void)st;
	if (kind != CHOICE_UNMODELLED || !g->guessed.n || vec_last(&g->guessed).call + 1 != g->call.n)
		return;
	struct call *c = &vec_last(&g->call);
	vec_last(&g->guessed).is_result = true;
	c->value = c->returns ? NULL : show_value(x, g->arena, lhs->type, value);
	c->returns = true;
}

static const struct observer call_observer = {
    .unmodelled = on_call, .choice = on_choice, .input = on_result};
static const struct observer no_observer = {0};

/* --- The constants of the program. --- */

static void add_constant(struct input_guesses *g, const struct expr *e) {
	bool is_negative = false;
	for (; e->kind == EXPR_CAST || e->kind == EXPR_NEG; e = e->arg[0])
		is_negative ^= e->kind == EXPR_NEG;
	if (e->kind != EXPR_CONST || e->type->kind == TYPE_FLOAT || e->bits.width > 64)
		return;
	uint64_t value = (uint64_t)bits_to_i64(e->bits);
	value = is_negative ? -value : value;
	bool is_new = true;
	for (size_t i = 0; i < g->nconstants; i++)
		is_new = is_new && g->constant[i] != value;
	if (is_new && g->nconstants < MAX_CONSTANTS)
		g->constant[g->nconstants++] = value;
}

static void find_constants(struct input_guesses *g, const struct expr *e) {
	if (operator_compares(e->kind)) {
		add_constant(g, e->arg[0]);
		add_constant(g, e->arg[1]);
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		find_constants(g, e->arg[i]);
}

/* Those of functions that make such calls come first. */
static void list_constants(struct input_guesses *g) {
	const struct goto_prog *prog = g->found->prog;
	for (size_t i = 0; i < g->call.n + prog->function.n; i++) {
		const struct function *f =
		    i < g->call.n ? g->call.at[i].caller : prog->function.at[i - g->call.n];
		for (size_t k = 0; k < f->ins.n && !f->is_model && g->nconstants < MAX_CONSTANTS; k++)
			if (f->ins.at[k].rhs)
				find_constants(g, f->ins.at[k].rhs);
	}
}

/* --- Variations. --- */

enum { WORD = 4 }; /* bytes of memory that are taken for a number: those of an int */

static uint64_t byte_of(uint64_t number, uint32_t offset) {
	return number >> 8 * (offset % WORD) & 0xff;
}

/* Programs compare with their constants: every other value is one of these, or next to it. */
static struct bits random_value(const struct input_guesses *g, struct arena *a, uint32_t width,
                                const char *name) {
	struct bits random = inputs_random(a, width < 32 ? 32 : width, g->trial.number, name);
	uint64_t key = inputs_seeded(g->trial.number, bits_hash(random));
	if (!g->nconstants || key % 2)
		return inputs_random(a, width, g->trial.number, name);
	uint64_t number = g->constant[key / 8 % g->nconstants] + key / 2 % 3 - 1;
	return bits_i64(a, width, (int64_t)number);
}

static struct bits other_value(void *context, struct symex *x, term var, const struct bits *was) {
	const struct input_guesses *g = context;
	struct arena *a = x->pool.arena;
	struct variable v = variable_of(x->ts, var);
	uint32_t width = term_width(x->ts, var);
	switch (g->trial.kind) {
	case OTHER_NOTHING: break;
	case OTHER_NUMBER:
		if (v.kind == VARIABLE_MEMORY)
			return bits_u64(a, width, byte_of(g->trial.number, v.part));
		return bits_i64(a, width, (int64_t)g->trial.number);
	case OTHER_COMPLEMENT: return bits_not(a, *was);
	case OTHER_RANDOM: return random_value(g, a, width, term_name(x->ts, var));
	}
	return bits_u64(a, width, 0);
}

/* Does the violation happen, if the marked choices take other values? */
static bool happens(struct input_guesses *g, struct guess_trial t) {
	const char *why;
	struct replay_variation *v = &g->variation;
	g->trial = t;
	v->changed = g->changed;
	v->writes_nothing = t.kind == OTHER_NOTHING;
	for (int k = 0; k < 2; k++) {
		if (symex_stop || g->tries++ >= MAX_TRIES || work_seconds() - g->began > MAX_SECONDS)
			return false;
		v->at_first = k > 0;
		if (replay_vary(g->found, g->model, g->goal, &no_observer, NULL, &why, v))
			return true;
		if (!v->block.n) /* one thread: there is no other way to stop it */
			break;
	}
	return false;
}

static void change(struct input_guesses *g, uint32_t unit, bool changes) {
	for (size_t i = 0; i < g->guessed.n; i++)
		if (g->guessed.at[i].unit == unit)
			g->changed[g->guessed.at[i].choice] = changes;
}

static void change_all(struct input_guesses *g, bool changes) {
	for (uint32_t u = 0; u < g->units; u++)
		change(g, u, changes);
}

static const struct guess_trial common[] = {
    {OTHER_NOTHING, 0}, {OTHER_NUMBER, UINT64_MAX}, {OTHER_COMPLEMENT, 0},
    {OTHER_NUMBER, 1},  {OTHER_RANDOM, 1},          {OTHER_NUMBER, 0},
    {OTHER_RANDOM, 2},  {OTHER_NUMBER, INT32_MAX},  {OTHER_NUMBER, (uint64_t)INT32_MIN}};
enum { COMMON_N = sizeof common / sizeof *common, RANDOM_N = 150, FEW = 5, FEW_UNITS = 3 };

/* Where an execution is long, less is tried. */
static bool affords(const struct input_guesses *g, size_t replays) {
	return (double)(replays * (g->variation.steps + MAX_CONSTANTS) * WORK_STEP) <
	       MAX_SECONDS / 2 * WORK_SECOND;
}

/* Of one guess alone. */
static size_t values(const struct input_guesses *g) {
	size_t most = COMMON_N + 3 * g->nconstants;
	return affords(g, 2 * most) ? most : COMMON_N;
}

/* Of all guesses at once, which may be needed in combination. */
static size_t trials(const struct input_guesses *g) {
	size_t n = values(g);
	return g->nconstants && affords(g, MAX_TRIES) ? n + RANDOM_N : n;
}

/* The constants, and what is next to them; then random ones again. */
static struct guess_trial trial_at(const struct input_guesses *g, size_t i) {
	if (i < COMMON_N)
		return common[i];
	i -= COMMON_N;
	if (i < 3 * g->nconstants)
		return (struct guess_trial){OTHER_NUMBER, g->constant[i / 3] + i % 3 - 1};
	return (struct guess_trial){OTHER_RANDOM, 3 + i - 3 * g->nconstants};
}

/* true: the violation happens whatever all guesses are; false: not with *killer. */
static bool survives_all(struct input_guesses *g, struct guess_trial *killer) {
	bool survives = true;
	change_all(g, true);
	for (size_t i = 0; i < trials(g) && survives; i++) {
		*killer = trial_at(g, i);
		survives = happens(g, *killer);
	}
	change_all(g, false);
	return survives;
}

static bool survives_alone(struct input_guesses *g, uint32_t unit,
                           const struct guess_trial *killer) {
	size_t n = g->units <= FEW_UNITS && affords(g, MAX_TRIES) ? values(g) : FEW;
	change(g, unit, true);
	bool survives = !killer || happens(g, *killer);
	for (size_t i = 0; i < n && survives; i++)
		survives = happens(g, trial_at(g, i));
	change(g, unit, false);
	return survives;
}

/* The violation survives each change alone, but not all at once: which are enough? */
static void find_together(struct input_guesses *g, struct guess_trial killer, bool *depends) {
	change_all(g, true);
	for (uint32_t u = 0; u < g->units; u++) {
		change(g, u, false);
		depends[u] = happens(g, killer);
		change(g, u, depends[u]);
	}
	change_all(g, false);
}

static void find_dependence(struct input_guesses *g, bool *depends) {
	struct guess_trial killer;
	bool independent = survives_all(g, &killer), any = false;
	for (uint32_t u = 0; u < g->units && g->units > 1; u++) {
		depends[u] = !survives_alone(g, u, independent ? NULL : &killer);
		any |= depends[u];
	}
	if (independent || any)
		return;
	if (g->units == 1)
		depends[0] = true;
	else
		find_together(g, killer, depends);
}

/* --- Units: what is changed together. --- */

static uint32_t unit_of(const struct input_guesses *g, size_t ix, bool by_function) {
	const struct guessed *here = &g->guessed.at[ix];
	for (size_t i = 0; i < ix; i++) {
		const struct guessed *b = &g->guessed.at[i];
		bool same = by_function ? g->call.at[b->call].symbol == g->call.at[here->call].symbol
		                        : b->call == here->call;
		if (same && b->is_result == here->is_result)
			return b->unit;
	}
	return g->units;
}

static void make_units(struct input_guesses *g, bool by_function) {
	g->units = 0;
	for (size_t i = 0; i < g->guessed.n; i++) {
		uint32_t unit = unit_of(g, i, by_function);
		if (unit == g->units && g->units < MAX_UNITS)
			g->units++;
		else if (unit == g->units && !by_function) { /* there are too many */
			make_units(g, true);
			return;
		}
		g->guessed.at[i].unit = unit < MAX_UNITS ? unit : MAX_UNITS - 1;
	}
}

/* --- What is told. --- */

static void add_guess(struct input_guesses *g, struct trace *t, const struct call *c,
                      enum guess_kind kind, const char *value) {
	struct guess guess = {.kind = kind,
	                      .function = c->symbol->display,
	                      .value = value,
	                      .loc = c->loc,
	                      .thread = c->tid};
	vec_push(&t->cex->guess, guess);
	trace_mark_call(t, (size_t)(c - g->call.at), kind == GUESS_RETURNS);
}

static void tell_unit(struct input_guesses *g, struct trace *t, uint32_t unit) {
	size_t last = SIZE_MAX, told = 0;
	for (size_t i = 0; i < g->guessed.n && told < MAX_TOLD; i++) {
		const struct guessed *b = &g->guessed.at[i];
		if (b->unit != unit || b->call == last)
			continue;
		const struct call *c = &g->call.at[b->call];
		last = b->call;
		told++;
		add_guess(g, t, c, b->is_result ? GUESS_RETURNS : GUESS_WRITES,
		          b->is_result ? c->value : NULL);
	}
}

/* --- Locks. --- */

/* Functions that take and release a lock look alike, and have no result but an error number. */
static bool look_alike(const struct symbol *f, const struct symbol *g) {
	const struct type *result = f->type->elem;
	return f != g && f->type == g->type &&
	       (result->kind == TYPE_VOID || result->kind == TYPE_INT || result->kind == TYPE_BOOL);
}

/* Another such function that the caller calls later with the same argument; NULL: there is none. */
static const struct symbol *released_by(const struct call *c) {
	const struct ins *call = &c->caller->ins.at[c->pc];
	if (call->kind != INS_CALL)
		return NULL;
	for (size_t pc = c->pc + 1; pc < c->caller->ins.n; pc++) {
		const struct ins *i = &c->caller->ins.at[pc];
		if (i->kind != INS_CALL || i->rhs->kind != EXPR_SYMBOL || i->nargs != call->nargs ||
		    i->rhs->symbol->function || i->rhs->symbol->is_model ||
		    !look_alike(c->symbol, i->rhs->symbol))
			continue;
		if (!call->nargs || expr_equal(i->arg[0], call->arg[0]))
			return i->rhs->symbol;
	}
	return NULL;
}

static bool same_argument(const struct call *a, const struct call *b) {
	return a->argument.ix == b->argument.ix;
}

/* Is the thread of 'a' still to release it, when call 'until' is made? */
static bool is_inside(const struct input_guesses *g, size_t a, size_t until,
                      const struct symbol *by) {
	for (size_t i = a + 1; i < until; i++)
		if (g->call.at[i].tid == g->call.at[a].tid && g->call.at[i].symbol == by &&
		    same_argument(&g->call.at[i], &g->call.at[a]))
			return false;
	return true;
}

static void find_locks(struct input_guesses *g, struct trace *t) {
	for (size_t b = 1; b < g->call.n; b++)
		for (size_t a = 0; a < b; a++) {
			const struct call *first = &g->call.at[a], *second = &g->call.at[b];
			if (first->tid == second->tid || first->symbol != second->symbol ||
			    first->symbol->is_model || first->symbol->is_pure || !same_argument(first, second))
				continue;
			const struct symbol *by = released_by(first);
			if (!by || by->is_pure || !is_inside(g, a, b, by))
				continue;
			add_guess(g, t, second, GUESS_NO_LOCK, by->display);
			return;
		}
}

void guess_find(struct symex *found, struct model *model, const struct vc *goal, struct trace *t) {
	if (!t->call.n || found->config->unmodelled_pure)
		return;
	const char *why;
	struct input_guesses g = {.found = found,
	                          .model = model,
	                          .goal = goal,
	                          .arena = t->arena,
	                          .variation = {.records = true, .value = other_value},
	                          .began = work_seconds()};
	bool replayed = replay_vary(found, model, goal, &call_observer, &g, &why, &g.variation);
	g.variation.records = false;
	g.variation.context = &g;
	g.changed = mem_alloc(found->choice.n * sizeof *g.changed + 1);
	make_units(&g, false);
	if (replayed && g.units) {
		bool depends[MAX_UNITS] = {false};
		list_constants(&g);
		find_dependence(&g, depends);
		for (uint32_t u = 0; u < g.units; u++)
			if (depends[u])
				tell_unit(&g, t, u);
	}
	find_locks(&g, t);
	mem_free(g.changed);
	vec_free(&g.variation.block);
	vec_free(&g.call);
	vec_free(&g.guessed);
}
