/* One thread, executed alone: the operations of symex/engine.h. */
#include "symex/events/events_engine.h"

#include <string.h>

#include "goto/analysis/control.h"
#include "solvers/term/range.h"
#include "solvers/term/term_walk.h"
#include "symex/concrete/known.h"
#include "symex/config.h"
#include "symex/core/location.h"
#include "symex/core/next_ins.h"
#include "symex/core/vacuity.h"
#include "symex/events/ask/cuts.h"
#include "symex/events/ask/model_schedule.h"
#include "symex/events/encode/buffers.h"
#include "symex/events/encode/spin.h"
#include "symex/events/execute/events_history.h"
#include "symex/events/execute/follow.h"
#include "symex/events/execute/nodes.h"
#include "symex/events/execute/rounds.h"
#include "symex/events/execute/sharing.h"
#include "symex/events/record/events.h"
#include "symex/explore/dead.h"
#include "symex/explore/explore.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "symex/memory/merge.h"
#include "symex/replay/run/inputs.h"
#include "symex/step/check/condition.h"
#include "symex/step/value/eval.h"
#include "symex/step/wait.h"
#include "util/base/intern.h"

/* --- Nodes. --- */

/* The thread does not go on from here where 'when' holds. */
static void add_stop(struct symex *x, struct state *st, term when) {
	struct events *e = events_of(x);
	struct event_stop s = {.when = term_and(x->ts, state_guard(x, st), when),
	                       .by_assumption = next_ins(st)->kind == INS_ASSUME};
	s.is_midway = s.by_assumption || next_ins(st)->kind == INS_GOTO || wait_ins(st);
	if (term_is_false(x->ts, s.when))
		return;
	s.node = nodes_last(e, st);
	s.location = st->event.node ? e->node.at[s.node].location : nodes_location(x, st);
	if (st->event.node)
		e->node.at[s.node].may_stop = true;
	vec_push(&e->stop, s);
}

/* Hidden checks and the instruction that they guard are one node. */
static bool is_guarded(const struct state *st) {
	const struct ins *i = next_ins(st);
	return st->pc && i[-1].kind == INS_ASSERT && i[-1].hidden;
}

static void event_assume(struct symex *x, struct state *st, term condition);
static unsigned ways_here(struct symex *x, const struct state *st);
static void add_frontier(struct symex *x, struct state *st, unsigned way, term condition);

/* The maximal causal model: the inputs of the last instruction, choices from 'first' on, have the
 * values of the run. */
static void fix_inputs(struct symex *x, struct state *st, size_t first) {
	struct events *e = events_of(x);
	size_t k = 0;
	for (size_t i = first; e->follower && i < x->choice.n; i++) {
		const struct choice *c = &x->choice.at[i];
		bool is_input = c->kind == CHOICE_INPUT || c->kind == CHOICE_UNMODELLED;
		const struct bits *value = is_input ? follower_input(e->follower, k++) : NULL;
		if (!value)
			continue;
		term var = variable_term(x->ts, sort_bv(value->width), variable_input(c->number));
		event_assume(x, st, term_equal(x->ts, var, term_const(x->ts, *value)));
	}
}

/* The node of a section is where that begins, not where its first access is. */
static void begin_section(struct symex *x, struct state *st, const struct ins *begin) {
	uint32_t node = nodes_at(x, st);
	struct event_node *n = &events_of(x)->node.at[node];
	n->is_operation = begin->operation;
	n->modifies = begin->modifies;
	n->is_section = !begin->operation && !n->in_model;
}

/* Called before every instruction; no thread ever stops for another one. */
static bool event_stops(struct symex *x, struct state *st) {
	struct events *e = events_of(x);
	const struct ins *i = next_ins(st);
	size_t choices = e->choice_node.n;
	nodes_note_choices(e);
	if (!st->atomic && !is_guarded(st))
		nodes_leave(x, st);
	/* Where an iteration of a loop ends, the location changes during the instruction. */
	bool jumps = (i->kind == INS_GOTO && i->loop != NO_LOOP) || i->kind == INS_CALL ||
	             i->kind == INS_END || i->kind == INS_RETURN;
	e->execution.jump_location = 0;
	e->execution.jump_location = jumps ? location_of(x, st) : 0;
	if (e->follower) {
		fix_inputs(x, st, choices);
		if (follower_stops(e->follower)) {
			add_stop(x, st, term_true(x->ts));
			return true;
		}
	}
	if (e->branches.known && known_is_branch(i) && !ways_here(x, st)) {
		add_frontier(x, st, 0, term_true(x->ts));
		add_stop(x, st, term_true(x->ts));
		return true;
	}
	if (i->kind == INS_ATOMIC_BEGIN && !st->atomic)
		begin_section(x, st, i);
	return false;
}

