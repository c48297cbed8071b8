/* symex/replay/confirm.h -- a violation counts once its replay shows it. */
#ifndef SYMEX_REPLAY_CONFIRM_H
#define SYMEX_REPLAY_CONFIRM_H

#include "symex/core/execution.h"

/* Replays the violation and puts it into the result; false: the replay did not show it.  Closes the
 * model. */
bool confirm_violation(struct symex *, struct model *, const struct vc *);

#endif
