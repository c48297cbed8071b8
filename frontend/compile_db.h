/* frontend/compile_db.h -- compile_commands.json: which files, and with what flags each. */
#ifndef FRONTEND_COMPILE_DB_H
#define FRONTEND_COMPILE_DB_H

#include <stdbool.h>

#include "frontend/flags.h"

struct compile_db;

/* Reads DIR/compile_commands.json; ends the program if there is none. */
struct compile_db *compile_db_open(const char *dir);
void compile_db_close(struct compile_db *); /* NULL is allowed */
/* The C sources it lists, each once, as paths from here; interned. */
struct fe_flags compile_db_files(const struct compile_db *);
/* Appends the flags of the file; false: it is not listed. */
bool compile_db_flags(const struct compile_db *, const char *file, struct fe_flags *);

#endif
