/* tasks/slicing.h -- whether the program is sliced (goto/slice/slice.h), and what becomes of the
 * result.
 *
 * The slice of a program has more executions than the program: a violation that is found in it is
 * replayed in the whole program.  If the replay does not show it, the whole program is searched.
 * SUCCESSFUL holds for the program as well.
 */
#ifndef TASKS_SLICING_H
#define TASKS_SLICING_H

#include "cli/options/config.h"
#include "goto/slice/slice.h"

/* Is the slice equivalent for what these options ask for? */
bool slicing_is_sound(const struct options *, const struct config *, const struct goto_prog *);
/* Replaces the program by its slice. */
void slicing_run(const struct options *, const struct config *, struct goto_prog *,
                 struct slice_result *);
/* After the search: true if the whole program must be searched. */
bool slicing_is_refuted(const struct slice_result *, struct result *);

#endif
