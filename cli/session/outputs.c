#include "cli/session/outputs.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/session/info.h"
#include "cli/session/progress.h"
#include "cli/session/witness.h"
#include "report/base/result_bytes.h"
#include "report/files/dot.h"
#include "report/files/junit.h"
#include "report/files/lcov.h"
#include "report/files/sarif.h"
#include "report/html/html.h"
#include "report/json/json.h"
#include "report/story/ending.h"
#include "report/text/github.h"
#include "util/base/fd.h"
#include "util/base/stats.h"
#include "util/text/diag.h"

struct format {
	const char *option;
	size_t field; /* of struct options: the name of the file */
	void (*write)(FILE *, const struct results *);
};

static const struct format formats[] = {
    {"json", offsetof(struct options, json), report_json},
    {"sarif", offsetof(struct options, sarif), report_sarif},
    {"junit", offsetof(struct options, junit), report_junit},
    {"html", offsetof(struct options, html), report_html},
    {"dot", offsetof(struct options, dot), report_dot},
    {"lcov", offsetof(struct options, lcov), report_lcov},
    {"result-bytes", offsetof(struct options, result_bytes), report_result_bytes},
    {"witness", offsetof(struct options, witness), witness_write},
};

#define MAX_OUTPUTS (sizeof formats / sizeof *formats)

struct output {
	const struct format *format;
	const char *name;
	int fd;
	bool is_regular;
	dev_t device;
	ino_t inode;
	struct document {
		char *text;
		size_t n;
	} prepared[EMERGENCY_N];
};

static struct {
	struct output at[MAX_OUTPUTS];
	size_t n;
	bool own_stdout, github;
	atomic_bool is_written;
	const struct config *const *run; /* of the command, all of them */
	size_t nruns;
	struct results done;
	pthread_mutex_t lock; /* of 'done': the guard reads it at any time */
} outputs = {.lock = PTHREAD_MUTEX_INITIALIZER};

static bool is_stdout(const char *name) {
	return !strcmp(name, "-") || !strcmp(name, "/dev/stdout");
}

static const char *name_in(const struct options *o, const struct format *f) {
	return *(const char *const *)((const char *)o + f->field);
}

/* A file that somebody still needs: a source, or what another format writes. */
static const char *find_clash(const struct options *o, const struct output *new) {
	for (size_t i = 0; i < outputs.n; i++)
		if (new->is_regular &&
		    outputs.at[i].inode == new->inode &&outputs.at[i].device == new->device)
			return arena_printf(o->arena, "--%s writes it, too", outputs.at[i].format->option);
	for (size_t i = 0; i < o->file.n; i++) {
		struct stat st;
		if (!stat(o->file.at[i], &st) && st.st_ino == new->inode && st.st_dev == new->device)
			return "it is a source of the program";
	}
	return NULL;
}

/* Opens without touching what is there. */
static const char *open_file(const struct options *o, struct output *new) {
	new->fd = open(new->name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOCTTY, 0666);
	struct stat st;
	if (new->fd < 0 || fstat(new->fd, &st))
		return strerror(errno);
	new->is_regular = S_ISREG(st.st_mode);
	new->device = st.st_dev;
	new->inode = st.st_ino;
	return find_clash(o, new);
}

static bool add_output(const struct options *o, const struct format *f, const char **error) {
	struct output new = {.format = f, .name = name_in(o, f), .fd = STDOUT_FILENO};
	const char *why = NULL;
	if (is_stdout(new.name)) {
		if (outputs.own_stdout)
			why = "only one format can have standard output";
		outputs.own_stdout = true;
	} else
		why = open_file(o, &new);
	if (!why) {
		outputs.at[outputs.n++] = new;
		return true;
	}
	*error = arena_printf(o->arena, "--%s %s: %s", f->option, new.name, why);
	return false;
}

/* Says so without stdio, whose locks the run may hold while the guard writes. */
static bool complain(const struct output *out, int error) {
	dprintf(STDERR_FILENO, "cbmc-mt: error: --%s %s: %s\n", out->format->option, out->name,
	        strerror(error));
	return false;
}

/* Replaces what is in the file. */
static bool write_text(const struct output *out, const char *text, size_t n) {
	if (out->is_regular && lseek(out->fd, 0, SEEK_SET) != 0)
		return false;
	return fd_write(out->fd, text, n) && (!out->is_regular || !ftruncate(out->fd, (off_t)n));
}

static bool make_document(const struct format *f, const struct results *results,
                          struct document *to) {
	FILE *memory = open_memstream(&to->text, &to->n);
	if (!memory)
		return false;
	f->write(memory, results);
	return !fclose(memory);
}

static bool write_document(const struct output *out, const struct results *results) {
	struct document made = {0};
	bool good = make_document(out->format, results, &made) && write_text(out, made.text, made.n);
	int error = errno;
	free(made.text);
	errno = error;
	return good;
}

static struct result *make_error(int exit_code, struct loc loc, const char *text) {
	struct result *r = result_open();
	info_fill(&r->info);
	r->error = (struct run_error){text, loc, exit_code};
	return r;
}

static bool write_error_document(const struct output *out, int exit_code, const char *text) {
	struct result *r = make_error(exit_code, NO_LOC, text);
	struct results all = {0};
	vec_push(&all.run, r);
	bool good = write_document(out, &all);
	vec_free(&all.run);
	result_close(r);
	return good;
}

