/* symex/proof/relation/part.h -- parts of states: their variables, and the numbers of threads. */
#ifndef SYMEX_PROOF_RELATION_PART_H
#define SYMEX_PROOF_RELATION_PART_H

#include "symex/proof/relation/relation.h"

uint32_t part_cell(struct relation *, uint32_t object, uint32_t at, struct scalar, bool is_shared);
uint32_t part_exists(struct relation *, uint32_t object);
uint32_t part_register(struct relation *, const struct frame *, uint32_t slot, uint32_t width);
uint32_t part_number(struct relation *, uint32_t tid);
uint32_t part_counter(struct relation *, uint32_t which, uint32_t width); /* count.h */
uint32_t part_predicate(struct relation *, uint32_t which);               /* predicate.h */
uint32_t part_position(struct relation *, uint32_t element);              /* array.h */
uint32_t part_tracked_number(struct relation *, uint32_t record);         /* track.h */
/* The pointer that a cell holds, by the variables of thread 1. */
term part_pointer(struct relation *, const struct part *);
/* The other way round: its variable, and that of its offset (NO_TERM: unchanged). */
term part_index(struct relation *, uint32_t part, term pointer, term *offset);
/* A number of one of many threads, by its variable. */
term part_many_number(struct terms *, term var);
term part_is_many_number(struct terms *, term number); /* the condition that it is one */
/* The number by which the program knows a thread of the template. */
term part_thread_number(struct relation *, uint32_t tid, uint32_t view);
/* The values of an offset that inputs alone choose, such as that of an element of an array; 0: it
 * is constant, or depends on something else, or has more than MAX_CHOSEN. */
enum { MAX_CHOSEN = 4 };
uint32_t part_chosen(struct relation *, term offset, term *value);
/* There is no relation; the first reason counts. */
void relation_fail(struct relation *, struct loc, const char *why);

#endif
