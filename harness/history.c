/* harness/history.c -- the client of a library: which operations it calls, as the test says, and
 * whether they return what the test says.
 *
 * If the test violates what is asked of histories, a call and a return are elements of the
 * schedule: the client waits for its turn before it calls an operation, so that calls that do not
 * overlap in the test do not overlap in the run.  Values are compared with those of the test:
 *
 *   "32:5"   a number of so many bits
 *   "*3+8"   a pointer: byte 8 of block 3, which is at some address, other than that of other
 * blocks
 *   "*0"     a null pointer
 *   "d:0"    the bits of a double
 *   "?"      a value that cannot be compared
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calls.h"
#include "harness/inputs.h"
#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/turns.h"

/* --- Choices. --- */

/* A thread that chooses nothing more in the test makes no more calls, and does not run on while
 * others do. */
static void stop(void) {
	turns_lock();
	if (turns.phase == FOLLOWING && !turns_next())
		turns_wait();
	turns_unlock();
}

int __mt_op(unsigned long long mask);
int __mt_op(unsigned long long mask) {
	uint64_t value;
	if (!mask)
		return -1;
	if (!inputs_take("__mt_op", &value)) {
		stop();
		return -1;
	}
	int op = (int)(uint32_t)value;
	return op == -1 || (op >= 0 && op < 64 && mask >> op & 1) ? op : __builtin_ctzll(mask);
}

int __mt_choose(int n);
int __mt_choose(int n) {
	uint64_t value;
	if (n > 1 && inputs_take("__mt_choose", &value) && value < (uint64_t)n)
		return (int)value;
	return 0;
}

void __mt_begin(void);
void __mt_begin(void) {
}

void __mt_linearize(void);
void __mt_linearize(void) {
}

void __mt_result(int op, ...);
void __mt_result(int op, ...) {
	(void)op;
}

/* The specification is not run. */
__attribute__((weak)) void __mt_spec_create(void);
void __mt_spec_create(void) {
}

/* --- Values. --- */

struct block { /* of the test */
	unsigned long number;
	uintptr_t base;
};

static struct block *block __asm__("cbmc_mt_harness_blocks");
static size_t nblocks __asm__("cbmc_mt_harness_nblocks");

/* Is the pointer that of the test?  What a block is known by is where it was first seen. */
static bool is_same_pointer(const char *expected, uintptr_t at) {
	char *rest;
	struct block b = {.number = strtoul(expected, &rest, 10)};
	if (!b.number)
		return !at;
	b.base = at - (*rest == '+' ? strtoul(rest + 1, NULL, 10) : 0);
	for (size_t i = 0; i < nblocks; i++)
		if (block[i].number == b.number || block[i].base == b.base)
			return at && block[i].number == b.number && block[i].base == b.base;
	block = library_grow(block, nblocks, sizeof b);
	block[nblocks++] = b;
	return at;
}

/* Does the next value of the list differ from the one that the test says?  Then 'text' says it. */
static bool differs(const char *expected, va_list *list, char *text, size_t room) {
	if (*expected == 'd') {
		double value = va_arg(*list, double);
		uint64_t bits;
		memcpy(&bits, &value, sizeof bits);
		snprintf(text, room, "%g", value);
		return bits != strtoull(expected + 2, NULL, 10);
	}
	uint64_t word = va_arg(*list, uint64_t);
	if (*expected == '*') {
		snprintf(text, room, "%p", (void *)word);
		return !is_same_pointer(expected + 1, (uintptr_t)word);
	}
	char *rest;
	unsigned long width = strtoul(expected, &rest, 10);
	word = width < 64 ? word & ((1ull << width) - 1) : word;
	snprintf(text, room, "%llu", (unsigned long long)word);
	return *rest != ':' || word != strtoull(rest + 1, NULL, 10);
}

static const char *name_of(const char *expected) {
	const char *colon = strchr(expected, ':');
	return colon ? colon + 1 : expected;
}

static void compare(struct element *e, int op, va_list *list, const struct place *p) {
	char text[NAME], what[PLACE], *save = NULL;
	const char *verb = e->kind == OPENED ? "calls" : "returns from";
	if (atoi(e->what) != op) {
		snprintf(what, sizeof what, "%s operation %d", verb, op);
		turns_diverge(what, p ? p->file : "?", p ? p->line : 0);
	}
	for (char *one = strtok_r(e->values ? e->values : "", " ", &save); one;
	     one = strtok_r(NULL, " ", &save)) {
		if (*one == '?')
			calls_refuse("a value of a call that is neither number nor pointer");
		if (!differs(one, list, text, sizeof text))
			continue;
		snprintf(what, sizeof what, "%s operation %d with %s, not %s", verb, op, text,
		         name_of(one));
		turns_diverge(what, p ? p->file : "?", p ? p->line : 0);
	}
}

/* --- Calls. --- */

/* The element, if nothing but what compilers leave out is before it. */
static struct element *find(enum kind kind) {
	for (struct element *e = turns_next(); e;
	     e = e->after < test.n ? &test.element[e->after] : NULL) {
		bool is_access = e->kind == READ || e->kind == WRITE;
		if (e->done)
			continue;
		if (e->kind == kind)
			return e;
		if (!is_access && !e->is_soft)
			return NULL;
	}
	return NULL;
}

static void pass(enum kind kind, int op, va_list *list, const void *caller) {
	const struct place *p = test_place(caller);
	threads[self].caller = caller;
	if (turns.phase == FOLLOWING)
		turns_drain(KIND_N);
	turns_wait();
	if (turns.phase != FOLLOWING)
		return;
	struct element *e = find(kind);
	if (!e)
		turns_diverge(kind == OPENED ? "calls an operation" : "returns from an operation",
		              p ? p->file : "?", p ? p->line : 0);
	compare(e, op, list, p);
	outcome_add(test_kinds[kind == OPENED ? CALLED : RETURNED], "%d %d", self, op);
	calls_come_to(e);
}

void __mt_call(int op, ...);
void __mt_call(int op, ...) {
	va_list list;
	if (!test.has_history)
		return;
	va_start(list, op);
	turns_lock();
	pass(OPENED, op, &list, CALLER);
	turns_unlock();
	va_end(list);
}

void __mt_return(int op, ...);
void __mt_return(int op, ...) {
	va_list list;
	if (!test.has_history)
		return;
	va_start(list, op);
	turns_lock();
	bool follows = turns.phase == FOLLOWING;
	pass(RETURNED, op, &list, CALLER);
	va_end(list);
	if (follows && turns.phase != FOLLOWING && test.fails) {
		library_say("the calls have returned what the test says, in this order");
		outcome_add("history", "same");
		outcome_exit(OUTCOME_HISTORY, "history");
	}
	turns_unlock();
}
