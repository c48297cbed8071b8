/* symex/step/check/leak.h -- the end of the program, and memory that is leaked there. */
#ifndef SYMEX_STEP_CHECK_LEAK_H
#define SYMEX_STEP_CHECK_LEAK_H

#include "symex/core/state.h"

/* The program ends here; checks that allocated memory has been freed. */
void step_program_end(struct symex *, struct state *st);
/* By object: the condition under which it is leaked if the program ends in 'st'.  The caller frees
 * it. */
term *leak_conditions(struct symex *, struct state *st);

#endif
