/* frontend/entry.h -- how the run starts, if not in main. */
#ifndef FRONTEND_ENTRY_H
#define FRONTEND_ENTRY_H

#include "frontend/fe.h"

/* Notes in prog->argument what is assumed of the arguments of the entry. */
void fe_note_arguments(struct fe *);

#endif
