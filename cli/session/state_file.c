#include "cli/session/state_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/files/file.h"
#include "cli/options/identity.h"
#include "symex/explore/checkpoint.h"
#include "util/base/fd.h"
#include "util/base/stats.h"
#include "util/base/version.h"
#include "util/files/sha256.h"
#include "util/text/diag.h"

#define MAGIC "cbmc-mt-state 1\n"

struct state {
	char version[32], program[SHA256_TEXT], options[SHA256_TEXT];
	bool is_sliced;
	double seconds; /* that all runs have taken so far */
	struct checkpoint done;
};

struct state_file {
	struct checkpoint checkpoint; /* of the search; first, so that it leads back here */
	const struct options *o;
	const char *path, *next; /* where it is saved; where the next state is written first */
	bool is_resumed, has_failed;
	struct state old, now;
};

/* --- Text. --- */

static void put_facts(FILE *f, const struct checkpoint *c) {
	for (uint32_t i = 0; i < c->nfacts; i++) {
		const struct established *e = &c->fact[i];
		fprintf(f, "fact %u %u %u %u %u\n", e->kind, e->switches, e->preemptions, e->iterations,
		        e->runs);
	}
	fputs("within ", f);
	for (const char *s = c->within; *s; s++)
		fputc(*s == '\n' ? ' ' : *s, f);
	fputc('\n', f);
}

static char *state_text(const struct state *s, size_t *n) {
	char *text = NULL, sum[SHA256_TEXT];
	FILE *f = open_memstream(&text, n);
	fprintf(f, MAGIC "version %s\nprogram %s\noptions %s\nsliced %d\nseconds %.3f\n", s->version,
	        s->program, s->options, s->is_sliced, s->seconds);
	fprintf(f, "unwind %u\nrounds %" PRIu64 "\nswitches %u\n", s->done.unwind,
	        s->done.constant_iterations, s->done.switches);
	put_facts(f, &s->done);
	fflush(f);
	sha256_text(text, *n, sum);
	fprintf(f, "checksum %s\n", sum);
	fclose(f);
	return text;
}

/* The line after 'name ', which must come next; NULL: it does not. */
static char *take(char **at, const char *name) {
	size_t n = strlen(name);
	char *end = strchr(*at, '\n');
	if (!end || strncmp(*at, name, n) != 0 || (*at)[n] != ' ')
		return NULL;
	char *value = *at + n + 1;
	*end = '\0';
	*at = end + 1;
	return value;
}

static bool take_text(char **at, const char *name, char *to, size_t size) {
	const char *value = take(at, name);
	return value && (size_t)snprintf(to, size, "%s", value) < size;
}

static bool take_number(char **at, const char *name, uint64_t most, uint64_t *to) {
	const char *value = take(at, name);
	char *end = NULL;
	if (!value || *value < '0' || *value > '9')
		return false;
	errno = 0;
	*to = strtoull(value, &end, 10);
	return !errno && !*end && *to <= most;
}

static bool take_facts(char **at, struct checkpoint *c) {
	for (c->nfacts = 0; !strncmp(*at, "fact ", 5); c->nfacts++) {
		const char *value = take(at, "fact");
		if (!value || c->nfacts == MAX_ESTABLISHED)
			return false;
		struct established *e = &c->fact[c->nfacts];
		if (sscanf(value, "%u %u %u %u %u", &e->kind, &e->switches, &e->preemptions, &e->iterations,
		           &e->runs) != 5)
			return false;
	}
	return take_text(at, "within", c->within, sizeof c->within);
}

/* Does the last line have the checksum of those before it? */
static bool is_whole(const char *text) {
	const char *last = strstr(text, "\nchecksum ");
	char sum[SHA256_TEXT];
	if (!last)
		return false;
	last++;
	sha256_text(text, (size_t)(last - text), sum);
	const char *found = last + strlen("checksum ");
	return !strncmp(found, sum, SHA256_TEXT - 1) && !strcmp(found + SHA256_TEXT - 1, "\n");
}

static bool read_state(char *text, struct state *s) {
	uint64_t is_sliced, unwind, iterations, switches;
	char *at = text + strlen(MAGIC), seconds[32];
	bool good = take_text(&at, "version", s->version, sizeof s->version) &&
	            take_text(&at, "program", s->program, sizeof s->program) &&
	            take_text(&at, "options", s->options, sizeof s->options) &&
	            take_number(&at, "sliced", 1, &is_sliced) &&
	            take_text(&at, "seconds", seconds, sizeof seconds) &&
	            take_number(&at, "unwind", UINT32_MAX, &unwind) &&
	            take_number(&at, "rounds", UINT64_MAX, &iterations) &&
	            take_number(&at, "switches", UINT32_MAX, &switches) && take_facts(&at, &s->done);
	if (!good)
		return false;
	s->is_sliced = is_sliced;
	s->seconds = strtod(seconds, NULL);
	s->done.unwind = (uint32_t)unwind;
	s->done.constant_iterations = iterations;
	s->done.switches = (uint32_t)switches;
	return true;
}

