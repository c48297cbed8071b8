/* cli/svcomp.h -- property files of SV-COMP: lines "CHECK( init(main()), LTL(G ! overflow) )". */
#ifndef CLI_SVCOMP_H
#define CLI_SVCOMP_H

#include <stdbool.h>

#include "goto/passes.h"
#include "util/arena.h"

struct svcomp {
	bool unreach_call, no_overflow, no_data_race;
	bool valid_free, valid_deref, valid_memtrack, valid_memcleanup;
};

/* false: *error names the line that is not understood or not supported. */
bool svcomp_parse(struct svcomp *, struct arena *, const char *text, const char **error);

/* Exactly the checks the properties ask for; races are not among the checks of the goto-program. */
struct check_config svcomp_checks(const struct svcomp *);

#endif