static void event_join(struct symex *x, struct state *into, const struct state *other) {
	struct state copy = *other;
	if (into->event.iteration != other->event.iteration)
		into->event.iteration = 0;
	if (into->atomic)
		return;
	nodes_leave(x, into);
	nodes_leave(x, &copy);
}

static void event_dead_end(struct symex *x, struct state *st) {
	if (st->frame)
		add_stop(x, st, term_true(x->ts));
}

/* --- Accesses. --- */

static bool is_private(const struct symex *x, uint32_t object) {
	const struct object *o = &x->object.at[object];
	return !object || (o->symbol && !o->symbol->is_shared) || o->kind == OBJECT_FUNCTION ||
	       (o->is_constant && !o->is_mapping);
}

/* The arguments of main are made: what is written now is the initial content, and no event. */
static bool before_main(const struct state *st) {
	return !st->frame;
}

static struct event_bytes bytes_of(struct symex *x, const struct access *a) {
	struct stride s = content_stride(x, a->offset);
	struct event_bytes at = {.from = s.rest, .step = s.step, .n = a->bytes};
	struct range r;
	if (s.step && range_signed(x->ts, a->offset, &r) && r.lo >= 0) {
		at.is_limited = true;
		at.least = (uint64_t)r.lo;
		at.most = (uint64_t)r.hi;
	}
	return at;
}

static struct event make_event(struct symex *x, struct state *st, const struct access *a) {
	struct event ev = {.object = a->object,
	                   .offset = a->offset,
	                   .path = st->guard,
	                   .pointer_guard = a->guard.ix ? a->guard : term_true(x->ts),
	                   .order = a->order,
	                   .failure_order = a->failure_order,
	                   .ins = guarded_ins(st),
	                   .function = st->frame->function};
	ev.guard = term_and(x->ts, state_guard(x, st), ev.pointer_guard);
	ev.at = bytes_of(x, a);
	return ev;
}

static void add_event(struct symex *x, struct state *st, struct event ev) {
	struct events *e = events_of(x);
	ev.node = nodes_at(x, st);
	ev.releases = ev.acquires = term_false(x->ts);
	ev.loc = state_user_loc(st);
	ev.location = nodes_location(x, st);
	const struct expr *whole = ev.kind == EVENT_WRITE ? ev.ins->lhs : ev.ins->rhs;
	bool in_one = whole && whole->type->is_atomic && whole->order != MEM_PLAIN;
	ev.is_atomic = st->atomic || ev.order != MEM_PLAIN || in_one;
	if (ev.order == MEM_PLAIN && in_one)
		ev.order = whole->order;
	ev.in_section = st->atomic || ev.ins->kind == INS_ATOMIC_BEGIN;
	ev.is_user = !ev.ins->ghost && !(ev.in_section && e->node.at[ev.node].in_model);
	e->node.at[ev.node].writes += ev.kind == EVENT_WRITE;
	vec_push(&e->event, ev);
}

/* An earlier read of the same bytes in the same node, with no write between: NO_TERM: none. */
static term read_before(struct events *e, const struct state *st, const struct event *ev) {
	bool apart = e->model->source == SOURCE_COHERENT && st->event.node &&
	             e->node.at[st->event.node - 1].is_section; /* others write in between */
	for (size_t i = e->event.n; st->event.node && !apart && i-- > 0;) {
		const struct event *old = &e->event.at[i];
		if (old->node != st->event.node - 1)
			break;
		if (old->object != ev->object || !bytes_overlap(old->at, ev->at))
			continue;
		if (old->kind == EVENT_WRITE)
			break;
		if (term_eq(old->offset, ev->offset) && old->at.n == ev->at.n &&
		    term_eq(old->pointer_guard, ev->pointer_guard) && guard_implies(st->guard, old->path))
			return old->value;
	}
	return NO_TERM;
}

/* An access that no other thread takes notice of leaves no event.  But C11 orders what is
 * sequentially consistent, and so what is around it. */
