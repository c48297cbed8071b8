/* goto/analysis/live.h -- which locals of a function may still be read before they are assigned
 * again.  A bit per slot of function.local, counted only for those that live in registers (scalars
 * whose address is never taken); the bits of the others are always set.  Requires
 * goto_find_address_taken; computed for a function when first asked for it, and kept.
 *
 * While a call is under way its frame's caller waits at return_pc, but the result is not stored
 * yet: live_during(call's pc) is live_at(return_pc) without the variable that the result
 * overwrites, or with those that say where it goes (*p, a[i]).
 *
 * What is not live can still be seen by one thing: a pointer in any register keeps a block from
 * being a leak when the program exits (leak_reachable_ok). */
#ifndef GOTO_ANALYSIS_LIVE_H
#define GOTO_ANALYSIS_LIVE_H

#include <stdint.h>

#include "goto/program/prog.h"

struct live;
struct live *live_open(void);
const uint64_t *live_at(struct live *, const struct function *, uint32_t pc); /* before pc */
const uint64_t *live_during(struct live *, const struct function *, uint32_t call_pc);
void live_close(struct live *);

#endif
