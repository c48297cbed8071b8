/* cli/session/outputs.h -- the files a run writes besides its text: --json FILE, --sarif FILE, ...
 *
 * A format is one line in the table of outputs.c: its option and a function of report/ that takes a
 * FILE and the results.  The name '-' means standard output; the text report is then left out, so
 * that nothing else is there.
 *
 * Files are opened before the run: what cannot be written is an error at once, not after an hour.
 * They are written in place, so that links, devices and pipes work.  A document is made in memory
 * first and then written in one go.  Until then a regular file holds one that says that the run did
 * not end: whoever reads it after kill -9 finds neither an old result nor half of one.  A run that
 * ends with an error (sources that do not compile, a bug of ours) writes documents that say so.
 * A format that writes nothing, as a witness of an unknown verdict, leaves no file.
 *
 *   outputs_open --> outputs_plan --> the runs, each: outputs_done --> outputs_write
 *                            or outputs_write_gap, or outputs_write_error
 *
 * A function of the table must not use diag_*, which is for one thread: the guard may call it while
 * the run is still at work.
 */
#ifndef CLI_SESSION_OUTPUTS_H
#define CLI_SESSION_OUTPUTS_H

#include <stdbool.h>

#include "cli/options/option_table.h"
#include "result/result.h"

struct config;

const char *outputs_wanted(const struct options *); /* the first option given; NULL: none */
/* false: *error says which file cannot be written, or that two want standard output. */
bool outputs_open(const struct options *, const char **error);
bool outputs_own_stdout(void); /* one of them is '-' */

/* The runs to come: those that are never reached are in the documents, too. */
void outputs_plan(const struct config *const *run, size_t n);
/* A run of several has ended; it must live until the results are written.  Should one of the next
 * be ended by force or by an error, this one is in the documents all the same. */
void outputs_done(const struct result *);

/* Each writes once; what comes later is ignored.  false: a file could not be written, which has
 * been said. */
bool outputs_write(const struct results *);
bool outputs_write_gap(enum gap_kind, const char *reason); /* of the guard: ended by force */
bool outputs_write_error(int exit_code, struct loc, const char *text);

/* Ends after which nothing can be made any more: the documents were made before the run.  May be
 * called by handlers of signals. */
enum emergency { EMERGENCY_MEMORY, EMERGENCY_CRASH, EMERGENCY_INPUT, EMERGENCY_N };
void outputs_emergency(enum emergency);

#endif