static void note_lone(struct symex *x, struct state *st, const struct event *ev) {
	struct events *e = events_of(x);
	if (e->model->source != SOURCE_COHERENT || ev->order != MEM_SEQ_CST)
		return;
	struct event lone = *ev;
	lone.node = nodes_at(x, st);
	vec_push(&e->lone, lone);
}

static void note_private(struct symex *x, struct state *st, const struct access *a,
                         enum event_kind kind) {
	if (a->order != MEM_SEQ_CST || events_of(x)->model->source != SOURCE_COHERENT)
		return;
	struct event ev = make_event(x, st, a);
	ev.kind = kind;
	note_lone(x, st, &ev);
}

/* The maximal causal model: the read returns the value of the run, and the thread requires it. */
static term fix_read(struct symex *x, struct state *st, const struct event *ev) {
	struct run_follower *f = events_of(x)->follower;
	const struct bits *seen = f ? follower_read(f, st) : NULL;
	uint32_t width = term_width(x->ts, ev->value);
	if (!seen || seen->width != width || width == x->pointer_bits)
		return ev->value;
	term value = term_const(x->ts, *seen), same = term_equal(x->ts, ev->value, value);
	event_assume(x, st, term_implies(x->ts, ev->pointer_guard, same));
	return term_is_true(x->ts, ev->pointer_guard) ? value : ev->value;
}

static term read_shared(struct symex *x, struct state *st, const struct access *a,
                        bool is_pointer) {
	struct events *e = events_of(x);
	struct event ev = make_event(x, st, a);
	ev.kind = EVENT_READ;
	bool shared = sharing_note(e, &ev);
	uint32_t width = is_pointer ? x->pointer_bits : a->bytes * 8;
	const struct bits *seen =
	    e->execution.probes && !is_pointer ? follower_seen(e->follower) : NULL;
	if (seen && seen->width == width)
		return term_const(x->ts, *seen);
	if (!shared) {
		note_lone(x, st, &ev);
		return NO_TERM;
	}
	/* What a number is made of is not in its symbol, so an address is read as a pointer, if all of
	 * its bytes were written at once. */
	bool has_address = is_pointer || sharing_has_address(e, &ev);
	bool as_pointer = has_address && ev.at.n * 8 == x->address_bits && !sharing_is_mixed(e, &ev);
	if (has_address && !as_pointer)
		sharing_expose(e, st, &ev);
	width = as_pointer ? x->pointer_bits : ev.at.n * 8;
	ev.value = read_before(e, st, &ev);
	if (!ev.value.ix || term_width(x->ts, ev.value) != width) {
		const char *name = intern_printf("read!%u", e->execution.symbols++);
		if (as_pointer)
			ev.value = sharing_pointer(e, st, &ev, name);
		else
			ev.value = variable_named(x->ts, sort_bv(width), VARIABLE_READ, name);
		add_event(x, st, ev);
		ev.value = fix_read(x, st, &ev);
	}
	if (as_pointer == is_pointer)
		return ev.value;
	return is_pointer ? ptr_from_int(x, ev.value) : ptr_to_int(x, ev.value);
}

static term event_read(struct symex *x, struct state *st, const struct access *a, bool is_pointer) {
	if (before_main(st))
		return NO_TERM;
	if (is_private(x, a->object)) {
		note_private(x, st, a, EVENT_READ);
		return NO_TERM;
	}
	return read_shared(x, st, a, is_pointer);
}

/* What was read as a number may be made of parts of addresses, which its symbol does not mention.
 */
static bool event_may_be_address(struct symex *x, term number) {
	struct term_walk w = {.terms = x->ts};
	bool found = false;
	if (!sharing_has_parts(events_of(x)))
		return false;
	term_walk_from(&w, number);
	for (term t; !found && term_walk_next(&w, &t);)
		found = variable_kind(x->ts, t) == VARIABLE_READ;
	term_walk_end(&w);
	return found;
}

