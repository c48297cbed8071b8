#include "symex/step/apart.h"

#include "symex/core/naming.h"

enum { KEPT_TESTS = 4 };

void step_keep_apart(struct symex *x, struct state *st) {
	if (naming_by_location(x))
		return;
	const struct frame *f = st->frame;
	while (f->up && f->up->function->is_model)
		f = f->up;
	st->apart.since = 1 + (f->call ? (uint32_t)(f->call - f->up->function->ins.at) : 0);
	st->apart.tests = KEPT_TESTS;
	x->paths.are_kept_apart = true;
}

void step_choose_apart(struct symex *x, struct state *st, uint32_t value) {
	if (naming_by_location(x))
		return;
	st->apart.choice = value + 1;
	x->paths.are_kept_apart = true;
}

void step_tests_apart(struct state *st) {
	if (st->apart.since && !st->frame->function->is_model && !--st->apart.tests)
		st->apart.since = 0;
}

/* Inside of models, results are always on their way to the user's code. */
void step_returns_apart(struct state *st, bool is_taken) {
	if (!is_taken && !st->frame->function->is_model)
		st->apart.since = st->apart.tests = 0;
}
