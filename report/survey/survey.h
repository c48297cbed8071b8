/* report/survey/survey.h -- what a survey of a project has found, as plain data, and the formats of
 * it.
 *
 * The table on the terminal, a document for programs and a page for people read the same record;
 * SARIF is written by report/files/sarif.h from the runs of the findings, in the order of their
 * rank.
 */
#ifndef REPORT_SURVEY_SURVEY_H
#define REPORT_SURVEY_SURVEY_H

#include <stdio.h>

#include "result/result.h"

/* How sure it is that the violation happens in a use of the program, surest first. */
enum survey_class {
	SURVEY_MAIN = 1, /* from main */
	SURVEY_CALLS, /* any call of a function, or calls in order of functions that belong together */
	SURVEY_SOME,  /* some call of the function: with these arguments */
	SURVEY_GUESS, /* only if a function without a body does this */
	SURVEY_DROPPED, /* callers or earlier calls were tried, and none of them can do it */
};

struct survey_finding {
	enum survey_class class;
	const char *id, *class_name, *text, *function; /* of the property */
	struct loc loc;
	const char *entry;     /* the function that the run starts in */
	const char *how;       /* in words: "from main", "any call of f", ... */
	const char *reproduce; /* a command */
	size_t others;         /* runs that find the same */
	const char *note;      /* what callers say; or NULL */
	bool is_behind;        /* it comes after another violation, and may be a consequence of it */
	struct result *result; /* of the run; its property 'property' is this one */
	uint32_t property;
};

enum survey_outcome {
	OUTCOME_PROVED,
	OUTCOME_BOUNDED, /* nothing found, within bounds or assumptions that cut something */
	OUTCOME_FINDINGS,
	OUTCOME_UNFINISHED, /* the budget was used up, or something is not supported */
	OUTCOME_WRONG,      /* there was no run: 'why' */
	OUTCOME_UNREACHED,  /* the survey ended before */
	OUTCOME_N,
};

struct survey_function {
	const char *name;
	struct loc loc;
	enum survey_outcome outcome;
	const char *why; /* or NULL */
	double seconds;
};

struct survey_left_out {
	const char *file, *why;
	struct loc loc;
};

struct survey_report {
	const char *command, *what;         /* what: "functions", or "functions that HEAD~1 touches" */
	VEC(struct survey_finding) finding; /* by rank */
	VEC(struct survey_function) function;
	VEC(struct survey_left_out) left_out; /* sources */
	size_t runs, sequences;               /* all runs; those of calls in order */
	size_t in_headers;                    /* functions that were not entries of their own */
	double seconds, cpu_seconds;
	const char *ended; /* why the survey did not look at everything; NULL: it did */
};

const char *survey_class_name(enum survey_class); /* "main", "calls", ... */
const char *survey_outcome_name(enum survey_outcome);
size_t survey_count(const struct survey_report *, enum survey_outcome);

struct survey_text_config {
	bool colour, all; /* all: the dropped ones, too */
};
void report_survey_text(FILE *, const struct survey_report *, const struct survey_text_config *);
void report_survey_json(FILE *, const struct survey_report *);
void report_survey_html(FILE *, const struct survey_report *);

#endif
