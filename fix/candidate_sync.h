/* fix/candidate_sync.h -- proposers for locks, conditions, threads and results (fix/candidate.h).
 */
#ifndef FIX_CANDIDATE_SYNC_H
#define FIX_CANDIDATE_SYNC_H

#include "fix/candidate.h"

proposer candidate_sync_wait; /* conditions and signals */
proposer candidate_sync_lock; /* forgotten unlocks, orders of locks, joins under locks */
proposer candidate_sync_join; /* memory that is freed before its users have ended */
proposer candidate_sync_test; /* results that are not tested, comparisons */
proposer candidate_memory;    /* variables without a value, memory that nobody frees */
proposer candidate_stores;    /* the order of two stores */

#endif
