/* tasks/misfit.h -- a description that does not fit the library.
 *
 * If one thread alone gets results that the specification excludes, concurrency has nothing to do
 * with it: the description says another thing than the library does, or the library is wrong.  The
 * report then has the calls of that one thread, as few as possible, and names a description that
 * fits them all, if one is found.
 *
 *   verified --> does one thread suffice?  --> with how many calls?  --> which description fits?
 *
 * Other descriptions come from what was observed: the last call of a counterexample returned one
 * value where the specification has another, so that one may be what 'ok' or 'fail' should say; or
 * an operation is another one of the specification ('as'), or the specification has another
 * capacity or first value, or is another one.  A description that is wrong in several places is
 * mended place by place: what moves the first wrong result is gone on with (best first).
 */
#ifndef TASKS_MISFIT_H
#define TASKS_MISFIT_H

#include "tasks/verify.h"

/* The result, or, instead of it, that of a client with one thread. */
struct result *misfit_look(struct verification *, struct result *,
                           struct result *(*verify)(void *unused, struct verification *));

#endif
