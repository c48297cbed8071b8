/* report/witness/witness.h -- verification witnesses: a result in the exchange formats of SV-COMP.
 *
 * GraphML is format 1.0, an automaton; YAML is 2.0, waypoints in segments, and 2.2 where threads
 * take part.  docs/witnesses.md says what each element means here and which positions it names.
 *
 * A violation is told of a result that is UNSAFE, correctness of one that is SAFE with nothing cut;
 * of anything else there is no witness.  What depends on the clock, on chance or on the disk is
 * given by the caller.
 */
#ifndef REPORT_WITNESS_WITNESS_H
#define REPORT_WITNESS_WITNESS_H

#include <stdio.h>

#include "report/witness/path.h"
#include "result/result.h"

enum witness_format { WITNESS_GRAPHML, WITNESS_YAML };

struct witness_config {
	enum witness_format format;
	const struct witness_file *file; /* the sources of the program */
	size_t nfiles;
	const char *created; /* "2026-11-15T10:54:13Z" */
	const char *uuid;
};

/* What the witness is of, found once for both formats. */
struct witness {
	const struct witness_config *config;
	const struct result *result;
	const struct cex *cex;           /* NULL: it is a correctness witness */
	VEC(const char *) specification; /* lines "CHECK( init(main()), LTL(G ! ...) )" */
	struct arena *arena;
};

/* Writes nothing if there is no witness. */
void report_witness(FILE *, const struct results *, const struct witness_config *);

/* The result that the witness is of; NULL: there is none. */
const struct result *witness_result(const struct results *);
/* Why there is none, for people; NULL: there is one. */
const char *witness_refusal(struct arena *, const struct results *);
/* The property that was violated, if its specification is none of SV-COMP's; NULL otherwise. */
const char *witness_uncommon(const struct results *);

void witness_graphml(FILE *, const struct witness *);
void witness_yaml(FILE *, const struct witness *);
void witness_metadata(FILE *, const struct witness *, const char *version); /* of YAML */

#endif
