/* witness/loom.h -- what the parts of the weaver share: the stitches, hidden variables, and the
 * code that is being written.  For stitch.c, section.c and weave.c. */
#ifndef WITNESS_LOOM_H
#define WITNESS_LOOM_H

#include "goto/rewrite.h"
#include "util/map.h"
#include "witness/states.h"
#include "witness/weave.h"

/* An edge or invariant at a mark, with what it needs there. */
struct stitch {
	const struct mark *mark;
	const struct witness_edge *edge; /* NULL: an invariant */
	const struct expr *condition;    /* or NULL: true */
	const struct witness_invariant *invariant;
	uint32_t creates; /* thread of the witness that the call creates; 0: none */
	uint32_t target;  /* bit of 'armed' */
	bool is_choice;   /* need not be taken although it could be */
	size_t next;      /* stitch at the same mark, + 1 */
};

struct loom {
	struct weave *w;
	struct goto_prog *prog;
	struct arena *arena;
	const struct type *type_int;
	VEC(struct stitch) stitch;
	struct map first, last;   /* mark -> stitch + 1 */
	struct states states;     /* of a graph */
	const struct mark **mark; /* by edge: the first that it means; NULL: none */
	bool *is_silent;          /* of a graph, by edge: the program has no such place */
	bool has_sinks, is_guided;
	/* while a function is rewritten */
	struct function *function;
	struct rewrite rewrite;
	struct loc loc;
	bool in_target;                /* a statement that is a target */
	const struct expr *saved;      /* 'armed' as it was before the call that is being written */
	const struct expr *now, *self; /* temporaries of the section that is being written */
};

/* A part of the witness that is not understood. */
void loom_lose(struct loom *l, struct loc where, const char *text);

/* Hidden variables, and expressions over them. */
struct symbol *loom_ghost(struct loom *l, const char *name, enum storage storage);
const struct expr *loom_read(struct loom *l, struct symbol *s);
const struct expr *loom_number(struct loom *l, uint32_t n);
const struct expr *loom_differs(struct loom *l, const struct expr *e, uint32_t n);
struct symbol *loom_thread(struct loom *l, uint32_t thread); /* or NULL */

/* Code, at the end of what was written of the function. */
void loom_emit(struct loom *l, struct ins in);
void loom_assign(struct loom *l, const struct expr *lhs, const struct expr *rhs);
uint32_t loom_jump_if(struct loom *l, const struct expr *condition); /* see rewrite_jump */
const struct expr *loom_temporary(struct loom *l);

#endif
