#include "solvers/proof_file.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "util/base/vec.h"
#include "util/text/diag.h"

enum { BUFFER = 1 << 16, PATH_ROOM = 4096, DIGITS = 24 };

static unsigned process; /* grows with each fork on the way here; to ask the system takes longer */

static void forked(void) {
	process++;
}

static void count_forks(void) {
	pthread_atfork(NULL, NULL, forked);
}

/* Another process has opened it, and shares the position in the file. */
static bool is_foreign(const struct proof_file *f) {
	return f->process != process;
}

static _Noreturn void cannot_write(const struct proof_folder *f) {
	fatal(EXIT_INPUT, NO_LOC, "--certificate: no file can be written in %s", f->path);
}

/* A new file, with a number that no other process has taken. */
static FILE *create(struct proof_folder *f) {
	char path[PATH_ROOM];
	for (;;) {
		int n = f->member ? snprintf(path, sizeof path, "%s/m%u-%04u.proof", f->path, f->member,
		                             ++f->next)
		                  : snprintf(path, sizeof path, "%s/%04u.proof", f->path, ++f->next);
		if (n < 0 || (size_t)n >= sizeof path)
			return NULL;
		int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0)
			return fdopen(fd, "w");
		if (errno != EEXIST)
			return NULL;
	}
}

struct proof_file *proof_file_open(struct proof_folder *folder, const char *solver) {
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, count_forks);
	FILE *out = create(folder);
	if (!out)
		cannot_write(folder);
	struct proof_file *f = mem_alloc(sizeof *f);
	*f = (struct proof_file){.out = out, .folder = folder, .process = process};
	setvbuf(out, NULL, _IOFBF, BUFFER);
	fprintf(out, "p cbmc-mt-proof 1\nc solver %s\n", solver);
	return f;
}

/* A process that did not open it forgets what the other one had not written yet. */
void proof_file_close(struct proof_file *f) {
	if (!f)
		return;
	if (is_foreign(f)) {
		close(fileno(f->out));
	} else {
		bool failed = ferror(f->out);
		if (fclose(f->out) || failed)
			cannot_write(f->folder);
	}
	mem_free(f);
}

static void put_number(FILE *out, int64_t x) {
	char text[DIGITS];
	size_t i = sizeof text;
	uint64_t rest = x < 0 ? -(uint64_t)x : (uint64_t)x;
	do
		text[--i] = (char)('0' + rest % 10);
	while (rest /= 10);
	if (x < 0)
		text[--i] = '-';
	fwrite_unlocked(text + i, 1, sizeof text - i, out);
}

static void put_clause(struct proof_file *f, const char *kind, const int *at, size_t n) {
	if (is_foreign(f))
		return;
	fputs_unlocked(kind, f->out);
	for (size_t i = 0; i < n; i++) {
		put_number(f->out, at[i]);
		putc_unlocked(' ', f->out);
	}
	fputs_unlocked("0\n", f->out);
}

void proof_given(struct proof_file *f, const int *at, size_t n) {
	if (f->given != PROOF_WRITTEN)
		put_clause(f, f->given == PROOF_INPUT ? "i " : "", at, n);
}

void proof_learnt(struct proof_file *f, const int *at, size_t n) {
	put_clause(f, "", at, n);
}

void proof_deleted(struct proof_file *f, const int *at, size_t n) {
	put_clause(f, "d ", at, n);
}

/* Appends a byte to a file, so that its size counts. */
static void count_in(const struct proof_folder *f, const char *name) {
	char path[PATH_ROOM], prefix[DIGITS] = "";
	if (f->member)
		snprintf(prefix, sizeof prefix, "m%u-", f->member);
	int n = snprintf(path, sizeof path, "%s/%s%s", f->path, prefix, name);
	int fd = n > 0 && (size_t)n < sizeof path
	             ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666)
	             : -1;
	if (fd < 0 || write(fd, "", 1) != 1)
		cannot_write(f);
	close(fd);
}

void proof_elsewhere(const struct proof_folder *f) {
	if (f)
		count_in(f, "elsewhere");
}

void proof_explored(const struct proof_folder *f) {
	if (f)
		count_in(f, "explored");
}

/* On one line, whatever the names of files in it are. */
static void put_comment(struct proof_file *f, const char *begin, const char *text) {
	fprintf(f->out, "c %s", begin);
	for (; *text; text++)
		putc(*text == '\n' || *text == '\r' ? '?' : *text, f->out);
	putc('\n', f->out);
}

static void say_about(struct proof_file *f) {
	const char *about = f->folder->about;
	if (!*about || !strcmp(f->about, about))
		return;
	snprintf(f->about, sizeof f->about, "%s", about);
	put_comment(f, "decides ", about);
}

/* What was decided must be there, however the process ends. */
void proof_query(struct proof_file *f, const int *at, size_t n) {
	if (!is_foreign(f))
		say_about(f);
	put_clause(f, "u ", at, n);
	if (is_foreign(f))
		count_in(f->folder, "lost");
	else
		fflush(f->out);
}

void proof_comment(struct proof_file *f, const char *text) {
	if (!is_foreign(f))
		put_comment(f, "", text);
}

void proof_line(struct proof_file *f, char kind, const int64_t *at, size_t n, bool end) {
	if (is_foreign(f))
		return;
	putc_unlocked(kind, f->out);
	for (size_t i = 0; i < n; i++) {
		putc_unlocked(' ', f->out);
		put_number(f->out, at[i]);
	}
	fputs_unlocked(end ? " 0\n" : "\n", f->out);
}
