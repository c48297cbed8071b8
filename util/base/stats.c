#include "util/base/stats.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double clock_seconds(clockid_t clock) {
	struct timespec t;
	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double stats_wall_seconds(void) {
	static double start;
	double now = clock_seconds(CLOCK_MONOTONIC);
	if (start == 0)
		start = now;
	return now - start;
}

double stats_cpu_seconds(void) {
	return clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
}

static double timeval_seconds(struct timeval t) {
	return (double)t.tv_sec + (double)t.tv_usec * 1e-6;
}

double stats_children_seconds(void) {
	struct rusage usage;
	getrusage(RUSAGE_CHILDREN, &usage);
	return timeval_seconds(usage.ru_utime) + timeval_seconds(usage.ru_stime);
}

uint64_t stats_memory(void) {
	char text[128];
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	ssize_t n = read(fd, text, sizeof text - 1);
	close(fd);
	if (n <= 0)
		return 0;
	text[n] = 0;
	char *resident;
	strtoull(text, &resident, 10); /* the first number counts all that is mapped */
	return strtoull(resident, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t stats_peak_memory(void) {
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return (uint64_t)usage.ru_maxrss * 1024;
}

static int format_row(char *to, size_t size, const struct stat_row *row) {
	char part[64] = "";
	if (row->part)
		snprintf(part, sizeof part, " (%.0f %s)", row->part_value, row->part);
	switch (row->unit) {
	case STAT_COUNT: return snprintf(to, size, "%s: %.0f%s\n", row->name, row->value, part);
	case STAT_SECONDS: return snprintf(to, size, "%s: %.3f s%s\n", row->name, row->value, part);
	case STAT_BYTES:
		return snprintf(to, size, "%s: %.1f MB%s\n", row->name, row->value / 1048576, part);
	}
	return 0;
}

size_t stats_format(char *to, size_t size, const struct stat_row *row, size_t n) {
	size_t used = 0;
	if (size)
		*to = 0;
	for (size_t i = 0; i < n; i++) {
		int k = format_row(to + used, size - used, &row[i]);
		if (k < 0 || (size_t)k >= size - used) {
			to[used] = 0;
			break;
		}
		used += (size_t)k;
	}
	return used;
}