static bool write_shared(struct symex *x, struct state *st, const struct access *a, term value) {
	struct event ev = make_event(x, st, a);
	ev.kind = EVENT_WRITE;
	ev.value = value;
	/* A reader may make a pointer of an address that is stored as a number. */
	uint32_t width = term_width(x->ts, value);
	bool is_address = width != x->pointer_bits && ptr_holds_address(x, value);
	if (is_address && width == x->address_bits)
		ev.value = ptr_from_int(x, value);
	if (!sharing_note(events_of(x), &ev)) {
		note_lone(x, st, &ev);
		return false;
	}
	if (is_address && width != x->address_bits)
		sharing_parts(events_of(x));
	add_event(x, st, ev);
	st->wrote = true;
	st->wakeup = NULL;
	/* What is foreign to this thread is so from now on, and to all threads that it creates. */
	return sharing_is_foreign(events_of(x), st->tid, ev.object, ev.at);
}

static bool event_write(struct symex *x, struct state *st, const struct access *a, term value) {
	struct events *e = events_of(x);
	if (before_main(st))
		return false;
	/* A store that drains, or is a barrier, is so whatever memory it is to. */
	if (buffers_are_used(e) && e->model->atomic[a->order] & ~e->model->keeps) {
		uint32_t node = nodes_at(x, st);
		buffers_mark(e, node, e->model->atomic[a->order]);
	}
	if (is_private(x, a->object)) {
		note_private(x, st, a, EVENT_WRITE);
		return false;
	}
	return write_shared(x, st, a, value);
}

/* A fence is a node of its own; inside a section, which is one node, it is that. */
static void event_fence(struct symex *x, struct state *st, enum mem_order order) {
	struct events *e = events_of(x);
	if (!model_has_fences(e->model) && !events_by_order(e))
		return;
	struct event_fence f = {.node = nodes_at(x, st),
	                        .order = order,
	                        .path = st->guard,
	                        .guard = state_guard(x, st),
	                        .events = (uint32_t)e->event.n,
	                        .loc = state_user_loc(st)};
	vec_push(&e->fence, f);
}

/* Marks the accesses of the section to the word, where the path of 'st' is taken. */
static void synchronise_at(struct symex *x, struct state *st, const struct pointee *word,
                           bool acquires) {
	struct events *e = events_of(x);
	struct access a = {.object = word->object, .offset = word->offset, .bytes = 1};
	struct event_bytes at = bytes_of(x, &a);
	uint32_t node = nodes_at(x, st);
	for (size_t i = e->node.at[node].first; i < e->event.n; i++) {
		struct event *ev = &e->event.at[i];
		term *orders = acquires ? &ev->acquires : &ev->releases;
		if (ev->node == node && ev->object == word->object && bytes_overlap(ev->at, at) &&
		    (ev->kind == EVENT_READ) == acquires)
			*orders = term_or(x->ts, *orders, state_guard(x, st));
	}
}

static void event_synchronise(struct symex *x, struct state *st, term word, bool acquires) {
	struct pointees t;
	ptr_targets(x, word, &t);
	for (size_t i = 0; i < t.list.n; i++)
		synchronise_at(x, st, &t.list.at[i], acquires);
	vec_free(&t.list);
}

/* --- Lifetimes, and whole objects. --- */

static struct access lifetime(struct symex *x, uint32_t object, term guard) {
	return (struct access){
	    .object = object, .offset = term_u64(x->ts, 64, LIFETIME), .bytes = 1, .guard = guard};
}

/* Also of variables that threads only read, and so do not share. */
static bool has_lifetime(const struct symex *x, uint32_t object) {
	enum object_kind k = x->object.at[object].kind;
	return object && (k == OBJECT_AUTO || k == OBJECT_HEAP || k == OBJECT_STACK ||
	                  memory_ends_with_main(x, object));
}

static void object_ends(struct symex *x, struct state *st, const struct access *end) {
	struct access a = lifetime(x, end->object, end->guard);
	a.kind = ACCESS_WRITE;
	if (has_lifetime(x, end->object) && !x->current.main_returns) /* no thread goes on after that */
		write_shared(x, st, &a, term_u64(x->ts, 8, 1));
}

/* Accesses other than by scalars: the end of a lifetime, blocks of symbolic length. */
static void event_access(struct symex *x, struct state *st, const struct access *a) {
	struct events *e = events_of(x);
	if (a->ends)
		object_ends(x, st, a);
	if (a->ends || a->offset.ix || a->kind == ACCESS_EXISTENCE || is_private(x, a->object))
		return;
	struct event ev = {.kind = a->kind == ACCESS_WRITE ? EVENT_WRITE : EVENT_READ,
	                   .object = a->object,
	                   .at = ANY_BYTES,
	                   .guard = state_guard(x, st),
	                   .pointer_guard = term_true(x->ts),
	                   .path = st->guard,
	                   .ins = next_ins(st),
	                   .function = st->frame->function};
	bool shared = sharing_note(e, &ev);
	if (shared && a->kind == ACCESS_WRITE)
		add_event(x, st, ev);
	else if (shared)
		events_unsupported(e, state_user_loc(st), "a block of symbolic length in shared memory");
}

