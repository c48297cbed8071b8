/* report/story/proof_table.h -- a proof (result/proof.h) as short as it can be told without losing
 * any of it.
 *
 * Places of one function about which the proof says the same, also in their pairs with all other
 * places, are one row.  What holds in every row, and between any two threads wherever they are, is
 * kept apart and not repeated.  Of two threads only what goes beyond what holds for each of them is
 * kept.
 */
#ifndef REPORT_STORY_PROOF_TABLE_H
#define REPORT_STORY_PROOF_TABLE_H

#include "report/story/facts.h"
#include "result/proof.h"

struct proof_row {
	const char *thread, *function;
	const uint32_t *place; /* indices of the proof's, by line; nplaces > 0 */
	uint32_t nplaces;
	struct facts holds;
	bool only_one; /* at most one thread of all is at these places */
};

struct proof_relation { /* t1 is at row a, t2 at row b */
	uint32_t a, b;      /* a <= b */
	bool never;         /* this does not happen: then nothing else is said */
	struct facts holds;
};

/* Rows among which at most one thread of all is at a time: a critical section. */
struct proof_section {
	const uint32_t *row;
	uint32_t n;
};

struct proof_table {
	const struct proof *proof;
	struct facts everywhere, between; /* between any two threads, either of which may be t1 */
	VEC(struct proof_row) row;
	VEC(struct proof_relation) relation;
	VEC(struct proof_section) section;
	bool *excluded; /* of two rows: proof_excludes */
	bool *is_clear; /* of two rows: a section says so, or that there is one thread */
};

/* entry: the function of the initial thread, of which there is one; or NULL.  The rest is the
 * arena's. */
void proof_table_init(struct proof_table *, struct arena *, const struct proof *,
                      const char *entry);
void proof_table_free(struct proof_table *);
/* Is it said that no two threads are at these rows? */
bool proof_excludes(const struct proof_table *, uint32_t a, uint32_t b);
/* And does neither a section say so, nor that there is only one such thread? */
bool proof_excludes_besides(const struct proof_table *, uint32_t a, uint32_t b);
/* Are no threads of the template there while a thread is at the row? */
bool proof_excludes_thread(const struct proof_table *, uint32_t row, const char *thread);
/* Is there at most one thread of this row's template? */
bool proof_is_single(const struct proof_table *, uint32_t row);
/* "12, 14-15" of places of one function, by line; "12.2": before the second of several steps. */
char *proof_lines(struct arena *, const struct proof *, const uint32_t *place, uint32_t n);

#endif
