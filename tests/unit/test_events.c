/* Events and their order, on lists built by hand: what must happen before what, which writes a read
 * may find, sections of mutexes, deadlocks. */
#include "symex/events/encode/candidates.h"
#include "symex/events/encode/protected_reads.h"
#include "symex/events/record/before.h"
#include "symex/events/record/events.h"

#include <stdlib.h>

#include "symex/events/encode/section.h"
#include "tests/unit/check.h"
#include "tests/unit/events_fixture.h"

/* --- Program order, creation, join. --- */

static void test_before(void) {
	struct events_fixture f;
	events_fixture_open(&f);
	struct events *e = &f.e;
	list_thread(&f, 0);
	uint32_t early = list_node(&f), spawn1 = list_spawn(&f, 1), middle = list_node(&f);
	uint32_t join = list_join(&f, 1), late = list_node(&f);
	list_thread(&f, 1);
	uint32_t first = list_node(&f), spawn2 = list_spawn(&f, 2), spawn3 = list_spawn(&f, 3);
	list_join(&f, 3);
	list_end(&f);
	uint32_t last = vec_last(&e->thread.at[1].node);
	list_thread(&f, 2);
	uint32_t grandchild = list_node(&f);
	list_thread(&f, 3);
	uint32_t joined = list_node(&f);
	list_end(&f);
	before_compute(e);
	CHECK(issue_before(e, early, spawn1) && !issue_before(e, spawn1, early) &&
	      !issue_before(e, early, early));
	CHECK(issue_before(e, early, first) && issue_before(e, spawn1, first));
	CHECK(!issue_before(e, middle, first) && !issue_before(e, first, middle));
	CHECK(issue_before(e, first, late) && issue_before(e, last, late));
	CHECK(!issue_before(e, last, join) &&
	      !issue_before(e, late, last)); /* it waits in the node itself */
	CHECK(issue_before(e, spawn1, grandchild) && issue_before(e, spawn2, grandchild));
	CHECK(issue_before(e, early, grandchild) && !issue_before(e, middle, grandchild));
	CHECK(!issue_before(e, grandchild, late)); /* nobody joins it */
	CHECK(issue_before(e, spawn3, joined) && issue_before(e, joined, last) &&
	      issue_before(e, joined, late));
	CHECK(e->node.at[late].after[0] == e->node.at[late].index);
	CHECK(e->node.at[late].after[1] == e->thread.at[1].node.n && !e->node.at[late].after[2]);
	events_fixture_close(&f);
}

/* A join on a branch orders nothing behind the branch, nor does one of two creations. */
static void test_before_on_paths(void) {
	struct events_fixture f;
	events_fixture_open(&f);
	struct events *e = &f.e;
	term flag = term_var(f.run->x.ts, sort_bool(), "flag");
	list_thread(&f, 0);
	uint32_t spawn1 = list_spawn(&f, 1);
	const struct guard *path = list_branch(&f, flag);
	list_join(&f, 1);
	uint32_t inside = list_node(&f);
	uint32_t one = list_spawn(&f, 2);
	list_leave(&f, path);
	path = list_branch(&f, term_not(f.run->x.ts, flag));
	uint32_t other = list_spawn(&f, 2);
	list_leave(&f, path);
	f.at[2].guard = NULL;
	uint32_t behind = list_node(&f);
	list_thread(&f, 1);
	uint32_t first = list_node(&f);
	list_end(&f);
	list_thread(&f, 2);
	uint32_t second = list_node(&f);
	before_compute(e);
	CHECK(issue_before(e, first, inside) && !issue_before(e, first, behind) &&
	      issue_before(e, spawn1, first));
	CHECK(!issue_before(e, one, second) && !issue_before(e, other, second));
	CHECK(issue_before(e, inside, behind));
	events_fixture_close(&f);
}

/* --- Which writes a read may find. --- */

struct found {
	uint64_t value[READ_SOURCES];
	size_t n;
};

