/* tasks/planned.h -- one run of the plan is verified: with one client after the other if it is
 * about a library, and each with what belongs to a verification: proofs that are kept,
 * linearization points, what other memory orders would do.
 */
#ifndef TASKS_PLANNED_H
#define TASKS_PLANNED_H

#include "tasks/verify.h"

/* NULL: there is nothing to tell. */
struct result *planned_verify(struct verification *);

#endif
