/* tasks/verify.h -- a program is verified, and verified again with something changed.
 *
 *   verify_until  in this process, one attempt after the other: larger clients of a library, other
 *                 linearization points, the whole program after its slice
 *   verify_again  in this process, once more with something changed: other memory orders
 *   verify_apart  in a process of its own, in a given time (tasks/apart.h): another option, other
 *                 texts of the sources, a program without some of its synchronisation
 *
 * A configuration is a value: each attempt gets a copy of the one that was asked for, and what it
 * does to that concerns no other.  The copy stays, in the arena of the options, as the
 * configuration that the result is about.
 */
#ifndef TASKS_VERIFY_H
#define TASKS_VERIFY_H

#include "cli/options/config.h"
#include "result/result.h"
#include "symex/symex_stats.h"

/* One run of the command. */
struct verification {
	int argc; /* the command of the user; 0: the options are on no command line */
	char **argv;
	const struct options *o;
	const char *name;            /* of the run, if there are several; or NULL */
	const struct config *config; /* as asked for; then that of the last attempt */
	struct symex_stats *stats;   /* of the last attempt */
	/* Verifies the program once.  NULL: there is nothing to tell. */
	struct result *(*verify)(struct verification *);
};

/* A copy takes the place of the configuration, for the caller to change. */
struct config *verification_change(struct verification *);

/* One after the other. */
struct attempts {
	void *self;
	/* Changes the copy of the configuration that the next attempt gets. */
	void (*change)(void *self, struct config *);
	struct result *(*verify)(void *self, struct verification *);
	/* Does another attempt follow this one?  Its result, which may be NULL, is dropped then. */
	bool (*goes_on)(void *self, const struct result *);
};

/* The result of the last attempt. */
struct result *verify_until(struct verification *, const struct attempts *);

/* What is different; each may be missing. */
struct variant {
	const struct fe_text *text; /* sources with another content */
	size_t ntexts;
	void (*change_config)(const void *context, struct config *);
	/* Only in a process of its own (tasks/apart.h), since the command is read again there. */
	const char *const *option; /* words added to the command, up to a NULL */
	void (*change_options)(const void *context, struct options *);
	void (*send)(const void *context, int fd, const struct result *); /* NULL: the whole result */
	const void *context;
};

struct result *verify_variant(struct verification *, const struct variant *);
/* The verification stays as it is. */
struct result *verify_again(const struct verification *, const struct variant *);

#endif
