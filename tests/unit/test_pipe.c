/* Programs behind a pipe: both directions at once, endings of every kind, limits, nothing left. */
#include "solvers/smtlib/pipe.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct pipe p;
static struct arena *arena;
static char why[200];

static bool start(const char *command) {
	return pipe_start(&p, command, 0, why, sizeof why);
}

/* Until something else than data comes. */
static enum pipe_event read_all(double seconds) {
	enum pipe_event e;
	double deadline = pipe_now() + seconds;
	while ((e = pipe_wait(&p, deadline)) == PIPE_DATA)
		continue;
	return e;
}

static bool heard(const char *text) {
	return p.from.n == strlen(text) && !memcmp(p.from.at, text, p.from.n);
}

static void test_words(void) {
	CHECK(start("printf '%s.' a 'b  c' \"d'e\" f\\ g ''") && read_all(10) == PIPE_ENDED);
	CHECK(heard("a.b  c.d'e.f g.."));
	const char *how = pipe_end(&p, arena);
	CHECK(how && !strcmp(how, "exit code 0"));
}

/* A megabyte there and back: nobody waits for the other. */
static void test_both_ways(void) {
	size_t n = 1 << 20;
	char *text = malloc(n);
	memset(text, 'x', n);
	CHECK(start("cat"));
	for (int i = 0; i < 4; i++)
		pipe_put(&p, text, n);
	pipe_close_in(&p);
	CHECK(read_all(30) == PIPE_ENDED && p.from.n == 4 * n);
	free(text);
	pipe_end(&p, NULL);
}

static void test_dialogue(void) {
	CHECK(start("cat"));
	for (int i = 0; i < 3; i++) {
		pipe_put(&p, "ping\n", 5);
		p.from.n = 0;
		CHECK(pipe_wait(&p, pipe_now() + 10) == PIPE_DATA && heard("ping\n"));
	}
	CHECK(pipe_wait(&p, pipe_now() + 0.05) == PIPE_LATE);
	CHECK(!pipe_end(&p, arena)); /* it had not ended by itself */
}

static void test_endings(void) {
	CHECK(start("sh -c 'echo out; echo oops >&2; exit 3'") && read_all(10) == PIPE_ENDED);
	CHECK(heard("out\n") && !strcmp(p.complaint, "oops\n"));
	CHECK(!strcmp(pipe_end(&p, arena), "exit code 3"));
	CHECK(start("sh -c 'kill -SEGV $$'") && read_all(10) == PIPE_ENDED);
	CHECK(!strcmp(pipe_end(&p, arena), "killed by SIGSEGV"));
	CHECK(start("true")); /* reads nothing: SIGPIPE does not reach us */
	char big[100000] = {0};
	for (int i = 0; i < 5; i++)
		pipe_put(&p, big, sizeof big);
	CHECK(read_all(10) == PIPE_ENDED && !strcmp(pipe_end(&p, arena), "exit code 0"));
	CHECK(start("sh -c 'while :; do echo oops >&2; done'")); /* and is not let down for it */
	CHECK(read_all(0.1) == PIPE_LATE && p.ncomplaint < sizeof p.complaint);
	CHECK(start("yes") && read_all(30) == PIPE_FLOOD);
	pipe_end(&p, NULL);
}

static void test_missing(void) {
	CHECK(!start("no-such-program -x") && strstr(why, "'no-such-program' is not installed"));
	CHECK(!start("/no/such/program") && strstr(why, "cannot be run"));
	CHECK(!start("/etc/passwd") && strstr(why, "cannot be run"));
	CHECK(!start("  ") && strstr(why, "empty"));
	CHECK(!pipe_missing(arena, "sh -c x") && pipe_missing(arena, "''"));
	CHECK(pipe_wait(&p, 0) == PIPE_ENDED);
}

static void test_memory(void) {
	CHECK(pipe_start(&p, "sh -c 'ulimit -v'", 64 << 20, why, sizeof why));
	CHECK(read_all(10) == PIPE_ENDED && heard("65536\n"));
}

