/* cli/options/svcomp.h -- property files of SV-COMP: lines "CHECK( init(main()), LTL(G ! overflow)
 * )". */
#ifndef CLI_OPTIONS_SVCOMP_H
#define CLI_OPTIONS_SVCOMP_H

#include <stdbool.h>

#include "cli/options/option_table.h"
#include "goto/passes/passes.h"
#include "util/base/arena.h"

struct svcomp {
	bool unreach_call, no_overflow, no_data_race, termination;
	bool valid_free, valid_deref, valid_memtrack, valid_memcleanup;
	struct text_list line; /* what was read, without blanks around */
};

/* false: *error names the line that is not understood, or the combination. */
bool svcomp_parse(struct svcomp *, struct arena *, const char *text, const char **error);
void svcomp_free(struct svcomp *);
bool svcomp_same(const struct svcomp *, const struct svcomp *); /* do they ask for the same? */

/* The checks that the properties ask for; races are not among the checks of the goto-program.  What
 * is undefined is checked as a whole: after an invalid access nothing can be said about freeing. */
struct check_config svcomp_checks(const struct svcomp *);

#endif
