/* solvers/sat/cdcl_core.h -- the state of the SAT solver, for its own files only.
 *
 * A literal is 2 * variable, plus 1 if negative, so that a ^ 1 is its negation; variable 0 is not
 * used.  A clause of three or more literals is a sequence of words in 'arena', named by the index
 * of the first (a cref); one of two literals is only in the watch lists.
 *
 * Invariants
 *   The first two literals of a clause are watched: watch[a] has the clauses that watch a, and is
 *   visited when a becomes false.
 *   Between calls of cdcl_propagate that return true, no clause has all literals but one false and
 *   that one unassigned.
 *   Literals of level 0 have no reason, so that clauses can be moved and deleted at level 0.
 */
#ifndef SOLVERS_SAT_CDCL_CORE_H
#define SOLVERS_SAT_CDCL_CORE_H

#include "solvers/sat/cdcl.h"
#include "util/base/vec.h"

typedef uint32_t cdcl_lit;

/* Why a literal is assigned, or which clause a watch is of: a cref, or one of these. */
#define CDCL_BINARY    0x80000000u /* | the other literal */
#define CDCL_THEORY    0xfffffffeu /* the theory implied it and was not asked why */
#define CDCL_NO_REASON 0xffffffffu /* a decision, an assumption, a literal of level 0 */

enum { CDCL_MAX_VARIABLE = 0x3ffffff0 };
enum { CDCL_MODE_UNIT = 3000, CDCL_REDUCE_UNIT = 2000 }; /* conflicts */

/* The words of a clause: size, flags and LBD, literals. */
enum { CDCL_HEADER = 2 };
enum {
	CDCL_LEARNT = 1,
	CDCL_USED = 2,     /* in a conflict since the last reduction */
	CDCL_GARBAGE = 4,  /* to be deleted */
	CDCL_LBD_SHIFT = 4 /* the LBD: decision levels among its literals when it was learnt */
};

struct cdcl_watch {
	cdcl_lit
	    blocker;  /* another literal of the clause; if it is true, the clause need not be read */
	uint32_t ref; /* cref, or CDCL_BINARY: 'blocker' is the other literal */
};

struct cdcl_watches {
	struct cdcl_watch *at;
	size_t n, cap;
};

struct cdcl_variable {
	uint32_t level, reason;
	uint32_t position; /* in the trail */
};

/* What analysis has found out about a variable. */
enum { CDCL_SEEN = 1, CDCL_REMOVABLE = 2, CDCL_NEEDED = 4 };

/* An exponential moving average, which begins as the plain one. */
struct cdcl_average {
	double value, weight;
};

struct cdcl {
	uint32_t nvars;
	/* By literal. */
	VEC(int8_t) value; /* 1 true, -1 false, 0 unassigned */
	VEC(struct cdcl_watches) watch;
	VEC(uint8_t) failed;
	/* By variable. */
	VEC(struct cdcl_variable) variable;
	VEC(int8_t) phase; /* last value; at first -1 */
	VEC(uint8_t) mark;
	VEC(double) activity;
	VEC(uint32_t) heap_at; /* position in the heap plus 1; 0: not in it */

	VEC(uint32_t) arena;
	VEC(cdcl_lit) trail;
	VEC(size_t) level; /* by decision level - 1: size of the trail when it began */
	size_t head;       /* literals of the trail that were propagated */
	VEC(cdcl_lit) preferred;
	size_t next_preferred; /* those before it have a value */
	VEC(uint32_t) heap;    /* variables to decide, highest activity first */
	double increment;      /* of activities */
	VEC(cdcl_lit) input;   /* of the clause that is being added */
	VEC(int) outer;        /* literals of a step of the proof */
	VEC(cdcl_lit) assumption;
	bool unsat; /* without assumptions */
	bool full;  /* more variables or clauses than literals and crefs can name */
	bool asked; /* the assumptions are those of a solve that is over */

	VEC(cdcl_lit) conflict; /* literals that are all false */
	uint32_t conflict_ref;  /* cref, if it is a clause of the arena, or CDCL_NO_REASON */
	cdcl_lit other;         /* of a reason with two literals, while it is read */
	VEC(cdcl_lit) learnt;
	uint32_t learnt_lbd, learnt_level; /* level to backtrack to */
	VEC(uint32_t) seen;                /* variables with a mark */
	VEC(uint64_t) stamp;               /* by level: the last count that met it */
	uint64_t stamps;
	VEC(uint32_t) earliest; /* by level: position of the first literal of the learnt clause */

