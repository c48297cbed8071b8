#include "cli/session/progress.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "util/base/stats.h"

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

/* "1234", "56.7k", "8.9M". */
static void describe_number(char to[16], double n) {
	if (n < 10000)
		snprintf(to, 16, "%.0f", n);
	else if (n < 1e6)
		snprintf(to, 16, "%.1fk", n / 1e3);
	else
		snprintf(to, 16, "%.1fM", n / 1e6);
}

struct line {
	char *to;
	size_t size, n;
};

/* A part that does not fit is left out as a whole: a number that is cut would be another one. */
__attribute__((format(printf, 2, 3))) static bool put(struct line *l, const char *format, ...) {
	va_list ap;
	va_start(ap, format);
	int n = vsnprintf(l->to + l->n, l->size - l->n, format, ap);
	va_end(ap);
	bool fits = n >= 0 && l->n + (size_t)n < l->size;
	if (fits)
		l->n += (size_t)n;
	l->to[l->n] = 0;
	return fits;
}

static const char *plural(uint64_t n) {
	return n == 1 ? "" : "s";
}

/* "56.7k states, 1234/s" of "state". */
static void put_rate(struct line *l, uint64_t n, const char *what, double seconds) {
	char all[16], rate[16];
	describe_number(all, (double)n);
	describe_number(rate, (double)n / seconds);
	put(l, ", %s %s%s, %s/s", all, what, plural(n), rate);
}

/* How far the search goes at present. */
static void put_bounds(struct line *l, const struct symex_stats *s) {
	const struct search_progress *at = &s->progress;
	if (at->threads > 1 && at->switches != ANY_NUMBER)
		put(l, ", up to %u switch%s", at->switches, at->switches == 1 ? "" : "es");
	if (at->threads > 1 && at->contexts)
		put(l, ", %u context%s", at->contexts, plural(at->contexts));
	bool has_unwind = !s->unwind || put(l, ", unwind %llu", (unsigned long long)s->unwind);
	if (*at->loop.id && has_unwind)
		put(l, " (%s)", at->loop.id);
}

/* How much was done, and how fast. */
static void put_work(struct line *l, const struct symex_stats *s, double seconds) {
	if (s->paths || s->listed) {
		put_rate(l, s->paths, "path", seconds);
		put(l, ", %llu left in the list", (unsigned long long)s->listed);
		if (s->branches)
			put(l, ", %llu of %llu branches", (unsigned long long)s->taken,
			    (unsigned long long)s->branches);
	} else if (s->nodes) {
		put_rate(l, s->nodes, "state", seconds);
		put(l, ", depth %llu", (unsigned long long)s->depth);
	} else
		put_rate(l, s->steps, "step", seconds);
}

size_t progress_line(char *to, size_t size, const struct symex_stats *s, const char *phase,
                     double seconds, double limit) {
	struct line l = {to, size, 0};
	double query = s->progress.query_began > 0 ? seconds - s->progress.query_began : 0;
	put(&l, "%.0f s", seconds);
	if (limit > 0)
		put(&l, " of %.0f s", limit);
	if (!*s->progress.engine) {
		put(&l, ": %s", phase);
		return l.n;
	}
	put(&l, ": %s", s->progress.engine);
	put_bounds(&l, s);
	put_work(&l, s, seconds);
	if (query >= 1)
		put(&l, ", in a query for %.0f s", query);
	return l.n;
}

/* Of the terminal; a line that wraps could not be erased. */
static size_t most_columns(void) {
	struct winsize size;
	return !ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 1 ? size.ws_col - 1u : 79;
}

void progress_tick(double limit) {
	double seconds = stats_wall_seconds();
	if (seconds < QUIET_SECONDS)
		return;
	/* The cursor goes back to the start, so that a warning does not end up behind the line. */
	char line[400] = "\r\033[K";
	size_t room = sizeof line - 6, columns = most_columns();
	size_t n = 4 + progress_line(line + 4, 1 + (columns < room ? columns : room), progress.stats,
	                             progress.phase, seconds, limit);
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

void progress_read(struct search_progress *to) {
	if (progress.stats)
		search_progress_copy(to, &progress.stats->progress);
	else
		*to = (struct search_progress){0};
}

size_t progress_rows(struct stat_row to[MAX_STATS]) {
	const struct symex_stats *s = progress.stats;
	if (!s)
		return 0;
	const struct stat_row rows[] = {
#define STAT(name, unit, value, part, part_value, meaning)                                         \
	{name, STAT_##unit, (double)(value), part, (double)(part_value)},
#include "cli/options/stats.def"
	};
	_Static_assert(sizeof rows / sizeof *rows <= MAX_STATS, "there is room for all lines");
	memcpy(to, rows, sizeof rows);
	return sizeof rows / sizeof *rows;
}

size_t progress_stats(char *to, size_t size) {
	struct stat_row rows[MAX_STATS];
	return stats_format(to, size, rows, progress_rows(rows));
}
