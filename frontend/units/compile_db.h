/* frontend/units/compile_db.h -- compile_commands.json: which files, and with what flags each.
 *
 * A file may be listed several times: for several programs of one build, with the same flags or
 * with others.  CMake's names of object files tell which target each command is for
 * ("CMakeFiles/app.dir/src/a.c.o"); other tools leave that open.
 */
#ifndef FRONTEND_UNITS_COMPILE_DB_H
#define FRONTEND_UNITS_COMPILE_DB_H

#include <stdbool.h>

#include "frontend/source/command.h"
#include "frontend/source/flags.h"
#include "util/base/vec.h"

struct compiled {             /* a file and one way to compile it; all texts interned */
	const char *file;         /* absolute, without links if it exists */
	const char *shown;        /* the same as a path from here, if it lies below */
	struct fe_flags flags;    /* what they say about the meaning of the program, paths absolute */
	VEC(const char *) target; /* "app": those that are built so; none: not known */
	const char *directory;    /* that the command runs in */
	const char *compiler;     /* its name, or path; NULL: the command has none */
	struct words words;       /* its flags, for a compiler: see command_flags */
};

struct compile_db {
	const char *path;        /* of compile_commands.json */
	VEC(struct compiled) c;  /* C sources; the same file with the same flags is one */
	VEC(const char *) other; /* files of other languages, as 'shown' */
};

/* Reads DIR/compile_commands.json; ends the program if there is none. */
struct compile_db *compile_db_open(const char *dir);
void compile_db_close(struct compile_db *); /* NULL is allowed */

bool compiled_is_for(const struct compiled *, const char *target);
/* The way to compile each of the files that the user named; NULL: it is not listed.  A file with
 * several ways is taken as in the target that all of them have in common; ends the program if that
 * leaves a choice. */
void compile_db_choose(const struct compile_db *, const char *const *file, size_t n,
                       const struct compiled **chosen);
/* The ways to compile the sources of a program, which are named as 'shown'; NULL: one is not
 * listed. Of several ways, the one for the target of most of the sources. */
void compile_db_find(const struct compile_db *, const char *const *file, size_t n,
                     const struct compiled **found);
/* What the flags of two ways differ in: "-DN=3" and "-DN=5". */
const char *compiled_difference(const struct compiled *, const struct compiled *);

#endif
