/* goto/program/units.h -- how much of memory a compiler accesses at once.
 *
 * A bit-field has no instructions of its own: its storage unit is read, the bits are inserted, and
 * the unit is written back, with the neighbours as they were when it was read.  The unit is here
 *
 *   the memory location of C11 (3.14): the longest sequence of adjacent bit-fields that no other
 *   member and no bit-field of width zero parts, if it lies in one machine word; otherwise
 *   the container of the declared type at its aligned place, as far as that has nothing but the
 *   memory location and padding; for a bit-field across two containers, the bytes that it has.
 *
 * What is larger than a machine word, or lies across the boundary of two in a packed structure, is
 * accessed word by word, the lowest address first.  Structures are taken to begin at a boundary.
 */
#ifndef GOTO_PROGRAM_UNITS_H
#define GOTO_PROGRAM_UNITS_H

#include "goto/program/type.h"

struct unit { /* bytes [at, at + bytes) of a record or scalar */
	uint64_t at, bytes;
};

struct unit unit_of_bitfield(const struct type *record, const struct field *);
struct unit unit_location(const struct type *record,
                          const struct field *); /* its memory location */
/* The part of 'bytes' bytes that are 'offset' bytes behind a boundary which begins at 'at'. */
struct unit unit_next(const struct target *, uint64_t offset, uint64_t bytes, uint64_t at);

#endif
