/* symex/reductions.h -- the names of the reductions of symex/reductions.def.
 *
 * Apart from symex/reduction.h, which says where each of them applies, since a memory model
 * (symex/model/model.h) has to name them, and is asked there.
 */
#ifndef SYMEX_REDUCTIONS_H
#define SYMEX_REDUCTIONS_H

#include <stdint.h>

enum reduction {
#define REDUCTION(ID, name, off, sound, help) REDUCTION_##ID,
#define PASS(ID, name, off, sound, help)      REDUCTION_##ID,
#define SHORTCUT(ID, name, off, sound, help)  REDUCTION_##ID,
#include "symex/reductions.def"
	REDUCTION_N
};

#define REDUCTION_BIT(ID) (UINT64_C(1) << REDUCTION_##ID)

#endif
