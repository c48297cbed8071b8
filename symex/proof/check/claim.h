/* symex/proof/check/claim.h -- what the check of an invariant claims, as formulas.
 *
 * check.h says which claims there are.  A formula is over the variables of threads FIRST, SECOND
 * and THIRD before a step; after it, a part has the term that the step gives to it.  The nodes of
 * the search are turned into formulas once; those for other threads, and for the state after a
 * step, are the same with other terms in place of the variables.
 *
 *   claim_open --> claim_step --> claim_one, claim_two, ... --> claim_demand ... --> claim_close
 */
#ifndef SYMEX_PROOF_CHECK_CLAIM_H
#define SYMEX_PROOF_CHECK_CLAIM_H

#include "symex/proof/check/checked.h"
#include "symex/proof/check/lemma.h"
#include "symex/proof/search/view.h"

/* Threads of a query: before its step, thread k has the variables part.var[k]. */
enum { SHARED = 0, FIRST = 1, SECOND = 2, THIRD = 3, THREADS = 4 };

enum { POINT_BITS = 16 };

struct facts {
	VEC(term) at;
};

struct numbers {
	VEC(uint32_t) at;
};

struct seat { /* a thread, before or after a step */
	uint32_t thread;
	bool is_after;
	uint32_t point; /* NO_POINT: the variable of the thread says where it is */
};

/* Formulas over FIRST and SECOND, with others in place of them. */
struct thread_renaming {
	struct seat first, second;
	bool is_after; /* shared parts */
	struct map to; /* variable -> variable */
	struct substitution s;
};

struct meeting { /* two points at which two threads are at the same time, in some node */
	uint32_t point[2];
	struct numbers node;
	uint32_t weight;
};

struct claim {
	struct views *v;
	const struct relation *r;
	struct terms *ts;
	term point[THREADS];    /* variables */
	term *fresh[THREADS];   /* variables, by part */
	term *after[THREADS];   /* by part: the value after the step that is looked at */
	struct numbers *single; /* nodes, by point */
	VEC(struct meeting) meeting;
	struct map meeting_of; /* by points */
	term *formula;         /* by node, without the points */
	VEC(struct thread_renaming *) renaming;
	struct lemmas lemmas;
	struct facts asked;
	struct proof_check result;
};

static inline struct seat seat_before(uint32_t thread, uint32_t point) {
	return (struct seat){thread, false, point};
}

static inline struct seat seat_after(uint32_t thread, uint32_t point) {
	return (struct seat){thread, true, point};
}

/* The nodes become formulas. */
void claim_open(struct claim *, struct views *);
void claim_close(struct claim *);
/* One of the claims does not hold, or is not decided. */
bool claim_is_over(const struct claim *);
void claim_give_up(struct claim *, enum checked, const char *what, struct loc);
/* Where the facts hold, 'good' must hold. */
void claim_demand(struct claim *, const struct facts *, term good, const char *what, struct loc);

void facts_add(struct facts *, term);
void facts_add_all(struct facts *, const struct facts *more);
/* All of the facts, one of them; they are consumed. */
term claim_all(struct claim *, struct facts *);
term claim_any(struct claim *, struct facts *);

/* The part of a thread, or of the shared state. */
term claim_part(const struct claim *, uint32_t part, struct seat);
term claim_is_at(struct claim *, struct seat, uint32_t point);
/* A term of a step, which is over FIRST, for the thread that steps. */
term claim_of_mover(struct claim *, term, uint32_t mover);

/* From here on, values after a step are those after this one. */
void claim_step(struct claim *, const struct edge *, uint32_t mover);
void claim_add_arrival(struct claim *, struct facts *, const struct arrival *, uint32_t mover,
                       uint32_t who);
struct loc claim_loc(const struct claim *, const struct edge *);
/* The state before the program begins. */
void claim_add_nothing_exists(struct claim *, struct facts *);

/* The facts about the state before the step hold of all elements of arrays; so they are added for
 * those that the thread at the point reads (array.h). */
void claim_add_reads(struct claim *, struct facts *, uint32_t point, uint32_t mover);

/* Inv1 of a thread at the point. */
term claim_one(struct claim *, struct seat, uint32_t point, bool is_after);
/* Inv2 of two threads at the points of a meeting: the cases of which one holds. */
void claim_add_meeting(struct claim *, struct facts *, const struct meeting *, struct seat,
                       struct seat, bool is_after);
/* Inv2 of two threads, the first of which is at its point. */
term claim_two(struct claim *, struct seat, struct seat, bool is_after);

#endif
