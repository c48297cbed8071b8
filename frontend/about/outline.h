/* frontend/about/outline.h -- what a source defines and what each definition refers to.
 *
 * For commands that look at a project as a whole (tasks/survey/survey.h): no body is lowered and
 * nothing is linked.  Written as lines of fields that tabs separate, since whoever asks may be in
 * another process: a source that makes clang crash then ends only that one.
 *
 *   D kind linkage name file line last-line place   f or v; s: static, e: external;
 *                                                   place: m, of the source itself, or h, of a
 * header P type name                                     return type (no name), then each parameter
 *   R how linkage name                              what the last definition refers to: c, a call;
 *                                                   t, as the start of a thread; r, anything else
 *   I path                                          the source, or a header that is not the
 * system's
 */
#ifndef FRONTEND_ABOUT_OUTLINE_H
#define FRONTEND_ABOUT_OUTLINE_H

#include <stdio.h>

#include "frontend/fe_config.h"

/* Ends the program, as fe_load does, if a source does not compile. */
void fe_outline(const struct fe_config *, FILE *);

#endif
