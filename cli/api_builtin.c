#include "cli/api_builtin.h"

#include "util/diag.h"

void api_builtin_write(FILE *out, const struct api *api, const char *name, struct loc loc,
                       const struct fe_config *config) {
	(void)out, (void)api, (void)config;
	fatal(EXIT_USAGE, loc, "the specification '%s' is not known; give self or a file", name);
}
