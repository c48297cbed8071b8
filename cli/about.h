/* cli/about.h -- options that print something about the program itself. */
#ifndef CLI_ABOUT_H
#define CLI_ABOUT_H

#include "cli/options/option_table.h"

/* true: one was given, and that was all. */
bool about_print(const struct options *);

#endif
