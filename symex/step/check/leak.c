/* The end of the program: allocated memory must have been freed.
 *
 * If memory that a pointer reaches is no leak (SV-COMP's valid-memtrack), the roots are the static
 * objects and the live automatic variables.
 */
#include "symex/step/check/leak.h"

#include "goto/program/monitor.h"
#include "symex/config.h"
#include "symex/core/vacuity.h"
#include "symex/memory/gate.h"
#include "symex/memory/reach.h"
#include "symex/step/check/condition.h"
#include "symex/step/value/access.h"
#include "symex/step/value/eval.h"
#include "util/base/intern.h"

static void reach_roots(struct reach *r) {
	struct symex *x = r->x;
	term yes = term_true(x->ts);
	for (uint32_t id = 1; id < x->object.n; id++)
		if (x->object.at[id].kind == OBJECT_STATIC)
			reach_object(r, id, yes);
	const struct frame *f = r->st->frame;
	uint32_t at = 0, key, last = f ? f->base + f->size : 0;
	uint64_t value;
	/* The variables of main are dead at its end, but live at a call of exit. */
	for (; f && f->up && pmap_next(&r->st->reg, at, &key, &value) && key < last; at = key + 1) {
		if (reg_kind(value) != REG_TERM)
			continue;
		term v = {reg_payload(value)};
		if (term_width(x->ts, v) == x->pointer_bits)
			reach_pointer(r, v, yes);
	}
}

static term *reachable(struct symex *x, struct state *st) {
	struct reach r;
	for (uint32_t id = 1; id < x->object.n; id++)
		if (memory_get(x, st, id))
			gate_whole(x, st, id, ACCESS_READ);
	reach_open(&r, x, st);
	reach_roots(&r);
	return reach_close(&r);
}

static uint32_t leak_property(struct symex *x, const struct state *st, struct loc where) {
	return properties_get(x->properties, intern("leak"), st->frame->function, PROPERTY_LEAK, where,
	                      "allocated memory is never freed");
}

term *leak_conditions(struct symex *x, struct state *st) {
	struct terms *ts = x->ts;
	term *reached = x->config->leak_reachable_ok ? reachable(x, st) : NULL;
	term *lost = mem_alloc(x->object.n * sizeof *lost);
	lost[0] = term_false(ts);
	for (uint32_t id = 1; id < x->object.n; id++) {
		const struct object *o = &x->object.at[id];
		lost[id] = term_false(ts);
		if (o->kind != OBJECT_HEAP || o->is_mapping || o->is_given || !memory_get(x, st, id))
			continue;
		lost[id] = term_and(ts, o->allocated, term_not(ts, gate_is_ended(x, st, id)));
		if (reached)
			lost[id] = term_and(ts, lost[id], term_not(ts, reached[id]));
	}
	mem_free(reached);
	return lost;
}

void step_program_end(struct symex *x, struct state *st) {
	x->effects.program_end = true;
	vacuity_ends(x, st);
	bool exits = st->frame && st->frame->up; /* a call of exit, not the end of main */
	if (!x->config->leak_check || (exits && x->config->leak_at_exit_ok))
		return;
	access_blocks(x, SPAN_READ);
	struct terms *ts = x->ts;
	term any = term_false(ts);
	struct loc where = state_loc(st);
	term *lost = leak_conditions(x, st);
	for (uint32_t id = 1; id < x->object.n; id++) {
		if (!term_is_false(ts, lost[id]))
			where = x->object.at[id].loc;
		any = term_or(ts, any, lost[id]);
	}
	mem_free(lost);
	const struct expr *counts = monitor_end_condition(&x->config->monitor);
	if (counts)
		any = term_and(ts, any, eval_condition(x, st, counts));
	step_check(x, st, leak_property(x, st, where), term_not(ts, any));
}