static struct found sources(struct events_fixture *f, uint32_t read) {
	term source[READ_SOURCES];
	uint32_t write[64];
	struct found found = {.n = 0};
	size_t n = 0;
	for (uint32_t i = 0; i < f->e.event.n; i++)
		if (f->e.event.at[i].kind == EVENT_WRITE &&
		    f->e.event.at[i].object == f->e.event.at[read].object)
			write[n++] = i;
	section_find(&f->e);
	bool known = read_sources(&f->e, read, write, n, source, &found.n, READ_SOURCES);
	CHECK(known);
	for (size_t i = 0; known && i < found.n; i++)
		CHECK(term_get_u64(f->run->x.ts, source[i], &found.value[i]));
	return found;
}

static bool is_one_of(const struct found *found, uint64_t value) {
	for (size_t i = 0; i < found->n; i++)
		if (found->value[i] == value)
			return true;
	return false;
}

static void test_sources(void) {
	struct events_fixture f;
	events_fixture_open(&f);
	uint32_t x = list_object(&f);
	term flag = term_var(f.run->x.ts, sort_bool(), "flag");
	list_thread(&f, 0);
	uint32_t none = list_read(&f, list_node(&f), x);
	list_write(&f, list_node(&f), x, 1);
	list_write(&f, list_node(&f), x, 2);
	list_spawn(&f, 1);
	uint32_t beside = list_read(&f, list_node(&f), x);
	list_join(&f, 1);
	uint32_t after = list_read(&f, list_node(&f), x);
	list_write(&f, list_node(&f), x, 9);
	list_thread(&f, 1);
	uint32_t first = list_read(&f, list_node(&f), x);
	const struct guard *path = list_branch(&f, flag);
	list_write(&f, list_node(&f), x, 3);
	list_leave(&f, path);
	uint32_t own = list_read(&f, list_node(&f), x);
	list_write(&f, list_node(&f), x, 4);
	list_end(&f);
	before_compute(&f.e);
	struct found found = sources(&f, none);
	CHECK(found.n == 1 && is_one_of(&found, 0));
	found = sources(&f, beside);
	CHECK(found.n == 3 && is_one_of(&found, 2) && is_one_of(&found, 3) && is_one_of(&found, 4));
	found = sources(&f, after);
	CHECK(found.n == 1 && is_one_of(&found, 4));
	found = sources(&f, first);
	CHECK(found.n == 1 && is_one_of(&found, 2));
	found = sources(&f, own); /* the write on the branch may not happen */
	CHECK(found.n == 2 && is_one_of(&found, 2) && is_one_of(&found, 3));
	events_fixture_close(&f);
}

/* Only the last write of a node is seen from outside, and a node finds what it has written. */
static void test_nodes_are_atomic(void) {
	struct events_fixture f;
	events_fixture_open(&f);
	uint32_t x = list_object(&f);
	list_thread(&f, 0);
	list_spawn(&f, 1);
	uint32_t read = list_read(&f, list_node(&f), x);
	list_thread(&f, 1);
	uint32_t node = list_node(&f);
	list_write(&f, node, x, 1);
	uint32_t own = list_read(&f, node, x);
	list_write(&f, node, x, 2);
	before_compute(&f.e);
	list_encode(&f, ORDER_BY_THEORY);
	CHECK(list_finds(&f, read, 0) && list_finds(&f, read, 2) && !list_finds(&f, read, 1));
	CHECK(list_finds(&f, own, 1) && !list_finds(&f, own, 0) && !list_finds(&f, own, 2));
	events_fixture_close(&f);
}

/* What a node does that the thread does not get past is seen by nobody. */
static void test_stops(void) {
	struct events_fixture f;
	events_fixture_open(&f);
	struct terms *ts = f.run->x.ts;
	uint32_t x = list_object(&f);
	term goes_on = term_var(ts, sort_bool(), "goes_on");
	list_thread(&f, 0);
	list_spawn(&f, 1);
	uint32_t read = list_read(&f, list_node(&f), x);
	list_thread(&f, 1);
	uint32_t node = list_node(&f);
	list_write(&f, node, x, 1);
	list_branch(&f, goes_on);
	f.e.node.at[node].may_stop = true;
	f.e.node.at[node].done = goes_on;
	list_write(&f, list_node(&f), x, 2);
	before_compute(&f.e);
	list_encode(&f, ORDER_BY_THEORY);
	CHECK(list_finds(&f, read, 1) && list_finds(&f, read, 2));
	order_add(f.e.order, term_not(ts, goes_on));
	CHECK(list_finds(&f, read, 0) && !list_finds(&f, read, 1) && !list_finds(&f, read, 2));
	events_fixture_close(&f);
}

