/* util/text/path.h -- names of files: their parts, and what they name.
 *
 * A path is split at its last slash: "src/pool.c" has the folder "src" and the base name "pool.c".
 */
#ifndef UTIL_TEXT_PATH_H
#define UTIL_TEXT_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* The end of the path itself; all of it if nothing follows the slash.  Of NULL, NULL. */
const char *path_base(const char *path);
/* The bytes in front of the base name, with the slash; 0: no folder is named. */
size_t path_base_at(const char *path);
/* Interned, without the slash at its end, but for "/"; "." if none is named. */
const char *path_folder(const char *path);
/* The file as seen from where the folder is named; it itself if it is absolute, or for NULL. */
const char *path_join(const char *folder, const char *file);
/* Has the name this ending, and something before it?  ".c" itself is a hidden file. */
bool path_has_suffix(const char *path, const char *suffix);

bool path_is_file(const char *path); /* an ordinary one, maybe behind a link */
bool path_is_folder(const char *path);
/* Makes a folder for others to read as well, in one that is there; one that is there is as good.
 * false: errno says why. */
bool path_make_folder(const char *path);

/* Makes a folder that only the user may read, and those that it is in; as above. */
bool path_make_private(const char *path);

/* Where this program is, interned; NULL: nobody knows. */
const char *path_of_program(void);

#endif
