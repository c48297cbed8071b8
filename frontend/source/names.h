/* frontend/source/names.h -- names that mean something to us, whoever declares them. */
#ifndef FRONTEND_SOURCE_NAMES_H
#define FRONTEND_SOURCE_NAMES_H

#include <stdbool.h>

bool fe_is_atomic_section(const char *name); /* __VERIFIER_atomic_begin or _end */
bool fe_is_verifier_name(const char *name);  /* as docs/intrinsics.md lists */
bool fe_is_async_label(const char *label);   /* __CPROVER_ASYNC_n */
bool fe_is_setjmp(const char *name);

#endif