static void *stop_soon(void *unused) {
	struct timespec t = {0, 100 * 1000 * 1000};
	nanosleep(&t, NULL);
	pipe_interrupt(&p);
	return unused;
}

static void test_interrupt(void) {
	pthread_t other;
	double begin = pipe_now();
	CHECK(start("sleep 60"));
	pthread_create(&other, NULL, stop_soon, NULL);
	CHECK(pipe_wait(&p, pipe_now() + 60) == PIPE_STOPPED);
	pthread_join(other, NULL);
	CHECK(pipe_wait(&p, pipe_now() + 60) == PIPE_STOPPED); /* until it is taken back */
	pipe_calm(&p);
	CHECK(pipe_wait(&p, pipe_now() + 0.01) == PIPE_LATE);
	pipe_interrupt(&p); /* beforehand */
	CHECK(pipe_wait(&p, pipe_now() + 60) == PIPE_STOPPED);
	pipe_calm(&p);
	pipe_end(&p, NULL);
	CHECK(pipe_now() - begin < 30);
}

/* Neither gone nor dead and waiting to be reaped, even after a moment. */
static bool is_alive(pid_t pid) {
	struct timespec t = {0, 1000 * 1000};
	for (int i = 0; i < 2000; i++) {
		char path[40], state = 'Z';
		snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
		FILE *f = fopen(path, "r");
		if (f && fscanf(f, "%*d (%*[^)]) %c", &state) != 1)
			state = 'Z';
		if (f)
			fclose(f);
		if (state == 'Z')
			return false;
		nanosleep(&t, NULL);
	}
	return true;
}

/* What a program has started ends with it. */
static void test_group(void) {
	CHECK(start("sh -c 'sleep 60 & echo $!; wait'"));
	while (pipe_wait(&p, pipe_now() + 10) == PIPE_DATA && !memchr(p.from.at, '\n', p.from.n))
		continue;
	pid_t leader = p.pid, grandchild = atoi(p.from.at);
	CHECK(grandchild > 0 && !kill(grandchild, 0));
	pipe_end(&p, NULL);
	CHECK(!is_alive(leader) && !is_alive(grandchild));
}

/* A process of ours that dies without a word takes its program along. */
static void test_orphan(void) {
	int end[2];
	CHECK(!pipe(end));
	pid_t middle = fork();
	if (!middle) {
		start("sleep 60");
		if (write(end[1], &p.pid, sizeof p.pid) > 0)
			raise(SIGKILL);
		_exit(1);
	}
	pid_t orphan = 0;
	CHECK(read(end[0], &orphan, sizeof orphan) == sizeof orphan && orphan > 0);
	CHECK(!is_alive(orphan));
	waitpid(middle, NULL, 0);
	close(end[0]);
	close(end[1]);
}

static size_t open_files(void) {
	size_t n = 0;
	DIR *d = opendir("/proc/self/fd");
	while (d && readdir(d))
		n++;
	closedir(d);
	return n;
}

/* Also with signals blocked, as the guard of a run has them: the program gets its own. */
static void test_signals(void) {
	sigset_t some, before;
	sigemptyset(&some);
	sigaddset(&some, SIGTERM);
	pthread_sigmask(SIG_BLOCK, &some, &before);
	CHECK(start("sh -c 'kill -TERM $$; sleep 5; echo survived'") && read_all(10) == PIPE_ENDED);
	CHECK(!strcmp(pipe_end(&p, arena), "killed by SIGTERM"));
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	CHECK(start("sh -c 'ls /proc/self/fd | wc -l'") && read_all(10) == PIPE_ENDED);
	CHECK(heard("4\n")); /* 0, 1, 2, and the folder */
}

int main(void) {
	arena = arena_open();
	size_t before = open_files();
	pipe_init(&p);
	test_words();
	test_both_ways();
	test_dialogue();
	test_endings();
	test_missing();
	test_memory();
	test_interrupt();
	test_group();
	test_orphan();
	test_signals();
	pipe_free(&p);
	CHECK(open_files() == before);
	arena_close(arena);
	intern_free_all();
	return check_done("pipe");
}
