/* cli/variant.h -- the command of the user once more, with something changed, in a process of its
 * own: another option, other texts of the sources, a program without something.
 */
#ifndef CLI_VARIANT_H
#define CLI_VARIANT_H

#include "cli/config.h"
#include "result/result.h"
#include "symex/symex_stats.h"
#include "util/bytes.h"

struct variant_setting {
	int argc; /* the command of the user */
	char **argv;
	struct result *(*verify)(const struct options *, struct config *, struct symex_stats *);
};

struct variant {
	const struct variant_setting *setting;
	const char *const *option;  /* words added to the command, up to a NULL; or NULL */
	const struct fe_text *text; /* sources with another content; or NULL */
	size_t ntexts;
	/* In the child; each may be NULL. */
	void (*change_options)(const void *context, struct options *);
	void (*change_config)(const void *context, struct config *);
	void (*send)(const void *context, int fd, const struct result *); /* NULL: the whole result */
	const void *context;
};

/* What 'send' sends.  false: it did not end in time, or had nothing to say. */
bool variant_run(const struct variant *, double seconds, byte_vec *);
/* NULL: it did not end in time, or there is no result: it does not compile. */
struct result *variant_verify(const struct variant *, double seconds);

/* --name is about variants of one run.  false: *error says which option does not go with it; the
 * list of others ends with NULL. */
bool variant_fits(const char *name, const struct options *, const char *const *others, size_t runs,
                  const char **error);

#endif
