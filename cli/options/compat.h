/* cli/options/compat.h -- options of ESBMC and CBMC that are not ours; see cli/options/compat.def.
 */
#ifndef CLI_OPTIONS_COMPAT_H
#define CLI_OPTIONS_COMPAT_H

#include <stdbool.h>
#include <stddef.h>

#include "util/base/arena.h"

enum compat_kind {
	COMPAT_MEANS,
	COMPAT_FORMER,
	COMPAT_IGNORED,
	COMPAT_NOTE,
	COMPAT_REFUSED,
	COMPAT_VERBOSITY,
};

struct compat {
	enum compat_kind kind;
	const char *name, *arg; /* arg NULL: no value */
	const char *text;       /* MEANS, FORMER: our options; NOTE, REFUSED: what to say */
};

extern const struct compat compat_table[];
extern const size_t compat_table_n;

const struct compat *compat_find(const char *name); /* or NULL */
/* A switch of a reduction: no- may stand before it. */
bool compat_has_no(const struct compat *);
/* What is said about it: the options that it means, or what becomes of it. */
const char *compat_text(struct arena *, const struct compat *);

#endif
