#include "symex/step/check/endless.h"

#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/path.h"

enum { MANY_ITERATIONS = 1000000, MANY_CALLS = 100000, LONG_RUN = 100000, STOP_AFTER = 1024 };

/* 1234567 as "1,234,567". */
static const char *with_commas(uint64_t n) {
	char text[32], *at = text + sizeof text - 1;
	*at = 0;
	for (int digits = 0; n || !digits; digits++, n /= 10) {
		if (digits && digits % 3 == 0)
			*--at = ',';
		*--at = (char)('0' + n % 10);
	}
	return intern(at);
}

static const char *place(struct loc loc) {
	return intern_printf("%s:%u", loc.file ? path_base(loc.file) : "?", loc.line);
}

/* Keeps the longest run for the verdict; tells the user about one that is very long. */
static void report(struct symex *x, const void *what, struct loc loc, uint32_t n, uint32_t many,
                   const char *format) {
	if (n >= LONG_RUN && n > x->step.long_run.longest) {
		x->step.long_run.longest = n;
		x->step.long_run.text = intern_printf(format, place(loc), with_commas(n));
	}
	if (n >= many && !map_get(&x->step.warned, map_key(what), NULL)) {
		map_put(&x->step.warned, map_key(what), 1);
		diag_note(loc, format, place(loc), with_commas(n));
	}
}

static bool encloses(const struct loop *outer, const struct loop *inner) {
	return outer->head <= inner->head && inner->back <= outer->back;
}

/* Is the thread still in the loop that x->step.long_run holds? */
static bool is_in_loop(const struct symex *x, const struct state *st) {
	const struct frame *f = st->frame;
	uint32_t pc = st->pc;
	for (; f && f->depth > x->step.long_run.depth; f = f->up)
		pc = frame_call_pc(f);
	return f && f->function == x->step.long_run.function && pc >= x->step.long_run.loop->head &&
	       pc <= x->step.long_run.loop->back;
}

/* The outermost loop that has made an iteration since the switch point stands for those inside it.
 */
static void find_outermost(struct symex *x, const struct state *st, const struct loop *l) {
	struct long_run *r = &x->step.long_run;
	if (r->loop == l)
		return;
	bool is_inside = r->loop && (st->frame->depth > r->depth ||
	                             (st->frame->depth == r->depth && encloses(r->loop, l)));
	if (is_inside && st->laps > 1 && (st->laps % 64 || is_in_loop(x, st)))
		return;
	r->loop = l;
	r->function = st->frame->function;
	r->depth = st->frame->depth;
}

/* Counts one iteration; true: the budget is used up. */
static bool count(struct symex *x, struct state *st) {
	st->laps += st->laps < UINT32_MAX;
	if (st->laps % STOP_AFTER == 0)
		st->loops = true;
	return x->step.long_run.limit && st->laps >= x->step.long_run.limit;
}

bool endless_iteration(struct symex *x, struct state *st, const struct loop *l, uint32_t n) {
	bool is_used_up = count(x, st);
	find_outermost(x, st, l);
	uint32_t most = n > st->laps ? n : st->laps;
	if (most % LONG_RUN == 0) {
		const struct loop *which = n >= st->laps ? l : x->step.long_run.loop;
		report(x, which, which->loc, most, MANY_ITERATIONS, "loop at %s has made %s rounds");
	}
	return is_used_up;
}

bool endless_call(struct symex *x, struct state *st, const struct frame *fr) {
	bool is_used_up = count(x, st);
	if (fr->recursion % (LONG_RUN / 10) == 0)
		report(x, fr->function, fr->function->symbol->loc, fr->recursion, MANY_CALLS,
		       "recursion at %s is %s calls deep");
	return is_used_up || fr->recursion >= x->loops.constant_iterations;
}
