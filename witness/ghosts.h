/* witness/ghosts.h -- the ghost variables that a correctness witness declares. */
#ifndef WITNESS_GHOSTS_H
#define WITNESS_GHOSTS_H

#include "witness/builder.h"

/* As variables of the program, and of the builder's scope. */
void ghosts_declare(struct builder *b);
struct symbol *ghosts_find(const struct builder *b, const char *name); /* NULL: there is none */

#endif
