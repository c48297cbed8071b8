/* result/history.h -- the calls of a library's operations in a counterexample, and why no order of
 * them explains their results.  Plain data; all strings are of the result's arena. */
#ifndef RESULT_HISTORY_H
#define RESULT_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/vec.h"

struct history_call {
	uint32_t thread;
	const char *operation; /* "queue_enqueue" */
	const char *arguments; /* "1", without the object; "": none */
	const char *result;    /* "true", "true, v = 1"; "": it returns nothing; NULL: it is pending */
	uint32_t begins, ends; /* steps of the counterexample between which it is open, by index; a
	                          pending one is open to the end */
	/* Positions in real time: i comes before j if ends_at of i < begins_at of j. */
	uint32_t begins_at, ends_at;
	bool has_failed;  /* its result says so: false, a null pointer or a negative number */
	bool in_conflict; /* the history is in conflict because of this call and others like it */
};

/* An order of the calls in conflict that real time allows, up to the first wrong result. */
struct history_try {
	VEC(uint32_t) call; /* indices into 'call', in this order; the last one has the wrong result */
	const char *expected; /* the result that the specification has for it; NULL: it cannot happen */
};

struct history {
	const char *specification; /* "queue", "self", "spec.c" */
	const char *asked; /* "linearizable", "sequentially consistent", "quiescently consistent" */
	VEC(struct history_call) call; /* in the order in which they begin */
	const char *sentence;          /* why no order works; NULL: 'tries' say it */
	VEC(struct history_try) tries; /* at most six */
	bool are_all;                  /* there are no other orders */
	/* The calls of one thread already have other results than the specification gives them. */
	bool is_misfit;
	uint32_t misfit_tried; /* so many other descriptions */
	uint32_t misfit_calls; /* with so many calls */
	VEC(const char *)
	misfit; /* the lines of the one that fits, "map.api:5: op map_get(...) ok 1";
	           none: none does */
};

#endif
