/* frontend/units/units.h -- translation units that are parsed when something in them is needed.
 *
 * The tree of a unit takes some megabytes, so a program of hundreds of files cannot keep all of
 * them.  A unit that the index knows (frontend/units/index.h) is parsed on demand, and its tree is
 * freed when too many are there; if more of it is needed later, it is parsed again.
 *
 * Invariant: no cursor or clang type of a unit that is not parsed is kept anywhere.  Whoever keeps
 * some over the lowering of one body has a function that forgets them, which fe_unit_unload calls.
 */
#ifndef FRONTEND_UNITS_UNITS_H
#define FRONTEND_UNITS_UNITS_H

#include "frontend/fe.h"
#include "frontend/source/parse.h"

/* A unit that is not parsed.  Takes the flags of the source over. */
struct fe_unit *fe_units_add(struct fe *, const struct fe_source *);
/* Parses it if it is not, and adds what it declares to what link.c knows.  Ends the program if it
 * does not compile, or is for another target than the others. */
void fe_unit_load(struct fe *, struct fe_unit *);
void fe_unit_unload(struct fe *, struct fe_unit *);
/* Units that are parsed take more memory than they should. */
bool fe_units_are_many(const struct fe *);
/* The unit that was not used for longest, of those that can be parsed again; NULL: none.  'but' is
 * not it. */
struct fe_unit *fe_units_oldest(const struct fe *, const struct fe_unit *but);
/* Leaves those of fe->unit that are chosen. */
void fe_units_keep(struct fe *, const bool *chosen);
void fe_units_close(struct fe *);

#endif
