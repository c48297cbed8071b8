/* symex/replay/trace/history_words.h -- one sentence that says why calls of a queue, a stack, a
 * set, a counter, ... cannot have returned what they did: "T2 dequeue() found nothing, although T1
 * enqueue(1) had returned before it began, and nobody took 1."
 *
 * A pattern is looked for in the history, and names the results and the pairs of real time that
 * the sentence mentions.  It is used only if these alone are in conflict with the specification
 * (call_conflict_is): no pattern knows a specification better than it does itself.
 */
#ifndef SYMEX_REPLAY_TRACE_HISTORY_WORDS_H
#define SYMEX_REPLAY_TRACE_HISTORY_WORDS_H

#include "result/result.h"
#include "symex/replay/trace/call_conflict.h"

/* meaning: by call, the operation of a built-in specification, "enqueue"; NULL: it is none.  The
 * result is NULL if no pattern fits; else 'to' has the results and pairs that it is about. */
const char *history_words(struct arena *, const struct cex *, const char *const *meaning,
                          const struct call_conflict_input *, struct call_conflict *to);

#endif
