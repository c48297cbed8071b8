/* tasks/api/api_builtin.h -- built-in specifications: what the usual containers and locks do.
 *
 * Their functions are C (pthread-models/spec/NAME.inc); here stands which of them an operation of
 * the user's is, by its name or by 'as', and what its results mean.
 */
#ifndef TASKS_API_API_BUILTIN_H
#define TASKS_API_API_BUILTIN_H

#include "tasks/api/api.h"

/* spec: a name, and a number that is the capacity or the first value.  Ends the program
 * if there is no such specification, or an operation is none of its own. */
void api_builtin_write(FILE *, struct api *, const char *spec, struct loc,
                       const struct fe_config *);

#endif
