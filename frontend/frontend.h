/* frontend/frontend.h -- C sources in, one linked goto-program out.
 *
 * Errors in the sources are printed as a compiler prints them and end the program with exit 2.
 * Only what is reachable from the entry (and the initialisers it needs) is lowered; undefined
 * functions are looked up in the model library and lowered from there.
 */
#ifndef FRONTEND_FRONTEND_H
#define FRONTEND_FRONTEND_H

#include "frontend/fe_config.h"
#include "goto/program/prog.h"

struct goto_prog *fe_load(const struct fe_config *);
const char *fe_clang_version(void);

#endif
