/* cli/session/certificate_check.h -- the checker of certificates, run as the program that it is. */
#ifndef CLI_SESSION_CERTIFICATE_CHECK_H
#define CLI_SESSION_CERTIFICATE_CHECK_H

#include "result/result.h"

/* If nothing was found: are the proofs in the folder of the result's certificate right?  If one is
 * not, there is no verdict. */
void certificate_check(struct result *);

#endif
