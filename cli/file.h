/* cli/file.h -- the whole of a small text file. */
#ifndef CLI_FILE_H
#define CLI_FILE_H

#include "util/arena.h"

/* NULL: it cannot be read, errno says why. */
char *file_text(struct arena *, const char *path);

#endif
