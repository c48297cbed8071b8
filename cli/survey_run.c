#include "cli/survey_run.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "process/child.h"
#include "report/result_bytes.h"
#include "util/diag.h"
#include "util/intern.h"
#include "util/stats.h"

enum { CLOCK_FACTOR = 10, MOST_FOUND = 20 }; /* of the budget, on the clock */
#define GRACE      3.0 /* seconds from the request to end until the end by force */
#define LOOK_EVERY 0.1 /* seconds: at the processor time of the processes */

struct running {
	struct survey_task *task;
	pid_t pid;
	int fd;
	double started, asked; /* asked: to end; 0: not yet */
};

/* --- One process. --- */

static const char *own_command(const struct options *o) {
	return intern_printf("cbmc-mt --function %s", o->function.n ? o->function.at[0] : "main");
}

static _Noreturn void run_child(const struct survey_pool *pool, struct survey_task *task, int fd) {
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	setpgid(0, 0); /* the terminal's signals are for the parent */
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		signal(signals[i], SIG_DFL);
	struct rlimit no = {0, 0};
	setrlimit(RLIMIT_CORE, &no);
	int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
	if (null < 0 || dup2(null, STDOUT_FILENO) < 0 || dup2(null, STDERR_FILENO) < 0)
		_exit(EXIT_UNKNOWN);
	task->o.result_bytes = intern_printf("/proc/self/fd/%d", fd);
	int code = pool->run(&task->o, own_command(&task->o));
	_exit(code);
}

static bool start(const struct survey_pool *pool, struct running *r) {
	r->fd = memfd_create("result", MFD_CLOEXEC);
	fflush(NULL);
	r->started = stats_wall_seconds();
	r->asked = 0;
	r->pid = r->fd < 0 ? -1 : fork();
	if (!r->pid)
		run_child(pool, r->task, r->fd);
	if (r->pid > 0)
		return true;
	if (r->fd >= 0)
		close(r->fd);
	return false;
}

/* Of the process, of what it has started and of what that has started. */
static double processor_seconds(long pid, unsigned depth) {
	char path[300], text[1024];
	double seconds = 0;
	snprintf(path, sizeof path, "/proc/%ld/stat", pid);
	FILE *f = fopen(path, "re");
	if (!f)
		return 0;
	size_t n = fread(text, 1, sizeof text - 1, f);
	fclose(f);
	text[n] = 0;
	const char *at = strrchr(text, ')'); /* the name may have blanks */
	unsigned long long used[4] = {0};
	if (at && sscanf(at + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %llu %llu",
	                 &used[0], &used[1], &used[2], &used[3]) == 4)
		for (size_t i = 0; i < 4; i++)
			seconds += (double)used[i] / (double)sysconf(_SC_CLK_TCK);
	snprintf(path, sizeof path, "/proc/%ld/task", pid);
	DIR *threads = depth ? opendir(path) : NULL;
	for (struct dirent *d; threads && (d = readdir(threads));) {
		long child;
		if (*d->d_name == '.')
			continue;
		snprintf(path, sizeof path, "/proc/%ld/task/%.20s/children", pid, d->d_name);
		f = fopen(path, "re");
		while (f && fscanf(f, "%ld", &child) == 1)
			seconds += processor_seconds(child, depth - 1);
		if (f)
			fclose(f);
	}
	if (threads)
		closedir(threads);
	return seconds;
}

/* Assertions that fail are assumed to hold at first, and not checked later. */
static void set_skipped(struct survey_task *task) {
	task->all.n = 0;
	for (size_t i = 0; i < task->skip.n; i++)
		vec_push(&task->all, task->skip.at[i]);
	for (size_t i = 0; i < task->assertion.n && !task->goes_on; i++)
		vec_push(&task->all, task->assertion.at[i]);
	task->o.skip_property = task->all;
	task->o.ignore_property = task->goes_on ? task->assertion : (struct text_list){0};
}

/* From here on the run finds something else. */
static void skip_found(struct survey_task *task) {
	struct result *r = task->result;
	const struct property_result *p = &r->property.at[r->violated];
	struct options *o = &task->o;
	vec_push(&task->found, r);
	if (!strcmp(p->class_name, "leak"))
		o->leak_check = false;
	else if (!strcmp(p->class_name, "deadlock"))
		o->deadlock_check = false;
	else if (!strcmp(p->class_name, "race"))
		o->data_races_check = false;
	else if (!strcmp(p->class_name, "lock-order"))
		o->lock_order_check = false;
	else if (!strcmp(p->class_name, "assertion"))
		vec_push(&task->assertion, intern(p->id));
	else
		vec_push(&task->skip, intern(p->id));
	set_skipped(task);
	task->result = NULL;
}

