/* util/base/threshold.h -- sizes from which on something begins.
 *
 * What only begins in large programs is hardly ever tested: under make STRESS=1 it begins at once.
 * scripts/check/check-thresholds finds the constants that look like a size and are no THRESHOLD;
 * each of these stands in tests/thresholds with the reason.
 */
#ifndef UTIL_BASE_THRESHOLD_H
#define UTIL_BASE_THRESHOLD_H

#ifdef STRESS
#define THRESHOLD(normal, stress) (stress)
#else
#define THRESHOLD(normal, stress) (normal)
#endif

#endif
