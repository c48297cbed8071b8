/* cli/build.h -- --build: a build is run, and its commands become a compile_commands.json.
 *
 * The file goes to the folder that -p names, or to that of --build-dir, or to the current one; one
 * that somebody else has written is never touched.  A later build that compiles only what changed
 * adds to what an earlier one has recorded.
 */
#ifndef CLI_BUILD_H
#define CLI_BUILD_H

#include "cli/options/options.h"

/* Runs the build and sets o->compile_db; ends the program if that fails, or nothing was compiled.
 * A process that we start ourselves, with the same options, finds that it is done. */
void build_project(struct options *);

#endif
