/* frontend/machine/lower_asm.h -- inline assembly. */
#ifndef FRONTEND_MACHINE_LOWER_ASM_H
#define FRONTEND_MACHINE_LOWER_ASM_H

#include "frontend/code/lower_body.h"

void lw_asm_stmt(struct lw *, CXCursor);

#endif
