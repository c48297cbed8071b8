/* cli/session/progress.h -- what the run is doing: a line on a terminal, and the table of --stats.
 */
#ifndef CLI_SESSION_PROGRESS_H
#define CLI_SESSION_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "symex/symex.h"
#include "util/base/stats.h"

/* 'stats' is read while symex writes it.  shown: stderr is a terminal and the user wants it. */
void progress_start(const struct symex_stats *, bool shown);
void progress_phase(const char *name); /* a literal: "parsing", ... */
bool progress_wanted(void);
/* From the guard's thread: shows the line, after two seconds.  limit: of the time; 0: none. */
void progress_tick(double limit);
void progress_erase(void); /* for good */
/* What it shows, without the control characters; returns the length. */
size_t progress_line(char *to, size_t size, const struct symex_stats *, const char *phase,
                     double seconds, double limit);

void progress_read(struct search_progress *); /* where the search stands now */

/* The statistics so far, formatted without allocation; returns the length. */
size_t progress_stats(char *to, size_t size);

#define MAX_STATS 32
size_t progress_rows(struct stat_row to[MAX_STATS]); /* the same as data; returns how many */

#endif
