/* Journals: what is read is what was written, whatever of the end is missing; one user at a time.
 */
#include "process/journal.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

static char path[] = "/tmp/test_journal.XXXXXX", why[300];

static struct journal *reopen(void) {
	return journal_open(path, "sum of a.c --unwind 3", JOURNAL_EITHER, why, sizeof why);
}

static size_t size_of_file(void) {
	struct stat about;
	return stat(path, &about) ? 0 : (size_t)about.st_size;
}

static bool has(char **text, size_t n, const char *wanted) {
	for (size_t i = 0; i < n; i++)
		if (!strcmp(text[i], wanted))
			return true;
	return false;
}

static void finish(struct journal *j, const char *item, const char *added, const char *found) {
	journal_write(j, &(struct journal_record){item, &added, added ? 1 : 0, &found, found ? 1 : 0,
	                                          NULL, NULL});
}

static void write_example(void) {
	unlink(path);
	struct journal *j = reopen();
	CHECK(j && !journal_past(j)->begun && !journal_past(j)->nopen);
	const char *first[] = {"", "a\tb\\n\nc", "a\tb\\n\nc", "z"};
	journal_write(j, &(struct journal_record){.added = first, .nadded = 4, .note = "a note"});
	finish(j, "", "x", "path 1");
	finish(j, "a\tb\\n\nc", "y", NULL);
	finish(j, "x", NULL, "path\n2\t\\");
	CHECK(!journal_error(j));
	journal_close(j);
}

static void test_resume(void) {
	write_example();
	struct journal *j = reopen();
	const struct journal_past *past = journal_past(j);
	CHECK(past->begun && past->nfinished == 3 && !past->stop);
	CHECK(past->nopen == 3 && !strcmp(past->open[0], "a\tb\\n\nc"));
	CHECK(!strcmp(past->open[1], "z") && !strcmp(past->open[2], "y"));
	CHECK(past->nfound == 2 && has(past->found, 2, "path 1") && has(past->found, 2, "path\n2\t\\"));
	CHECK(past->note && !strcmp(past->note, "a note"));
	journal_write(j, &(struct journal_record){.item = "z", .stop = "a bug"});
	journal_close(j);
	j = reopen();
	CHECK(journal_past(j)->nopen == 2 && !strcmp(journal_past(j)->stop, "a bug"));
	journal_close(j);
}

static void cut_to(const char *content, size_t n) {
	int fd = open(path, O_WRONLY | O_TRUNC | O_CREAT, 0666);
	CHECK(fd >= 0 && write(fd, content, n) == (ssize_t)n);
	close(fd);
}

/* Killed after any byte: what is complete counts, and writing goes on behind it. */
static void test_every_prefix(void) {
	write_example();
	char content[2000];
	int fd = open(path, O_RDONLY);
	ssize_t n = read(fd, content, sizeof content);
	close(fd);
	CHECK(n > 0 && (size_t)n < sizeof content && content[n - 1] == '\n');
	size_t lines = 0;
	for (size_t k = 0; k <= (size_t)n; k++) {
		cut_to(content, k);
		lines += k && content[k - 1] == '\n';
		struct journal *j = reopen();
		CHECK(j);
		const struct journal_past *past = journal_past(j);
		CHECK(past->begun == (lines >= 2));
		CHECK(past->nfinished == (lines > 2 ? lines - 2 : 0));
		CHECK(past->nfound == (lines < 3 ? 0 : lines < 5 ? 1 : 2));
		CHECK(past->nopen == (lines < 2 ? 0 : lines < 5 ? 4 : 3));
		const char *more = "more";
		journal_write(j, &(struct journal_record){.added = &more, .nadded = 1});
		size_t open = past->nopen;
		journal_close(j);
		j = reopen();
		CHECK(journal_past(j)->nopen == open + 1 && has(journal_past(j)->open, open + 1, "more"));
		journal_close(j);
	}
	CHECK(lines == 5);
}

/* A byte that is damaged in any record costs that record and those after it. */
static void test_damage(void) {
	write_example();
	char content[2000];
	int fd = open(path, O_RDONLY);
	size_t n = (size_t)read(fd, content, sizeof content), header = 0, lines = 1;
	close(fd);
	while (content[header++] != '\n')
		continue;
	for (size_t k = header; k < n; k++) {
		content[k] ^= 1;
		cut_to(content, n);
		content[k] ^= 1;
		struct journal *j = reopen();
		CHECK(j && journal_past(j)->nfinished == (lines > 2 ? lines - 2 : 0));
		CHECK(journal_past(j)->begun == (lines >= 2));
		journal_close(j);
		lines += content[k] == '\n';
	}
}