/* Nothing else is found: is it behind an assertion that fails?  true: another attempt will say so.
 */
static bool go_on(struct survey_task *task) {
	if (task->goes_on || !task->assertion.n || !task->result ||
	    result_verdict(task->result) != VERDICT_SAFE)
		return false;
	task->goes_on = true;
	task->behind = task->found.n;
	set_skipped(task);
	result_close(task->result);
	task->result = NULL;
	return true;
}

static bool has_violation(const struct result *r) {
	return r && result_verdict(r) == VERDICT_UNSAFE && r->violated < r->property.n;
}

static bool take_result(struct survey_task *task, int fd) {
	off_t n = lseek(fd, 0, SEEK_END);
	char *bytes = n > 0 ? mem_alloc((size_t)n) : NULL;
	bool good = false;
	if (bytes && pread(fd, bytes, (size_t)n, 0) == n) {
		task->result = result_open();
		good = result_bytes_read(bytes, (size_t)n, task->result);
		if (!good) {
			result_close(task->result);
			task->result = NULL;
		}
	}
	mem_free(bytes);
	return good;
}

static void note_end(struct survey_task *task, int status, bool was_asked) {
	char how[100];
	task->is_done = true;
	task->is_over = was_asked;
	task->is_bug = child_is_bug(status) && !was_asked;
	child_how(status, how, sizeof how);
	const struct run_error *e = task->result ? &task->result->error : NULL;
	if (e && e->text) {
		if (was_asked && e->exit_code == NO_EXIT_CODE)
			task->wrong = "it did not end in time";
		else if (e->loc.file)
			task->wrong = intern_printf("%s:%u: %s", e->loc.file, e->loc.line, e->text);
		else
			task->wrong = intern(e->text);
		result_close(task->result);
		task->result = NULL;
	} else if (!task->result)
		task->wrong = was_asked ? "it did not end in time" : intern(how);
}

/* --- The journal: "KEY SECONDS OVER HEX". --- */

static void keep(struct survey_pool *pool, const struct survey_task *task, int fd) {
	if (!pool->journal || !task->result)
		return;
	off_t n = lseek(fd, 0, SEEK_END);
	unsigned char *bytes = mem_alloc((size_t)n + 1);
	if (pread(fd, bytes, (size_t)n, 0) == n) {
		size_t head = strlen(task->key) + 60;
		char *text = mem_alloc(head + 2 * (size_t)n + 1);
		int at = snprintf(text, head, "%s.%zu %.2f %d ", task->key, task->attempts, task->seconds,
		                  task->is_over);
		for (off_t i = 0; i < n; i++)
			at += sprintf(text + at, "%02x", bytes[i]);
		const char *found = text;
		journal_write(pool->journal,
		              &(struct journal_record){.item = task->key, .found = &found, .nfound = 1});
		mem_free(text);
	}
	mem_free(bytes);
}

