/* symex/replay/trace/library.h -- violations inside library functions, in the words of the call:
 * the user has called strncpy with 'value', and nothing is known to them about 'from' in stpncpy.
 */
#ifndef SYMEX_REPLAY_TRACE_LIBRARY_H
#define SYMEX_REPLAY_TRACE_LIBRARY_H

#include "symex/core/state.h"

/* "use after free: 'value' in strncpy" for "use after free: 'from' in stpncpy", if the running
 * thread violates that in a model; otherwise the text itself. */
const char *library_text(const struct state *, struct arena *, const char *text);

#endif
