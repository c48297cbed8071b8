/* cli/options/paths.h -- the options of --strategy=mpc: the strategy, and who works off the list of
 * paths.
 */
#ifndef CLI_OPTIONS_PATHS_H
#define CLI_OPTIONS_PATHS_H

#include "cli/options/option_table.h"
#include "goto/program/prog.h"
#include "symex/generalise/path_search.h"

enum paths_user { PATHS_OTHER, PATHS_MPC, PATHS_DEFAULT }; /* DEFAULT: no strategy is named */

/* false: *error says which option cannot be followed.  Texts are in the arena of the options. */
bool paths_init(struct path_search *, const struct options *, enum paths_user, const char **error);

/* Before the search: --save and --resume open the journal, or end the program. */
void paths_begin(struct path_search *, const struct options *, const struct goto_prog *);
/* After the search: closes it. */
void paths_end(struct path_search *);

#endif
