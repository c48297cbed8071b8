#include "cli/progress.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/stats.h"

#define QUIET_SECONDS 2.0

static struct {
	const struct symex_stats *stats;
	const char *volatile phase;
	bool shown, visible;
	pthread_mutex_t lock; /* of 'shown' and 'visible': the guard shows, the run erases */
} progress = {.phase = "", .lock = PTHREAD_MUTEX_INITIALIZER};

void progress_start(const struct symex_stats *stats, bool shown) {
	progress.stats = stats;
	progress.shown = shown;
}

void progress_phase(const char *name) {
	progress.phase = name;
}

bool progress_wanted(void) {
	return progress.shown;
}

static void write_line(const char *text, size_t n) {
	if (write(STDERR_FILENO, text, n) < 0)
		progress.shown = false; /* nobody is looking */
}

/* "context bound 2, 1234 interleavings, 9876 nodes, " in a program with threads. */
static void describe_schedules(char *to, size_t size, const struct symex_stats *s) {
	*to = 0;
	if (s->threads < 2)
		return;
	int n = s->context_bound >= NO_BOUND
	            ? 0
	            : snprintf(to, size, "context bound %llu, ", (unsigned long long)s->context_bound);
	snprintf(to + n, size - (size_t)n, "%llu interleavings, %llu nodes, ",
	         (unsigned long long)s->interleavings, (unsigned long long)s->nodes);
}

/* "123 paths, 45 in the list, 6.7 runs a second, 8 of 9 branches, " */
static void describe_paths(char *to, size_t size, const struct symex_stats *s, double seconds) {
	int n = snprintf(to, size, "%llu paths, %llu in the list, %.1f runs a second, ",
	                 (unsigned long long)s->paths, (unsigned long long)s->listed,
	                 (double)s->runs / seconds);
	if (s->branches)
		snprintf(to + n, size - (size_t)n, "%llu of %llu branches, ", (unsigned long long)s->taken,
		         (unsigned long long)s->branches);
}

size_t progress_line(char *to, size_t size, const struct symex_stats *s, const char *phase,
                     double seconds) {
	char about[160];
	if (s->paths || s->listed)
		describe_paths(about, sizeof about, s, seconds);
	else
		describe_schedules(about, sizeof about, s);
	int n = snprintf(to, size, "%.0f s: %s, %sunwind %llu, %llu steps, %llu solver calls", seconds,
	                 phase, about, (unsigned long long)s->unwind, (unsigned long long)s->steps,
	                 (unsigned long long)s->solver_calls);
	return (size_t)n < size ? (size_t)n : size - 1;
}

void progress_tick(void) {
	double seconds = stats_wall_seconds();
	if (seconds < QUIET_SECONDS)
		return;
	/* The cursor goes back to the start, so that a warning does not end up behind the line. */
	char line[400] = "\r\033[K";
	size_t n =
	    4 + progress_line(line + 4, sizeof line - 5, progress.stats, progress.phase, seconds);
	line[n++] = '\r';
	pthread_mutex_lock(&progress.lock);
	if (progress.shown) {
		progress.visible = true;
		write_line(line, n);
	}
	pthread_mutex_unlock(&progress.lock);
}

void progress_erase(void) {
	pthread_mutex_lock(&progress.lock);
	progress.shown = false;
	if (progress.visible)
		write_line("\r\033[K", 4);
	progress.visible = false;
	pthread_mutex_unlock(&progress.lock);
}

void progress_standing(struct standing *to) {
	if (progress.stats)
		standing_copy(to, &progress.stats->standing);
	else
		*to = (struct standing){0};
}

size_t progress_rows(struct stat_row to[MAX_STATS]) {
	const struct symex_stats *s = progress.stats;
	if (!s)
		return 0;
	const struct stat_row rows[] = {
#define STAT(name, unit, value, part, part_value, meaning)                                         \
	{name, STAT_##unit, (double)(value), part, (double)(part_value)},
#include "cli/stats.def"
	};
	_Static_assert(sizeof rows / sizeof *rows <= MAX_STATS, "there is room for all lines");
	memcpy(to, rows, sizeof rows);
	return sizeof rows / sizeof *rows;
}

size_t progress_stats(char *to, size_t size) {
	struct stat_row rows[MAX_STATS];
	return stats_format(to, size, rows, progress_rows(rows));
}