static term event_is_ended(struct symex *x, struct state *st, uint32_t object, term own) {
	if (before_main(st) || !has_lifetime(x, object))
		return own;
	struct access a = lifetime(x, object, NO_TERM);
	term value = read_shared(x, st, &a, false);
	return value.ix ? term_distinct(x->ts, value, term_u64(x->ts, 8, 0)) : own;
}

/* --- Conditions. --- */

static bool event_feasible(struct symex *x, term guard) {
	(void)x;
	return !term_is_false(x->ts, guard);
}

static void event_comes_to(struct symex *x, struct state *st, const struct ins *i) {
	struct events *e = events_of(x);
	struct watched_arrival a = {i, nodes_last(e, st), state_guard(x, st)};
	if (term_is_false(x->ts, a.when)) {
		if (i && i->kind == INS_ASSUME)
			vacuity_fails(x, i);
	} else if (!i || !vacuity_is_reached(x, i))
		vec_push(&e->arrival, a);
}

static void event_assume(struct symex *x, struct state *st, term condition) {
	if (term_is_true(x->ts, condition))
		return;
	add_stop(x, st, term_not(x->ts, condition));
	state_assume(x, st, condition);
}

/* Does a value exclude the path of the run?  Then the path goes on all the same: that the memory is
 * shared may turn out later. */
static bool strays(struct events *e, term condition) {
	bool excluded = e->follower && term_is_false(e->x->ts, condition);
	e->execution.strays |= excluded;
	return excluded;
}

/* The condition is the one of a branch around an assertion, which fails if it does not hold. */
static void check_assertion(struct symex *x, const struct state *st, uint32_t at, term condition) {
	struct state fails;
	state_fork(x, st, &fails);
	if (!st->atomic) /* a section in which an assertion fails is not done */
		nodes_leave(x, &fails);
	state_assume(x, &fails, term_not(x->ts, condition));
	fails.pc = at;
	step_check(x, &fails, next_ins(&fails)->property, term_false(x->ts));
}

static term way_condition(struct symex *x, unsigned way, term jumps) {
	return way == WAY_JUMPS ? jumps : term_not(x->ts, jumps);
}

static void add_frontier(struct symex *x, struct state *st, unsigned way, term condition) {
	struct events *e = events_of(x);
	term when = term_and(x->ts, state_guard(x, st), condition);
	if (term_is_false(x->ts, when))
		return;
	struct frontier f = {.node = nodes_last(e, st),
	                     .location = nodes_location(x, st),
	                     .way = way,
	                     .when = when,
	                     .loc = state_user_loc(st)};
	vec_push(&e->branches.frontier, f);
}

static void add_fork(struct symex *x, struct state *st, term jumps) {
	struct events *e = events_of(x);
	if (term_is_const(x->ts, jumps) || !known_is_users(st->frame->function, next_ins(st)))
		return;
	struct fork f = {.node = nodes_last(e, st),
	                 .location = nodes_location(x, st),
	                 .guard = state_guard(x, st),
	                 .jumps = jumps};
	vec_push(&e->branches.fork, f);
}

/* The ways of a conditional jump that the thread may go.  An assertion that fails is as good as
 * known. */
static unsigned ways_here(struct symex *x, const struct state *st) {
	const struct function *f = st->frame->function;
	unsigned ways = known_ways(events_of(x)->branches.known, nodes_location(x, st));
	uint32_t at;
	if (!next_ins(st)->rhs)
		return ways;
	if (control_fails(f, next_ins(st)->target, &at))
		ways |= WAY_JUMPS;
	if (control_fails(f, st->pc + 1, &at))
		ways |= WAY_ON;
	return ways;
}

