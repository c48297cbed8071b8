/* frontend/source/parse.h -- one source file to one translation unit, or an end with exit code 2.
 */
#ifndef FRONTEND_SOURCE_PARSE_H
#define FRONTEND_SOURCE_PARSE_H

#include "frontend/fe.h"
#include "frontend/source/flags.h"

struct fe_source {
	const char *file;              /* path to open */
	struct CXUnsavedFile *unsaved; /* files that are not on disk, or not so */
	unsigned nunsaved;             /* not 0: 'file' is one of them */
	struct fe_flags flags;         /* target and user flags; parsing adds its own before them */
	const char
	    *headers; /* folder of a foreign target's headers, to tell if it is missing; or NULL */
	size_t nbase; /* how many of the flags are ours; they come first */
	bool is_model;
	bool has_contracts;      /* what contracts become is behind the file already */
	bool is_outline;         /* bodies of functions are left out */
	struct fe_flags unread;  /* flags of the user that change the program, and that nobody reads */
	bool has_openmp;         /* -fopenmp is among the flags of the user, and left out */
	bool has_exceptions;     /* likewise -fexceptions */
	bool flags_are_compiled; /* from compile_commands.json: those of another compiler are no news */
};

/* Adds our own flags; once, before anything else is done with it. */
void fe_source_prepare(const struct fe *, struct fe_source *);

/* What the file reads as, if not as on disk; NULL: it does. */
const char *fe_source_text(const struct fe_source *, const char *path, size_t *n);
void fe_source_set_text(struct fe *, struct fe_source *, const char *path, const char *text);

/* Parses.  Prints diagnostics if 'prints'; ends the program if errors remain. */
CXTranslationUnit fe_parse(struct fe *, struct fe_source *, bool prints);

/* Parses without the bodies of functions, for the index.  May leave errors in it; NULL: clang does
 * not accept the flags.  first: without remedies, and NULL if there are errors; several threads may
 * do this, each with its own fe->index. */
CXTranslationUnit fe_parse_outline(struct fe *, struct fe_source *, bool first);

/* Parses once more, without bodies, but with a record of preprocessing; NULL: it cannot be. */
CXTranslationUnit fe_parse_preprocessed(struct fe *, const struct fe_source *);

#endif
