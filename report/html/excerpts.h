/* report/html/excerpts.h -- the sources that results speak about, for formats that carry them
 * along.
 *
 * Whole files as long as they are not huge; of huge ones the lines around those that are spoken
 * about.
 */
#ifndef REPORT_HTML_EXCERPTS_H
#define REPORT_HTML_EXCERPTS_H

#include <stdint.h>

#include "result/result.h"
#include "util/base/vec.h"

#define EXCERPT_WHOLE  4000  /* lines of a file that is shown as a whole */
#define EXCERPT_AROUND 40    /* lines shown before and after one that is spoken about */
#define EXCERPT_MAX    40000 /* lines of all files */

struct excerpt_part {
	uint32_t first, last; /* lines, from 1 on */
};

struct excerpt {
	const char *file;
	uint32_t total; /* lines of the file */
	VEC(uint32_t) line;
	VEC(struct excerpt_part) part; /* in order, apart from each other; may be none */
};

struct excerpts {
	VEC(struct excerpt) at;
};

void excerpts_init(struct excerpts *, const struct results *);
void excerpts_free(struct excerpts *);

#endif
