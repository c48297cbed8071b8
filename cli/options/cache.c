#include "cli/options/cache.h"

#include "util/text/diag.h"

static struct {
	struct cache_dir *dir;
	bool is_open;
} cache;

struct cache_dir *cache_folder(const struct options *o) {
	const char *why;
	if (cache.is_open || (!o->compile_db && !o->cache))
		return cache.dir;
	cache.is_open = true;
	cache.dir = cache_dir_open(o->cache, &why);
	if (!cache.dir && why)
		diag_say(2, "nothing is kept for later runs: %s", why);
	return cache.dir;
}

void cache_end(void) {
	cache_dir_close(cache.dir);
	cache.dir = NULL;
	cache.is_open = false;
}
