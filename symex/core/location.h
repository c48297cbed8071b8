/* symex/core/location.h -- where in its run a thread is, as a number.
 *
 * A place is a thread, the calls it is in, the instruction, and for every loop around each of these
 * the round it is in: a point of the unwound program, which an execution passes at most once.
 * Equal places have equal numbers, in a replay as well.
 */
#ifndef SYMEX_CORE_LOCATION_H
#define SYMEX_CORE_LOCATION_H

#include "symex/core/state.h"

struct locations;

struct locations *locations_open(void);
void locations_close(struct locations *);

uint32_t location_of(struct symex *, const struct state *); /* at least 1 */
/* The same together with the registers that are read again. */
uint32_t location_and_registers(struct symex *, struct state *);
/* The frame that a call from where 'caller' is makes: 'fresh', or what was the same before. */
struct frame *location_frame(struct symex *, const struct state *caller, struct frame *fresh);
/* The number of the thread that is created here: 1, 2, ... */
uint32_t location_thread(struct symex *, const struct state *creator);

/* A number for a list of threads and their places: 'rest', and one more. */
uint32_t location_list(struct symex *, uint32_t rest, uint32_t tid, uint32_t place);

/* Two places of one thread: < 0 if control goes from a to b, and 0 only for the same. */
int location_compare(const struct state *a, const struct state *b);

#endif
