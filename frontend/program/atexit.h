/* frontend/program/atexit.h -- what runs after the entry. */
#ifndef FRONTEND_PROGRAM_ATEXIT_H
#define FRONTEND_PROGRAM_ATEXIT_H

#include "frontend/fe.h"

/* Makes the entry a function that calls the present one, then handlers of atexit and the
 * destructors, if there are any.  exit calls them as well. */
void fe_call_at_exit(struct fe *, struct symbol *const *destructor, size_t n);

#endif