/* The thread goes the ways that are known, and stops where it would go another one. */
static bool follow_known(struct symex *x, struct state *st, term jumps, bool *holds) {
	if (next_ins(st)->kind != INS_GOTO)
		return false;
	unsigned ways = ways_here(x, st);
	unsigned other = (WAY_JUMPS | WAY_ON) & ~ways;
	add_fork(x, st, jumps);
	if (!other)
		return false;
	add_frontier(x, st, other, way_condition(x, other, jumps));
	event_assume(x, st, way_condition(x, ways, jumps));
	*holds = ways == WAY_JUMPS;
	return true;
}

static bool event_follows(struct symex *x, struct state *st, term condition, bool *holds) {
	struct events *e = events_of(x);
	const struct function *f = st->frame->function;
	const struct ins *i = next_ins(st);
	uint32_t at;
	if (e->branches.known)
		return follow_known(x, st, condition, holds);
	if (!e->follower)
		return false;
	const struct run_decision *d = follower_next(e->follower, st);
	if (!d) {
		events_unsupported(e, state_user_loc(st), "a run that cannot be followed");
		*holds = false;
		return true;
	}
	*holds = d->taken;
	term way = d->taken ? condition : term_not(x->ts, condition);
	if (strays(e, way))
		return true;
	if (i->kind == INS_GOTO && control_fails(f, d->taken ? st->pc + 1 : i->target, &at))
		check_assertion(x, st, at, way);
	event_assume(x, st, way);
	return true;
}

static const struct symbol *event_callee(struct symex *x, struct state *st) {
	struct events *e = events_of(x);
	const struct run_decision *d = e->follower ? follower_next(e->follower, st) : NULL;
	return d ? d->callee : NULL;
}

/* The inputs of a test vector are constants, and so is argc. */
static term event_value(struct symex *x, term var) {
	struct events *e = events_of(x);
	uint32_t width = term_width(x->ts, var);
	if (!e->vector)
		return NO_TERM;
	if (variable_kind(x->ts, var) == VARIABLE_ARGC)
		return term_u64(x->ts, width, 1);
	return inputs_has(x, var) ? inputs_value(e->vector, x, var) : NO_TERM;
}

static bool event_check(struct symex *x, struct state *st, uint32_t property, term condition) {
	struct events *e = events_of(x);
	term violated = term_and(x->ts, state_guard(x, st), term_not(x->ts, condition));
	if (term_is_false(x->ts, violated))
		return true;
	struct condition c = {
	    .node = nodes_last(e, st), .path = st->guard, .first = NO_EVENT, .second = NO_EVENT};
	c.vc = (struct vc){.property = property, .violated = violated, .loc = state_user_loc(st)};
	vec_push(&e->condition, c);
	event_assume(x, st, condition);
	return !term_is_false(x->ts, condition);
}

/* --- Iterations of loops. --- */

/* An iteration of a loop in which the thread changes neither memory nor its own registers only
 * reads what others have written.  If it goes on, it might as well have waited and begun the
 * iteration later: the executions with one iteration less are encoded, and have the same effects.
 * So busy waiting takes one iteration, however long it takes. */
static void event_iteration_begins(struct symex *x, struct state *st) {
	struct events *e = events_of(x);
	if (rounds_wanted(e))
		rounds_begin(e, st);
	if (!e->branches.known || !events_reduce_by(e, REDUCTION_WAITING_ITERATIONS))
		return;
	dead_forget(x, e->execution.live, st);
	st->event.iteration = location_and_registers(x, st);
	st->wrote = false;
}

static enum iteration event_iteration_ends(struct symex *x, struct state *st, uint32_t head) {
	struct events *e = events_of(x);
	struct state there = *st;
	if (rounds_wanted(e)) {
		term changed = rounds_changed(e, st, head);
		if (spin_wanted(e))
			spin_note(e, st, changed);
		event_assume(x, st, changed);
		if (term_is_false(x->ts, state_guard(x, st)))
			return ITERATION_STAYS;
	}
	if (!e->branches.known && cuts_is_closed(e, nodes_location(x, st)))
		return ITERATION_IS_LAST;
	if (!e->branches.known || !st->event.iteration || st->wrote)
		return ITERATION_COUNTS;
	there.pc = head;
	dead_forget(x, e->execution.live, &there);
	return st->event.iteration == location_and_registers(x, &there) ? ITERATION_STAYS
	                                                                : ITERATION_COUNTS;
}

/* --- Threads. --- */

