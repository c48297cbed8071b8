/* tasks/program.h -- the program of an attempt: read, changed as its configuration says, and made
 * ready for the search by the passes of goto/.
 */
#ifndef TASKS_PROGRAM_H
#define TASKS_PROGRAM_H

#include "cli/options/config.h"
#include "cli/options/models.h"
#include "goto/slice/slice.h"
#include "util/files/bytes.h"
#include "witness/instrument.h"

/* Without or with what the configuration asks about: memory orders, elements of synchronisation,
 * linearization points.  Ends the program if the sources cannot be read. */
struct goto_prog *program_load(struct config *, const struct options *, byte_vec *image);
/* The same program for another memory model: what the passes leave out depends on that.  It was
 * kept in the image as it was read, if models_may_want_stage. */
struct goto_prog *program_load_again(const struct config *, const byte_vec *image);

/* witness: instrumented into the program; or NULL.  slice: the program is sliced if that is sound;
 * or NULL.  weak: where C11 allows more than interleavings, before that; or NULL.  Returns
 * whether it was sliced. */
bool program_prepare(struct goto_prog *, const struct options *, const struct config *,
                     struct instrumentation *witness, struct slice_result *slice,
                     struct weak_place *weak);

#endif
