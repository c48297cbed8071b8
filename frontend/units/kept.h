/* frontend/units/kept.h -- programs that were read before: no compiler is needed for them.
 *
 * An entry of the cache (util/files/cache_dir.h) of the kind "program" has the key of everything
 * that fe_config says, and of what else decides about a load: this build, libclang, the folder we
 * are in, variables that clang obeys.  It begins with all files that the load has read (inputs.h)
 * and is good only while they are the same.  Then follow the warnings and notes of the load, which
 * are said again, and the program (goto/program/image.h).
 */
#ifndef FRONTEND_UNITS_KEPT_H
#define FRONTEND_UNITS_KEPT_H

#include "frontend/fe_config.h"

/* NULL: there is none that is still good. */
struct goto_prog *kept_find(const struct fe_config *);
/* Around a load whose program may be kept. */
void kept_begin(const struct fe_config *);
void kept_end(const struct fe_config *, const struct goto_prog *);

#endif
