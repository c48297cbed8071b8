/* frontend/layout.h -- the cache behind fe_type; one per load.
 *
 * fe_type drops qualifiers and resolves typedefs.  A variable-length array becomes an array of
 * ARRAY_OPEN elements, wherever it stands in the type: lowering, which knows the bounds, replaces
 * it by type_vla.
 */
#ifndef FRONTEND_LAYOUT_H
#define FRONTEND_LAYOUT_H

#include "frontend/fe.h"

struct fe_layout *fe_layout_open(void);
void fe_layout_close(struct fe_layout *);
void fe_layout_forget(struct fe_layout *, CXTranslationUnit); /* which will be disposed of */

#endif