/* --- Sections. --- */

static const struct lock *lock_of(const struct events_fixture *f, uint32_t word) {
	for (size_t i = 0; i < f->e.sections->lock.n; i++)
		if (f->e.sections->lock.at[i].object == word)
			return &f->e.sections->lock.at[i];
	return NULL;
}

enum misuse {
	GOOD,
	UNLOCKS_TWICE,
	UNLOCKED_BY_OTHER,
	NOT_ZERO,
	NO_WAIT,
	BEGINS_LOCKED,
	MIXED,
	RESET
};

/* Two threads with a section each; and what makes a word no mutex. */
static bool is_mutex(enum misuse misuse) {
	struct events_fixture f;
	events_fixture_open(&f);
	uint32_t word = list_object(&f);
	list_thread(&f, 0);
	if (misuse == RESET) /* zeros that are written before everything else do no harm */
		list_unlock(&f, word);
	list_spawn(&f, 1);
	list_lock(&f, word);
	uint32_t mine = list_write(&f, list_node(&f), list_object(&f), 1);
	if (misuse != UNLOCKED_BY_OTHER)
		list_unlock(&f, word);
	if (misuse == UNLOCKS_TWICE)
		list_unlock(&f, word);
	uint32_t outside = list_write(&f, list_node(&f), list_object(&f), 1);
	list_thread(&f, 1);
	if (misuse == UNLOCKED_BY_OTHER)
		list_unlock(&f, word);
	if (misuse == NO_WAIT)
		list_write(&f, list_node(&f), word, 2);
	else
		list_lock(&f, word);
	if (misuse == NOT_ZERO)
		list_write(&f, list_node(&f), word, 7);
	uint32_t theirs = list_write(&f, list_node(&f), list_object(&f), 1);
	list_unlock(&f, word);
	if (misuse == BEGINS_LOCKED)
		content_write(&f.run->x, f.run->x.object.at[word].initial, 0, (struct scalar){4, false},
		              list_number(&f, 1));
	if (misuse == MIXED) {
		uint32_t half = list_write(&f, list_node(&f), word, 0);
		f.e.event.at[half].at.n = 2;
		f.e.event.at[half].value = term_u64(f.run->x.ts, 16, 0);
	}
	before_compute(&f.e);
	section_find(&f.e);
	const struct lock *l = lock_of(&f, word);
	bool found = l->is_mutex;
	if (found) {
		CHECK(l->acquire.n == 2 && l->acquire.at[0].waits && l->acquire.at[0].release.n == 1);
		CHECK(section_has(l, mine, mine) && section_has(l, theirs, theirs));
		CHECK(!section_has(l, mine, theirs) && !section_has(l, outside, outside));
	}
	events_fixture_close(&f);
	return found;
}

static void test_mutexes(void) {
	CHECK(is_mutex(GOOD) && is_mutex(RESET));
	CHECK(!is_mutex(UNLOCKS_TWICE) && !is_mutex(UNLOCKED_BY_OTHER));
	CHECK(!is_mutex(NOT_ZERO) && !is_mutex(NO_WAIT));
	CHECK(!is_mutex(BEGINS_LOCKED) && !is_mutex(MIXED));
}

/* Two threads add 1; a third one writes with the lock, or without.  The read of the second is
 * settled by its section only with. */
