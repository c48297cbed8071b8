/* tests/model_dir.h -- where test programs find the models: in the source tree above them. */
#ifndef TESTS_MODEL_DIR_H
#define TESTS_MODEL_DIR_H

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/arena.h"
#include "util/text/diag.h"

static inline const char *model_dir(struct arena *arena) {
	char path[4096];
	const char *chosen = getenv("CBMC_MT_MODELS");
	if (chosen)
		return arena_printf(arena, "%s", chosen);
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	for (char *slash; (slash = strrchr(path, '/')); *slash = 0) {
		char *dir = arena_printf(arena, "%.*s/pthread-models", (int)(slash - path), path);
		if (!access(dir, R_OK))
			return dir;
	}
	fatal(EXIT_USAGE, NO_LOC, "the models are not found; set CBMC_MT_MODELS");
}

#endif
