#include "harness/accesses.h"

#include <string.h>

#include "harness/library.h"

enum {
	AHEAD = 24,  /* elements that the program may have left out, or makes in another order */
	SCALAR = 16, /* bytes: what is larger, the schedule has part by part */
};

/* Does the address fit the name?  A variable of a function has more than its name: "count.0" of
 * gcc, which the table has without the number, "f.count" of clang. */
static bool fits_name(const struct object *o, uintptr_t base) {
	const char *name = test_variable(base);
	size_t n = strlen(name), m = strlen(o->name);
	return !strcmp(name, o->name) ||
	       (n > m && name[n - m - 1] == '.' && !strcmp(name + n - m, o->name));
}

static bool is_line(const struct element *e, const struct place *p) {
	return p && p->line == e->line && !strcmp(p->file, e->file);
}

static bool is_at(const struct element *e, uintptr_t at, size_t size, uintptr_t base) {
	return at < base + e->offset + (e->size ? e->size : 1) && at + size > base + e->offset;
}

/* Is it a variable of a function that is being executed?  Those that calls of this module have are
 * further below. */
static bool is_on_stack(uintptr_t at) {
	return at > (uintptr_t)__builtin_frame_address(0) && at < threads[self].stack_end;
}

static bool is_access(const struct element *e, enum kind kind, uintptr_t at, size_t size,
                      const struct place *p) {
	if (e->kind != kind)
		return false;
	if (e->object == NO_OBJECT)
		return e->from ? at < e->to && at + size > e->from : is_line(e, p) && !test_is_variable(at);
	const struct object *o = &test.object[e->object];
	if (test_base(o))
		return is_at(e, at, size, test_base(o));
	if (!is_line(e, p) || at < e->offset || (e->size && e->size > size))
		return false;
	return o->is_global ? fits_name(o, at - e->offset)
	                    : !test_is_variable(at) && !(o->is_heap && is_on_stack(at));
}

/* From here on it is known where the object is. */
static void learn(const struct element *e, uintptr_t at) {
	struct object *o = e->object == NO_OBJECT ? NULL : &test.object[e->object];
	if (o && !test_base(o))
		test_set_base(o, at - e->offset);
}

/* Are there elements of other threads between two, the first of which is not done? */
static bool is_interrupted(size_t from, size_t to) {
	for (size_t i = from; i < to; i++)
		if (!test.element[i].done && test.element[i].thread != self)
			return true;
	return false;
}

/* Earlier elements of the thread that are open: if no other thread comes in between, the program
 * may make them later, as C leaves the order open; otherwise it has left them out. */
static void pass_over(size_t from, size_t to) {
	if (!is_interrupted(from, to))
		return;
	for (size_t i = from; i < to; i = test.element[i].after)
		if (!test.element[i].done) {
			turns_wait();
			if (turns.phase != FOLLOWING)
				return;
			if (test.element[i].is_soft)
				turns_take(&test.element[i]);
			else
				turns_miss(&test.element[i]);
		}
}

/* Takes the next element of the thread if the access is it; or a later one of the same line.  NULL:
 * there is none. */
static const struct element *take_access(enum kind kind, uintptr_t at, size_t size,
                                         const struct place *p) {
	unsigned ahead = 0;
	const struct element *next = turns_next();
	size_t first = next ? (size_t)(next - test.element) : test.n;
	for (size_t i = first; i < test.n && ahead < AHEAD; i = test.element[i].after) {
		struct element *e = &test.element[i];
		if (e->done)
			continue;
		if (e->is_soft) {
			ahead++;
			continue;
		}
		if (e->in_library || e->kind == CALL || e->kind == OPENED || e->kind == RETURNED)
			return NULL; /* the program is not there yet */
		if (!is_access(e, kind, at, size, p) || (ahead && !is_line(e, p))) {
			ahead++;
			continue;
		}
		pass_over(first, i);
		if (turns.phase == FOLLOWING)
			turns_wait();
		if (turns.phase == FOLLOWING) {
			learn(e, at);
			turns_take(e);
		}
		return e;
	}
	return NULL;
}

/* What the compiler copies at once, the schedule has part by part.  false: the schedule has a part
 * of it only. */
static bool take_accesses(enum kind kind, uintptr_t at, size_t size, const struct place *p) {
	uintptr_t end = at + size;
	bool is_taken = false;
	while (turns.phase == FOLLOWING && at < end) {
		const struct element *e = take_access(kind, at, end - at, p);
		if (!e)
			break;
		is_taken = true;
		if (e->object == NO_OBJECT) { /* a test of an earlier version */
			at = size > SCALAR ? at : end;
			continue;
		}
		uintptr_t last = test_base(&test.object[e->object]) + e->offset + e->size;
		at = last > at ? last : end;
	}
	return !is_taken || at >= end;
}

/* To write a bit-field, the program reads the bytes around it, which the compiler does not tell. */
static bool skip_read(uintptr_t at, size_t size, const struct place *p) {
	struct element *e = turns.phase == FOLLOWING ? turns_next() : NULL;
	if (!e || e->in_library || !is_line(e, p) || !is_access(e, READ, at, size, p))
		return false;
	turns_miss(e);
	return true;
}

/* A thread has arrived at an access: it goes on when it has its turn. */
static void arrive(const struct pending *access) {
	threads[self].pending = *access;
	turns_wait();
}

void accesses_wait(unsigned how, const void *memory, size_t size, const void *caller) {
	const struct pending access = {how, (uintptr_t)memory, size, caller};
	if (!turns.ready || turns.phase == FREE)
		return;
	const struct place *p = test_place(caller);
	turns_lock();
	threads[self].caller = caller;
	threads[self].pending = access;
	turns_drain(KIND_N);
	if (!turns.is_free)
		arrive(&access);
	bool is_done = true;
	if (how & LOAD)
		is_done &= take_accesses(READ, access.at, size, p);
	if ((how & STORE) && !(how & LOAD) && skip_read(access.at, size, p))
		arrive(&access);
	if (how & STORE)
		is_done &= take_accesses(WRITE, access.at, size, p);
	if (!is_done)
		arrive(&access);
	threads[self].pending = (struct pending){0};
	turns_unlock();
}

/* --- AddressSanitizer. --- */

/* Its own functions: the program's calls of them come to hooks.c first. */
#ifdef HARNESS_WHOLE
#define ASAN(name) __real___asan_##name
#else
#define ASAN(name) __asan_##name
#endif

#define CHECK(name)                                                                                \
	__attribute__((weak)) void ASAN(load##name)(const void *);                                     \
	__attribute__((weak)) void ASAN(store##name)(const void *);
CHECK(1)
CHECK(2)
CHECK(4)
CHECK(8)
CHECK(16)
__attribute__((weak)) void ASAN(loadN)(const void *, size_t);
__attribute__((weak)) void ASAN(storeN)(const void *, size_t);

void accesses_check(unsigned how, const void *memory, size_t size) {
	if (!ASAN(loadN) || !size)
		return;
#define CASE(n)                                                                                    \
	case n:                                                                                        \
		if (how & STORE)                                                                           \
			ASAN(store##n)(memory);                                                                \
		else                                                                                       \
			ASAN(load##n)(memory);                                                                 \
		break;
	switch (size) {
		CASE(1)
		CASE(2)
		CASE(4)
		CASE(8)
		CASE(16)
	default:
		if (how & STORE)
			ASAN(storeN)(memory, size);
		else
			ASAN(loadN)(memory, size);
	}
#undef CASE
}
