/* tasks/show.h -- the options that look inside a program: what is shown of it instead of a search.
 */
#ifndef TASKS_SHOW_H
#define TASKS_SHOW_H

#include "cli/options/config.h"

/* Is such an option given?  Then there is no result. */
bool show_only(const struct options *);
/* After the passes.  true: one was given. */
bool show_program(const struct options *, const struct config *, const struct goto_prog *);

#endif
