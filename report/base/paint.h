/* report/base/paint.h -- positions and notes as compilers print them, in colour where wanted. */
#ifndef REPORT_BASE_PAINT_H
#define REPORT_BASE_PAINT_H

#include <stdbool.h>
#include <stdio.h>

#include "util/base/loc.h"

struct paint {
	FILE *out;
	bool colour;
};

#define BOLD    "\033[1m"
#define RED     "\033[1;31m"
#define GREEN   "\033[1;32m"
#define YELLOW  "\033[1;33m"
#define CYAN    "\033[36m"
#define MAGENTA "\033[35m"
#define BROWN   "\033[33m"
#define BLUE    "\033[34m"
#define LIME    "\033[32m"
#define DIM     "\033[2m"
#define PLAIN   "\033[0m"

const char *paint_code(const struct paint *, const char *code); /* "" without colours */
void paint_error(const struct paint *, struct loc);             /* "a.c:7:2: error: " */
void paint_warning(const struct paint *, struct loc);           /* "a.c:7:2: warning: " */
void paint_note(const struct paint *, struct loc);              /* "a.c:7:2: note: " */
/* The source line and, below, the statement that begins there; nothing if there is no source. */
void paint_source(const struct paint *, struct loc);

#endif
