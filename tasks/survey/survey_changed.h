/* tasks/survey/survey_changed.h -- which functions a change touches (--changed). */
#ifndef TASKS_SURVEY_SURVEY_CHANGED_H
#define TASKS_SURVEY_SURVEY_CHANGED_H

#include "tasks/survey/survey_graph.h"

/* A flag for each node: what differs between 'commit' ("" for HEAD) and the files as they are now,
 * and everything that uses it.  Ends the program if git does not answer.  To be freed by mem_free.
 */
bool *survey_changed(const struct survey_graph *, const char *commit);

#endif
