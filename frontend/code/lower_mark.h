/* frontend/code/lower_mark.h -- positions that a witness may name; nothing is done unless
 * fe_config.marks asks for it. */
#ifndef FRONTEND_CODE_LOWER_MARK_H
#define FRONTEND_CODE_LOWER_MARK_H

#include "frontend/code/lower_body.h"

bool lw_marks(const struct lw *);
void lw_mark_at(struct lw *, enum mark_kind, CXSourceLocation);
void lw_mark_cursor(struct lw *, enum mark_kind, CXCursor); /* at its first character */
void lw_mark_branch(struct lw *, enum mark_kind, CXCursor, CXCursor condition);
void lw_mark_value(struct lw *, enum mark_kind, CXSourceLocation, const struct expr *value,
                   const struct expr *other);
CXSourceLocation lw_parenthesis(struct lw *, CXCursor call);          /* the closing one */
CXSourceLocation lw_question_mark(struct lw *, CXCursor conditional); /* of ?: */

#endif
