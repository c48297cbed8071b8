/* cli/options/abbreviation.h -- long options may be shortened, as getopt_long has it. */
#ifndef CLI_OPTIONS_ABBREVIATION_H
#define CLI_OPTIONS_ABBREVIATION_H

#include "util/base/arena.h"

/* The one option, of ours or of another tool, whose name begins with 'text' (without dashes), also
 * as "no-" with a switch.  NULL: there is none, or *candidates lists several. */
const char *abbreviation_find(struct arena *, const char *text, const char **candidates);

#endif
