/* tasks/survey/survey_command.h -- the command that has these options, as a shell reads it. */
#ifndef TASKS_SURVEY_SURVEY_COMMAND_H
#define TASKS_SURVEY_SURVEY_COMMAND_H

#include "cli/options/option_table.h"

/* Options with their default are left out, and so are those about files to write.  The text lives
 * as long as the options. */
const char *survey_command(const struct options *);

#endif
