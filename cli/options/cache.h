/* cli/options/cache.h -- which folder runs keep things in for later ones (--cache).
 *
 * What was read of a project (-p) is kept wherever there is a usable folder, since it is found
 * again only while every file is the same.  Verdicts are kept only where --cache asks for it.
 */
#ifndef CLI_OPTIONS_CACHE_H
#define CLI_OPTIONS_CACHE_H

#include "cli/options/options.h"
#include "util/files/cache_dir.h"

/* Opened when it is first asked for.  NULL: none is wanted, or none can be used. */
struct cache_dir *cache_folder(const struct options *);
void cache_end(void);

#endif
