#include "symex/proof/relation/build.h"

#include "goto/analysis/live.h"
#include "symex/explore/explore.h"
#include "symex/memory/content.h"
#include "symex/memory/invalid.h"
#include "symex/proof/relation/array.h"
#include "symex/proof/relation/control_point.h"
#include "symex/proof/relation/object.h"
#include "symex/proof/relation/part.h"
#include "symex/proof/relation/track.h"
#include "symex/step/check/condition.h"
#include "symex/step/loop.h"
#include "symex/step/switch.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_PASSES = 80, MAX_RECURSION = 2 };

/* --- The engine. --- */

/* Before main, only one thread exists. */
static bool is_initialising(const struct symex *x, const struct state *st) {
	const struct frame *f = st->frame;
	while (f->up)
		f = f->up;
	return !st->tid && x->prog->init && f->function->symbol == x->prog->init;
}

bool relation_is_point(struct symex *x, struct state *st) {
	return !is_initialising(x, st) &&
	       (step_is_loop_head(x, st) || switch_point(x, st) != SWITCH_NONE);
}

static bool proof_stops(struct symex *x, struct state *st) {
	struct relation *r = x->self;
	if (is_initialising(x, st))
		return false;
	if (st->resumed) {
		st->resumed = false;
		return false;
	}
	if (st->frame->recursion > MAX_RECURSION)
		relation_fail(r, state_user_loc(st), "recursion");
	if (r->failed || symex_stop)
		x->give_up = true;
	/* One thread at most is created in a step, and none before the first point. */
	if ((r->spawned.n || r->current == NO_POINT) && (switch_is_creation(st) || switch_is_spawn(st)))
		return true;
	return relation_is_point(x, st);
}

static bool always(struct symex *x, term guard) {
	(void)x, (void)guard;
	return true;
}

static bool treats_loop(struct symex *x, const struct loop *l) {
	(void)x, (void)l;
	return true;
}

static struct template *template_of(struct relation *r, uint32_t tid) {
	while (r->template.n <= tid) {
		vec_push(&r->template, ((struct template){.number = NO_PART}));
		r->grew = true;
	}
	return &r->template.at[tid];
}

static term proof_number(struct symex *x, struct state *st, uint32_t tid) {
	struct relation *r = x->self;
	const struct template *t = template_of(r, tid);
	if (tid != st->tid && t->is_many)
		return part_many_number(x->ts, vec_last(&r->spawned).number);
	return t->is_many && r->starting.ix ? part_many_number(x->ts, r->starting)
	                                    : part_thread_number(r, tid, 1);
}

/* The record of a thread.  Of threads of which there are many, all but the own one are one. */
static term proof_thread_data(struct symex *x, struct state *st, term which) {
	struct relation *r = x->self;
	struct terms *ts = x->ts;
	const struct template *mine = template_of(r, st->tid);
	term zero = term_u64(ts, x->address_bits, 0), data = ptr_null(x);
	term me = proof_number(x, st, st->tid);
	if (mine->is_many && term_eq(which, me))
		return ptr_make(x, r->record, zero);
	/* Numbers of threads are not made otherwise than by creating threads. */
	if (r->other_record)
		data =
		    term_ite(ts, part_is_many_number(ts, which), ptr_make(x, r->other_record, zero), data);
	track_start(r);
	if (track_is_on(r))
		data = term_ite(ts, track_is(r, which), ptr_make(x, r->track.record, zero), data);
	if (r->other_record && mine->is_many)
		data = term_ite(ts, term_equal(ts, which, me), ptr_make(x, r->record, zero), data);
	for (uint32_t tid = 1; tid < r->template.n; tid++) {
		const struct template *t = &r->template.at[tid];
		if (!t->is_known || t->is_many || !t->data.ix)
			continue;
		term is = term_equal(ts, which, term_u64(ts, term_width(ts, which), tid));
		data = term_ite(ts, is, t->data, data);
	}
	return data;
}

static void make_many(struct relation *r, uint32_t tid) {
	struct template *t = &r->template.at[tid];
	if (t->is_many || !tid)
		return;
	t->is_many = true;
	t->data = NO_TERM;
	t->number = part_number(r, tid);
	r->grew = true;
	if (t->record)
		r->note.at[t->record].is_shared = false;
	for (size_t i = 0; i < r->note.n; i++)
		if (r->note.at[i].creator == tid + 1 && r->note.at[i].is_shared) {
			r->note.at[i].is_shared = false;
			objects_make_summary(r, (uint32_t)i);
		}
}

