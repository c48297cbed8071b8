#include "symex/why/alternatives.h"

#include <string.h>

#include "goto/program/operators.h"
#include "symex/replay/run/inputs.h"

enum {
	MOST_CONSTANTS = 24,
	MOST_INPUTS = 12,
	MOST_DECISIONS = 64,
	BORDER_TRIES = 12,
	RANDOM_TRIES = 16
};

/* --- Inputs. --- */

struct candidates {
	int64_t at[4 * MOST_CONSTANTS + 16];
	size_t n;
};

static void add(struct candidates *c, int64_t value) {
	for (size_t i = 0; i < c->n; i++)
		if (c->at[i] == value)
			return;
	if (c->n < sizeof c->at / sizeof *c->at)
		c->at[c->n++] = value;
}

/* Constants that the user's code compares something with. */
static void add_constants(struct candidates *c, const struct expr *e, bool compared) {
	if (!e || c->n >= 3 * MOST_CONSTANTS)
		return;
	bool compares = operator_compares(e->kind);
	if (e->kind == EXPR_CONST && compared && e->bits.width && e->bits.width <= 64) {
		uint32_t above = 64 - e->bits.width;
		int64_t n = (int64_t)(e->bits.lo << above) >> above;
		add(c, n);
		add(c, n - 1);
		add(c, n + 1);
	}
	for (uint32_t i = 0; i < e->nargs; i++)
		add_constants(c, e->arg[i], compared || compares);
}

static void add_of_program(struct candidates *c, const struct symex *x) {
	for (size_t i = 0; i < x->prog->symbol.n; i++) {
		const struct symbol *s = x->prog->symbol.at[i];
		const struct function *f = s->storage == STORAGE_FUNCTION ? s->function : NULL;
		if (!f || f->is_model)
			continue;
		for (size_t k = 0; k < f->ins.n; k++)
			if (f->ins.at[k].kind == INS_GOTO || f->ins.at[k].kind == INS_ASSERT ||
			    f->ins.at[k].kind == INS_ASSIGN)
				add_constants(c, f->ins.at[k].rhs, false);
	}
}

/* One that the user can name, or that the program forgot to set.  How many arguments there are is
 * as innocent as an order of sections. */
static bool is_input(const struct story_event *e) {
	bool is_pointer = e->value && *e->value == '&'; /* that the library returned */
	if (e->kind != STORY_INPUT || e->is_choice || e->late || !e->variable || is_pointer)
		return false;
	enum variable_kind kind = e->variable_kind;
	bool is_unset = kind == VARIABLE_UNINIT || kind == VARIABLE_MEMORY;
	return (e->object || is_unset) && kind != VARIABLE_ARGC && e->bits.width && e->bits.width <= 64;
}

static enum why_outcome run_with(struct why *w, const struct other_inputs *o) {
	struct why_change c;
	why_change_init(&c);
	for (size_t i = 0; i < o->at.n; i++)
		vec_push(&c.value, ((struct why_value){o->at.at[i].event, o->at.at[i].bits}));
	enum why_outcome outcome = why_run_once(w, &c);
	why_change_free(&c);
	return outcome;
}

static bool is_negative(struct bits b) {
	return b.width && b.width <= 64 && (b.lo >> (b.width - 1) & 1);
}

/* A call that did what it should is innocent, although the program would not get far without. */
static bool is_failure(const struct story_event *e, struct bits other) {
	return e->callee && is_negative(other) && !is_negative(e->bits);
}

static bool try_one(struct why *w, struct arena *a, struct other_inputs *o, uint32_t event,
                    int64_t value) {
	const struct story_event *e = &w->story->event.at[event];
	struct bits bits = bits_i64(a, e->bits.width, value);
	if (bits_eq(bits, e->bits) || is_failure(e, bits))
		return false;
	o->at.n = 0;
	vec_push(&o->at, ((struct other_input){event, bits, true}));
	return run_with(w, o) == WHY_PASSES;
}

/* All inputs at once, by a seed; then as many as possible are set back. */
static bool try_all(struct why *w, struct arena *a, struct other_inputs *o, uint64_t seed) {
	o->at.n = 0;
	for (uint32_t i = 0; i < w->story->late; i++) {
		const struct story_event *e = &w->story->event.at[i];
		if (!is_input(e))
			continue;
		struct bits bits = seed ? inputs_random(a, e->bits.width, seed, e->variable)
		                        : bits_u64(a, e->bits.width, 0);
		if (!bits_eq(bits, e->bits) && !is_failure(e, bits))
			vec_push(&o->at, ((struct other_input){i, bits, false}));
	}
	if (!o->at.n || run_with(w, o) != WHY_PASSES)
		return false;
	for (size_t i = o->at.n; i-- > 0 && o->at.n > 1;) {
		struct other_input out = o->at.at[i], last = vec_last(&o->at);
		o->at.at[i] = last;
		o->at.n--;
		if (run_with(w, o) == WHY_PASSES)
			continue;
		o->at.n++;
		o->at.at[o->at.n - 1] = last;
		o->at.at[i] = out;
	}
	if (o->at.n == 1)
		o->at.at[0].is_alone = true;
	return true;
}