	struct cdcl_average fast, slow;                   /* LBD of learnt clauses */
	bool stable;                                      /* few restarts */
	uint64_t mode_limit, restart_limit, reduce_limit; /* in conflicts */
	uint64_t modes, luby;
	size_t fixed;   /* literals of level 0 when satisfied clauses were last deleted */
	uint64_t ticks; /* work done: watches visited, mostly */
	uint64_t collect_limit, look_limit; /* in ticks: when to do that again, to call 'stop' */
	size_t watch_bytes;
	struct cdcl_stats stats;

	const struct cdcl_theory *theory; /* or NULL */
	void *theory_context;
	VEC(uint8_t) observed; /* by variable */
	VEC(int) told;         /* literals that the theory was told, and are true */
	size_t told_head;      /* literals of the trail that were looked at for that */
	VEC(int) lemma;        /* not yet added: 0 or 1 (keep), literals, 0 */
	VEC(cdcl_lit) explanation;
	bool theory_conflict; /* 'conflict' has a clause of the theory */

	int (*stop)(void *);
	void *stop_context;
	void (*proof)(void *, enum cdcl_step, const int *, size_t);
	void *proof_context;
};

static inline cdcl_lit cdcl_inner(int literal) {
	return literal < 0 ? (cdcl_lit)-literal * 2 + 1 : (cdcl_lit)literal * 2;
}

static inline int cdcl_outer(cdcl_lit a) {
	return a & 1 ? -(int)(a >> 1) : (int)(a >> 1);
}

static inline uint32_t cdcl_level(const struct cdcl *s) {
	return (uint32_t)s->level.n;
}

static inline uint32_t cdcl_level_of(const struct cdcl *s, cdcl_lit a) {
	return s->variable.at[a >> 1].level;
}

static inline cdcl_lit *cdcl_literals(const struct cdcl *s, uint32_t cref) {
	return s->arena.at + cref + CDCL_HEADER;
}

static inline uint32_t cdcl_lbd(const struct cdcl *s, uint32_t cref) {
	return s->arena.at[cref + 1] >> CDCL_LBD_SHIFT;
}

/* cdcl.c */
cdcl_lit cdcl_known(struct cdcl *,
                    int literal); /* its variable exists now; 0: there are too many */
void cdcl_backtrack(struct cdcl *, uint32_t level);
void cdcl_prove(struct cdcl *, enum cdcl_step, const cdcl_lit *, size_t n);
void cdcl_contradiction(struct cdcl *); /* the clauses have no model */

/* cdcl_propagate.c */
void cdcl_assign(struct cdcl *, cdcl_lit, uint32_t reason);
bool cdcl_propagate(struct cdcl *); /* false: 'conflict' is set */
/* A clause in the arena that is not watched. */
uint32_t cdcl_store(struct cdcl *, const cdcl_lit *, size_t n, unsigned flags, uint32_t lbd);
/* A clause of two or more literals; the first two will be watched.  Returns the reason that it is
 * for its first literal. */
uint32_t cdcl_attach(struct cdcl *, const cdcl_lit *, size_t n, unsigned flags, uint32_t lbd);

/* cdcl_analyze.c: requires a conflict on a level above 0; 'learnt' has the asserted literal first.
 */
void cdcl_analyze(struct cdcl *);
/* An assumption is false: marks those that imply it as failed, and itself. */
void cdcl_analyze_failed(struct cdcl *, cdcl_lit assumption);

/* cdcl_decide.c */
void cdcl_heap_insert(struct cdcl *, uint32_t variable);
uint32_t cdcl_heap_pop(struct cdcl *); /* an unassigned variable; 0: there is none */
void cdcl_bump(struct cdcl *, uint32_t variable);
void cdcl_decay(struct cdcl *);
bool cdcl_restarting(struct cdcl *); /* and counts the restart */
void cdcl_learnt_lbd(struct cdcl *, uint32_t lbd);

/* cdcl_collect.c: require level 0, propagated; may end in a contradiction. */
bool cdcl_reducing(const struct cdcl *);
void cdcl_reduce(struct cdcl *);
bool cdcl_collecting(const struct cdcl *);
void cdcl_collect(struct cdcl *); /* deletes garbage, satisfied clauses, false literals */

/* cdcl_theory.c: require a theory. */
enum cdcl_progress { CDCL_DONE, CDCL_MORE, CDCL_CONFLICT };
enum cdcl_progress cdcl_theory_propagate(struct cdcl *); /* MORE: clauses are to be propagated */
enum cdcl_progress cdcl_theory_check(struct cdcl *);
void cdcl_theory_backtrack(struct cdcl *, size_t keep);        /* literals of the trail */
uint32_t cdcl_theory_reason(struct cdcl *, uint32_t variable); /* a cref */

#endif
