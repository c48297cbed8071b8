/* frontend/source/inputs.h -- which files and folders a load has read: what a kept program rests
 * on.
 *
 *   inputs_begin --> inputs_... while the program is read --> inputs_end
 *
 * Notes nothing outside of that.  Whatever reads a file, or would have read one that is not there,
 * says so here.  A folder in which headers are looked for counts by the names in it, since a new
 * file there may hide another; those that builds and editors leave behind do not count.
 */
#ifndef FRONTEND_SOURCE_INPUTS_H
#define FRONTEND_SOURCE_INPUTS_H

#include <clang-c/Index.h>
#include <stdbool.h>

#include "frontend/source/flags.h"
#include "util/base/arena.h"
#include "util/files/bytes.h"

void inputs_begin(void);
void inputs_file(const char *path);         /* may be called by any thread */
void inputs_folder(const char *path);       /* with all below it */
void inputs_header(const char *path);       /* and the folder in which it is */
void inputs_flags(const struct fe_flags *); /* the folders and files that they name */
void inputs_unit(CXTranslationUnit, const struct fe_flags *);
/* Appends what was noted, with the state of each.  false: it cannot be relied on, since a file has
 * changed meanwhile. */
bool inputs_end(byte_vec *);
/* Is everything as it was?  Reads *n bytes and sets *at and *n to what follows them.  refreshed:
 * the same with times of today, for files that were touched and not changed; may be empty. */
bool inputs_hold(struct byte_reader *from, byte_vec *refreshed);

#endif
