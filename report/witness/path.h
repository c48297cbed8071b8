/* report/witness/path.h -- a counterexample as others can follow it: what a witness tells, in its
 * order.
 *
 * Of all steps those that another tool has a name for: inputs, branches, calls, threads made,
 * assignments, the violation.  Each has its position in the text of the program.  What library
 * models do inside is left out; what they choose becomes the result of the call of the user.
 */
#ifndef REPORT_WITNESS_PATH_H
#define REPORT_WITNESS_PATH_H

#include "report/witness/tokens.h"
#include "result/result.h"

struct witness_file { /* a source as the user named it, what is in it, and its SHA-256 */
	const char *name, *real_name, *text, *hash;
	size_t n;
};

enum event_kind {
	EVENT_ASSIGN, /* lhs = value */
	EVENT_READ,   /* a load from shared memory, of a statement that does more */
	EVENT_INPUT,  /* the call of 'callee' at 'at' returns value, and lhs, if any, becomes that */
	EVENT_BRANCH, /* the branching whose keyword is at 'at' goes as 'condition' says */
	EVENT_CALL,
	EVENT_RETURN, /* from 'function' */
	EVENT_CREATE, /* of thread 'other', which runs 'callee', by the call at 'at' */
	EVENT_TARGET, /* of a race there are two, one for each access */
};

struct event {
	enum event_kind kind;
	uint32_t thread, other;
	uint32_t file;       /* which one */
	uint32_t line;       /* of its text */
	uint32_t at;         /* token; NO_TOKEN: only the line is known, and so for the next two */
	uint32_t start, end; /* the statement it is part of */
	uint32_t depth;      /* so many functions of the program wait for this one to return */
	uint32_t after;      /* BRANCH: its text is there or later; 0: it is the first of a condition */
	bool in_head;        /* of an if, while, for or switch */
	bool arrives;        /* the first of what its thread does on its way through the statement */
	bool condition;      /* BRANCH */
	bool decides;        /* BRANCH: by the whole condition, not a part such as a of a && b */
	bool shared;         /* BRANCH, READ, ASSIGN: of memory that other threads may reach */
	bool depends;        /* its outcome depends on such memory */
	bool is_defined;     /* CALL: of a function of the program, not of a library */
	bool is_split;       /* others ran before the call was over */
	const char *function, *callee;
	const char *text;        /* BRANCH: the condition, or a part of it */
	const char *lhs, *value; /* C expressions that mean the same at this position; or NULL */
};

struct path {
	const struct witness_file *file;
	size_t nfiles;
	struct tokens *tokens; /* of each file */
	VEC(struct event) event;
};

/* The event list ends with the target, or the two of a race, whatever else is missing. */
void path_init(struct path *, struct arena *, const struct cex *, const struct witness_file *,
               size_t nfiles);
void path_free(struct path *);

#endif
