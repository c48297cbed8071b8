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

/* --- For descriptions that do not fit the library (tasks/misfit.h): what could they say instead?
 * Nothing of this ends the program. */

enum { API_MOST_OTHERS = 16 };

struct api_meaning {
	const char *function;   /* the operation of the specification, "get" */
	bool is_input;          /* it is given values */
	const char *good, *bad; /* what it returns if it has succeeded and if not, as C; NULL: it
	                           returns a value, or nothing */
	bool is_fetch;          /* a value, or 'none' if there is none; NULL: then it waits */
	const char *none;
};

/* The name of the built-in specification that 'spec' begins with; NULL: it is another one. */
const char *api_builtin_name(const char *spec);
/* The names of all, up to a NULL. */
const char *const *api_builtin_names(void);
/* Is a number behind its name the capacity?  Else it is the first value, or there is none. */
bool api_builtin_has_capacity(const char *name);
bool api_builtin_has_first(const char *name);
/* false: the operation is none of this specification. */
bool api_builtin_meaning(const char *name, const struct api_call *, struct api_meaning *);
/* The other operations of the specification that are given as many values. */
size_t api_builtin_others(const char *name, const struct api_call *,
                          const char *other[API_MOST_OTHERS]);

#endif