static void test_protected(bool is_protected) {
	struct events_fixture f;
	events_fixture_open(&f);
	uint32_t word = list_object(&f), x = list_object(&f), write[8], from;
	size_t n = 0;
	list_thread(&f, 0);
	list_spawn(&f, 1);
	list_lock(&f, word);
	uint32_t first = list_read(&f, list_node(&f), x);
	uint32_t again = list_read(&f, list_node(&f), x);
	list_unlock(&f, word);
	uint32_t outside = list_read(&f, list_node(&f), x);
	list_thread(&f, 1);
	if (is_protected)
		list_lock(&f, word);
	write[n++] = list_write(&f, list_node(&f), x, 1);
	write[n++] = list_write(&f, list_node(&f), x, 2);
	if (is_protected)
		list_unlock(&f, word);
	before_compute(&f.e);
	section_find(&f.e);
	CHECK(protect_settles(&f.e, again, write, n, &from) == is_protected);
	CHECK(!is_protected || from == first);
	CHECK(!protect_settles(&f.e, first, write, n, &from));
	CHECK(!protect_settles(&f.e, outside, write, n, &from)); /* its section is over */
	CHECK(protect_hides(&f.e, write[0], write[1], first) == is_protected);
	CHECK(!protect_hides(&f.e, write[0], write[1], outside));
	CHECK(!protect_hides(&f.e, write[1], write[0], outside));
	list_encode(&f, ORDER_BY_THEORY);
	struct terms *ts = f.run->x.ts;
	term differ = term_distinct(ts, list_value(&f, first), list_value(&f, again));
	term both = term_and(ts, f.e.event.at[again].guard, differ);
	CHECK(list_can(&f, both) == !is_protected);
	CHECK(list_finds(&f, first, 1) == !is_protected && list_finds(&f, outside, 1));
	events_fixture_close(&f);
}

/* Nor does it settle a read behind a write that may have happened. */
static void test_written_on_branch(void) {
	struct events_fixture f;
	events_fixture_open(&f);
	uint32_t word = list_object(&f), x = list_object(&f), from;
	term flag = term_var(f.run->x.ts, sort_bool(), "flag");
	list_thread(&f, 0);
	list_lock(&f, word);
	list_read(&f, list_node(&f), x);
	const struct guard *path = list_branch(&f, flag);
	uint32_t write = list_write(&f, list_node(&f), x, 5);
	uint32_t inside = list_read(&f, list_node(&f), x);
	list_leave(&f, path);
	uint32_t behind = list_read(&f, list_node(&f), x);
	list_unlock(&f, word);
	before_compute(&f.e);
	section_find(&f.e);
	CHECK(protect_settles(&f.e, inside, &write, 1, &from) && from == write);
	CHECK(!protect_settles(&f.e, behind, &write, 1, &from));
	list_encode(&f, ORDER_BY_THEORY);
	CHECK(list_finds(&f, behind, 0) && list_finds(&f, behind, 5));
	CHECK(list_finds(&f, inside, 5) && !list_finds(&f, inside, 0));
	events_fixture_close(&f);
}

enum section { READER, WRITER, DOWN, EXTRA };

static void enter_or_leave(struct events_fixture *f, enum section s, uint32_t lock, bool enters) {
	if (s == READER || s == WRITER)
		(enters ? list_rwlock : list_rwunlock)(f, lock, s == WRITER);
	else
		(enters ? list_down : list_up)(f, lock);
}

/* Two reads in a section, beside a write in one of another thread: can they differ?  Two
 * others write, too; or, with EXTRA, one puts 1 too many into the semaphore. */
