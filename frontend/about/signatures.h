/* frontend/about/signatures.h -- the functions that sources and their headers declare, with the
 * types of their parameters, for those who write calls of them as text (tasks/api/api.h).
 *
 * Nothing is lowered and nothing is linked.  All texts are interned; the rest lives in the arena.
 */
#ifndef FRONTEND_ABOUT_SIGNATURES_H
#define FRONTEND_ABOUT_SIGNATURES_H

#include "frontend/fe_config.h"
#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

enum signature_kind {
	SIGNATURE_VOID,
	SIGNATURE_BOOL,
	SIGNATURE_INTEGER,
	SIGNATURE_FLOAT,
	SIGNATURE_ENUM,
	SIGNATURE_POINTER,
	SIGNATURE_RECORD,
	SIGNATURE_FUNCTION,
	SIGNATURE_OTHER, /* an array, a vector, a complex number */
};

struct signature_type {
	enum signature_kind kind;
	const char *text;  /* as it was written */
	const char *plain; /* without typedefs and qualifiers: equal for equal types */
	bool is_const;
	bool is_incomplete;              /* a structure that is only declared */
	bool is_char;                    /* char, or a character that is called signed or unsigned */
	const struct signature_type *to; /* of a pointer */
	const char *const *enumerator;   /* of an enumeration */
	size_t nenumerators;
};

struct signature {
	const char *name;
	struct loc loc;
	bool is_defined, is_static, is_variadic;
	bool in_main; /* declared by the source itself, not by a header */
	const struct signature_type *result;
	size_t nparams;
	const struct signature_type *const *param;
	const char *const *param_name; /* "": it has none */
};

struct signatures {
	VEC(struct signature) function; /* each once, the definition if there is one */
	/* The type that the name of a typedef stands for, for each of those in 'wanted'. */
	const char *const *wanted;
	size_t nwanted;
	const struct signature_type **found;
};

/* The declarations of all sources of the configuration; those of the system's headers are left out.
 * Ends the program, as fe_load does, if a source does not compile. */
void fe_signatures(const struct fe_config *, struct arena *, struct signatures *);
void fe_signatures_free(struct signatures *);

const struct signature *fe_signature_find(const struct signatures *, const char *name);

#endif