static int digit(char c) {
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool recall_one(struct survey_pool *pool, struct survey_task *task) {
	const struct journal_past *past = journal_past(pool->journal);
	const char *key = intern_printf("%s.%zu ", task->key, task->attempts);
	size_t length = strlen(key);
	for (size_t i = 0; i < past->nfound; i++) {
		const char *text = past->found[i];
		double seconds;
		int over, skip = 0;
		if (strncmp(text, key, length) != 0 ||
		    sscanf(text + length, "%lf %d %n", &seconds, &over, &skip) < 2 || !skip)
			continue;
		text += length + (size_t)skip;
		size_t n = strlen(text) / 2;
		char *bytes = mem_alloc(n + 1);
		for (size_t k = 0; k < n; k++)
			bytes[k] = (char)(digit(text[2 * k]) * 16 + digit(text[2 * k + 1]));
		task->result = result_open();
		bool good = result_bytes_read(bytes, n, task->result) && !task->result->error.text;
		mem_free(bytes);
		if (good) {
			task->is_over = over;
			task->seconds = seconds;
			return true;
		}
		result_close(task->result);
		task->result = NULL;
	}
	return false;
}

/* false: it has to be made, from the attempt on that is not known. */
static bool recall(struct survey_pool *pool, struct survey_task *task) {
	while (pool->journal && recall_one(pool, task)) {
		task->attempts++;
		if (has_violation(task->result))
			skip_found(task);
		else if (!go_on(task)) {
			task->is_done = true;
			return true;
		}
	}
	return false;
}

/* --- All of them. --- */

static void show_progress(const struct survey_pool *pool, const char *label) {
	if (!pool->shows_progress)
		return;
	fprintf(stderr, "\r\033[K%zu of %zu runs, %zu with findings, %.0f s%s%s", pool->done, pool->all,
	        pool->findings, stats_wall_seconds(), label ? ": " : "", label ? label : "");
	fflush(stderr);
}

static double budget_of(const struct survey_pool *pool, const struct survey_task *task) {
	return pool->budget * (task->budget > 1 ? task->budget : 1);
}

/* true: there may be more to find. */
static bool finish(struct survey_pool *pool, struct running *r, int status,
                   const struct rusage *used) {
	struct survey_task *task = r->task;
	task->seconds += (double)used->ru_utime.tv_sec + (double)used->ru_stime.tv_sec +
	                 (double)(used->ru_utime.tv_usec + used->ru_stime.tv_usec) / 1e6;
	take_result(task, r->fd);
	note_end(task, status, r->asked > 0);
	bool was_interrupted = *pool->stop || (pool->deadline > 0 && r->asked >= pool->deadline);
	if (!was_interrupted)
		keep(pool, task, r->fd);
	close(r->fd);
	task->attempts++;
	if (has_violation(task->result)) {
		pool->findings += !task->found.n;
		skip_found(task);
		task->is_over = task->seconds >= budget_of(pool, task);
		if (!was_interrupted && !task->is_over && task->found.n < MOST_FOUND) {
			task->is_done = false;
			return true;
		}
	} else if (!was_interrupted && task->seconds < budget_of(pool, task) && go_on(task)) {
		task->is_done = false;
		return true;
	}
	pool->done++;
	return false;
}

/* Asks a run that has used its budget to end, and ends one that does not. */
static void watch(const struct survey_pool *pool, struct running *r, double now) {
	bool is_late = pool->deadline > 0 && now >= pool->deadline;
	double budget = budget_of(pool, r->task) - r->task->seconds;
	bool is_asked = r->asked > 0;
	if (!is_asked && (*pool->stop || is_late || now - r->started > (double)CLOCK_FACTOR * budget ||
	                  processor_seconds(r->pid, 3) > budget)) {
		kill(r->pid, SIGTERM);
		r->asked = now;
	} else if (is_asked && now - r->asked > GRACE)
		kill(-r->pid, SIGKILL);
}

void survey_tasks_run(struct survey_pool *pool, struct survey_task **task, size_t n) {
	VEC(struct running) at_work = {0};
	size_t next = 0;
	double looked = 0, shown = 0;
	pool->all += n;
	for (;;) {
		double now = stats_wall_seconds();
		bool may_start = !*pool->stop && (pool->deadline <= 0 || now < pool->deadline);
		while (may_start && next < n && at_work.n < pool->jobs) {
			struct running r = {.task = task[next]};
			if (r.task->is_done || recall(pool, r.task)) {
				next++;
				pool->done++;
				continue;
			}
			if (!start(pool, &r)) {
				if (at_work.n)
					break; /* there may be room later */
				fatal(EXIT_USAGE, NO_LOC, "cannot start a process: %s", strerror(errno));
			}
			next++;
			vec_push(&at_work, r);
		}
		if (!at_work.n)
			break;
		for (size_t i = 0; i < at_work.n;) {
			int status;
			struct rusage used;
			if (wait4(at_work.at[i].pid, &status, WNOHANG, &used) != at_work.at[i].pid) {
				i++;
				continue;
			}
			if (finish(pool, &at_work.at[i], status, &used) && start(pool, &at_work.at[i]))
				continue;
			at_work.at[i] = at_work.at[--at_work.n];
		}
		now = stats_wall_seconds();
		if (now - looked >= LOOK_EVERY) {
			looked = now;
			for (size_t i = 0; i < at_work.n; i++)
				watch(pool, &at_work.at[i], now);
		}
		if (now - shown >= 0.25) {
			shown = now;
			show_progress(pool, at_work.n ? at_work.at[0].task->label : NULL);
		}
		nanosleep(&(struct timespec){.tv_nsec = 3000000}, NULL);
	}
	if (pool->shows_progress)
		fputs("\r\033[K", stderr);
	vec_free(&at_work);
}

void survey_task_free(struct survey_task *task) {
	if (task->result)
		result_close(task->result);
	for (size_t i = 0; i < task->found.n; i++)
		result_close(task->found.at[i]);
	vec_free(&task->found);
	vec_free(&task->skip);
	vec_free(&task->assertion);
	vec_free(&task->all);
}
