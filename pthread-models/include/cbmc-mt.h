/* cbmc-mt.h -- contracts of functions and loops, for sources that compilers read as well.
 *
 * The words are CBMC's.  For a compiler they are nothing; cbmc-mt gives them their meaning where
 * --enforce-contract, --replace-call-with-contract or --apply-loop-contracts ask for it:
 *
 *   int clamp(int x, int most)
 *   __CPROVER_requires(most >= 0)
 *   __CPROVER_assigns()
 *   __CPROVER_ensures(__CPROVER_return_value <= most)
 *   __CPROVER_ensures(x <= most ==> __CPROVER_return_value == x)
 *   {
 *           return x < most ? x : most;
 *   }
 *
 * Inside of clauses: __CPROVER_old(e), __CPROVER_return_value, __CPROVER_is_fresh(p, n), a ==> b,
 * __CPROVER_forall { int i; (0 <= i && i < n) ==> e }, __CPROVER_exists { int i; ... && e }.
 */
#ifndef PTHREAD_MODELS_INCLUDE_CBMC_MT_H
#define PTHREAD_MODELS_INCLUDE_CBMC_MT_H

#ifndef __CBMC_MT_CONTRACTS__
#define __CPROVER_requires(...)
#define __CPROVER_ensures(...)
#define __CPROVER_assigns(...)
#define __CPROVER_frees(...)
#define __CPROVER_loop_invariant(...)
#define __CPROVER_loop_assigns(...)
#define __CPROVER_decreases(...)
#endif

#endif