static void test_refusals(void) {
	write_example();
	size_t size = size_of_file();
	CHECK(!journal_open(path, "sum of b.c --unwind 3", JOURNAL_EITHER, why, sizeof why));
	CHECK(strstr(why, path) && strstr(why, "of another program, or of other options"));
	CHECK(size_of_file() == size);
	cut_to("int main(void) {}\n", 18);
	CHECK(!reopen() && strstr(why, "not a journal") && size_of_file() == 18);
	cut_to("int", 3);
	CHECK(!reopen() && strstr(why, "not a journal") && size_of_file() == 3);
	CHECK(!journal_open("/dev/null", "", JOURNAL_EITHER, why, sizeof why) &&
	      strstr(why, "not an ordinary file"));
	CHECK(!journal_open("/nowhere/x", "", JOURNAL_EITHER, why, sizeof why) &&
	      strstr(why, "No such file"));
}

/* Anew: what a journal holds is gone, of whatever it is; no other file is touched.  Past: only if
 * it is there. */
static void test_uses(void) {
	write_example();
	struct journal *j = journal_open(path, "sum of b.c", JOURNAL_ANEW, why, sizeof why);
	CHECK(j && !journal_past(j)->begun && !journal_past(j)->nopen);
	journal_close(j);
	size_t header = size_of_file();
	CHECK(!reopen() && header && size_of_file() == header);
	write_example();
	j = journal_open(path, "sum of a.c --unwind 3", JOURNAL_PAST, why, sizeof why);
	CHECK(j && journal_past(j)->begun);
	journal_close(j);
	j = journal_open(path, "sum of a.c --unwind 3", JOURNAL_ANEW, why, sizeof why);
	CHECK(j && !journal_past(j)->begun);
	journal_close(j);
	cut_to("int main(void) {}\n", 18);
	CHECK(!journal_open(path, "sum of a.c", JOURNAL_ANEW, why, sizeof why));
	CHECK(strstr(why, "not a journal") && size_of_file() == 18);
	unlink(path);
	CHECK(!journal_open(path, "sum of a.c", JOURNAL_PAST, why, sizeof why));
	CHECK(strstr(why, "No such file") && access(path, F_OK) != 0);
}

/* Returns whether another process can open the journal. */
static bool other_can_open(void) {
	pid_t pid = fork();
	if (!pid)
		_exit(reopen() ? 0 : strstr(why, "another process is using") ? 1 : 2);
	int status = 0;
	waitpid(pid, &status, 0);
	CHECK(WIFEXITED(status) && WEXITSTATUS(status) < 2);
	return !status;
}

static void test_lock(void) {
	write_example();
	CHECK(other_can_open());
	struct journal *j = reopen();
	CHECK(!other_can_open());
	pid_t pid = fork();
	if (!pid) {
		journal_leave(j); /* does not end the lock of its parent */
		_exit(0);
	}
	waitpid(pid, NULL, 0);
	CHECK(!other_can_open());
	pid = fork();
	if (!pid) {
		sleep(100); /* has the file open, and no lock */
		_exit(0);
	}
	journal_close(j);
	CHECK(other_can_open());
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
}

/* The record that does not fit is not there, and nothing comes after it. */
static void test_full_disk(void) {
	write_example();
	size_t size = size_of_file();
	struct journal *j = reopen();
	struct rlimit before, small;
	getrlimit(RLIMIT_FSIZE, &before);
	small = before;
	small.rlim_cur = size + 10;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &small);
	finish(j, "y", "y1", NULL);
	setrlimit(RLIMIT_FSIZE, &before);
	CHECK(journal_error(j) && strstr(journal_error(j), "File too large"));
	finish(j, "z", NULL, NULL);
	journal_close(j);
	CHECK(size_of_file() == size);
	j = reopen();
	CHECK(journal_past(j)->nfinished == 3 && journal_past(j)->nopen == 3);
	journal_close(j);
}

int main(void) {
	int fd = mkstemp(path);
	CHECK(fd >= 0);
	close(fd);
	test_resume();
	test_every_prefix();
	test_damage();
	test_refusals();
	test_uses();
	test_lock();
	test_full_disk();
	unlink(path);
	return check_done("journal");
}
