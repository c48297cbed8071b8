/* harness/test.h -- the test that the program is to follow, and the places of the program.
 *
 *   element   of the schedule: an access, a call of a function that is scheduled, or what happens
 *             inside it
 *
 * Files: PROGRAM.json, the test; PROGRAM.points, lines of the program's calls and its variables,
 * written by cbmc-mt-harness.
 */
#ifndef HARNESS_TEST_H
#define HARNESS_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#pragma GCC visibility push(hidden)

enum { MAX_THREADS = 1024, NAME = 64, PLACE = 512 };

enum kind { READ, WRITE, CALL, LOCK, UNLOCK, WAIT, CREATE, JOIN, END, STEP, KIND_N };

struct element {
	enum kind kind;
	int thread;
	bool in_library;    /* happens inside a call; is no point of the program */
	char what[NAME];    /* variable or function */
	uintptr_t from, to; /* the variable's memory; 0: not known */
	char file[NAME];
	unsigned line;
	bool done;
};

struct input {
	int thread;
	char call[NAME];
	uint64_t value;
	bool done;
};

struct place { /* a return address in the program */
	uintptr_t at;
	unsigned line;
	char file[NAME];
};

struct variable {
	uintptr_t from, to;
	char name[NAME];
};

struct test {
	struct element *element;
	size_t n;
	struct input *input;
	size_t ninputs;
	struct place *place; /* by address */
	size_t nplaces;
	struct variable *variable;
	size_t nvariables;
	char end[PLACE]; /* how the test ends; "": not known */
	bool fails;
};

/* The linker's name is none that a variable of the program has. */
extern struct test test __asm__("cbmc_mt_harness_test");
extern const char *const test_kinds[KIND_N];

void test_read_points(const char *path); /* before the test */
bool test_read(const char *path);        /* false: it is none */

const struct place *test_place(const void *caller); /* NULL: not in the program's code */

#pragma GCC visibility pop

#endif
