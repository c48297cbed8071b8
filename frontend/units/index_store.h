/* frontend/units/index_store.h -- the index of a project on disk, in one entry of the cache.
 *
 *   index_store_open --> index_store_find for each unit --> index_store_save --> index_store_close
 *
 * The entry has the key of what decides about all units: the database, the folder we are in, this
 * build and its libclang.  In it, a unit is found by its file and flags, and is good while the
 * source and all that it includes have the content that they had (input_state.h).  A new file may
 * hide a header: whenever a folder in which headers are looked for has changed, and now holds a
 * file of the name of one that is included, the whole index is made anew.  What this does not see
 * is a file that nothing includes and only __has_include asks for.
 */
#ifndef FRONTEND_UNITS_INDEX_STORE_H
#define FRONTEND_UNITS_INDEX_STORE_H

#include "frontend/fe.h"
#include "frontend/units/index.h"

struct index_store;

struct index_store *index_store_open(struct fe *); /* NULL: nothing is kept */
/* What it knows of the unit, in the arena of the program; NULL: nothing, or it is out of date. */
struct index_unit *index_store_find(struct index_store *, const struct fe_unit *);
void index_store_missed(struct index_store *); /* a unit that is not in it was read */
/* Writes what fe->unit knows, if something of it was not in the store. */
void index_store_save(struct index_store *);
void index_store_close(struct index_store *); /* NULL is allowed, here and above */

#endif
