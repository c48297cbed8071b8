/* symex/events/ask/history_check.h -- is there an execution that no order of its calls explains?
 * events_history.h says what that means.
 */
#ifndef SYMEX_EVENTS_ASK_HISTORY_CHECK_H
#define SYMEX_EVENTS_ASK_HISTORY_CHECK_H

#include "symex/events/execute/events_history.h"

/* Is it a deadlock that the specification may explain?  Then history_check decides it. */
bool history_explains(const struct events *, const struct condition *);
/* Looks for a violation; true: the search is over. */
bool history_check(struct events *);

#endif
