/* symex/symex.h -- the public face of symbolic execution: a goto-program in, a result out. */
#ifndef SYMEX_SYMEX_H
#define SYMEX_SYMEX_H

#include "goto/program/prog.h"
#include "result/result.h"
#include "symex/config.h"
#include "symex/symex_stats.h"

void symex_run(const struct goto_prog *, const struct symex_config *, struct result *,
               struct symex_stats *);

/* --explain-plan: which strategies would search it, and why. */
void symex_explain(FILE *, const struct goto_prog *, const struct symex_config *);

/* From another thread, or a timer: symex_run ends soon after with what it has, and the solver at
 * work is interrupted, if there is one. */
void symex_interrupt(enum gap_kind why);
bool symex_is_interrupted(void);
void symex_go_on(void); /* with another run */

#endif
