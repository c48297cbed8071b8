/* frontend/program/contract_link.h -- contracts in the linked program. */
#ifndef FRONTEND_PROGRAM_CONTRACT_LINK_H
#define FRONTEND_PROGRAM_CONTRACT_LINK_H

#include "frontend/units/defs.h"

/* After the units are known, the entry of --enforce-contract, or NULL; and what
 * stands for the bodies of others. */
struct fe_def *fe_contract_prepare(struct fe *, struct fe_defs *);
/* Of a function with a contract that stands for it: its code, and beside it the body. */
void fe_contract_lower(struct fe *, struct fe_def *, struct function *);
/* When everything is lowered: what may be written, and what is arbitrary at the start. */
void fe_contract_finish(struct fe *);

#endif
