/* cli/outputs.h -- the files a run writes besides its text: --json FILE, --sarif FILE, ...
 *
 * A format is one line in the table of outputs.c: its option and a function of report/ that takes a
 * FILE and the results.  The name '-' means standard output; the text report is then left out, so
 * that nothing else is there.  Files are opened before the run: what cannot be written is an error
 * at once, not after an hour.
 */
#ifndef CLI_OUTPUTS_H
#define CLI_OUTPUTS_H

#include <stdbool.h>

#include "report/result.h"
#include "util/options.h"

/* false: *error says which file cannot be written, or that two want standard output. */
bool outputs_open(const struct options *, const char **error);
bool outputs_own_stdout(void); /* one of them is '-' */
/* Also called by the guard, with what is known then, when a run is ended by force. */
void outputs_write(const struct results *);

#endif
