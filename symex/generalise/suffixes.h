/* symex/generalise/suffixes.h -- paths by combining the suffixes of one run's threads: strategy 1.
 *
 * Yi and Huang, Concurrency Verification with Maximal Path Causality (ESEC/FSE 2018), Algorithm 2
 * with section 3.4.1.  A run that was made for a prefix, one list of decisions for each thread,
 * makes further ones.  Each thread either follows all of these or leaves them at one; for every
 * combination but the run itself a formula over the events of this run, and only these, asks for a
 * schedule and inputs.  Those that have one are run; the others are dropped, although an event of
 * another run might make them possible.  So paths are missed, and nothing is proved.
 *
 * Beyond the paper, the formula of each run is also asked whether a permutation of its events
 * violates a property, as --strategy=predict does.
 */
#ifndef SYMEX_GENERALISE_SUFFIXES_H
#define SYMEX_GENERALISE_SUFFIXES_H

#include "symex/generalise/unfold.h"

/* Makes all runs, and counts them as paths; what they violate is in the result. */
enum unfolded suffixes_search(struct unfolding *);

#endif
