#include "cli/session/limits.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/session/outputs.h"
#include "cli/session/progress.h"
#include "report/story/ending.h"
#include "symex/symex.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

#define GRACE_SECONDS         0.8  /* from the request to stop to the end by force */
#define LAST_SECONDS          3    /* after which files are left as they are then */
#define SECOND_SIGNAL_SECONDS 0.2  /* timeout(1) sends a signal twice; a person takes longer */
#define MEMORY_POLL_SECONDS   0.05 /* fast allocation is 2 GB/s: 100 MB too much */
#define PROGRESS_POLL_SECONDS 0.25

enum owner { NOBODY, RUN, GUARD }; /* of the verdict line */

static struct {
	struct limits limits;
	sigset_t signals;
	_Atomic(int) owner;
	enum gap_kind why;
	_Atomic(const char *) reason; /* set last: 'why' is valid once this is */
	char text[96];
	double stop_at;            /* of the guard: when the run was asked to stop */
	_Atomic(bool) has_gone_on; /* after the end of the search */
	_Atomic(const struct last_words *) last_words;
	pthread_mutex_t printing;
} guard = {.printing = PTHREAD_MUTEX_INITIALIZER};

static bool claim(enum owner who) {
	int nobody = NOBODY;
	return atomic_compare_exchange_strong(&guard.owner, &nobody, who) || nobody == (int)who;
}

static void ask_to_stop(enum gap_kind why, const char *text) {
	guard.stop_at = stats_wall_seconds();
	guard.why = why;
	snprintf(guard.text, sizeof guard.text, "%s", text);
	atomic_store(&guard.reason, guard.text);
	symex_interrupt(why);
}

static void write_all(int fd, const char *text, size_t n) {
	while (n) {
		ssize_t k = write(fd, text, n);
		if (k <= 0)
			return;
		text += k;
		n -= (size_t)k;
	}
}

static void give_up(int unused) {
	(void)unused;
	_exit(guard.last_words->code);
}

static void say_ending(void) {
	static char text[3 * MAX_WITHIN + 4096];
	struct search_progress s;
	progress_read(&s);
	write_all(STDOUT_FILENO, text,
	          ending_format(text, sizeof text, guard.text, &s, stats_wall_seconds()));
}

static void say_last_words(const char *text) {
	while (*text) {
		size_t n = strcspn(text, REASON ENDING);
		write_all(STDOUT_FILENO, text, n);
		text += n;
		if (*text == *REASON)
			write_all(STDOUT_FILENO, guard.text, strlen(guard.text));
		else if (*text == *ENDING)
			say_ending();
		text += *text != 0;
	}
}

/* A report that goes into a pipe that nobody reads must not keep the guard for ever. */
static void wait_for_report(void) {
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec++;
	pthread_mutex_timedlock(&guard.printing, &until);
}

/* Returns if the run is already printing.  The run's thread may hold any lock, so the verdict is
 * printed with neither stdio nor the heap.  The files come after it; should they take long, there
 * is an end to it, too. */
static void end_by_force(void) {
	if (!claim(GUARD))
		return;
	progress_erase();
	char text[2048];
	if (guard.limits.stats)
		write_all(STDERR_FILENO, text, progress_stats(text, sizeof text));
	wait_for_report();
	const struct last_words *words = guard.last_words;
	if (!outputs_own_stdout())
		say_last_words(words->text);
	signal(SIGALRM, give_up);
	alarm(LAST_SECONDS);
	outputs_write_gap(guard.why, guard.text);
	_exit(words->code);
}

static double time_limit(void) {
	const struct limits *l = &guard.limits;
	return l->search_seconds > 0 && !guard.has_gone_on ? l->search_seconds : l->seconds;
}

static void watch_limits(double now) {
	char text[96];
	if (guard.limits.seconds > 0 && now >= time_limit()) {
		snprintf(text, sizeof text, "time limit of %g s", guard.limits.seconds);
		ask_to_stop(GAP_TIME, text);
	} else if (guard.limits.bytes && stats_memory() > guard.limits.bytes) {
		snprintf(text, sizeof text, "memory limit of %.0f MB",
		         (double)guard.limits.bytes / 1048576);
		ask_to_stop(GAP_MEMORY, text);
	}
}

