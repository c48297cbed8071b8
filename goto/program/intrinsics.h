/* goto/program/intrinsics.h -- functions without a body that have a meaning of their own, listed in
 * goto/program/intrinsics.def.
 *
 * A symbol says which one it is (struct symbol), so nothing compares names.
 */
#ifndef GOTO_PROGRAM_INTRINSICS_H
#define GOTO_PROGRAM_INTRINSICS_H

#include <stdbool.h>

enum intrinsic {
	INTRINSIC_NONE,
#define INTRINSIC(name, text, by, slice, writes, loop) INTRINSIC_##name,
#include "goto/program/intrinsics.def"
#undef INTRINSIC
	INTRINSIC_N,
};

enum intrinsic_by {
	INTRINSIC_BY_NOBODY, /* NONE */
	INTRINSIC_BY_FRONTEND,
	INTRINSIC_BY_ENGINE,
	INTRINSIC_BY_CLIENT,
	INTRINSIC_BY_LINPOINT,
};

/* What the first argument points to, of which this is written. */
enum intrinsic_write {
	INTRINSIC_WRITES_NOTHING,
	INTRINSIC_WRITES_FREES, /* the object ends */
	INTRINSIC_WRITES_AT_1,  /* as many bytes as the second argument says, the third */
	INTRINSIC_WRITES_AT_2,
};

enum intrinsic intrinsic_find(const char *name); /* NONE: it is none */
const char *intrinsic_name(enum intrinsic);      /* "__mc_alloc" */
enum intrinsic_by intrinsic_by(enum intrinsic);
enum intrinsic_write intrinsic_writes(enum intrinsic);
/* Changes nothing but what intrinsic_writes says, so a loop with a contract may call it. */
bool intrinsic_is_plain(enum intrinsic);

/* One of mc.h. */
static inline bool intrinsic_is_of_models(enum intrinsic i) {
	return intrinsic_by(i) == INTRINSIC_BY_FRONTEND || intrinsic_by(i) == INTRINSIC_BY_ENGINE;
}

/* A call of it is executed by symex. */
static inline bool intrinsic_is_executed(enum intrinsic i) {
	return intrinsic_by(i) == INTRINSIC_BY_ENGINE || intrinsic_by(i) == INTRINSIC_BY_CLIENT;
}

/* Names that begin as those of mc.h do, intrinsics or not, and as those of clients. */
bool intrinsic_is_internal(const char *name);
bool intrinsic_is_of_client(const char *name);

/* What operation K of a library does by itself is a function of the client, SPEC_PREFIX and K. */
#define SPEC_PREFIX "__mt_spec_"

#endif
