/* Processes that leave what they have to say in a file in memory. */
#include "process/spool.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/base/stats.h"
#include "util/base/vec.h"

static int say(void *context, int fd) {
	return dprintf(fd, "%s", (const char *)context) < 0 ? 1 : 3;
}

static void burn(double seconds) {
	double end = stats_cpu_seconds() + seconds;
	while (stats_cpu_seconds() < end)
		continue;
}

/* A child of the process works, too, and then both wait until they are ended. */
static int work(void *context, int fd) {
	(void)context, (void)fd;
	if (!fork())
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	burn(0.06);
	return pause();
}

static int work_and_end(void *context, int fd) {
	(void)context, (void)fd;
	burn(0.05);
	return 0;
}

static void test_words(void) {
	struct spool s[2];
	static char first[] = "one", second[] = "";
	size_t n;
	CHECK(spool_start(&s[0], say, first) && spool_start(&s[1], say, second));
	for (int i = 0; i < 2; i++) {
		int status = spool_wait(&s[i]);
		CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 3);
		char *text = spool_read(&s[i], &n);
		CHECK(text && !strcmp(text, i ? "" : "one") && n == strlen(text));
		mem_free(text);
		spool_close(&s[i]);
	}
}

static void test_seconds(void) {
	struct spool s;
	int status;
	double seconds = 0;
	CHECK(spool_start(&s, work_and_end, NULL));
	while (!spool_ended(&s, &status, &seconds))
		usleep(2000);
	CHECK(!status && seconds >= 0.04);
	spool_close(&s);
}

static void test_generations(void) {
	struct spool s;
	int status;
	double seconds = 0, most = 0;
	CHECK(spool_start(&s, work, NULL));
	for (int i = 0; i < 5000 && most < 0.1; i++) {
		CHECK(!spool_ended(&s, &status, &seconds));
		most = spool_seconds(&s);
		usleep(2000);
	}
	CHECK(most >= 0.1); /* of both */
	kill(s.pid, SIGTERM);
	status = spool_wait(&s);
	CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
	spool_close(&s);
}

int main(void) {
	test_words();
	test_seconds();
	test_generations();
	return check_done("spool");
}