/* How long nothing can happen but a signal. */
static double quiet_seconds(double now) {
	double wait = 3600;
	if (guard.limits.bytes)
		wait = MEMORY_POLL_SECONDS;
	else if (progress_wanted())
		wait = PROGRESS_POLL_SECONDS;
	double event = guard.reason               ? guard.stop_at + GRACE_SECONDS
	               : guard.limits.seconds > 0 ? time_limit()
	                                          : now + wait;
	if (event - now < wait)
		wait = event - now;
	return wait < 0.001 ? 0.001 : wait;
}

static void *guard_main(void *unused) {
	(void)unused;
	while (guard.owner != RUN) {
		double wait = quiet_seconds(stats_wall_seconds());
		struct timespec t = {(time_t)wait, (long)((wait - (double)(time_t)wait) * 1e9)};
		int signal = sigtimedwait(&guard.signals, NULL, &t);
		double now = stats_wall_seconds();
		if (signal > 0 && guard.reason) {
			if (now >= guard.stop_at + SECOND_SIGNAL_SECONDS)
				end_by_force();
		} else if (signal > 0) {
			char text[96];
			snprintf(text, sizeof text, "interrupted by SIG%s", sigabbrev_np(signal));
			ask_to_stop(GAP_INTERRUPT, text);
		} else if (!guard.reason)
			watch_limits(now);
		bool too_big = guard.reason && guard.why == GAP_MEMORY &&
		               stats_memory() > guard.limits.bytes + guard.limits.bytes / 4;
		if (guard.reason && (too_big || now >= guard.stop_at + GRACE_SECONDS))
			end_by_force();
		if (progress_wanted())
			progress_tick(guard.limits.seconds);
	}
	return NULL;
}

void limits_start(const struct limits *limits, const struct last_words *words) {
	guard.limits = *limits;
	guard.last_words = words;
	sigemptyset(&guard.signals);
	sigaddset(&guard.signals, SIGINT);
	sigaddset(&guard.signals, SIGTERM);
	sigaddset(&guard.signals, SIGHUP);
	sigaddset(&guard.signals, SIGXCPU);
	pthread_sigmask(SIG_BLOCK, &guard.signals, NULL);
	pthread_t thread;
	int error = pthread_create(&thread, NULL, guard_main, NULL);
	if (error)
		fatal(EXIT_USAGE, NO_LOC, "cannot start a thread: %s", strerror(error));
	pthread_detach(thread);
}

void limits_last_words(const struct last_words *words) {
	guard.last_words = words;
}

void limits_hold(void) {
	pthread_mutex_lock(&guard.printing);
	while (guard.owner == GUARD)
		pause(); /* it is ending the process */
}

void limits_release(void) {
	pthread_mutex_unlock(&guard.printing);
}

void limits_finish(void) {
	while (!claim(RUN))
		pause(); /* the guard is ending the process */
	progress_erase();
	/* Printing may take long into a slow pipe: from here on signals have their usual effect. */
	pthread_sigmask(SIG_UNBLOCK, &guard.signals, NULL);
}

bool limits_go_on(void) {
	bool may = guard.limits.search_seconds > 0 && !guard.has_gone_on && guard.reason &&
	           guard.why == GAP_TIME;
	if (!may)
		return false;
	guard.has_gone_on = true;
	atomic_store(&guard.reason, NULL);
	return true;
}

const char *limits_reason(enum gap_kind *why) {
	const char *reason = atomic_load(&guard.reason);
	if (reason)
		*why = guard.why;
	return reason;
}

void limits_add_reason(struct result *result) {
	enum gap_kind why;
	const char *reason = limits_reason(&why);
	bool too_late = result->verdict != VERDICT_UNKNOWN; /* symex had its answer by then */
	if (!reason || (too_late && !result_has_gap(result, why)))
		return;
	for (size_t i = 0; i < result->gap.n; i++)
		if (result->gap.at[i].kind == why && !strstr(result->gap.at[i].text, reason)) {
			const char *detail = strchr(result->gap.at[i].text, ';');
			result->gap.at[i].text =
			    arena_printf(result->arena, "%s%s", reason, detail ? detail : "");
		}
	if (!result_has_gap(result, why))
		result_gap(result, why, NO_LOC, "%s", reason);
}
