/* cli/files/file.h -- the whole of a small text file. */
#ifndef CLI_FILES_FILE_H
#define CLI_FILES_FILE_H

#include <stddef.h>

#include "util/base/arena.h"

/* NULL: it cannot be read, errno says why. */
char *file_text(struct arena *, const char *path);
char *file_bytes(struct arena *, const char *path,
                 size_t *n); /* with those that are 0, and one more */

#endif
