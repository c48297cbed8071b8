/* tasks/api/api_client.h -- the most general client of a library, and its specification, as C text.
 *
 * Each thread makes up to so many calls, chooses the operation of each and its arguments, and may
 * stop early: so a client of a size has all smaller ones in it.  What the functions __mt_... do is
 * in symex/library (docs/internals.md, "Concurrent libraries").
 */
#ifndef TASKS_API_API_CLIENT_H
#define TASKS_API_API_CLIENT_H

#include "tasks/api/api.h"

/* has_spec: its functions are in the program; main begins its history. */
const char *api_client_text(const struct api *, struct api_size, bool has_spec);

/* spec: "self", a file of functions, which is looked for beside the description unless is_option,
 * or a built-in one (tasks/api/api_builtin.h).  NULL: there is none ("none"). */
const char *api_spec_text(struct api *, const char *spec, bool is_option, const struct fe_config *);
/* Parts of it: the first lines; the beginning and the end of the function of an
 * operation.  In between "r" and the arguments get their values. */
void api_spec_top(FILE *, const struct api *, const char *what);
void api_spec_begin(FILE *, const struct api_call *, size_t ix);
void api_spec_end(FILE *, const struct api_call *, size_t ix);

/* "int v" of a type and a name. */
const char *api_declare(const struct signature_type *, const char *name);
bool api_is_input(const struct api_arg *); /* its value is chosen by the client */
bool api_is_output(const struct api_arg *);
/* ", r, (r) ? a2 : 0": what a call has returned, as arguments of __mt_return and __mt_result. */
void api_put_results(FILE *, const struct api_call *);
/* What an operation is called by in these texts: its name, or, where one of their variables has it,
 * another one, which api_put_callees declares. */
const char *api_callee(const struct api_call *);
void api_put_callees(FILE *, const struct api *);
const char *api_object_value(const struct api *); /* what an operation of main is given for it */
bool api_returns_object(const struct api *, const struct api_call *);

#endif