/* A thread that runs the same function as one of those that led to its creation has the same
 * locations as that one, so that there are finitely many templates. */
static void find_ancestor(struct relation *r, uint32_t tid) {
	struct naming *n = &r->naming;
	while (n->slot.n <= tid) {
		uint32_t same = (uint32_t)n->slot.n;
		vec_push(&n->slot, same);
	}
	for (uint32_t up = r->template.at[tid].creator; up; up = r->template.at[up].creator) {
		if (up == tid || r->template.at[up].function != r->template.at[tid].function)
			continue;
		n->slot.at[tid] = n->slot.at[up];
		make_many(r, up);
		make_many(r, tid);
		r->is_stale = true; /* its frame has the old location */
		return;
	}
}

static void proof_spawned(struct symex *x, struct state *creator, const struct state *thread) {
	struct relation *r = x->self;
	struct template *t = template_of(r, thread->tid);
	const struct created *c =
	    (const struct created *)(uintptr_t)pmap_get(&creator->created, thread->tid);
	uint32_t object, key;
	uint64_t id;
	term offset;
	if (!c || !ptr_known(x, c->data, &object, &offset)) {
		relation_fail(r, state_user_loc(creator), "a thread with an unknown argument");
		return;
	}
	if (!t->is_known) {
		r->grew = true;
		t->creator = creator->tid;
		t->function = c->function;
		find_ancestor(r, thread->tid);
		t = &r->template.at[thread->tid];
	}
	t->is_known = true;
	t->record = object;
	t->function = c->function;
	t->created_at = c->loc;
	for (uint32_t at = 0; pmap_next(&thread->tls, at, &key, &id); at = key + 1) {
		objects_made(r, thread->tid, (size_t)id);
		if (r->note.at[id].creator != thread->tid + 1)
			r->grew = true;
		r->note.at[id].creator = thread->tid + 1;
	}
	if (t->is_many) {
		if (t->number == NO_PART)
			t->number = part_number(r, thread->tid);
		objects_make_records(r, object);
	} else {
		t->data = c->data;
		objects_publish(r, c->loc, c->data);
	}
	struct spawned s = {.number = term_fresh(x->ts, sort_bv(29), "thread")};
	if (t->is_many)
		track_created(r, creator, s.number, object);
	bool seen = false;
	for (size_t i = 0; i < t->from.n; i++)
		seen |= t->from.at[i] == r->current;
	if (!seen)
		vec_push(&t->from, r->current);
	state_fork(x, thread, &s.st);
	s.st.mem = creator->mem;
	s.st.ended = creator->ended;
	s.st.created = creator->created;
	s.st.nthreads = creator->nthreads;
	s.st.nlive = 2;
	s.st.guard = creator->guard;
	pmap_snapshot(&x->pool);
	vec_push(&r->spawned, s);
}

/* The call is noted: whether some execution makes it is asked in the end (check/foreign.h). */
static void proof_unmodelled(struct symex *x, struct state *st, const struct symbol *s) {
	struct relation *r = x->self;
	if (r->is_built)
		return;
	term guard = state_guard(x, st);
	for (size_t i = 0; i < x->assumption.n; i++)
		guard = term_and(x->ts, guard, x->assumption.at[i]);
	struct foreign_call c = {.function = s, .from = r->current, .guard = guard};
	c.loc = state_user_loc(st);
	if (!term_is_false(x->ts, guard))
		vec_push(&r->foreign, c);
}

static const struct engine proof_engine = {
    .name = "proof",
    .is_duplicate = true, /* vacuity is not asked for */
    .feasible = always,
    .check = step_record,
    .enqueue = explore_add,
    .wait = step_assume_wait,
    .unmodelled = proof_unmodelled,
    .memory = {.by_scalar = true,
               .access = object_access,
               .read = object_read,
               .write = object_write,
               .is_ended = object_ended},
    .loops = {.treats_loop = treats_loop},
    .threads = {.exist = true, .stops = proof_stops, .spawned = proof_spawned},
    .summaries = {.exist = true,
                  .equal = object_equal,
                  .number = proof_number,
                  .thread_data = proof_thread_data},
};

/* --- One step from a point. --- */

void relation_forget(struct symex *x) {
	symex_keep_assumptions(x, 0);
	x->vc.n = x->cut.n = x->choice.n = x->paths.stopped.n = 0;
	x->give_up = false;
}