static bool are_together(enum section reads, enum section writes) {
	struct events_fixture f;
	events_fixture_open(&f);
	struct terms *ts = f.run->x.ts;
	uint32_t lock = list_object(&f), x = list_object(&f);
	list_thread(&f, 0);
	if (reads == DOWN)
		list_write(&f, list_node(&f), lock, 1);
	for (uint32_t tid = 1; tid <= 3; tid++)
		list_spawn(&f, tid);
	if (reads != DOWN) {
		enter_or_leave(&f, WRITER, lock, true);
		enter_or_leave(&f, WRITER, lock, false);
	}
	list_thread(&f, 1);
	enter_or_leave(&f, reads, lock, true);
	uint32_t first = list_read(&f, list_node(&f), x), second = list_read(&f, list_node(&f), x);
	enter_or_leave(&f, reads, lock, false);
	list_thread(&f, 2);
	enter_or_leave(&f, writes, lock, true);
	list_write(&f, list_node(&f), x, 1);
	enter_or_leave(&f, writes, lock, false);
	list_thread(&f, 3);
	if (reads == DOWN && writes == EXTRA) {
		list_up(&f, lock);
	} else if (reads != DOWN) {
		enter_or_leave(&f, WRITER, lock, true);
		enter_or_leave(&f, WRITER, lock, false);
	}
	before_compute(&f.e);
	list_encode(&f, ORDER_BY_THEORY);
	term differ = term_distinct(ts, list_value(&f, first), list_value(&f, second));
	CHECK(list_finds(&f, second, 0) && list_finds(&f, second, 1));
	bool together = list_can(&f, term_and(ts, f.e.event.at[second].guard, differ));
	events_fixture_close(&f);
	return together;
}

static void test_exclusion(void) {
	CHECK(are_together(READER, READER) && !are_together(READER, WRITER));
	CHECK(!are_together(WRITER, READER) && !are_together(WRITER, WRITER));
	CHECK(!are_together(DOWN, DOWN) && are_together(DOWN, EXTRA));
}

/* --- Deadlocks. --- */

enum { GLOBAL = 1, LOCAL = 2 };

static int deadlocks(struct events_fixture *f) {
	int found = 0;
	for (size_t i = 0; i < f->e.condition.n; i++)
		if (f->e.condition.at[i].is_deadlock && list_can(f, f->e.condition.at[i].vc.violated))
			found |= f->e.condition.at[i].cycle ? LOCAL : GLOBAL;
	return found;
}

/* Two threads take two locks; a third one waits for nothing, or (guard) main waits for both. */
static int nested(bool same_order, bool joins) {
	struct events_fixture f;
	events_fixture_open(&f);
	uint32_t lock[2] = {list_object(&f), list_object(&f)};
	list_thread(&f, 0);
	list_spawn(&f, 1);
	list_spawn(&f, 2);
	for (uint32_t tid = 1; tid <= 2 && joins; tid++)
		list_join(&f, tid);
	list_end(&f);
	for (uint32_t tid = 1; tid <= 2; tid++) {
		bool other = tid == 2 && !same_order;
		list_thread(&f, tid);
		list_lock(&f, lock[other]);
		list_lock(&f, lock[!other]);
		list_unlock(&f, lock[!other]);
		list_unlock(&f, lock[other]);
		list_end(&f);
	}
	before_compute(&f.e);
	list_encode(&f, ORDER_BY_THEORY);
	int found = deadlocks(&f);
	events_fixture_close(&f);
	return found;
}

/* A thread waits for a flag that another one sets, or does not. */
static int flag_is_set(bool sets) {
	struct events_fixture f;
	events_fixture_open(&f);
	struct terms *ts = f.run->x.ts;
	uint32_t flag = list_object(&f);
	list_thread(&f, 0);
	list_spawn(&f, 1);
	list_write(&f, list_node(&f), sets ? flag : list_object(&f), 1);
	list_end(&f);
	list_thread(&f, 1);
	uint32_t node = list_node(&f);
	term value = list_value(&f, list_read(&f, node, flag));
	list_wait(&f, node, term_not(ts, term_is_zero(ts, value)), SYNC_CONDITION, NO_TERM, NO_THREAD);
	list_end(&f);
	before_compute(&f.e);
	list_encode(&f, ORDER_BY_THEORY);
	int found = deadlocks(&f);
	events_fixture_close(&f);
	return found;
}

static void test_deadlocks(void) {
	CHECK(nested(true, false) == 0 && nested(true, true) == 0);
	CHECK(nested(false, false) == (GLOBAL | LOCAL) && nested(false, true) == (GLOBAL | LOCAL));
	CHECK(flag_is_set(true) == 0);
	CHECK(flag_is_set(false) == GLOBAL); /* it waits for nobody in particular */
}

