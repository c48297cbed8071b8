/* cli/record.h -- the commands of a build, taken down by programs that stand in for the compilers.
 *
 * A folder, first in PATH, has a link to this program for each name of a compiler.  Called by such
 * a name, it appends its folder and arguments to a file and then becomes the real one, which the
 * rest of PATH has; that and what it starts see PATH without the folder, so that a compiler behind
 * ccache is not taken down twice.  The folder stays when the build is done, since builds note where
 * they have found a compiler; outside of a build that is recorded its links are just compilers.
 */
#ifndef CLI_RECORD_H
#define CLI_RECORD_H

#include <stdbool.h>

#include "frontend/source/command.h"

struct recorded {
	const char *dir; /* where the command ran */
	struct words words;
};

struct recording {
	VEC(struct recorded) at;
};

/* In main, before anything else: if we stand in for a compiler, this does not return unless there
 * is no real one. */
void record_stand_in(int argc, char **argv);

/* Runs a command of the shell in 'dir' with the compilers replaced; its output goes to stderr.
 * Returns its exit code (128 and more: a signal ended it), or -1 if it could not be run. */
int record_run(const char *command, const char *dir, struct recording *);
void record_free(struct recording *);

#endif
