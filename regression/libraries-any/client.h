/* client.h -- clients of libraries, written by hand: any number of threads, each of which makes any
 * number of calls.  A case defines its operations, OPERATIONS (their number), call(op), and for each
 * the function __mt_spec_K.  -DN=2 -DCALLS=2: two threads with two calls each, for strategies that
 * explore. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
void __CPROVER_assume(bool);

void __mt_begin(void);
int __mt_op(unsigned long long mask);
void __mt_call(int op, ...);
void __mt_return(int op, ...);
void __mt_result(int op, ...);
void __mt_linearize(void);

/* With -DGIVEN, points are in the source; else they are guessed. */
#ifdef GIVEN
#define POINT() __mt_linearize()
#else
#define POINT() ((void)0)
#endif
