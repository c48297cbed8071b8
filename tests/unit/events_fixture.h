/* tests/unit/events_fixture.h -- lists of events built by hand, as symex/events/events_engine.c
 * leaves them.
 *
 *   events_fixture_open --> for each thread, main first: list_thread, list_node, list_read ...
 *                       --> before_compute, list_encode --> list_can ... --> events_fixture_close
 *
 * Threads are built one after the other, since the engine executes them so.  Everything is a word
 * of 32 bits; an object has two of them, which begin as 0.  Most lists use the first.
 */
#ifndef TESTS_UNIT_EVENTS_FIXTURE_H
#define TESTS_UNIT_EVENTS_FIXTURE_H

#include "symex/events/encode/deadlock.h"
#include "symex/events/encode/encode.h"
#include "symex/events/encode/section.h"
#include "symex/events/events_search.h"
#include "symex/memory/content.h"
#include "symex/memory/memory.h"
#include "tests/unit/run_fixture.h"
#include "util/base/intern.h"

enum { LIST_THREADS = 5 };

struct events_fixture {
	struct run_fixture *run; /* of a program of which only the symbols count */
	struct events e;
	struct state at[LIST_THREADS]; /* only the path of each thread counts */
	uint32_t ended[LIST_THREADS];  /* the word that joins wait for */
	uint32_t current;
};

static inline uint32_t list_object(struct events_fixture *f) {
	struct symex *x = &f->run->x;
	struct object o = {.kind = OBJECT_STATIC, .size = term_u64(x->ts, x->address_bits, 8)};
	uint32_t object = memory_object(x, o);
	x->object.at[object].initial = memory_zero(x);
	return object;
}

static inline term list_number(struct events_fixture *f, uint64_t value) {
	return term_u64(f->run->x.ts, 32, value);
}

/* The program is loaded once. */
static inline void events_fixture_open(struct events_fixture *f) {
	static struct run_fixture program;
	if (program.prog)
		symex_open(&program.x, program.prog, &program.config, program.result, &program.stats);
	else
		run_fixture_open(&program, "int main(void) { return 0; }\n");
	f->run = &program;
	events_open(&f->e, &program.x);
	f->e.reductions = UINT64_MAX;
	f->current = 0;
	for (uint32_t i = 0; i < LIST_THREADS; i++) {
		f->at[i] = (struct state){.tid = i};
		f->ended[i] = list_object(f);
	}
}

static inline void events_fixture_close(struct events_fixture *f) {
	events_close(&f->e);
	symex_close(&f->run->x);
}

/* After the last one. */
static inline void events_fixture_end(struct events_fixture *f) {
	events_fixture_open(f);
	events_close(&f->e);
	run_fixture_close(f->run);
}

static inline struct state *list_here(struct events_fixture *f) {
	return &f->at[f->current];
}

static inline term list_guard(struct events_fixture *f) {
	return state_guard(&f->run->x, list_here(f));
}

/* A node of the thread that is being built. */
static inline uint32_t list_node(struct events_fixture *f) {
	struct event_thread *t = &f->e.thread.at[f->current];
	struct event_node n = {.tid = f->current,
	                       .index = (uint32_t)t->node.n,
	                       .path = list_here(f)->guard,
	                       .guard = list_guard(f),
	                       .done = list_guard(f)};
	vec_push(&f->e.node, n);
	vec_push(&t->node, (uint32_t)f->e.node.n - 1);
	return (uint32_t)f->e.node.n - 1;
}

/* Goes on with this thread, which begins with a node of its own. */
static inline void list_thread(struct events_fixture *f, uint32_t tid) {
	while (f->e.thread.n <= tid)
		vec_push(&f->e.thread, ((struct event_thread){.ended = term_false(f->run->x.ts)}));
	f->current = tid;
	f->e.thread.at[tid].exists = true;
	list_node(f);
}

/* A node that creates the thread; that is built later, and is on the same path. */
static inline uint32_t list_spawn(struct events_fixture *f, uint32_t tid) {
	uint32_t node = list_node(f);
	while (f->e.thread.n <= tid)
		vec_push(&f->e.thread, ((struct event_thread){.ended = term_false(f->run->x.ts)}));
	struct event_thread *t = &f->e.thread.at[tid];
	t->parent = f->current;
	t->spawn_node = node;
	vec_push(&t->spawner, node);
	f->at[tid].guard = list_here(f)->guard;
	return node;
}

/* word: 0 or 1 */
static inline uint32_t list_event(struct events_fixture *f, uint32_t node, enum event_kind kind,
                                  uint32_t object, uint32_t word, term value) {
	struct symex *x = &f->run->x;
	struct event ev = {.kind = kind,
	                   .node = node,
	                   .object = object,
	                   .offset = term_u64(x->ts, x->address_bits, 4 * word),
	                   .at = {.from = 4 * word, .n = 4},
	                   .guard = list_guard(f),
	                   .value = value,
	                   .path = list_here(f)->guard,
	                   .pointer_guard = term_true(x->ts)};
	f->e.node.at[node].writes += kind == EVENT_WRITE;
	vec_push(&f->e.event, ev);
	return (uint32_t)f->e.event.n - 1;
}

static inline uint32_t list_read_word(struct events_fixture *f, uint32_t node, uint32_t object,
                                      uint32_t word) {
	const char *name = intern_printf("read!%zu", f->e.event.n);
	term value = term_var(f->run->x.ts, sort_bv(32), name);
	return list_event(f, node, EVENT_READ, object, word, value);
}

