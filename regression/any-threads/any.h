/* any.h -- main asks before each thread whether to create one more: any number of times, or with
 * -DN=3 three times. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

bool __VERIFIER_nondet_bool(void);
unsigned __VERIFIER_nondet_uint(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

/* Numbers are counted up to the last one.  -DWRAP: they begin anew, which breaks programs only
 * after 2^32 steps; no search finds that, but nothing must be proved, unless it takes as many
 * threads at a time. */
#ifdef WRAP
#define LAST (UINT_MAX + 1LL)
#else
#define LAST UINT_MAX
#endif

static inline bool more(void) {
#ifdef N
	static atomic_int created;
	return created++ < N;
#else
	return __VERIFIER_nondet_bool();
#endif
}
