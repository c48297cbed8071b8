/* tasks/confirm/harness.h -- a folder in which the compiled program does what a counterexample
 * says.
 *
 *   build.sh      compiles it; harness/ has the runtime that it is linked with
 *   files         what is compiled: for each source its folder, its name, its flags
 *   compiler      that a compile_commands.json names; not there: the usual one
 *   libraries     that the command line names
 *   shows         how the violation shows: the ways to build, exit codes, a text
 *   test.json     inputs and schedule
 *
 * The other files (harness/folder) are the same in every folder: Makefile, test.sh, those of VS
 * Code, CMake and Meson.  The user's sources stay where they are; docs/debugging.md is the manual.
 */
#ifndef TASKS_CONFIRM_HARNESS_H
#define TASKS_CONFIRM_HARNESS_H

#include "cli/options/config.h"
#include "result/result.h"

/* Writes the folder for a violated property that has a test; a folder of this kind that is there
 * already is replaced, but for what is not one of its files.  false: *error says why not, on one
 * line; it lives as long as the options. */
bool harness_write(const struct options *, const struct config *, const struct property_result *,
                   const char *folder, const char **error);

/* --harness DIR: for each violated property; if there are several, in folders of DIR that are named
 * after the properties.  The result gets the names of the folders. */
void harness_keep(const struct options *, const struct config *, struct result *);

#endif
