/* frontend/source/command.h -- one command of a build: the call of a compiler, word by word.
 *
 *   struct words w = {0};
 *   command_split(&w, text, QUOTED_AS_SHELL);    or push the words yourself
 *   command_expand(&w, dir, &unread);            response files: @flags.rsp
 *   command_read(&w, dir, &what);                what it says about the meaning of the source
 */
#ifndef FRONTEND_SOURCE_COMMAND_H
#define FRONTEND_SOURCE_COMMAND_H

#include "frontend/source/flags.h"
#include "util/base/vec.h"

struct words {
	VEC(const char *) at; /* interned */
};

enum quoting { QUOTED_AS_SHELL, QUOTED_AS_RESPONSE_FILE };

void command_split(struct words *, const char *text, enum quoting);
/* Puts the words of each file in the place of '@file', also within such files.  *unread: the first
 * one that cannot be read, or NULL; its word stays, as with GCC. */
void command_expand(struct words *, const char *dir, const char **unread);

struct command {
	struct fe_flags flags; /* what they say about the meaning of the program, paths absolute */
	const char *language;  /* of -x, or NULL */
	const char *object;    /* of -o, or NULL */
	struct words other;    /* words that are no flags: sources, object files */
};

/* Relative paths are meant from 'dir'. */
void command_read(const struct words *, const char *dir, struct command *);
void command_free(struct command *);

/* The flags for compiling the source again into another object: all but the source, -c, -o, and
 * what is about other files that the compiler writes.  Returns the compiler; NULL: there is none.
 */
const char *command_flags(const struct words *, struct words *out);

#endif