/* --- Random lists against all interleavings of their nodes. --- */

enum { STEPS = 6, READS = 4, VALUES = 4, OBJECTS = 2, LOCKS = 2, MOST = 256 };

enum what { READ, WRITE, SWAP, WRITE_IF, LOCK, UNLOCK, JOIN };

enum lock_kind { MUTEX, SEMAPHORE, RWLOCK };

struct list_step {
	enum what kind;
	uint32_t object, value; /* LOCK, UNLOCK: the lock, and 1: of a reader; JOIN: the thread */
	uint32_t read;          /* READ, SWAP: which one it is; WRITE_IF: which one must have found 1 */
};

struct list { /* main creates all other threads, then does its steps */
	struct list_step step[LIST_THREADS][STEPS];
	uint32_t n[LIST_THREADS], threads, reads;
	enum lock_kind locks;
	uint32_t most; /* who may hold a semaphore at a time */
	bool sets;     /* main sets semaphores to that; otherwise they are so from the beginning */
};

struct world {
	uint32_t pc[LIST_THREADS], memory[OBJECTS], seen[READS];
	uint32_t owner[LOCKS], count[LOCKS]; /* count: of readers; of a semaphore: those who hold it */
};

struct outcomes {
	bool read[MOST]; /* by the values of all reads, at the end */
	int deadlock;
};

static uint32_t pick(uint32_t n) {
	return (uint32_t)rand() % n;
}

static uint32_t index_of(const struct list *l, const uint32_t *seen) {
	uint32_t ix = 0;
	for (uint32_t i = 0; i < l->reads; i++)
		ix = ix * VALUES + seen[i];
	return ix;
}

static bool has_ended(const struct list *l, const struct world *w, uint32_t tid) {
	return w->pc[tid] == l->n[tid];
}

static bool is_blocked(const struct list *l, const struct world *w, uint32_t tid) {
	const struct list_step *s = &l->step[tid][w->pc[tid]];
	if (s->kind == LOCK && l->locks == SEMAPHORE)
		return w->count[s->object] == l->most;
	if (s->kind == LOCK)
		return w->owner[s->object] || (!s->value && w->count[s->object]);
	return s->kind == JOIN && !has_ended(l, w, s->object);
}

/* The one thread that a thread waits for, or NO_THREAD. */
static uint32_t waits_for(const struct list *l, const struct world *w, uint32_t tid) {
	const struct list_step *s = &l->step[tid][w->pc[tid]];
	if (has_ended(l, w, tid) || !is_blocked(l, w, tid))
		return NO_THREAD;
	if (s->kind == JOIN)
		return s->object;
	return w->owner[s->object] ? w->owner[s->object] - 1 : NO_THREAD;
}

static void change_lock(const struct list *l, struct world *w, const struct list_step *s,
                        uint32_t tid) {
	bool locks = s->kind == LOCK;
	if (l->locks == SEMAPHORE || s->value)
		w->count[s->object] += locks ? 1 : UINT32_MAX;
	else
		w->owner[s->object] = locks ? tid + 1 : 0;
}

static void execute(const struct list *l, struct world *w, uint32_t tid) {
	const struct list_step *s = &l->step[tid][w->pc[tid]++];
	if (s->kind == READ || s->kind == SWAP)
		w->seen[s->read] = w->memory[s->object];
	if (s->kind == WRITE || s->kind == SWAP || (s->kind == WRITE_IF && w->seen[s->read] == 1))
		w->memory[s->object] = s->value;
	if (s->kind == LOCK || s->kind == UNLOCK)
		change_lock(l, w, s, tid);
}

static void note_end(const struct list *l, const struct world *w, struct outcomes *to) {
	bool all = true;
	for (uint32_t tid = 0; tid < l->threads; tid++) {
		uint32_t at = tid, steps = 0;
		all &= has_ended(l, w, tid);
		while (at != NO_THREAD && steps++ < LIST_THREADS)
			at = waits_for(l, w, at);
		to->deadlock |= at != NO_THREAD ? LOCAL : 0;
	}
	if (all)
		to->read[index_of(l, w->seen)] = true;
	else
		to->deadlock |= GLOBAL;
}

