/* cli/session/certificate.h -- --certificate: the folder of proofs of one run
 * (docs/certificates.md).
 *
 *   certificate_begin --> the search, by whatever processes --> certificate_end
 *
 * Only proofs of what the verdict rests on stay in the folder: those of the members of the
 * portfolio whose answer counts.
 */
#ifndef CLI_SESSION_CERTIFICATE_H
#define CLI_SESSION_CERTIFICATE_H

#include "cli/options/config.h"
#include "cli/options/options.h"
#include "result/result.h"
#include "solvers/proof_file.h"

/* All of these do nothing if no certificate is asked for. */

/* Makes the folder and lets solvers write there; 'name': of the run, if there are several, which
 * has a folder of its own then. */
void certificate_begin(struct proof_folder *, const struct options *, struct config *,
                       const char *name);
/* What was searched does not count: it begins again. */
void certificate_again(const struct config *);
/* Writes certificate.json, and says in the result what there is. */
void certificate_end(const struct config *, struct result *);

#endif
