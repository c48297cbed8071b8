/* frontend/units/index.h -- what each unit of a build defines, without its bodies.
 *
 * The units of a project are parsed without the bodies of functions, one after another, and what
 * they define is written down: a program needs few of them, and the rest is never parsed in full.
 * Lowering asks for names; the index says in which unit a name is defined, and that one is parsed.
 * What it knows of one unit is frontend/units/index_unit.h.
 */
#ifndef FRONTEND_UNITS_INDEX_H
#define FRONTEND_UNITS_INDEX_H

#include "frontend/fe.h"

/* Fills 'known' of all units of the build; warns of those that are missing or do not compile. */
void fe_index_units(struct fe *);
/* In which units what is defined nowhere may be, and why that is not known: "'a.c', which is
 * missing"; NULL: all units were read. */
const char *fe_index_suspects(const struct fe *);

#endif
