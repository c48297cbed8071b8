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

enum kind {
	READ,
	WRITE,
	CALL,
	LOCK,
	UNLOCK,
	WAIT,
	CREATE,
	JOIN,
	END,
	STEP,
	SIGNAL,
	CALLED, /* CALLED, OPENED, RETURNED: the client of a library calls an operation (history.h) */
	OPENED,
	RETURNED,
	KIND_N
};

enum { NO_OBJECT = -1 };

struct element {
	enum kind kind;
	int thread;
	bool in_library;        /* happens inside a call; is no point of the program */
	bool is_soft;           /* CALL: the program may leave it out */
	char what[NAME];        /* variable or function */
	char function[NAME];    /* where it happens, as the models call it */
	int object;             /* READ, WRITE: whose bytes 'offset', 'size' are; or NO_OBJECT */
	uintptr_t offset, size; /* size 0: not known */
	uintptr_t from, to;     /* tests without objects: the variable's memory; 0: not known */
	char file[NAME];
	unsigned line;
	char *values; /* OPENED, RETURNED: arguments or results (history.h) */
	int other;    /* CREATE, JOIN: the other thread */
	unsigned row; /* step of the report that it belongs to; 0: none */
	bool done;
	size_t after; /* the next element of the thread; n: none */
};

/* A variable, a block of memory, or a variable of one call of a function.  Where it is in the
 * compiled program is known by its name, or from the first access to it. */
struct object {
	bool is_global;
	bool is_heap;         /* a block of memory that was allocated */
	char name[NAME];      /* is_global: as the linker knows it */
	unsigned long number; /* otherwise: it identifies the object in the run */
	uintptr_t hidden;     /* test_base: where it is */
};

/* What the test violates, as far as the end of the schedule depends on it. */
enum violation { OTHER, DEADLOCK, RACE };

struct racer { /* an access of the race */
	int thread;
	bool is_write;
	bool in_library; /* a library function makes it: the place is that of its call */
	int object;      /* as of an element */
	uintptr_t offset, size;
	char what[NAME]; /* "": not known */
	char file[NAME];
	unsigned line; /* 0: not known */
};

struct input {
	int thread;
	char call[NAME];
	uint64_t value;
	bool done;
};

struct choice { /* inside a model of the library */
	int thread;
	char function[NAME];
	uint64_t value;
	bool done;
};

struct place { /* a return address in the program */
	uintptr_t at;
	unsigned line;
	char file[NAME];
	char function[NAME]; /* "": not known */
};

struct variable {
	uintptr_t from, to;
	char name[NAME];
};

struct test {
	struct element *element;
	size_t n;
	bool is_sender[MAX_THREADS]; /* the thread is one of a model, which sends signals */
	struct input *input;
	size_t ninputs;
	struct choice *choice;
	size_t nchoices;
	struct place *place; /* by address */
	size_t nplaces;
	struct variable *variable;
	size_t nvariables;
	struct object *object;
	size_t nobjects;
	char end[PLACE]; /* how the test ends; "": not known */
	bool fails;
	char property[NAME]; /* class of the property that is violated; "": not known */
	enum violation violation;
	struct racer race[2];
	int last_thread;   /* that does the last step */
	unsigned last_row; /* of the report: the violation; 0: not known, or of several threads */
	bool has_rows;     /* elements belong to steps of a report */
	bool has_history;  /* what it violates is about the calls of a client and their results */
};

/* Where the object is; 0: not known yet.  It is kept in another form: LeakSanitizer takes any
 * address of a block for a use of it. */
static inline uintptr_t test_base(const struct object *o) {
	return o->hidden ? ~o->hidden : 0;
}
static inline void test_set_base(struct object *o, uintptr_t base) {
	o->hidden = base ? ~base : 0;
}

/* The linker's name is none that a variable of the program has. */
extern struct test test __asm__("cbmc_mt_harness_test");
extern const char *const test_kinds[KIND_N];

void test_read_points(const char *path); /* before the test */
bool test_read(const char *path);        /* false: it is none */

const struct place *test_place(const void *caller); /* NULL: not in the program's code */
const char *test_variable(uintptr_t at); /* the global variable that is there; "memory": none */
bool test_is_variable(uintptr_t at);
const struct variable *test_find_variable(uintptr_t at); /* NULL: none */

#pragma GCC visibility pop

#endif