/* What can be said when nothing can be made any more. */
static void prepare(struct output *out) {
	struct result *r[] = {
	    [EMERGENCY_MEMORY] = result_open(),
	    [EMERGENCY_CRASH] = make_error(EXIT_BUG, NO_LOC, "internal error: cbmc-mt crashed"),
	    [EMERGENCY_INPUT] =
	        make_error(EXIT_INPUT, NO_LOC, "the sources nest too deeply, or make clang crash"),
	};
	info_fill(&r[EMERGENCY_MEMORY]->info);
	result_gap(r[EMERGENCY_MEMORY], GAP_MEMORY, NO_LOC, "out of memory");
	for (size_t i = 0; i < EMERGENCY_N; i++) {
		struct results all = {0};
		vec_push(&all.run, r[i]);
		if (!make_document(out->format, &all, &out->prepared[i]))
			out->prepared[i].n = 0;
		vec_free(&all.run);
		result_close(r[i]);
	}
}

void outputs_emergency(enum emergency which) {
	if (atomic_exchange(&outputs.is_written, true))
		return;
	for (size_t i = 0; i < outputs.n; i++) {
		const struct document *d = &outputs.at[i].prepared[which];
		if (!write_text(&outputs.at[i], d->text, d->n))
			return; /* there is nobody left to tell */
	}
}

static bool on_exhausted(void) {
	outputs_emergency(EMERGENCY_MEMORY);
	return outputs.own_stdout;
}

const char *outputs_wanted(const struct options *o) {
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (name_in(o, &formats[i]))
			return formats[i].option;
	return NULL;
}

bool outputs_open(const struct options *o, const char **error) {
	for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
		if (name_in(o, &formats[i]) && !add_output(o, &formats[i], error))
			return false;
	if (o->github && outputs.own_stdout) {
		*error = "--github prints on standard output, so that no file can be '-'";
		return false;
	}
	outputs.github = o->github;
	mem_set_exhausted(on_exhausted);
	for (size_t i = 0; i < outputs.n; i++) {
		struct output *out = &outputs.at[i];
		prepare(out);
		if (!out->is_regular ||
		    write_error_document(out, NO_EXIT_CODE, "the run was ended before it had a result"))
			continue;
		*error =
		    arena_printf(o->arena, "--%s %s: %s", out->format->option, out->name, strerror(errno));
		return false;
	}
	return true;
}

bool outputs_own_stdout(void) {
	return outputs.own_stdout;
}

void outputs_plan(const struct config *const *run, size_t n) {
	outputs.run = run;
	outputs.nruns = n;
}

void outputs_done(const struct result *r) {
	pthread_mutex_lock(&outputs.lock);
	vec_push(&outputs.done.run, (struct result *)r);
	pthread_mutex_unlock(&outputs.lock);
}

/* When the disk is full, what the file held so far leaves room for a few words. */
static bool write_output(const struct output *out, const struct results *results) {
	bool good = write_document(out, results);
	if (!good) {
		int error = errno;
		complain(out, error);
		if (out->is_regular)
			write_error_document(out, NO_EXIT_CODE, strerror(error));
	}
	struct stat st;
	if (good && out->is_regular && !fstat(out->fd, &st) && !st.st_size)
		unlink(out->name); /* the format had nothing to say */
	if (out->fd != STDOUT_FILENO && close(out->fd) && good)
		good = complain(out, errno);
	return good;
}

bool outputs_write(const struct results *results) {
	if (atomic_exchange(&outputs.is_written, true))
		return true;
	if (outputs.own_stdout)
		fflush(stdout);
	bool good = true;
	for (size_t i = 0; i < outputs.n; i++)
		good &= write_output(&outputs.at[i], results);
	for (size_t i = 0; i < outputs.n; i++)
		for (size_t k = 0; k < EMERGENCY_N; k++)
			free(outputs.at[i].prepared[k].text);
	vec_free(&outputs.done.run);
	return good;
}

/* The runs that have ended, and the one that is at work. */
static size_t begin_with(struct results *all, struct result *at_work) {
	pthread_mutex_lock(&outputs.lock);
	for (size_t i = 0; i < outputs.done.run.n; i++)
		vec_push(&all->run, outputs.done.run.at[i]);
	pthread_mutex_unlock(&outputs.lock);
	vec_push(&all->run, at_work);
	return all->run.n - 1;
}

static bool write_and_free(struct results *all, size_t owned) {
	bool good = outputs_write(all);
	for (size_t i = owned; i < all->run.n; i++)
		result_close(all->run.at[i]);
	vec_free(&all->run);
	return good;
}

bool outputs_write_gap(enum gap_kind why, const char *reason) {
	if (!outputs.n || atomic_load(&outputs.is_written))
		return true;
	struct results all = {0};
	struct result *r = result_open();
	info_fill(&r->info);
	result_gap(r, why, NO_LOC, "%s", reason);
	struct search_progress progress;
	progress_read(&progress);
	ending_fill(r, &progress, stats_wall_seconds());
	size_t owned = begin_with(&all, r);
	for (size_t i = owned + 1; i < outputs.nruns; i++) {
		r = result_open();
		info_begin(outputs.run[i]);
		info_fill(&r->info);
		result_gap(r, why, NO_LOC, "not reached: %s", reason);
		vec_push(&all.run, r);
	}
	return write_and_free(&all, owned);
}

bool outputs_write_error(int exit_code, struct loc loc, const char *text) {
	if (!outputs.n && !outputs.github)
		return true;
	struct result *r = make_error(exit_code, loc, text);
	if (outputs.github)
		report_github(stdout, r);
	struct results all = {0};
	size_t owned = begin_with(&all, r);
	return write_and_free(&all, owned);
}
