/* Contexts, one after the other: steps 1, 2, 4 and 5 of schedule.h. */
#include "symex/tree/schedule.h"

#include "symex/step.h"
#include "symex/tree/place.h"
#include "symex/tree/uw.h"
#include "util/intern.h"

enum { COUNT_BITS = 16 }; /* of switches */

/* --- One context. --- */

static term count_term(struct recording *r, uint32_t n) {
	return term_u64(r->t->x->ts, COUNT_BITS, n);
}

static term add_if(struct recording *r, term count, term condition) {
	struct terms *ts = r->t->x->ts;
	return term_add(ts, count, term_ite(ts, condition, count_term(r, 1), count_term(r, 0)));
}

/* Is there another thread to go on with than 'tid'?  If that has begun already, only those count
 * that have begun too. */
static term has_choice(struct recording *r, uint32_t tid) {
	struct terms *ts = r->t->x->ts;
	const struct thread *of = &r->thread.at[tid];
	term any = term_false(ts);
	for (size_t i = 0; i < r->thread.n; i++) {
		const struct thread *other = &r->thread.at[i];
		term counts = term_or(ts, term_not(ts, of->begun), other->begun);
		if (i != tid)
			any = term_or(ts, any, term_and(ts, other->enabled, counts));
	}
	return any;
}

/* The thread that ran last could have gone on. */
static term could_go_on(struct recording *r) {
	struct terms *ts = r->t->x->ts;
	term any = term_false(ts);
	for (size_t i = 0; i < r->thread.n; i++)
		any = term_or(ts, any, term_and(ts, r->thread.at[i].ran, r->thread.at[i].enabled));
	return any;
}

static term is_left(struct recording *r, uint32_t bound, term count, term costs) {
	struct terms *ts = r->t->x->ts;
	if (bound >= (1u << COUNT_BITS) - 1)
		return term_true(ts);
	return term_or(ts, term_not(ts, costs), term_ult(ts, count, count_term(r, bound)));
}

static void add_over(struct recording *r, term ruled_out) {
	struct symex *x = r->t->x;
	struct vc_item item = {ruled_out, (uint32_t)x->fact.n};
	if (!term_is_false(x->ts, ruled_out))
		vec_push(&r->over, item);
}

static struct option option_of(struct recording *r, uint32_t tid) {
	struct terms *ts = r->t->x->ts;
	const struct thread *th = &r->thread.at[tid];
	const struct budget *b = &r->t->bound;
	struct option o;
	term can = term_and(ts, r->stopped, term_and(ts, th->enabled, term_not(ts, th->ran)));
	o.counts = has_choice(r, tid);
	o.preempts = term_and(ts, o.counts, could_go_on(r));
	term left = term_and(ts, is_left(r, b->context, r->spent, o.counts),
	                     is_left(r, b->preemption, r->preempted, o.preempts));
	add_over(r, term_and(ts, can, term_not(ts, left)));
	o.may = term_and(ts, can, left);
	o.chosen = term_false(ts);
	return o;
}

static uint32_t bits_for(size_t n) {
	uint32_t bits = 1;
	while (n > (size_t)1 << bits)
		bits++;
	return bits;
}

/* SCH: context 'number' belongs to a thread that may run. */
static void constrain(struct recording *r, struct option *option, size_t n) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	const char *name = intern_printf("ts!%u", r->number);
	term chosen = term_var(ts, sort_bv(bits_for(n)), name);
	term some = term_false(ts), counts = some, preempts = some;
	for (uint32_t tid = 0; tid < n; tid++) {
		struct option *o = &option[tid];
		if (term_is_false(ts, o->may))
			continue;
		o->chosen = term_equal(ts, chosen, term_u64(ts, bits_for(n), tid));
		some = term_or(ts, some, term_and(ts, o->chosen, o->may));
		counts = term_or(ts, counts, term_and(ts, o->chosen, o->counts));
		preempts = term_or(ts, preempts, term_and(ts, o->chosen, o->preempts));
		if (r->widening)
			uw_control(r, tid, o->chosen);
	}
	symex_fact(x, term_true(ts), some);
	r->spent = add_if(r, r->spent, counts);
	r->preempted = add_if(r, r->preempted, preempts);
}

/* Where thread 'tid' may be after the context: where it stopped, or where it was if it did not run.
 */
