/* frontend/code/sidecar.h -- what only the printed tree of clang tells. */
#ifndef FRONTEND_CODE_SIDECAR_H
#define FRONTEND_CODE_SIDECAR_H

#include "frontend/code/lower_body.h"

struct lw_asm {
	bool is_goto;
	const char *text; /* the template as it is written, without quotes */
	uint32_t nout, nin, nclobbers, nlabels;
	const char *const *constraint; /* nout + nin, without quotes */
	const char *const *name;       /* of these operands: interned, or NULL */
	const char *const *clobber;    /* "memory", "cc", registers */
	const char *const *label;      /* of asm goto */
};
enum { LW_FOR_INIT = 1, LW_FOR_COND = 2, LW_FOR_INC = 4 };
int lw_sidecar_for(struct lw *, CXCursor); /* mask of the parts; -1: not known */
bool lw_sidecar_asm(struct lw *, CXCursor, struct lw_asm *);
const char *lw_sidecar_generic(struct lw *, CXCursor); /* the printed selection, or NULL */
/* Two expressions in a row: [lo ... hi] or [lo][hi]?  false: not known. */
bool lw_is_range(struct lw *, CXCursor lo, CXCursor hi, bool *is_range);
void lw_sidecar_close(struct lw *);

#endif