static void explore(const struct list *l, const struct world *w, struct outcomes *to) {
	bool goes_on = false;
	for (uint32_t tid = 0; tid < l->threads; tid++) {
		if (has_ended(l, w, tid) || is_blocked(l, w, tid))
			continue;
		struct world next = *w;
		execute(l, &next, tid);
		explore(l, &next, to);
		goes_on = true;
	}
	if (!goes_on)
		note_end(l, w, to);
}

/* held: 1: as a writer, 2: as a reader */
static void lock_or_unlock(const struct list *l, struct list_step *s, uint32_t *held) {
	s->kind = *held ? UNLOCK : LOCK;
	s->value = *held == 2;
	if (!*held && l->locks == RWLOCK)
		s->value = pick(2);
	*held = *held ? 0 : 1 + s->value;
	/* One more than were taken: the semaphore does not exclude anybody any more. */
	if (l->locks == SEMAPHORE && !pick(10)) {
		s->kind = UNLOCK;
		*held = 0;
	}
}

static void random_thread(struct list *l, uint32_t tid, uint32_t steps) {
	uint32_t held[LOCKS] = {0}, last = READS; /* the last read of the thread */
	for (uint32_t i = 0; i < steps; i++) {
		struct list_step *s = &l->step[tid][l->n[tid]++];
		uint32_t kind = pick(8);
		s->object = pick(OBJECTS);
		s->value = 1 + pick(VALUES - 1);
		s->kind = WRITE;
		if (kind < 3 && l->reads < READS) {
			s->kind = kind ? READ : SWAP;
			s->read = last = l->reads++;
		} else if (kind == 3 && last < READS) {
			s->kind = WRITE_IF;
			s->read = last;
		} else if (kind > 4) {
			s->object = pick(4) ? 0 : 1;
			lock_or_unlock(l, s, &held[s->object]);
		}
	}
	for (uint32_t i = 0; i < LOCKS && l->n[tid] < STEPS; i++)
		if (held[i] && pick(4)) {
			struct list_step *s = &l->step[tid][l->n[tid]++];
			*s = (struct list_step){.kind = UNLOCK, .object = i, .value = held[i] == 2};
		}
}

static void random_list(struct list *l) {
	*l = (struct list){.threads = 3 + !pick(4)};
	uint32_t joined = pick(8);
	l->most = 1 + !pick(3);
	l->locks = (enum lock_kind)pick(3);
	l->sets = pick(2);
	for (uint32_t tid = 1; tid < l->threads; tid++)
		random_thread(l, tid, l->threads > 3 ? 2 + pick(2) : 2 + pick(STEPS - 3));
	for (uint32_t tid = 1; tid < l->threads; tid++)
		if (joined >> (tid - 1) & 1) {
			l->step[0][l->n[0]].kind = JOIN;
			l->step[0][l->n[0]++].object = tid;
		}
	if (l->reads < READS) {
		l->step[0][l->n[0]] = (struct list_step){.kind = READ, .read = l->reads++};
		l->step[0][l->n[0]++].object = pick(OBJECTS);
	}
}

struct built {
	struct events_fixture f;
	uint32_t object[OBJECTS], lock[LOCKS], read[READS];
};

static void build_lock(struct built *b, const struct list *l, const struct list_step *s) {
	struct events_fixture *f = &b->f;
	uint32_t object = b->lock[s->object];
	bool locks = s->kind == LOCK;
	if (l->locks == SEMAPHORE)
		(locks ? list_down : list_up)(f, object);
	else if (l->locks == RWLOCK)
		(locks ? list_rwlock : list_rwunlock)(f, object, !s->value);
	else
		(locks ? list_lock : list_unlock)(f, object);
}

