/* cli/options/options.h -- the command line becomes struct options.
 *
 *   --name=value, --name value, --no-name, -Idir, -I dir, @file, --
 *
 * Names are looked up in cli/options/options.def, then among those of ESBMC and CBMC
 * (cli/options/compat.def). Nothing is printed and nothing exits: an error comes back as text.
 */
#ifndef CLI_OPTIONS_OPTIONS_H
#define CLI_OPTIONS_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options/option_table.h"

/* Adds the arguments, without the program's name, to initialised options.  false: *error says why,
 * on one line; it lives as long as the options. */
bool cli_parse(struct options *, int argc, const char *const *argv, const char **error);

/* The value of a text: 30, 30s, 1.5m, 1h; 500m, 2g, 2GiB.  false: it is none. */
bool cli_duration(const char *text, double *seconds);
bool cli_size(const char *text, uint64_t *bytes);

/* The words of a response file: blanks separate, quotes and backslashes as in a shell. */
void cli_split(struct arena *, const char *text, struct text_list *into);

#endif
