/* frontend/source/target.h -- what machine the program is for, and where its headers are. */
#ifndef FRONTEND_SOURCE_TARGET_H
#define FRONTEND_SOURCE_TARGET_H

#include "frontend/fe.h"
#include "frontend/source/flags.h"

/* The triple in force: the one asked for, else what -m32, -m64 or --target among the flags mean,
 * else the host's. */
const char *fe_triple(const char *asked, const char *const *flag, size_t n);
bool fe_is_target_flag(const char *flag); /* one that fe_triple has interpreted */
/* Where the C library's headers of a foreign target should be; NULL: it is the host's kind. */
const char *fe_target_headers(const char *triple);
/* Appends the flags that select the target and, for a foreign one, its headers. */
void fe_target_flags(struct fe_flags *, const char *triple);
/* Fills *target as clang sees it under these flags. 'unit' is any unit parsed with them. */
void fe_target_fill(struct target *, CXIndex, CXTranslationUnit unit, const struct fe_flags *);
/* The same by asking clang for every value; the table of fe_target_fill must agree. */
void fe_target_probe(struct target *, CXIndex, const struct fe_flags *);

#endif
