/* goto/program/rewrite.h -- builds a new instruction list of a function from its old one.
 *
 *   rewrite_open --> for each old index i: rewrite_at(i), rewrite_add ... rewrite_keep
 *                --> rewrite_close
 *
 * Jumps that are kept still name old indices; rewrite_close turns them into new ones.  A jump or
 * label to old instruction i goes to the first instruction added after rewrite_at(i), so what is
 * inserted before an instruction runs on every way to it.  If all of i was dropped, it goes to
 * what follows.  Loops move with their backward jumps.
 */
#ifndef GOTO_PROGRAM_REWRITE_H
#define GOTO_PROGRAM_REWRITE_H

#include "goto/program/prog.h"

struct rewrite {
	struct function *function;
	VEC(struct ins) out;
	VEC(bool) resolved; /* by new index: the jump already names a new index */
	uint32_t *first;    /* old index -> new index */
};

void rewrite_open(struct rewrite *, struct function *);
void rewrite_at(struct rewrite *, uint32_t old); /* each old index once, in order */
void rewrite_keep(struct rewrite *, struct ins); /* an old instruction, perhaps changed */
void rewrite_add(struct rewrite *, struct ins);  /* a new one, hidden; no jump */
/* A new forward jump, taken if 'condition' is not 0; its target is where rewrite_land is called. */
uint32_t rewrite_jump(struct rewrite *, const struct expr *condition, struct loc);
void rewrite_land(struct rewrite *, uint32_t jump);
void rewrite_close(struct rewrite *); /* the function has its new list */

#endif
