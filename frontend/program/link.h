/* frontend/program/link.h -- one program of all translation units: drains the work lists of
 * symbols.h. */
#ifndef FRONTEND_PROGRAM_LINK_H
#define FRONTEND_PROGRAM_LINK_H

#include "frontend/fe.h"

/* Opens, fills and closes fe->symbols.  On return everything reachable from the entry is lowered.
 */
void fe_link(struct fe *);
void fe_link_close(struct fe *);

#endif
