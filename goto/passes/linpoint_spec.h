/* goto/passes/linpoint_spec.h -- what the parts of goto/passes/linpoint.h share: the ghost
 * variables of a thread, and the functions of the specification. */
#ifndef GOTO_PASSES_LINPOINT_SPEC_H
#define GOTO_PASSES_LINPOINT_SPEC_H

#include "goto/passes/linpoint.h"
#include "goto/program/rewrite.h"

struct linpoint_ghosts {     /* all belong to one thread; 0 between calls, from 'trial' on between
	                            points */
	struct symbol *current;  /* the operation that the thread is in, plus 1 */
	struct symbol *passed;   /* enum linpoint_passed */
	struct symbol *trial;    /* the specification is tried: it ends before it changes something */
	struct symbol *ends;     /* it has ended so, or is not defined here */
	struct symbol *changes;  /* it changes something */
	struct symbol *resulted; /* it has given its result */
	struct symbol *chosen;   /* what __mt_choose returns in it */
};

enum linpoint_passed { PASSED_NONE, PASSED_SAME, PASSED_CHANGED };

struct linpoint_spec {         /* of one operation */
	struct function *function; /* __mt_spec_K; NULL: there is none of this number */
	VEC(struct symbol *) arg;  /* of the call that is open */
	VEC(struct symbol *) kept; /* results at its point */
};

struct linpoint_insertion {
	struct goto_prog *prog;
	struct arena *arena;
	const struct type *type_int;
	struct linpoint_ghosts ghost;
	VEC(struct linpoint_spec) spec; /* by number of operation */
	struct map is_spec;             /* functions of the specification: symbol id -> true */
	bool may_choose;                /* the specification calls __mt_choose */
	const char *failed;             /* the first reason, interned; or NULL */
	struct rewrite rewrite;
	struct function *function; /* the one that is rewritten */
	struct loc loc;
};

#define MAX_OPERATIONS 64

void linpoint_fail(struct linpoint_insertion *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The name of the function that is called directly; "": something else. */
const char *linpoint_callee(const struct ins *);
/* The number that the first argument of an intrinsic is; MAX_OPERATIONS: none. */
uint32_t linpoint_number(const struct ins *);

/* Instructions that are added at this place. */
const struct expr *linpoint_value(struct linpoint_insertion *, struct symbol *);
const struct expr *linpoint_int(struct linpoint_insertion *, uint64_t);
const struct expr *linpoint_is(struct linpoint_insertion *, struct symbol *, uint64_t);
void linpoint_set(struct linpoint_insertion *, struct symbol *, const struct expr *);
void linpoint_assert(struct linpoint_insertion *, const struct expr *, const char *text);

/* Finds the functions __mt_spec_K and what they call; makes the ghost variables. */
void linpoint_spec_open(struct linpoint_insertion *);
void linpoint_spec_close(struct linpoint_insertion *);
bool linpoint_is_spec(const struct linpoint_insertion *, const struct function *);
/* The functions of the specification say what they change, and end where they are not defined. */
void linpoint_spec_rewrite(struct linpoint_insertion *);

#endif