static void settle(struct recording *r, uint32_t tid, struct stops *ran, term chosen) {
	struct symex *x = r->t->x;
	struct terms *ts = x->ts;
	struct stops *at = &r->thread.at[tid].stops;
	term other = term_not(ts, chosen);
	size_t kept = 0;
	for (size_t i = 0; i < at->at.n; i++) {
		struct stop s = at->at.at[i];
		s.here = term_and(ts, s.here, other);
		if (!term_is_false(ts, s.here))
			at->at.at[kept++] = s;
	}
	at->at.n = kept;
	for (size_t i = 0; i < ran->at.n; i++) {
		struct stop *s = &ran->at.at[i], *known = stops_find(at, s->place);
		struct moment f = {r->number, tid, s->place, s->here};
		vec_push(&r->finished, f);
		r->stopped = term_or(ts, r->stopped, s->here);
		if (known) {
			state_join_own(x, &known->st, &s->st, other);
			known->here = term_or(ts, known->here, s->here);
		} else {
			vec_push(&at->at, *s);
		}
	}
	r->thread.at[tid].ran = chosen;
}

static void settle_born(struct recording *r) {
	struct symex *x = r->t->x;
	for (size_t i = 0; i < r->born.n; i++) {
		struct stop *s = &r->born.at[i];
		uint32_t tid = s->st.tid;
		while (r->thread.n <= tid) {
			term no = term_false(x->ts);
			struct thread th = {.enabled = no, .begun = no, .ran = no};
			vec_push(&r->thread, th);
		}
		struct stop *known = stops_find(&r->thread.at[tid].stops, s->place);
		if (known) {
			state_join_own(x, &known->st, &s->st, term_not(x->ts, s->here));
			known->here = term_or(x->ts, known->here, s->here);
		} else {
			vec_push(&r->thread.at[tid].stops.at, *s);
		}
	}
	r->born.n = 0;
}

/* Runs each thread that may be chosen; what they leave becomes one. */
static void run_context(struct recording *r, struct option *option, size_t n) {
	struct symex *x = r->t->x;
	struct state before = r->shared, after = before;
	struct stops *ran = mem_alloc(n * sizeof *ran);
	bool any = false;
	x->tree->context = r->number;
	for (uint32_t tid = 0; tid < n; tid++) {
		struct state left;
		ran[tid] = (struct stops){0};
		if (x->give_up || term_is_false(x->ts, option[tid].chosen))
			continue;
		struct moment begun = {r->number, tid, 0, option[tid].chosen};
		vec_push(&r->chosen, begun);
		if (!context_run(r->t, tid, &r->thread.at[tid].stops, &before, option[tid].chosen,
		                 &ran[tid], &left))
			continue;
		if (any)
			state_join_shared(x, &after, &left, term_not(x->ts, option[tid].chosen));
		else
			after = left;
		any = true;
	}
	r->stopped = term_false(x->ts);
	for (uint32_t tid = 0; tid < n; tid++) {
		settle(r, tid, &ran[tid], option[tid].chosen);
		vec_free(&ran[tid].at);
	}
	mem_free(ran);
	r->shared = after;
	settle_born(r);
	r->number++;
}

void recording_begin(struct recording *r) {
	struct symex *x = r->t->x;
	struct option only = {.chosen = term_true(x->ts)};
	struct thread main = {.enabled = only.chosen, .begun = only.chosen, .ran = term_false(x->ts)};
	struct stop s = {.st = tree_start(r->t), .here = only.chosen, .can_go = only.chosen};
	s.place = place_of(x, &s.st);
	r->shared = s.st;
	vec_push(&main.stops.at, s);
	vec_push(&r->thread, main);
	r->spent = r->preempted = count_term(r, 0);
	run_context(r, &only, 1);
}

term recording_goes_on(struct recording *r) {
	struct terms *ts = r->t->x->ts;
	term any = term_false(ts);
	r->option.n = 0;
	for (uint32_t tid = 0; tid < r->thread.n; tid++) {
		struct option o = option_of(r, tid);
		vec_push(&r->option, o);
		any = term_or(ts, any, o.may);
	}
	return any;
}

void recording_next(struct recording *r) {
	constrain(r, r->option.at, r->option.n);
	run_context(r, r->option.at, r->option.n);
}

void recording_free(struct recording *r) {
	for (size_t i = 0; i < r->thread.n; i++)
		vec_free(&r->thread.at[i].stops.at);
	vec_free(&r->thread);
	vec_free(&r->born);
	vec_free(&r->option);
	vec_free(&r->chosen);
	vec_free(&r->finished);
	vec_free(&r->over);
}
