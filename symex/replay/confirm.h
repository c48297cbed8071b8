/* symex/replay/confirm.h -- reports a violation if its replay confirms it. */
#ifndef SYMEX_REPLAY_CONFIRM_H
#define SYMEX_REPLAY_CONFIRM_H

#include "symex/core/execution.h"

/* Replays the violation and adds it to the result; false: the replay did not end in it.  Closes the
 * model. */
bool confirm_violation(struct symex *, struct model *, const struct vc *);

#endif
