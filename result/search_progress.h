/* result/search_progress.h -- the progress of a search: what it has established so far, what it is
 * doing.
 *
 * The search writes it while it runs; whoever ends the search reads it, in another thread or
 * another process.  So there are no pointers in it, and the functions here need neither the heap
 * nor stdio.
 *
 *   search_progress_change, writes, search_progress_changed   in the search
 *   search_progress_copy   in the reader: a state between two changes
 */
#ifndef RESULT_SEARCH_PROGRESS_H
#define RESULT_SEARCH_PROGRESS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ANY_NUMBER UINT32_MAX /* no limit */

enum established_kind {
	ESTABLISHED_BOUND,     /* no violation in any execution within these limits */
	ESTABLISHED_RUNS,      /* no violation in any schedule of the events of so many runs */
	ESTABLISHED_SUPPORTED, /* no violation in any execution that does not reach what an inconclusive
	                          gap of the result is about */
	ESTABLISHED_USUAL,     /* no violation in the usual environment */
	ESTABLISHED_FEW,       /* none with few inputs: argument, reads */
	ESTABLISHED_VALUES,    /* no violation where inputs are numbers up to one */
	ESTABLISHED_CLIENTS,   /* no violation with clients of a library up to a size */
};

struct established {
	uint32_t kind;        /* enum established_kind */
	uint32_t switches;    /* BOUND: changes of the running thread, at most; ANY_NUMBER */
	uint32_t preemptions; /* BOUND: of these, away from a thread that could go on */
	uint32_t iterations;  /* of any loop, or nested calls of a recursion */
	uint32_t runs;        /* RUNS */
};

enum { MAX_ESTABLISHED = 4 };

#define MAX_WITHIN 1600 /* of the text that says what facts rest on */

struct going_loop {      /* a loop, or a recursion, that goes on behind the bound of deepening */
	char id[80];         /* as --unwindset names it, "main.0"; "": there is none */
	char place[96];      /* "cache.c:40" */
	char because[160];   /* "its bound comes from getenv()"; "": not known */
	uint32_t iterations; /* most that it has made in an execution */
	bool is_loop;        /* not a recursion */
	bool by_user;        /* an option bounds it */
};

struct restricted_fact { /* holds in a part of what the environment may do; never merged with facts
	                      */
	char text[320];      /* "": there is none */
	char within[MAX_WITHIN]; /* what it rests on besides; "": nothing */
	uint32_t number;         /* VALUES: the largest */
};

struct search_progress {
	_Atomic(uint32_t) version;                /* odd: it is being changed */
	struct established fact[MAX_ESTABLISHED]; /* none says less than another */
	uint32_t nfacts;
	struct restricted_fact usual, values, few;
	char within[MAX_WITHIN]; /* what all of them rest on: other bounds, assumptions; "": nothing */
	char engine[24];         /* that searches, "lazy"; "": none does */
	uint32_t switches, preemptions, decisions; /* being explored, or ANY_NUMBER */
	uint32_t contexts;  /* being encoded, by an engine that counts them; else 0 */
	bool ignores_bound; /* what the user bounds is being explored without the bound */
	uint32_t unwind;    /* being explored; 0: loops are not unwound */
	uint32_t threads;   /* at most at one time */
	bool switches_given, unwind_given; /* the user bounds them */
	bool is_over; /* it has ended by itself: nothing is being done, and no bound would help */
	bool can_order_events; /* --strategy=partial-order takes the program and the options */
	struct going_loop loop;
	char steered_by[48]; /* the last input known to steer such a loop, "getenv()"; "": none */
	char solver[16];
	double query_began; /* the solver works on a query since then; 0: it does not */
};

void search_progress_change(struct search_progress *);
void search_progress_changed(struct search_progress *);
/* false: the search is in the middle of a change for long; then *to has no text. */
bool search_progress_copy(struct search_progress *to, const struct search_progress *from);

/* Adds what is established, and drops what says less. */
void search_progress_establish(struct search_progress *, struct established);
/* Adds to what facts rest on: "within argc 4; assuming that memory can be allocated (--option)".
 * Parts that are there already are not repeated, and none is cut. */
void search_progress_within(char within[MAX_WITHIN], const char *more);
/* Adds what another search of the same program has established; its loop if there is none yet. */
void search_progress_merge(struct search_progress *, const struct search_progress *from);

/* Adds what searches with a restricted environment have established; nothing else of them. */
void search_progress_merge_restricted(struct search_progress *, const struct search_progress *from);

/* Does the fact follow from one that is there? */
bool search_progress_has(const struct search_progress *, const struct established *);
/* Is the fact worth a line beside the others?  Not that of runs beside a bound. */
bool search_progress_tells(const struct search_progress *, const struct established *);

/* These write a text without a line end, and return its length. */
size_t established_text(char *to, size_t size, const struct established *, bool has_threads);
/* "unwinding the loop at a.c:4, round 211, because its bound comes from getenv()"; "": not known */
size_t search_progress_activity(char *to, size_t size, const struct search_progress *, double now);

#endif