static void event_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	struct events *e = events_of(x);
	uint32_t tid = thread->tid, node = nodes_at(x, creator);
	while (e->thread.n <= tid)
		vec_push(&e->thread, ((struct event_thread){0}));
	struct event_thread *t = &e->thread.at[tid], *parent = &e->thread.at[creator->tid];
	struct state start;
	state_fork(x, thread, &start);
	start.guard = creator->guard;
	pmap_set(&x->pool, &e->execution.created, tid, pmap_get(&creator->created, tid));
	vec_push(&t->spawner, node);
	if (t->exists) {
		state_merge(x, &t->start, &start);
		return;
	}
	t->exists = true;
	t->start = start;
	t->parent = creator->tid;
	t->spawn = parent->spawns++;
	sharing_kin(e, tid, t->parent, t->spawn);
	t->spawn_node = node;
	vec_push(&e->execution.queue, tid);
}

static bool event_has_ended(const struct symex *x, const struct state *st, uint32_t tid) {
	(void)x, (void)st, (void)tid;
	return false;
}

/* The number of the thread that can end a wait.  A replay does not evaluate it. */
static term holder_of(struct symex *x, struct state *st, const struct ins *i) {
	size_t choices = x->choice.n;
	naming_restart(x); /* what the condition has chosen */
	term holder = eval(x, st, i->arg[1]);
	x->choice.n = choices;
	return holder;
}

/* Is it a wait for a word to be not 0, and for nothing else?  A join that a detached thread or a
 * cancellation may end is not. */
static bool is_for_one_word(const struct events *e, uint32_t node, term c) {
	struct terms *ts = e->x->ts;
	const struct event *r = e->event.n ? &vec_last(&e->event) : NULL;
	return r && r->node == node && r->kind == EVENT_READ &&
	       term_eq(c, term_not(ts, term_is_zero(ts, r->value)));
}

static bool event_wait(struct symex *x, struct state *st, const struct ins *i, term c) {
	struct events *e = events_of(x);
	if (st->atomic || term_is_true(x->ts, c)) {
		if (term_is_false(x->ts, c))
			return false;
		event_assume(x, st, c);
		return true;
	}
	if (strays(e, c))
		return true;
	if (e->execution.passes_joins && i->sync == SYNC_JOIN && term_is_false(x->ts, c)) {
		e->execution.passed = true;
		return true;
	}
	struct waiting w = {.node = nodes_at(x, st),
	                    .guard = state_guard(x, st),
	                    .condition = c,
	                    .sync = i->sync,
	                    .joins = NO_THREAD,
	                    .property = x->config->schedules.deadlock_check ? wait_property(x, st) : 0,
	                    .loc = state_user_loc(st),
	                    .for_signal = wait_is_for_signal(x, st) || wait_is_sender(st)};
	if (wait_has_one_ender(x, i)) {
		uint64_t tid;
		w.holder = holder_of(x, st, i);
		if (i->sync == SYNC_JOIN && term_get_u64(x->ts, w.holder, &tid) &&
		    is_for_one_word(e, w.node, c))
			w.joins = (uint32_t)tid;
	}
	event_assume(x, st, c);
	w.path = st->guard;
	vec_push(&e->waiting, w);
	return !term_is_false(x->ts, c);
}

const struct engine events_engine = {
    .name = "events",
    .feasible = event_feasible,
    .check = event_check,
    .enqueue = explore_add,
    .wait = event_wait,
    .assume = event_assume,
    .comes_to = event_comes_to,
    .memory = {.by_scalar = true,
               .keeps_initial = true,
               .access = event_access,
               .read = event_read,
               .write = event_write,
               .is_ended = event_is_ended,
               .holds_pointer = sharing_holds_pointer,
               .fence = event_fence,
               .synchronise = event_synchronise},
    .choices = {.may_be_address = event_may_be_address, .value = event_value},
    .paths = {.merges_locks = true,
              .follows = event_follows,
              .callee = event_callee,
              .dead_end = event_dead_end,
              .join = event_join},
    .loops = {.counts_endless = true,
              .iteration_begins = event_iteration_begins,
              .iteration_ends = event_iteration_ends},
    .threads = {.exist = true,
                .stops = event_stops,
                .spawned = event_spawned,
                .has_ended = event_has_ended,
                .plan = plan_make},
    .calls = {.exist = true,
              .by_input = true,
              .begin = history_begins,
              .called = history_called,
              .opens = history_opens,
              .returned = history_returned},
};
