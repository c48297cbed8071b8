/* fix/trace.h -- causes for want of a better one: data of the trace that threads share.
 *
 * If the cause is not known, or its own changes do not help, one is made for each object that
 * several threads access in the trace, one of them writing: these accesses, and nothing is claimed.
 */
#ifndef FIX_TRACE_H
#define FIX_TRACE_H

#include "result/result.h"

typedef VEC(struct cause *) cause_list;

void trace_causes(struct arena *, const struct cex *, cause_list *to); /* the newest data first */
void trace_causes_free(cause_list *);

#endif
