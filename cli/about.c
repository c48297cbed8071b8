#include "cli/about.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/options/help.h"
#include "cli/options/solvers.h"
#include "cli/options/strategies.h"
#include "frontend/frontend.h"
#include "util/base/version.h"
#include "util/text/diag.h"

/* The first line is for scripts too: the name, then the version. */
static void print_version(const struct options *o) {
	printf("cbmc-mt %s\n%-10s %s\n", CBMC_MT_VERSION, "libclang", fe_clang_version());
	solvers_versions(stdout, o);
}

bool about_print(const struct options *o) {
	const char *error;
	if (o->help && !help_print(stdout, o->arena, o->help, &error))
		fatal(EXIT_USAGE, NO_LOC, "%s", error);
	if (o->help)
		return true;
	if (o->version)
		print_version(o);
	else if (o->list_solvers)
		solvers_list(stdout, o);
	else if (o->list_strategies)
		strategies_list(stdout, o->arena);
	else if (o->list_reductions)
		strategies_list_reductions(stdout, o->arena);
	else if (o->print_man)
		help_man(stdout, o->arena);
	else if (!o->print_completion)
		return false;
	else if (!help_completion(stdout, o->arena, o->print_completion))
		fatal(EXIT_USAGE, NO_LOC, "no completion for the shell '%s', only bash and zsh",
		      o->print_completion);
	return true;
}
