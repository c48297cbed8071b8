/* fix/candidate.h -- changes of the source that might mend a violation.
 *
 * A proposer looks at the cause of the violation (result/cause.h) and at the text (frontend/
 * places.h) and adds candidates.  Nothing is claimed of them: tasks/fix.c verifies each one.  What
 * a proposer must see to is that the text stays C of the kind that its author would write, and that
 * it takes nothing away from what the program does or checks.
 *
 *   struct candidate c = {.what = "hold m around ..."};
 *   candidate_insert(&c, p, file, offset, "...") ...
 *   candidates_add(all, &c)       all changes of c are one change of the program
 *
 * To add a proposer: a function of this type in a file of its own, fix/candidate_X.c, and a line in
 * the table of fix/candidate.c.
 */
#ifndef FIX_CANDIDATE_H
#define FIX_CANDIDATE_H

#include "frontend/about/places.h"
#include "result/result.h"

struct candidate {
	const char *what; /* "hold m around the decrement of left" */
	const char
	    *way; /* those of one way differ in their extent only: one of them is enough; or NULL */
	VEC(struct source_edit) edit;   /* of files in places; any order, must not overlap */
	struct fix_condition condition; /* that it changes, in the text as it is */
	unsigned lines;                 /* that differ; set when all have been proposed */
	unsigned under_lock;            /* statements that are newly under a lock, for the order */
	bool is_new_lock;               /* a lock was invented: only if nothing else helps */
	bool is_unusual;                /* not how the file does it: after others of the same size */
	bool is_guess;                  /* not from the cause: after those that are */
	bool needs_orders;              /* memory orders or fences: the proof must be one under c11 */
};

struct candidates {
	struct arena *arena;
	const struct places *places;
	const struct result *result;
	const struct property_result *violated;
	const struct cause
	    *cause; /* of it; never NULL, but it may be of the kind ORDER without facts */
	VEC(struct candidate) at;
	bool guesses; /* what is added from now on is not from the cause */
};

typedef void proposer(struct candidates *);

/* Calls all of them, also about the data that threads share in the trace, and puts those that are
 * to be tried first first. */
void candidates_propose(struct candidates *);
/* Takes it over; drops it if it changes nothing, if its edits overlap, if it touches what is not to
 * be edited, or if the same was proposed before. */
void candidates_add(struct candidates *, struct candidate *);
void candidates_free(struct candidates *);

void candidate_replace(struct candidate *, const struct places *, uint32_t file, size_t begin,
                       size_t end, const char *text);
void candidate_insert(struct candidate *, const struct places *, uint32_t file, size_t at,
                      const char *text);
/* Takes a statement out, with its line if nothing else is there. */
void candidate_delete(struct candidate *, const struct places *, uint32_t statement);
/* A statement of its own before, after this one, on a line of its own if this one has one.  A
 * statement that stands alone behind if, else, while, for gets braces: the two together, by
 * candidate_wrap. */
void candidate_before(struct candidates *, struct candidate *, uint32_t statement,
                      const char *text);
void candidate_after(struct candidates *, struct candidate *, uint32_t statement, const char *text);
/* before; first..last; after.  These are siblings; text may be NULL. */
void candidate_wrap(struct candidates *, struct candidate *, uint32_t first, uint32_t last,
                    const char *before, const char *after);

/* The statement of an event of the cause; NO_NODE: it is not in a file that may be changed. */
uint32_t candidate_statement(const struct candidates *, const struct cause_event *);
/* The node of an event: the smallest one at its position. */
uint32_t candidate_node(const struct candidates *, const struct cause_event *);
/* The event of a role (result/cause_kinds.def); NULL: it is not known. */
const struct cause_event *candidate_role(const struct candidates *, size_t ix);
bool candidate_is_writable(const struct places *, uint32_t file);

proposer candidate_data; /* locks around data, atomics (fix/candidate_data.c) */

#endif
