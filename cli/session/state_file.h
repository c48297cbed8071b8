/* cli/session/state_file.h -- --save and --resume: the file in which a search writes which bounds
 * it has explored, and from which another one goes on.
 *
 * The file is a few lines of text: the version, checksums of the program and of the options, the
 * bounds to go on with, what is established so far, and a checksum of all that.  A new state is
 * written beside the old one and then takes its place, so that after kill -9 one of them is there
 * as a whole.
 *
 *   state_file_open: reads --resume --> state_file_program --> state_file_begin: the search has its
 *   checkpoint (symex/config.h) --> ... --> state_file_end
 */
#ifndef CLI_SESSION_STATE_FILE_H
#define CLI_SESSION_STATE_FILE_H

#include "cli/options/option_table.h"
#include "goto/program/prog.h"
#include "symex/config.h"

struct state_file;

/* NULL: neither option is given.  Ends the program if the file is no state of this version. */
struct state_file *state_file_open(const struct options *);
/* Was the state saved by a search of the whole program, after its slice had not decided? */
bool state_file_is_whole(const struct state_file *);
/* The program as it was read, before it is sliced.  Ends the program if the state is of another
 * one, or of other options.  NULL is allowed here and below. */
void state_file_program(struct state_file *, const struct goto_prog *);
/* The search may begin. */
void state_file_begin(struct state_file *, struct symex_config *, const struct goto_prog *,
                      bool is_sliced);
void state_file_end(struct state_file *, struct symex_config *);

#endif
