/* tasks/survey/survey_sequence.h -- calls in order of functions that belong together.
 *
 * A function of a library is rarely wrong by itself: it is wrong after others.  Functions that take
 * a pointer to the same structure belong together, with one that makes such an object and one that
 * frees it; so do functions of a source that share its variables.  A sequence makes an object,
 * calls one or two of the functions and frees it.  The object is then one that the library has
 * made, not one with arbitrary content, so a violation needs no assumption about it.  Where the
 * functions use locks or atomics, two of them are also called by two threads at the same time.
 *
 * A sequence is a C file that includes the source and defines one function, whose parameters are
 * the arguments of the calls.
 */
#ifndef TASKS_SURVEY_SURVEY_SEQUENCE_H
#define TASKS_SURVEY_SURVEY_SEQUENCE_H

#include "tasks/survey/survey_graph.h"

#define SEQUENCE_FUNCTION "survey_calls"

struct survey_sequence {
	uint32_t call[8]; /* nodes in order, with the maker and the one that frees */
	size_t n;
	uint32_t tried;       /* the node that it is about: the last call before the object is freed */
	bool has_object;      /* that the calls share */
	bool is_parallel;     /* the two calls between are made by two threads */
	const char *text;     /* of the C file */
	const char *in_words; /* "table_new, table_put, table_free" */
};

typedef VEC(struct survey_sequence) survey_sequences;

/* Of all functions that are no part of a program with a main; wanted: NULL, or one flag for each
 * node, and sequences are about these only. */
void survey_sequences_make(survey_sequences *, const struct survey_graph *, const bool *wanted);

#endif