bool alternatives_inputs(struct why *w, struct arena *a, struct other_inputs *o) {
	struct candidates constants = {.n = 0};
	unsigned inputs = 0;
	add_of_program(&constants, w->x);
	for (uint32_t i = w->story->late; i-- > 0 && inputs < MOST_INPUTS && !why_is_over(w);) {
		const struct story_event *e = &w->story->event.at[i];
		if (!is_input(e))
			continue;
		inputs++;
		struct candidates c = {.n = 0};
		uint32_t above = 64 - e->bits.width;
		int64_t now = (int64_t)(e->bits.lo << above) >> above;
		if (now != INT64_MIN)
			add(&c, now - 1);
		if (now != INT64_MAX)
			add(&c, now + 1);
		add(&c, 0);
		add(&c, 1);
		add(&c, -1);
		for (size_t k = 0; k < constants.n; k++)
			add(&c, constants.at[k]);
		for (size_t k = 0; k < c.n && !why_is_over(w); k++)
			if (try_one(w, a, o, i, c.at[k]))
				return true;
	}
	for (uint64_t seed = 0; inputs && seed <= RANDOM_TRIES && !why_is_over(w); seed++)
		if (try_all(w, a, o, seed))
			return true;
	o->at.n = 0;
	return false;
}

/* --- Decisions. --- */

/* A thread that does not come to its wait does not wait: that says nothing. */
static bool only_skips_wait(const struct story *s, const struct story_event *branch) {
	for (size_t i = 0; i < s->wait.n; i++) {
		uint32_t event = s->wait.at[i].event;
		if (event == NO_EVENT)
			continue;
		const struct story_event *e = &s->event.at[event];
		bool is_lock = e->kind == STORY_LOCK && !e->is_semaphore;
		if (!is_lock && e->control != NO_EVENT && s->event.at[e->control].ins == branch->ins)
			return true;
	}
	return false;
}

/* Does it test what the library returned?  That is an input by another name. */
static bool tests_call(const struct story *s, const struct story_event *branch) {
	for (size_t i = 0; i < branch->uses.n; i++) {
		const struct story_event *e = &s->event.at[branch->uses.at[i]];
		if (e->kind != STORY_CALL && !(e->kind == STORY_INPUT && e->callee))
			return false;
	}
	return branch->uses.n > 0;
}

/* "4 <= 4". */
static bool compares_equal(struct arena *a, const char *text) {
	static const char *const sign[] = {" <= ", " >= ", " < ", " > "};
	for (size_t i = 0; i < sizeof sign / sizeof *sign; i++) {
		const char *at = strstr(text, sign[i]);
		if (at)
			return !strcmp(arena_printf(a, "%.*s", (int)(at - text), text), at + strlen(sign[i]));
	}
	return false;
}

/* A comparison of equal values, or one of several: where a bound is wrong by one, it decides. */
static bool is_at_border(struct arena *a, const struct story_event *e) {
	const char *rest = e->value;
	while (rest) {
		const char *conjunct = strstr(rest, " && "), *disjunct = strstr(rest, " || ");
		const char *end = !conjunct || (disjunct && disjunct < conjunct) ? disjunct : conjunct;
		int n = (int)(end ? (size_t)(end - rest) : strlen(rest));
		if (compares_equal(a, arena_printf(a, "%.*s", n, rest)))
			return true;
		rest = end ? end + 4 : NULL;
	}
	return false;
}

/* Does a run in which the branch goes the other way, and the facts are kept, pass? */
static bool passes_turned(struct why *w, const struct why_facts *f, uint32_t branch,
                          bool must_reach) {
	struct why_change c;
	why_change_init(&c);
	c.turned = branch;
	for (size_t k = 0; k < f->at.n; k++)
		if (f->at.at[k].is_kept && f->at.at[k].second != NO_EVENT)
			vec_push(&c.order, ((struct why_order){f->at.at[k].first, f->at.at[k].second}));
	c.must_reach = must_reach;
	bool passes = why_run_once(w, &c) == WHY_PASSES;
	why_change_free(&c);
	return passes;
}

uint32_t alternatives_decision(struct why *w, struct why_facts *f) {
	unsigned left = MOST_DECISIONS;
	uint32_t newest = NO_EVENT;
	for (uint32_t i = w->story->late; i-- > 0 && left && !why_is_over(w);) {
		const struct story_event *e = &w->story->event.at[i];
		if (e->kind != STORY_BRANCH || only_skips_wait(w->story, e))
			continue;
		left--;
		bool at_border = is_at_border(f->arena, e);
		bool says_nothing = !at_border && (tests_call(w->story, e) || story_is_of_loop(e));
		if (says_nothing || (newest != NO_EVENT && !at_border) ||
		    !passes_turned(w, f, i, !at_border))
			continue;
		if (at_border)
			return i;
		newest = i;
		left = left < BORDER_TRIES ? left : BORDER_TRIES;
	}
	return newest;
}
