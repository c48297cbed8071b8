/* cli/options/identity.h -- what a search depends on: the version, the program and the options.
 * Files from which a search goes on (--save, --resume) have it written in them.
 */
#ifndef CLI_OPTIONS_IDENTITY_H
#define CLI_OPTIONS_IDENTITY_H

#include "cli/options/option_table.h"
#include "goto/program/prog.h"
#include "util/files/sha256.h"

/* The goto-program as it is now. */
void identity_program(const struct goto_prog *, char sum[SHA256_TEXT]);
/* The options that change what is searched for or how: " unwind=3 lazy=1".  Those about output and
 * limits do not count. */
const char *identity_options(const struct options *);
/* The options that may change a verdict or what reports say about it: all that are not known not
 * to. */
const char *identity_of_verdict(const struct options *);

#endif
