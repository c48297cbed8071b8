/* check/certificate.h -- certificate.json: which proofs there are, and what no proof is about. */
#ifndef CHECK_CERTIFICATE_H
#define CHECK_CERTIFICATE_H

#include "check/base.h"

struct certificate_proof {
	char *file; /* a name in the folder */
	uint64_t queries;
	LIST(char *) digest; /* of each query */
};

struct certificate_source {
	char *file;   /* as cbmc-mt was given it */
	char *digest; /* or NULL: it was on no disk */
};

struct certificate {
	char *verdict;
	LIST(struct certificate_source) source;
	LIST(struct certificate_proof) proof;
	uint64_t queries;   /* of all proofs */
	uint64_t elsewhere; /* queries without a proof */
	char *uncertified;  /* or NULL */
	char *digest;       /* of all that is before it in the file */
	size_t line;        /* of what is wrong */
	const char *wrong;  /* or NULL */
};

struct certificate certificate_read(const char *path);
void certificate_free(struct certificate *);

/* Of the bytes before the last '"digest"' of the file, or (is_source) of all of them; false: errno
 * says why not. */
bool certificate_digest(const char *path, bool is_source, char text[]);

#endif
