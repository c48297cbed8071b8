/* cli/options/prediction.h -- the options of --strategy=predict: inputs, schedules and traces of
 * concrete runs. */
#ifndef CLI_OPTIONS_PREDICTION_H
#define CLI_OPTIONS_PREDICTION_H

#include "cli/options/option_table.h"
#include "goto/program/prog.h"
#include "symex/concrete/prediction.h"

/* false: *error says which option cannot be followed.  Ends the program if the file of inputs is
 * none.  Texts are in the arena of the options. */
bool prediction_init(struct prediction *, const struct options *, bool is_chosen,
                     const char **error);

/* Before the search: reads the file of --replay, or ends the program. */
void prediction_begin(struct prediction *, const struct options *, const struct goto_prog *);
/* After the search: writes the trace of --save-trace, and frees traces. */
void prediction_end(struct prediction *, const struct options *, const struct goto_prog *);

#endif
