/* frontend/lower_keep.h -- what lowering keeps between bodies. */
#ifndef FRONTEND_LOWER_KEEP_H
#define FRONTEND_LOWER_KEEP_H

#include "frontend/cursors.h"
#include "frontend/fe.h"
#include "util/map.h"

struct fe_lower {
	struct arena *scratch;     /* released when a body is done */
	struct lw_cursors statics; /* VarDecl, CompoundLiteralExpr -> struct symbol * */
	struct lw_cursors label;   /* LabelStmt -> the constant that its address is */
	struct map noreturn;       /* function symbol -> 1 it returns, 2 it does not */
	struct map uninterpreted;  /* interned name of a function -> its number */
	uint64_t nlabels, nstatics, nuninterpreted; /* numbers given out */
};

struct fe_lower *lw_keep_of(struct fe *); /* fe->lower, made on first use */
void fe_lower_close(struct fe *);
void fe_lower_forget(struct fe *, CXTranslationUnit); /* the part of it that is of this unit */

#endif
