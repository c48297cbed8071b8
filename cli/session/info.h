/* cli/session/info.h -- what a run is, for its reports: command, sources, entry, solver, cost.
 *
 *   info_start --> for each run: info_begin --> info_program --> info_fill
 *
 * info_fill may be called at any time and from any thread; what is not known yet is left out.
 */
#ifndef CLI_SESSION_INFO_H
#define CLI_SESSION_INFO_H

#include "cli/options/config.h"
#include "cli/options/option_table.h"
#include "goto/program/prog.h"
#include "result/result.h"

/* The options and the command must outlive the results. */
void info_start(const struct options *, const char *command);
const char *info_command(void);
bool info_is_older(const char *path); /* the file has not changed since the run began */
/* A run begins; the configuration must outlive the results.  Times of all but the first count from
 * here. */
void info_begin(const struct config *);
void info_program(const struct goto_prog *); /* after the passes */
void info_fill(struct run_info *);           /* an empty one; its lists are the owner's to free */

#endif
