/* cli/options/option_rules.h -- rules about options that are given together: the table
 * cli/options/option_rules.def, and who follows it. */
#ifndef CLI_OPTIONS_OPTION_RULES_H
#define CLI_OPTIONS_OPTION_RULES_H

#include "cli/options/option_table.h"

/* false: *error says which rule is broken, and lives as long as the options. */
bool option_rules_check(const struct options *, const char **error);
/* The command makes so many runs. */
bool option_rules_check_runs(const struct options *, size_t runs, const char **error);

/* "It needs --thread. It does not go with ...", for --help; "": there are no rules about it. */
const char *option_rules_text(struct arena *, const struct option_info *);

#endif
