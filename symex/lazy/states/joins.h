/* symex/lazy/states/joins.h -- arrays of identifiers all of whose threads main joins, in one loop.
 *
 *   for (int i = 0; i < N; i++)
 *       pthread_join(id[i], NULL);
 *
 * The loop may be in any function that main calls, and the array a member of a structure,
 * pool->thread[i].  If nothing but such a loop reads the array, the order of the identifiers in it
 * makes no difference:
 * let S and S' be states that differ only in that order.  Between the joins main does nothing that
 * another thread could notice, and nobody else joins these threads.  So a schedule from S has one
 * from S' in which the other threads make the same steps, and main makes its joins at the end, when
 * all these threads have ended; if one of them never ends, main does not get past the loop in
 * either, and if no thread can go on after the one, none can after the other.  Thus symmetry.h may
 * compare the identifiers in such an array as a set.
 *
 * That nothing else reads it, that main fills it by pthread_create, and that it is main who joins,
 * is checked while exploring (symmetry.h): as soon as it is not so, the search starts again with
 * arrays that tell threads apart.
 *
 * Two things need care.  If main holds a lock in the loop, and a thread waits for it, main and the
 * thread are a deadlock as soon as main waits for that thread, although others run: symmetry_lost
 * then becomes true.  And in S' main may be enabled earlier than in S, so the same switches may
 * have another cost: under a bound the order counts.
 */
#ifndef SYMEX_LAZY_STATES_JOINS_H
#define SYMEX_LAZY_STATES_JOINS_H

#include "goto/program/prog.h"

/* The instructions that read an identifier for such a loop -> elements of the array; map_free. */
struct map joins_find(const struct goto_prog *);
/* The array, if the expression is array[index], the index a register, and the array does not depend
 * on it; else NULL. */
const struct expr *joins_element(const struct expr *, const struct symbol **index);

#endif
