/* cli/session/verdicts.h -- --cache: verdicts that an earlier run has found for the same program.
 *
 *   verdicts_open --> verdicts_find --> [the search --> verdicts_keep] --> verdicts_close
 *
 * The key of a verdict is everything that it can depend on: the program after all passes
 * (goto/program/digest.h, without the lines of its sources), that of the stage under C11, all
 * options but those known to change nothing (cli/options/identity.h), the lines of a property file,
 * this very build. That the slice of a program holds is kept by the slice alone, since it proves
 * the program; what is violated, by the whole program, in which the counterexample was confirmed.
 * That a slice decides nothing is kept, too.
 *
 * Only what is established is kept: SUCCESSFUL, with the bounds and assumptions that it names, and
 * FAILED with its counterexamples; never what a limit of time or memory has cut short.  The places
 * of a result are moved to the lines where the program has them now; a result of which that cannot
 * be done is not taken.
 */
#ifndef CLI_SESSION_VERDICTS_H
#define CLI_SESSION_VERDICTS_H

#include "cli/options/config.h"
#include "cli/options/models.h"
#include "cli/options/options.h"
#include "result/result.h"
#include "symex/symex_stats.h"

struct verdicts; /* of one search */

/* NULL: verdicts are not kept (--cache), or not of such a run.  second: the program of the stage
 * under C11; or NULL. */
struct verdicts *verdicts_open(const struct options *, const struct config *,
                               const struct goto_prog *, const struct goto_prog *second,
                               const struct weak_place *, bool sliced);
/* Into a result to which nothing was added.  true: the search is not needed; *refuted: since it
 * would decide nothing, being of a slice. */
bool verdicts_find(struct verdicts *, struct result *, struct symex_stats *, bool *refuted);
void verdicts_keep(struct verdicts *, const struct result *, const struct symex_stats *,
                   bool refuted);
void verdicts_close(struct verdicts *); /* all of these take NULL */

#endif
