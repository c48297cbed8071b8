#include "tasks/survey/survey_run.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "process/child.h"
#include "process/spool.h"
#include "report/base/result_bytes.h"
#include "util/base/intern.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

enum { CLOCK_FACTOR = 10, MOST_FOUND = 20 }; /* of the budget, on the clock */
#define GRACE      3.0 /* seconds from the request to end until the end by force */
#define LOOK_EVERY 0.1 /* seconds: at the processor time of the processes */

struct running {
	struct survey_task *task;
	struct spool process;
	double started, asked; /* asked: to end; 0: not yet */
};

/* --- One process. --- */

static const char *own_command(const struct options *o) {
	return intern_printf("cbmc-mt --function %s", o->function.n ? o->function.at[0] : "main");
}

struct child {
	const struct survey_pool *pool;
	struct survey_task *task;
};

static int run_child(void *context, int fd) {
	const struct child *c = context;
	static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
	setpgid(0, 0); /* the terminal's signals are for the parent */
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		signal(signals[i], SIG_DFL);
	if (dup2(STDERR_FILENO, STDOUT_FILENO) < 0) /* which leads nowhere */
		return EXIT_UNKNOWN;
	c->task->o.result_bytes = intern_printf("/proc/self/fd/%d", fd);
	return c->pool->run(&c->task->o, own_command(&c->task->o));
}

static bool start(const struct survey_pool *pool, struct running *r) {
	struct child child = {pool, r->task};
	r->started = stats_wall_seconds();
	r->asked = 0;
	return spool_start(&r->process, run_child, &child);
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

static void take_result(struct survey_task *task, const char *bytes, size_t n) {
	task->result = bytes && n ? result_open() : NULL;
	if (!task->result || result_bytes_read(bytes, n, task->result))
		return;
	result_close(task->result);
	task->result = NULL;
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

static void keep(struct survey_pool *pool, const struct survey_task *task, const char *bytes,
                 size_t n) {
	if (!pool->journal || !task->result)
		return;
	size_t head = strlen(task->key) + 60;
	char *text = mem_alloc(head + 2 * n + 1);
	int at = snprintf(text, head, "%s.%zu %.2f %d ", task->key, task->attempts, task->seconds,
	                  task->is_over);
	for (size_t i = 0; i < n; i++)
		at += sprintf(text + at, "%02x", (unsigned char)bytes[i]);
	const char *found = text;
	journal_write(pool->journal,
	              &(struct journal_record){.item = task->key, .found = &found, .nfound = 1});
	mem_free(text);
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
static bool finish(struct survey_pool *pool, struct running *r, int status, double seconds) {
	struct survey_task *task = r->task;
	size_t n;
	char *bytes = spool_read(&r->process, &n);
	task->seconds += seconds;
	take_result(task, bytes, n);
	note_end(task, status, r->asked > 0);
	bool was_interrupted = *pool->stop || (pool->deadline > 0 && r->asked >= pool->deadline);
	if (!was_interrupted)
		keep(pool, task, bytes, n);
	mem_free(bytes);
	spool_close(&r->process);
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
	                  spool_seconds(&r->process) > budget)) {
		kill(r->process.pid, SIGTERM);
		r->asked = now;
	} else if (is_asked && now - r->asked > GRACE)
		kill(-r->process.pid, SIGKILL);
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
			double seconds;
			if (!spool_ended(&at_work.at[i].process, &status, &seconds)) {
				i++;
				continue;
			}
			if (finish(pool, &at_work.at[i], status, seconds) && start(pool, &at_work.at[i]))
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