/* --- Files. --- */

static bool is_state(const char *text) {
	return !strncmp(text, MAGIC, strlen(MAGIC));
}

static void load(struct state_file *f, const char *path) {
	char *text = file_text(f->o->arena, path);
	if (!text && errno == ENOENT && f->o->save && !strcmp(f->o->save, path))
		return; /* the first run of those that go on with each other */
	if (!text)
		fatal(EXIT_USAGE, NO_LOC, "--resume %s: %s", path, strerror(errno));
	if (!is_state(text) || !is_whole(text) || !read_state(text, &f->old))
		fatal(EXIT_USAGE, NO_LOC, "--resume %s: it is not a saved state, or it is damaged", path);
	if (strcmp(f->old.version, CBMC_MT_VERSION) != 0)
		fatal(EXIT_USAGE, NO_LOC, "--resume %s: it was saved by cbmc-mt %s, and this is %s", path,
		      f->old.version, CBMC_MT_VERSION);
	f->is_resumed = true;
}

/* Whatever else has this name is not overwritten. */
static void check_target(const struct state_file *f) {
	const char *text = file_text(f->o->arena, f->path);
	if (text ? *text && !is_state(text) : errno != ENOENT)
		fatal(EXIT_USAGE, NO_LOC, "--save %s: %s", f->path,
		      text ? "the file exists and is not a saved state" : strerror(errno));
}

static bool write_state(struct state_file *f) {
	size_t n;
	char *text = state_text(&f->now, &n);
	int fd = open(f->next, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	bool good = fd >= 0 && fd_write(fd, text, n) && !fsync(fd);
	int why = errno;
	if (fd >= 0)
		close(fd);
	free(text);
	if (good && !rename(f->next, f->path))
		return true;
	errno = good ? errno : why;
	return false;
}

static void save(struct checkpoint *c) {
	struct state_file *f = (struct state_file *)c;
	f->now.done = *c;
	f->now.seconds = f->old.seconds + stats_wall_seconds();
	if (f->has_failed || write_state(f))
		return;
	f->has_failed = true;
	diag_warn(NO_LOC, "--save %s: %s; the last saved state is kept", f->path, strerror(errno));
}

/* --- A run. --- */

struct state_file *state_file_open(const struct options *o) {
	if (!o->save && !o->resume)
		return NULL;
	struct state_file *f = arena_new(o->arena, struct state_file);
	f->o = o;
	f->path = o->save ? o->save : o->resume;
	f->next = arena_printf(o->arena, "%s.new", f->path);
	if (o->resume)
		load(f, o->resume);
	check_target(f);
	return f;
}

bool state_file_is_whole(const struct state_file *f) {
	return f && f->is_resumed && !f->old.is_sliced;
}

void state_file_program(struct state_file *f, const struct goto_prog *prog) {
	if (!f)
		return;
	const char *options = identity_options(f->o);
	snprintf(f->now.version, sizeof f->now.version, "%s", CBMC_MT_VERSION);
	identity_program(prog, f->now.program);
	sha256_text(options, strlen(options), f->now.options);
	const char *other = NULL;
	if (f->is_resumed && strcmp(f->old.options, f->now.options) != 0)
		other = "with other options";
	else if (f->is_resumed && strcmp(f->old.program, f->now.program) != 0)
		other = "of another program";
	if (other)
		fatal(EXIT_USAGE, NO_LOC, "--resume %s: it was saved by a search %s", f->o->resume, other);
}

static void tell(const struct state_file *f, bool has_threads) {
	const struct checkpoint *c = &f->checkpoint;
	if (!c->unwind)
		diag_note(NO_LOC, "--resume %s: no bound was finished", f->o->resume);
	else if (!has_threads)
		diag_note(NO_LOC, "--resume %s: continuing with unwinding %u, after %.0f s", f->o->resume,
		          c->unwind, f->old.seconds);
	else
		diag_note(NO_LOC,
		          "--resume %s: continuing with context bound %u, unwinding %u, after %.0f s",
		          f->o->resume, c->switches, c->unwind, f->old.seconds);
}

void state_file_begin(struct state_file *f, struct symex_config *config,
                      const struct goto_prog *prog, bool is_sliced) {
	if (!f)
		return;
	f->checkpoint = (struct checkpoint){.save = save};
	if (f->is_resumed && f->old.is_sliced == is_sliced) {
		f->checkpoint = f->old.done;
		f->checkpoint.save = save;
		tell(f, prog->has_threads);
	}
	f->now.is_sliced = is_sliced;
	f->now.done = f->checkpoint;
	f->now.seconds = f->old.seconds;
	if (!write_state(f))
		fatal(EXIT_USAGE, NO_LOC, "--save %s: %s", f->path, strerror(errno));
	config->checkpoint = &f->checkpoint;
}

void state_file_end(struct state_file *f, struct symex_config *config) {
	if (f)
		config->checkpoint = NULL;
}
