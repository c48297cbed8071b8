/* frontend/code/lower_scan.h -- what must be known about a body before it is lowered. */
#ifndef FRONTEND_CODE_LOWER_SCAN_H
#define FRONTEND_CODE_LOWER_SCAN_H

#include "frontend/code/lower_ast.h"

void lw_scan(struct lw *, CXCursor body);
bool lw_is_elvis(CXCursor, struct lw_kids); /* a ?: b */
void lw_label_addresses(struct lw *, void (*each)(struct lw *, CXCursor label, void *), void *);

#endif
