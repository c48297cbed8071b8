/* symex/proof/print/name.h -- which parts of a state have a name in C, and where.
 *
 * A line is about the variables of the user's function that it is in, and about globals.  A name
 * that may mean two of them is not used.  A local variable has a part for each way its function was
 * called; one of them stands for all.
 */
#ifndef SYMEX_PROOF_PRINT_NAME_H
#define SYMEX_PROOF_PRINT_NAME_H

#include "symex/proof/search/view.h"

#define NO_WRITER    UINT32_MAX
#define MANY_WRITERS (UINT32_MAX - 1)

struct variable_names {
	struct views *v;
	uint32_t *stands; /* by part: the one that stands for it; NO_PART: it has no name */
	uint32_t *writer; /* by part: the template that changes it; or one of these */
	bool *is_library; /* by part: library functions set it, so its values mean nothing to users */
	bool *visible;    /* by point and part */
	struct map said;  /* term, turned or not -> what stands for it */
};

void names_open(struct variable_names *, struct views *);
void names_close(struct variable_names *);
bool names_visible(const struct variable_names *, uint32_t point, uint32_t part);
/* The term with the parts that stand for others; turned: thread 1 is thread 2.  NO_TERM: some part
 * has no name at the point of its thread; point2 NO_POINT: there is no thread 2. */
term names_say(struct variable_names *, term, uint32_t point1, uint32_t point2, bool turned);

#endif
