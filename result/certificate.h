/* result/certificate.h -- what of a verdict was written down as proofs and checked
 * (--certificate). */
#ifndef RESULT_CERTIFICATE_H
#define RESULT_CERTIFICATE_H

#include <stdbool.h>
#include <stdint.h>

struct arena;

struct certificate {
	const char *folder;
	const char *digest;      /* of all that certificate.json says */
	uint32_t queries;        /* that a SAT solver decided as unsatisfiable */
	uint32_t checked;        /* of these, proofs that the checker accepted */
	uint32_t elsewhere;      /* queries that another solver decided: no proof */
	const char *uncertified; /* "the exploration of schedules": what rests on us; or NULL */
	const char *unchecked;   /* why the checker has not said yes or no; or NULL */
	const char *wrong;       /* the first proof that was not accepted, and why; or NULL */
	double seconds;          /* of checking */
};

/* "certificate checked, 312 queries", and what no proof is about. */
char *certificate_text(struct arena *, const struct certificate *);
/* Of several runs: what was checked of all of them. */
void certificate_sum(struct certificate *, const struct certificate *of_one);

#endif