static void build_step(struct built *b, const struct list *l, const struct list_step *s) {
	struct events_fixture *f = &b->f;
	struct terms *ts = f->run->x.ts;
	const struct guard *path = NULL;
	uint32_t node;
	switch (s->kind) {
	case READ:
	case SWAP:
		node = list_node(f);
		b->read[s->read] = list_read(f, node, b->object[s->object]);
		if (s->kind == SWAP)
			list_write(f, node, b->object[s->object], s->value);
		break;
	case WRITE: list_write(f, list_node(f), b->object[s->object], s->value); break;
	case WRITE_IF:
		path = list_branch(f, term_equal(ts, list_value(f, b->read[s->read]), list_number(f, 1)));
		list_write(f, list_node(f), b->object[s->object], s->value);
		list_leave(f, path);
		break;
	case LOCK:
	case UNLOCK: build_lock(b, l, s); break;
	case JOIN: list_join(f, s->object); break;
	}
}

static void build(struct built *b, const struct list *l) {
	struct events_fixture *f = &b->f;
	events_fixture_open(f);
	for (uint32_t i = 0; i < OBJECTS; i++)
		b->object[i] = list_object(f);
	for (uint32_t i = 0; i < LOCKS; i++)
		b->lock[i] = list_object(f);
	for (uint32_t i = 0; i < LOCKS && l->locks == SEMAPHORE && !l->sets; i++)
		content_write(&f->run->x, f->run->x.object.at[b->lock[i]].initial, 0,
		              (struct scalar){4, false}, list_number(f, l->most));
	for (uint32_t tid = 0; tid < l->threads; tid++) {
		list_thread(f, tid);
		for (uint32_t i = 0; i < LOCKS && l->locks == SEMAPHORE && l->sets && !tid; i++)
			list_write(f, list_node(f), b->lock[i], l->most);
		for (uint32_t child = 1; child < l->threads && !tid; child++)
			list_spawn(f, child);
		for (uint32_t i = 0; i < l->n[tid]; i++)
			build_step(b, l, &l->step[tid][i]);
		list_end(f);
	}
	before_compute(&f->e);
}

/* All threads end, and the reads have these values. */
static term ends_with(struct built *b, const struct list *l, uint32_t ix) {
	struct terms *ts = b->f.run->x.ts;
	term all = term_true(ts);
	for (uint32_t i = l->reads; i-- > 0; ix /= VALUES)
		all = term_and(
		    ts, all,
		    term_equal(ts, list_value(&b->f, b->read[i]), list_number(&b->f, ix % VALUES)));
	for (uint32_t tid = 0; tid < l->threads; tid++)
		all = term_and(ts, all, b->f.e.thread.at[tid].ended);
	return all;
}

static void test_random(enum order_way way, unsigned lists) {
	for (unsigned iteration = 0; iteration < lists; iteration++) {
		struct list l;
		struct outcomes wanted = {.deadlock = 0};
		struct world begin = {.pc = {0}};
		struct built b;
		uint32_t n = 1, differ = 0;
		random_list(&l);
		explore(&l, &begin, &wanted);
		build(&b, &l);
		list_encode(&b.f, way);
		for (uint32_t i = 0; i < l.reads; i++)
			n *= VALUES;
		for (uint32_t ix = 0; ix < n; ix++)
			differ += list_can(&b.f, ends_with(&b, &l, ix)) != wanted.read[ix];
		CHECK(differ == 0);
		CHECK(deadlocks(&b.f) == wanted.deadlock);
		events_fixture_close(&b.f);
	}
}

int main(void) {
	test_before();
	test_before_on_paths();
	test_sources();
	test_nodes_are_atomic();
	test_stops();
	test_mutexes();
	test_protected(true);
	test_protected(false);
	test_written_on_branch();
	test_exclusion();
	test_deadlocks();
	srand(27);
	test_random(ORDER_BY_THEORY, 1000);
	test_random(ORDER_BY_EAGER, 150);
	test_random(ORDER_BY_CLOCKS, 30);
	struct events_fixture last;
	events_fixture_end(&last);
	return check_done("events");
}
