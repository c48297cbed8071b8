/* util/base/stats.h -- what a run costs: time and memory of the process, and a table to print. */
#ifndef UTIL_BASE_STATS_H
#define UTIL_BASE_STATS_H

#include <stddef.h>
#include <stdint.h>

double stats_wall_seconds(void);     /* since the first call */
double stats_cpu_seconds(void);      /* of the process, all threads */
double stats_children_seconds(void); /* CPU, of the processes it started and that have ended */
uint64_t stats_memory(void);         /* bytes resident now */
uint64_t stats_peak_memory(void);

enum stat_unit { STAT_COUNT, STAT_SECONDS, STAT_BYTES };

struct stat_row {
	const char *name;
	enum stat_unit unit;
	double value;
	const char *part; /* what 'part_value' of them are; NULL: nothing to say */
	double part_value;
};

/* One line "name: value unit (part_value part)" per row, as many as fit; returns the length.
 * Allocates nothing: it also serves runs that are ended by force. */
size_t stats_format(char *to, size_t size, const struct stat_row *, size_t n);

#endif
