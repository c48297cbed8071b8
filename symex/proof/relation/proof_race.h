/* symex/proof/relation/proof_race.h -- data races of two threads at two points.
 *
 * explore/race.h has the definition, over states.
 */
#ifndef SYMEX_PROOF_RELATION_PROOF_RACE_H
#define SYMEX_PROOF_RELATION_PROOF_RACE_H

#include "symex/proof/relation/rename.h"

struct races;

struct races *races_open(void);
void races_close(struct races *);
/* What must not hold if thread 1 is at the first point and thread 2 at the second. */
const struct obligation *races_of(struct races *, struct relation *, struct renamer *,
                                  uint32_t point1, uint32_t point2, size_t *n);

#endif
