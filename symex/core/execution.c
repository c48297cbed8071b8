#include "symex/core/execution.h"

#include "symex/replay/replay.h"
#include "symex/core/state.h"
#include "symex/core/location.h"
#include "util/diag.h"

#define BY_PLACE (1ull << 63)

term symex_settle(struct symex *x, term t) {
	return x->replay ? replay_value(x->replay, t) : t;
}

term symex_choose(struct symex *x, struct sort sort, const char *name) {
	term var = term_var(x->ts, sort, name);
	return sort.kind == SORT_ARRAY ? var : symex_settle(x, var);
}

/* The number that goes with a key, the same whenever it is asked for. */
static uint32_t number_of(struct stepping *t, uint64_t key) {
	uint64_t number;
	if (!map_get(&t->number, key, &number)) {
		number = t->numbers++;
		map_put(&t->number, key, number);
	}
	return (uint32_t)number;
}

/* The next thing that a thread makes: on every path of the tree it is the same one.  With places,
 * it is what is made at this place, whenever that is. */
static uint32_t next_number(struct symex *x, const struct state *st) {
	struct stepping *t = x->tree;
	if (t->places)
		return number_of(t, BY_PLACE | (uint64_t)location_of(x, st) << 24 | t->made_here++);
	uint32_t tid = st->tid;
	while (t->serial.n <= tid)
		vec_push(&t->serial, 0);
	return number_of(t, (uint64_t)tid << 32 | t->serial.at[tid]++);
}

uint32_t symex_choice(struct symex *x, struct state *st, enum choice_kind kind, term guard) {
	const struct ins *ins = &st->frame->function->ins.at[st->pc];
	uint32_t number = x->tree ? next_number(x, st) : (uint32_t)x->choice.n;
	if (x->replay && x->tree && x->tree->looks)
		return number;
	if (x->replay)
		return replay_choice(x->replay, kind, ins);
	st->wrote = true;
	st->wakeup = NULL;
	struct choice c = {kind, guard, ins, number};
	vec_push(&x->choice, c);
	return number;
}

void symex_fact(struct symex *x, term guard, term holds) {
	term fact = term_implies(x->ts, guard, holds);
	if (term_is_true(x->ts, fact))
		return;
	vec_push(&x->fact, fact);
	if (x->tree)
		x->tree->dead_end = true;
}

void symex_hole(struct symex *x, const struct state *st, term guard, const char *text) {
	term reached = st ? term_and(x->ts, state_guard(x, st), guard) : guard;
	struct cut c = {.kind = GAP_UNSUPPORTED,
	                .text = text,
	                .guard = reached,
	                .nfacts = (uint32_t)x->fact.n,
	                .loc = st ? state_user_loc(st) : NO_LOC};
	vec_push(&x->cut, c);
	if (st)
		symex_fact(x, reached, term_false(x->ts));
}
