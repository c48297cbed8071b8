/* symex/core/location.h -- locations of the unwound program, as numbers.
 *
 * A location is a thread, its stack of calls, its instruction, and for every loop around each of
 * these the current iteration.  An execution passes a location at most once.  Equal locations have
 * equal numbers, in a replay as well.
 */
#ifndef SYMEX_CORE_LOCATION_H
#define SYMEX_CORE_LOCATION_H

#include "symex/core/state.h"

struct locations;

struct locations *locations_open(void);
void locations_close(struct locations *);

uint32_t location_of(struct symex *, const struct state *); /* at least 1 */
/* A number for the location together with the values of the registers. */
uint32_t location_and_registers(struct symex *, struct state *);
/* The frame of a call at the location of 'caller': the one made there before, or 'fresh'. */
struct frame *location_frame(struct symex *, const struct state *caller, struct frame *fresh);
/* The number of the thread that is created at this location: 1, 2, ... */
uint32_t location_thread(struct symex *, const struct state *creator);

/* A number for a list of threads and their locations: that of the list 'rest' with one more. */
uint32_t location_list(struct symex *, uint32_t rest, uint32_t tid, uint32_t location);

/* Compares two locations of one thread in program order: < 0 if control passes a before b, 0 only
 * for the same location. */
int location_compare(const struct state *a, const struct state *b);

#endif