struct stopped {
	VEC(struct state *) at;
};

static void run(struct relation *r, struct state *st, struct stopped *to) {
	struct symex *x = r->x;
	size_t objects = x->object.n;
	x->paths.stopped.n = 0;
	explore(x, st);
	objects_made(r, st->tid, objects);
	for (size_t i = 0; i < x->paths.stopped.n; i++)
		vec_push(&to->at, x->paths.stopped.at[i]);
}

static term assumptions(const struct symex *x, size_t n) {
	term all = term_true(x->ts);
	for (size_t i = 0; i < n; i++)
		all = term_and(x->ts, all, x->assumption.at[i]);
	return all;
}

static void add_obligations(struct relation *r, struct control_point *p) {
	struct symex *x = r->x;
	for (size_t i = 0; i < x->vc.n; i++) {
		const struct vc *vc = &x->vc.at[i];
		struct obligation o = {.property = vc->property, .loc = vc->loc};
		o.violated = term_and(x->ts, assumptions(x, vc->nassumed), vc->violated);
		if (!term_is_false(x->ts, o.violated) && track_must_exclude(r, o.violated))
			vec_push(&p->obligation, o);
	}
	for (size_t i = 0; i < x->cut.n; i++) {
		const struct cut *c = &x->cut.at[i];
		struct obligation o = {.property = NO_PROPERTY, .loc = c->loc};
		o.text = c->kind == GAP_UNWIND       ? "recursion"
		         : c->kind == GAP_ASSUMPTION ? "an execution that follows a null pointer"
		         : c->text                   ? c->text
		                                     : "a bound";
		o.violated = term_and(x->ts, assumptions(x, c->nassumed), c->guard);
		if (!term_is_false(x->ts, o.violated))
			vec_push(&p->obligation, o);
	}
}

/* Where the threads begin that the step has created. */
static struct arrivals start_threads(struct relation *r) {
	struct symex *x = r->x;
	struct arrivals all = {0};
	for (size_t i = 0; i < r->spawned.n && !r->failed; i++) {
		struct spawned s = r->spawned.at[i];
		struct stopped stopped = {0};
		struct pmap before = s.st.mem;
		r->starting = s.number;
		run(r, &s.st, &stopped);
		r->starting = NO_TERM;
		for (size_t k = 0; k < stopped.at.n && !r->failed; k++) {
			struct state *st = stopped.at.at[k];
			point_arrive(r, st, state_guard(x, st), s.number, &before, &all);
		}
		vec_free(&stopped.at);
	}
	return all;
}

/* The pointers that a new thread finds in its record come from its creator. */
static void publish_records(struct relation *r) {
	for (size_t i = 0; i < r->spawned.n; i++) {
		const struct state *st = &r->spawned.at[i].st;
		const struct template *t = &r->template.at[st->tid];
		const struct content *c = (const struct content *)(uintptr_t)pmap_get(&st->mem, t->record);
		uint32_t key;
		uint64_t raw;
		for (uint32_t at = 0; c && pmap_next(&c->cells, at, &key, &raw); at = key + 1)
			if (cell_is_pointer(raw))
				objects_publish(r, NO_LOC, cell_term(r->x, raw));
	}
}

void relation_begin(struct relation *r, struct state *st) {
	st->nthreads = (uint32_t)r->template.n > 1 ? (uint32_t)r->template.n : 2;
	st->nlive = 2;
	objects_begin(r, st);
}

/* The value where the guard holds. */
static term under(struct terms *ts, term guard, term value, int depth) {
	if (!depth || term_kind(ts, value) != TERM_ITE)
		return value;
	term c = term_arg(ts, value, 0);
	bool yes = term_eq(term_and(ts, guard, c), guard);
	bool no = !yes && term_is_false(ts, term_and(ts, guard, c));
	if (yes || no)
		return under(ts, guard, term_arg(ts, value, yes ? 1 : 2), depth - 1);
	return term_ite(ts, c, under(ts, guard, term_arg(ts, value, 1), depth - 1),
	                under(ts, guard, term_arg(ts, value, 2), depth - 1));
}

