/* tasks/fits.h -- which tasks a command may have, and with which other options. */
#ifndef TASKS_FITS_H
#define TASKS_FITS_H

#include <stdbool.h>
#include <stddef.h>

struct options;

/* runs: of the plan.  false: *error says which options do not go together. */
bool tasks_fit(const struct options *, size_t runs, const char **error);

#endif
