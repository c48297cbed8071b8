/* goto/program/image.h -- a goto-program as bytes, and back: for the cache of what was read.
 *
 * The program that is read equals the one that was written in everything that prog.h lets one see,
 * the numbers of types and symbols and which expressions are one object included, so that whatever
 * follows cannot tell them apart.  It is for programs as they leave the frontend: what passes and
 * requests add (interrupts, private accesses, marks, prototypes) is not carried, and a program that
 * has some of it is not written.
 *
 * The bytes are of one build of this program: cache_dir.h sees to that.
 */
#ifndef GOTO_PROGRAM_IMAGE_H
#define GOTO_PROGRAM_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "goto/program/prog.h"
#include "util/files/bytes.h"

#define IMAGE_FORMAT 4

bool image_write(byte_vec *, const struct goto_prog *); /* false: not one that can be written */
/* NULL: these are not the bytes of a program.  Reads nothing beyond them, whatever they are. */
struct goto_prog *image_read(const char *bytes, size_t n);

#endif
