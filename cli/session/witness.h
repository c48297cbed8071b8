/* cli/session/witness.h -- --witness: what a witness takes from outside: sources, clock, chance.
 *
 * If SOURCE_DATE_EPOCH is set, that is the time, and what is otherwise chance depends on the
 * sources only: the same run writes the same file.
 */
#ifndef CLI_SESSION_WITNESS_H
#define CLI_SESSION_WITNESS_H

#include <stdio.h>

#include "cli/options/option_table.h"
#include "result/result.h"

void witness_start(const struct options *);
void witness_write(FILE *, const struct results *); /* for the table of outputs.c */
/* What the user should know about the witness; NULL: nothing. */
const char *witness_remark(struct arena *, const struct results *);

#endif
