/* frontend/units/programs.h -- which units of a build make up the program that is checked.
 *
 * A compile_commands.json lists the sources of everything that is built: often several programs,
 * and libraries that they share.  The program is the target in which the entry is defined, and all
 * units of targets without a main.  Where targets are not known, everything is one program.
 */
#ifndef FRONTEND_UNITS_PROGRAMS_H
#define FRONTEND_UNITS_PROGRAMS_H

#include "frontend/units/compile_db.h"
#include "frontend/fe.h"

/* Leaves the units of the program in fe->unit, which has one unit for each of db->c.  Ends the
 * program with a list if the entry is defined in several places. */
void programs_choose(struct fe *, const struct compile_db *);

#endif
