/* frontend/code/lower_barrier.h -- fences, by what they keep in order. */
#ifndef FRONTEND_CODE_LOWER_BARRIER_H
#define FRONTEND_CODE_LOWER_BARRIER_H

#include "frontend/code/lower_body.h"

void lw_fence(struct lw *, enum mem_order);
/* Which accesses a barrier of a processor keeps in order: reads or writes before it with reads or
 * writes after it. */
enum { LW_RR = 1, LW_RW = 2, LW_WR = 4, LW_WW = 8, LW_ALL = 15 };
void lw_barrier(struct lw *, unsigned pairs); /* a FENCE; none if there are no pairs */
unsigned lw_barrier_named(const char *name);  /* of an instruction; 0: none */
unsigned lw_arm_barrier(uint64_t option);     /* the operand of dmb and dsb */

/* An instruction that changes neither memory nor registers; what it keeps in order. */
bool asm_changes_nothing(const char *text, unsigned *pairs);

#endif