static void simplify_edge(struct relation *r, struct edge *e) {
	struct terms *ts = r->x->ts;
	struct arena *arena = r->x->pool.arena;
	struct new_value *own = arena_copy(arena, e->to.own, e->to.nown * sizeof *own);
	struct new_value *shared = arena_copy(arena, e->shared, e->nshared * sizeof *shared);
	uint32_t n = 0;
	for (uint32_t i = 0; i < e->to.nown; i++)
		own[i].value = under(ts, e->to.guard, own[i].value, 4);
	for (uint32_t i = 0; i < e->nshared; i++) {
		term value = under(ts, e->to.guard, shared[i].value, 4);
		if (!term_eq(value, r->part.at[shared[i].part].var[0]))
			shared[n++] = (struct new_value){shared[i].part, value};
	}
	e->to.own = own;
	e->shared = shared;
	e->nshared = n;
}

static void execute(struct relation *r, uint32_t number, struct state *st) {
	struct symex *x = r->x;
	struct stopped stopped = {0};
	struct arrivals all = {0};
	relation_forget(x);
	r->current = number;
	r->spawned.n = 0;
	track_step(r);
	state_fork(x, st, &r->start);
	struct pmap before = r->start.mem;
	run(r, st, &stopped);
	objects_remade(r, &before);
	if (number == NO_POINT)
		before = x->initial_memory;
	publish_records(r);
	struct arrivals threads = start_threads(r);
	size_t nassumed = x->assumption.n;
	term given = assumptions(x, nassumed);
	for (size_t i = 0; i < stopped.at.n && !r->failed; i++) {
		struct state *after = stopped.at.at[i];
		term guard = term_and(x->ts, given, state_guard(x, after));
		all.at.n = 0;
		point_arrive(r, after, guard, NO_TERM, &before, &all);
		uint32_t nshared;
		const struct new_value *shared = objects_changes(r, after, &nshared);
		struct arrival *spawned =
		    arena_copy(x->pool.arena, threads.at.at, threads.at.n * sizeof *threads.at.at);
		for (size_t k = 0; k < all.at.n && !r->failed; k++) {
			struct edge e = {number,  all.at.at[k], shared,
			                 nshared, spawned,      (uint32_t)threads.at.n};
			simplify_edge(r, &e);
			if (number == NO_POINT) {
				vec_push(&r->begin, e);
				continue;
			}
			objects_making(r, (uint32_t)r->edge.n, e.to.guard);
			vec_push(&r->point.at[number].edge, (uint32_t)r->edge.n);
			vec_push(&r->edge, e);
		}
	}
	if (number == NO_POINT && threads.at.n)
		relation_fail(r, NO_LOC, "a thread that is created before main begins");
	if (number != NO_POINT)
		add_obligations(r, &r->point.at[number]);
	else if (x->vc.n || x->cut.n)
		relation_fail(r, NO_LOC, "a property of the initialisation");
	vec_free(&all.at);
	vec_free(&threads.at);
	vec_free(&stopped.at);
}

/* --- All points. --- */

static void forget_points(struct relation *r) {
	for (size_t i = 0; i < r->point.n; i++) {
		vec_free(&r->point.at[i].part);
		vec_free(&r->point.at[i].edge);
		vec_free(&r->point.at[i].obligation);
	}
	r->point.n = r->edge.n = r->begin.n = r->making.n = r->access.n = r->foreign.n = 0;
	map_clear(&r->point_of);
	for (size_t i = 0; i < r->template.n; i++)
		r->template.at[i].from.n = 0;
}

/* Is 'to' reachable from 'from', by at least one step of the same thread? */
static bool reaches(const struct relation *r, uint32_t from, uint32_t to) {
	bool *seen = mem_alloc(r->point.n + 1);
	VEC(uint32_t) todo = {0};
	bool found = false;
	vec_push(&todo, from);
	while (todo.n && !found) {
		const struct control_point *p = &r->point.at[vec_pop(&todo)];
		for (size_t i = 0; i < p->edge.n; i++) {
			uint32_t next = r->edge.at[p->edge.at[i]].to.point;
			if (next == NO_POINT)
				continue;
			found |= next == to;
			if (!seen[next])
				vec_push(&todo, next);
			seen[next] = true;
		}
	}
	vec_free(&todo);
	mem_free(seen);
	return found;
}

static bool may_repeat(const struct relation *r, const struct template *t) {
	for (size_t i = 0; i < t->from.n; i++) {
		uint32_t at = t->from.at[i];
		if (at == NO_POINT)
			continue;
		if (r->template.at[r->point.at[at].tid].is_many || reaches(r, at, at))
			return true;
		for (size_t k = 0; k < t->from.n; k++)
			if (t->from.at[k] != NO_POINT && k != i &&
			    (r->point.at[t->from.at[k]].tid != r->point.at[at].tid ||
			     reaches(r, at, t->from.at[k])))
				return true;
	}
	return false;
}

