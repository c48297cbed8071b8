/* harness/words.h -- words for verifiers, as a compiler may read them: contracts say nothing to it,
 * types of CBMC are the usual ones.
 *
 * build.sh includes it before each source.
 */
#ifndef HARNESS_WORDS_H
#define HARNESS_WORDS_H

#define __CPROVER_requires(...)
#define __CPROVER_ensures(...)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_loop_invariant(...)
#define __CPROVER_loop_assigns(...)
#define __CPROVER_decreases(...)

#define __CPROVER_bool         _Bool
#define __CPROVER_size_t       __typeof__(sizeof(int))
#define __CPROVER_ssize_t      __typeof__((char *)0 - (char *)0)
#define __CPROVER_thread_local __thread

/* cbmc-mt.h, which defines the clauses, too, need not be installed. */
#define PTHREAD_MODELS_INCLUDE_CBMC_MT_H

#endif
