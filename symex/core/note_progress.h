/* symex/core/note_progress.h -- the search keeps x->stats->progress up to date: what is finished,
 * what it is doing, and why a loop goes on (result/search_progress.h).
 */
#ifndef SYMEX_CORE_NOTE_PROGRESS_H
#define SYMEX_CORE_NOTE_PROGRESS_H

#include "symex/core/state.h"

/* An iteration of deepening begins. */
void progress_unwind(struct symex *);
/* The search looks at schedules within these bounds now. */
void progress_schedules(struct symex *, uint32_t switches, uint32_t preemptions,
                        uint32_t decisions);
/* It looks at all schedules, although the user has bounded them. */
void progress_unbounded(struct symex *);
/* It encodes schedules of so many contexts, also after switches that no bound counts. */
void progress_contexts(struct symex *, uint32_t contexts, bool ignores_bound);
/* It has explored them and found no violation; is_cut: loops were cut.  Says nothing if no
 * switch at all was allowed, or once the result is inconclusive, behind which anything may be. */
void progress_finished(struct symex *, uint32_t switches, uint32_t preemptions, bool is_cut);
/* The search has ended by itself: if something unsupported was in the way, says so of the rest. */
void progress_ended(struct symex *);
/* No schedule of the events of so many runs has a violation. */
void progress_runs(struct symex *, uint32_t runs);
/* An execution takes the cut, which deepening will raise. */
void progress_goes_on(struct symex *, const struct cut *);
/* "loop at x.c:12 goes on after 8 rounds: raise --unwind"; interned. */
const char *progress_cut_text(const struct cut *);
/* 'st' is about to jump on a condition that is not decided. */
void progress_fork(struct symex *, const struct state *st, const struct ins *, term condition);
/* The solver begins with a query, or ends. */
void progress_query(struct symex *, bool begins);

#endif
