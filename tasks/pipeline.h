/* tasks/pipeline.h -- from the sources to a result: frontend, passes, symbolic execution.
 *
 * A slice of the program is searched where that is equivalent, and the whole program where the
 * slice does not decide.
 */
#ifndef TASKS_PIPELINE_H
#define TASKS_PIPELINE_H

#include "tasks/verify.h"

/* The 'verify' of a verification.  NULL: something was only shown, or there is nothing to search
 * for. */
struct result *pipeline_verify(struct verification *);

#endif
