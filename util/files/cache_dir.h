/* util/files/cache_dir.h -- what runs keep for later ones, in a folder of the user.
 *
 *   cache_dir_open --> cache_dir_read, cache_dir_write ... --> cache_dir_close
 *
 * An entry has a kind, which is the name of a folder ("index"), and a key of hexadecimal digits,
 * usually the hash of everything that the entry depends on.  Whoever reads one gets exactly the
 * bytes that this very program (by the hash of its executable) has written under this kind, key and
 * format; whatever else stands there is as if absent.  What the bytes mean is still to be read with
 * care: the folder belongs to the user, who may do with it what he wants.
 *
 * Entries appear at once and whole, also for other processes.  Nothing here fails: what cannot be
 * written is not there next time.  The folder is kept below CACHE_DIR_LIMIT by dropping what was
 * not used for longest.
 */
#ifndef UTIL_FILES_CACHE_DIR_H
#define UTIL_FILES_CACHE_DIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "util/base/arena.h"

#define CACHE_DIR_LIMIT ((uint64_t)1 << 30) /* bytes in all */

struct cache_dir;

/* folder: NULL or "" for $XDG_CACHE_HOME/cbmc-mt, otherwise $HOME/.cache/cbmc-mt; "off" for none.
 * NULL: there is none, or it cannot be used; *why then says so in words, or is NULL for "off".
 * A default folder must belong to the user: a run of root with the HOME of someone else has none.
 */
struct cache_dir *cache_dir_open(const char *folder, const char **why);
void cache_dir_close(struct cache_dir *); /* NULL is allowed */

/* All take NULL as a folder in which nothing is found.  The bytes are in the arena, followed by a
 * 0; format: of the content, which the caller counts up when it changes. */
bool cache_dir_read(struct cache_dir *, const char *kind, const char *key, uint32_t format,
                    struct arena *, const char **bytes, size_t *n);
bool cache_dir_write(struct cache_dir *, const char *kind, const char *key, uint32_t format,
                     const void *bytes, size_t n);
void cache_dir_remove(struct cache_dir *, const char *kind, const char *key);

/* Removes entries, those first that were not used for longest, until all together have at most
 * 'limit' bytes.  cache_dir_close does it now and then after a write. */
void cache_dir_trim(struct cache_dir *, uint64_t limit);

/* Which program this is: changes when it is built anew from other sources.  Hexadecimal. */
const char *cache_dir_build(void);

#endif