static void find_many(struct relation *r) {
	for (uint32_t tid = 1; tid < r->template.n; tid++) {
		struct template *t = &r->template.at[tid];
		if (!t->is_known || t->is_many || !may_repeat(r, t))
			continue;
		make_many(r, tid);
	}
}

/* Which objects a step makes that the thread may take again. */
static void find_cycles(struct relation *r) {
	for (size_t i = 0; i < r->making.n; i++) {
		const struct making_object *m = &r->making.at[i];
		const struct edge *e = &r->edge.at[m->edge];
		if (e->to.point != NO_POINT && (e->to.point == e->from || reaches(r, e->to.point, e->from)))
			r->note.at[m->object].is_remade = true;
	}
}

/* Shared objects that may be made again: a pointer to an old one is no pointer to the new one. */
static void find_remade(struct relation *r) {
	for (uint32_t i = 1; i < r->note.n; i++) {
		const struct object_note *n = &r->note.at[i];
		if (!n->is_shared || n->is_summary || !n->is_remade)
			continue;
		r->note.at[i].is_shared = false;
		objects_make_summary(r, i);
	}
}

/* Objects that become shared take their parts with them. */
static void refresh_parts(struct relation *r) {
	for (uint32_t i = 0; i < r->part.n; i++) {
		struct part p = r->part.at[i];
		if (p.kind == PART_CELL && p.is_shared != object_is_shared(r, p.owner))
			part_cell(r, p.owner, p.at, (struct scalar){p.bytes, p.is_pointer}, !p.is_shared);
	}
	r->grew = false;
}

static void one_pass(struct relation *r) {
	struct symex *x = r->x;
	forget_points(r);
	refresh_parts(r);
	r->is_stale = false;
	struct state st = explore_begin(x);
	execute(r, NO_POINT, &st);
	for (uint32_t i = 0; i < r->point.n && !r->failed && !r->is_stale && !symex_stop; i++) {
		state_fork(x, &r->point.at[i].st, &st);
		relation_begin(r, &st);
		execute(r, i, &st);
	}
	find_many(r);
	find_cycles(r);
	find_remade(r);
	arrays_check(r);
	track_check(r);
	objects_check_addresses(r);
	if (x->unknown.null_found && invalid_restart(x))
		r->grew = true;
}

void relation_open(struct relation *r, struct symex *x) {
	*r = (struct relation){.x = x, .canon = canon_open(), .live = live_open()};
	r->naming.locations = locations_open();
	x->engine = &proof_engine;
	x->self = r;
	x->naming = &r->naming;
	x->loops.unwind = UINT32_MAX;
	x->loops.constant_iterations = UINT32_MAX;
	symex_forget(x);
	template_of(r, 0)->is_known = true;
}

bool relation_build(struct relation *r) {
	for (int pass = 1; pass <= MAX_PASSES && !r->failed && !symex_stop; pass++) {
		one_pass(r);
		diag_say(2, "proof: pass %d: %zu places, %zu edges, %zu parts, %zu templates", pass,
		         r->point.n, r->edge.n, r->part.n, r->template.n);
		if (!r->grew) {
			r->is_built = true;
			return !r->failed && !symex_stop;
		}
	}
	relation_fail(r, NO_LOC, "memory whose use does not settle");
	return false;
}

void relation_close(struct relation *r) {
	forget_points(r);
	for (size_t i = 0; i < r->part.n; i++)
		vec_free(&r->part.at[i].value);
	for (size_t i = 0; i < r->summary.n; i++)
		vec_free(&r->summary.at[i].value);
	for (size_t i = 0; i < r->template.n; i++)
		vec_free(&r->template.at[i].from);
	vec_free(&r->part);
	vec_free(&r->point);
	vec_free(&r->edge);
	vec_free(&r->begin);
	vec_free(&r->foreign);
	vec_free(&r->template);
	vec_free(&r->note);
	vec_free(&r->summary);
	vec_free(&r->spawned);
	vec_free(&r->making);
	vec_free(&r->array);
	vec_free(&r->access);
	map_free(&r->track.other);
	map_free(&r->part_of);
	map_free(&r->point_of);
	map_free(&r->offsets);
	locations_close(r->naming.locations);
	naming_free(&r->naming);
	canon_close(r->canon);
	live_close(r->live);
	r->x->engine = NULL;
	r->x->self = NULL;
	r->x->naming = NULL;
}
