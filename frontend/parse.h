/* frontend/parse.h -- one source file to one translation unit, or an end with exit code 2. */
#ifndef FRONTEND_PARSE_H
#define FRONTEND_PARSE_H

#include "frontend/fe.h"
#include "frontend/flags.h"

struct fe_source {
	const char *file;              /* path to open */
	struct CXUnsavedFile *unsaved; /* files that are not on disk, or not so */
	unsigned nunsaved;             /* not 0: 'file' is one of them */
	struct fe_flags flags;         /* target and user flags; parsing adds its own before them */
	const char
	    *headers; /* folder of a foreign target's headers, to tell if it is missing; or NULL */
	bool is_model;
	bool flags_are_compiled; /* from compile_commands.json: those of another compiler are no news */
};

/* Parses and appends to fe->unit.  Prints diagnostics; ends the program if errors remain. */
struct fe_unit *fe_parse(struct fe *, struct fe_source *);

#endif
