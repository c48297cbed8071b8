/* frontend/units/models.h -- the model library: C sources of what no unit of the user defines.
 *
 * <model_dir>/index tells for every definition its file, its lines and what it mentions
 * (scripts/make/make-model-index).  Everything needed at once is parsed as one translation unit
 * that includes the files, and of those clang sees only the functions that are needed: parsing
 * costs more than all the rest for a small program.
 *
 * A part of a model between '#ifdef USES_other' and '#endif' is there only if the program needs the
 * model 'other', too.  So what calls have to do with each other costs nothing where one of them is
 * not made: every call on a stream takes its lock, but only if some call can hold it.
 */
#ifndef FRONTEND_UNITS_MODELS_H
#define FRONTEND_UNITS_MODELS_H

#include "frontend/fe.h"

struct fe_models;

struct fe_models *fe_models_open(const char *model_dir); /* NULL: no library */
void fe_models_close(struct fe_models *);
bool fe_models_have(const struct fe *, const char *name);
/* The unit that defines those of the names (of symbols, link.h) which the library has and which
 * were not parsed before; NULL: there are none. */
struct fe_unit *fe_models_parse(struct fe *, const char *const *name, size_t n);

#endif
