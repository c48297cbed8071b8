/* check/certificate.h -- certificate.json: which proofs there are, and what no proof is about. */
#ifndef CHECK_CERTIFICATE_H
#define CHECK_CERTIFICATE_H

#include "check/base.h"

struct certificate_proof {
	char *file; /* a name in the folder */
	uint64_t queries;
};

struct certificate {
	LIST(struct certificate_proof) proof;
	uint64_t elsewhere; /* queries without a proof */
	char *uncertified;  /* or NULL */
	size_t line;        /* of what is wrong */
	const char *wrong;  /* or NULL */
};

struct certificate certificate_read(const char *path);
void certificate_free(struct certificate *);

#endif
