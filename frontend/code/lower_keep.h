/* frontend/code/lower_keep.h -- what lowering keeps between bodies. */
#ifndef FRONTEND_CODE_LOWER_KEEP_H
#define FRONTEND_CODE_LOWER_KEEP_H

#include "frontend/source/cursors.h"
#include "frontend/fe.h"
#include "util/base/map.h"

struct lw;

/* What a body needs now and then, and what has expressions inside that are lowered like all others:
 * expressions and statements reach it through here, and know nothing of it.  link.c has the table.
 */
struct lw_demand {
	/* A call of what has a meaning of its own (lower_known.h). */
	bool (*call)(struct lw *, CXCursor call, CXCursor decl, bool want, const struct expr *into,
	             const struct expr **value);
	/* A builtin of a processor, by its name without "__builtin_" (lower_simd.h). */
	bool (*simd)(struct lw *, CXCursor call, const char *name, const struct expr **value);
	void (*assembly)(struct lw *, CXCursor);                      /* lower_asm.h */
	void (*async)(struct lw *, const char *label, CXCursor stmt); /* lower_async.h */
};

struct fe_lower {
	const struct lw_demand *demand;
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