static inline uint32_t list_read(struct events_fixture *f, uint32_t node, uint32_t object) {
	return list_read_word(f, node, object, 0);
}

static inline uint32_t list_write(struct events_fixture *f, uint32_t node, uint32_t object,
                                  uint64_t value) {
	return list_event(f, node, EVENT_WRITE, object, 0, list_number(f, value));
}

static inline term list_value(struct events_fixture *f, uint32_t event) {
	return f->e.event.at[event].value;
}

/* What follows is on a branch; returns the path before it, for list_leave. */
static inline const struct guard *list_branch(struct events_fixture *f, term condition) {
	const struct guard *before = list_here(f)->guard;
	state_assume(&f->run->x, list_here(f), condition);
	return before;
}

static inline void list_leave(struct events_fixture *f, const struct guard *before) {
	list_here(f)->guard = before;
}

/* The thread waits in the node, for 'holder' if that is a term. */
static inline void list_wait(struct events_fixture *f, uint32_t node, term condition,
                             enum sync_kind sync, term holder, uint32_t joins) {
	struct waiting w = {.node = node,
	                    .guard = list_guard(f),
	                    .condition = condition,
	                    .holder = holder,
	                    .sync = sync,
	                    .joins = joins};
	state_assume(&f->run->x, list_here(f), condition);
	w.path = list_here(f)->guard;
	f->e.node.at[node].may_stop = true;
	f->e.node.at[node].done = list_guard(f);
	vec_push(&f->e.waiting, w);
}

static inline uint32_t list_lock(struct events_fixture *f, uint32_t word) {
	struct terms *ts = f->run->x.ts;
	uint32_t node = list_node(f);
	term owner = list_value(f, list_read(f, node, word));
	list_wait(f, node, term_is_zero(ts, owner), SYNC_MUTEX, term_sub(ts, owner, list_number(f, 1)),
	          NO_THREAD);
	list_write(f, node, word, f->current + 1);
	return node;
}

static inline uint32_t list_unlock(struct events_fixture *f, uint32_t word) {
	uint32_t node = list_node(f);
	list_write(f, node, word, 0);
	return node;
}

/* A semaphore is a count. */
static inline void list_down(struct events_fixture *f, uint32_t object) {
	struct terms *ts = f->run->x.ts;
	uint32_t node = list_node(f);
	term count = list_value(f, list_read(f, node, object));
	list_wait(f, node, term_not(ts, term_is_zero(ts, count)), SYNC_SEMAPHORE, NO_TERM, NO_THREAD);
	list_event(f, node, EVENT_WRITE, object, 0, term_sub(ts, count, list_number(f, 1)));
}

static inline void list_up(struct events_fixture *f, uint32_t object) {
	uint32_t node = list_node(f);
	term count = list_value(f, list_read(f, node, object));
	list_event(f, node, EVENT_WRITE, object, 0, term_add(f->run->x.ts, count, list_number(f, 1)));
}

/* A read-write lock has the number of its writer, and a count of readers. */
static inline void list_rwlock(struct events_fixture *f, uint32_t object, bool writes) {
	struct terms *ts = f->run->x.ts;
	uint32_t node = list_node(f);
	term writer = list_value(f, list_read(f, node, object));
	term readers = list_value(f, list_read_word(f, node, object, 1));
	term is_free = term_is_zero(ts, writer), holder = term_sub(ts, writer, list_number(f, 1));
	if (writes)
		is_free = term_and(ts, is_free, term_is_zero(ts, readers));
	list_wait(f, node, is_free, writes ? SYNC_WRITER : SYNC_READER, holder, NO_THREAD);
	if (writes)
		list_write(f, node, object, f->current + 1);
	else
		list_event(f, node, EVENT_WRITE, object, 1, term_add(ts, readers, list_number(f, 1)));
}

static inline void list_rwunlock(struct events_fixture *f, uint32_t object, bool writes) {
	uint32_t node = list_node(f);
	term readers = list_value(f, list_read_word(f, node, object, 1));
	term less = term_sub(f->run->x.ts, readers, list_number(f, 1));
	if (writes)
		list_write(f, node, object, 0);
	else
		list_event(f, node, EVENT_WRITE, object, 1, less);
}

static inline uint32_t list_join(struct events_fixture *f, uint32_t tid) {
	struct terms *ts = f->run->x.ts;
	uint32_t node = list_node(f);
	term ended = list_value(f, list_read(f, node, f->ended[tid]));
	list_wait(f, node, term_not(ts, term_is_zero(ts, ended)), SYNC_JOIN, list_number(f, tid), tid);
	return node;
}

/* The thread that is being built ends. */
static inline void list_end(struct events_fixture *f) {
	uint32_t node = list_node(f);
	list_write(f, node, f->ended[f->current], 1);
	f->e.thread.at[f->current].ended = list_guard(f);
}

static inline void list_encode(struct events_fixture *f, enum order_way way) {
	f->e.order = order_open(f->run->x.ts, way, NULL);
	encode(&f->e);
	deadlock_encode(&f->e);
}

static inline bool list_can(struct events_fixture *f, term what) {
	return order_check(f->e.order, &what, 1) == ANSWER_SAT;
}

static inline bool list_finds(struct events_fixture *f, uint32_t read, uint64_t value) {
	struct terms *ts = f->run->x.ts;
	const struct event *r = &f->e.event.at[read];
	term done = node_happens(&f->e, r->node);
	term is = term_equal(ts, r->value, list_number(f, value));
	return list_can(f, term_and(ts, term_and(ts, r->guard, done), is));
}

#endif
