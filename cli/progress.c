#include "cli/progress.h"

#include <pthread.h>
#include <stdio.h>
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

void progress_tick(void) {
	double seconds = stats_wall_seconds();
	if (seconds < QUIET_SECONDS)
		return;
	char line[160];
	const struct symex_stats *s = progress.stats;
	/* The cursor goes back to the start, so that a warning does not end up behind the line. */
	int n = snprintf(line, sizeof line,
	                 "\r\033[K%.0f s: %s, unwind %llu, %llu steps, %llu solver calls\r", seconds,
	                 progress.phase, (unsigned long long)s->unwind, (unsigned long long)s->steps,
	                 (unsigned long long)s->solver_calls);
	pthread_mutex_lock(&progress.lock);
	if (progress.shown) {
		progress.visible = true;
		write_line(line, (size_t)n);
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

size_t progress_stats(char *to, size_t size) {
	const struct symex_stats *s = progress.stats;
	const struct stat_row rows[] = {
	    {"steps", STAT_COUNT, (double)s->steps},
	    {"forks", STAT_COUNT, (double)s->forks},
	    {"merges", STAT_COUNT, (double)s->merges},
	    {"unwinding depth", STAT_COUNT, (double)s->unwind},
	    {"properties", STAT_COUNT, (double)s->properties},
	    {"objects", STAT_COUNT, (double)s->objects},
	    {"terms", STAT_COUNT, (double)s->terms},
	    {"solver calls", STAT_COUNT, (double)s->solver_calls},
	    {"solver time", STAT_SECONDS, s->solver_seconds},
	    {"symbolic execution", STAT_SECONDS, s->symex_seconds},
	    {"wall time", STAT_SECONDS, stats_wall_seconds()},
	    {"CPU time", STAT_SECONDS, stats_cpu_seconds()},
	    {"peak memory", STAT_BYTES, (double)stats_peak_memory()},
	};
	return stats_format(to, size, rows, sizeof rows / sizeof *rows);
}
