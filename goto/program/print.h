/* goto/program/print.h -- a program as text. */
#ifndef GOTO_PROGRAM_PRINT_H
#define GOTO_PROGRAM_PRINT_H

#include <stdio.h>

#include "goto/program/prog.h"

void goto_print_function(FILE *, const struct goto_prog *, const struct function *);
void goto_print(FILE *, const struct goto_prog *);            /* --show-goto-functions */
void goto_print_slice(FILE *, const struct goto_prog *);      /* --show-slice */
void goto_print_loops(FILE *, const struct goto_prog *);      /* --show-loops */
void goto_print_properties(FILE *, const struct goto_prog *); /* --show-properties */
void goto_print_symbols(FILE *, const struct goto_prog *);    /* --show-symbols */

#endif
