/* job_runner -- runs commands side by side and says what they print first and how they end.
 *
 * Each job is a child with a pipe from its standard output.  Only the first line is of interest: then
 * the pipe is closed, and a child that goes on printing is killed by SIGPIPE.  No child is left
 * behind, whatever fails: each one that was started is waited for, and no descriptor stays open.
 *
 *     job_runner
 *
 * With BUG the exit code is looked at without asking whether there is one: of a child that was
 * killed it is 0. */
#include <assert.h>
#include <errno.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { JOBS = 2, OUTPUT_SIZE = 4 };

extern char **environ;

struct job {
	const char *command;
	pid_t pid; /* 0: not started, or waited for */
	int from;  /* the pipe; -1: closed */
	size_t length;
	char output[OUTPUT_SIZE];
	bool ended, succeeded;
	int signal; /* that has killed it, or 0 */
};

static struct job jobs[JOBS] = {
	{.command = "date", .from = -1},
	{.command = "ls", .from = -1},
};

static void close_pipe(int *fd)
{
	if (*fd >= 0 && close(*fd) != 0)
		perror("close");
	*fd = -1;
}

/* Starts the command with its standard output going to the pipe; an error number. */
static int spawn(struct job *job, const int *fd)
{
	char *const arguments[] = {(char *)job->command, NULL};
	posix_spawn_file_actions_t actions;
	int error = posix_spawn_file_actions_init(&actions);
	if (error != 0)
		return error;
	error = posix_spawn_file_actions_adddup2(&actions, fd[1], STDOUT_FILENO);
	if (error == 0)
		error = posix_spawn_file_actions_addclose(&actions, fd[0]);
	if (error == 0)
		error = posix_spawn_file_actions_addclose(&actions, fd[1]);
	if (error == 0)
		error = posix_spawnp(&job->pid, job->command, &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error;
}

static bool job_start(struct job *job)
{
	int fd[2];
	if (pipe(fd) != 0) {
		perror("pipe");
		return false;
	}
	int error = spawn(job, fd);
	close_pipe(&fd[1]);
	if (error != 0) {
		fprintf(stderr, "%s: %s\n", job->command, strerror(error));
		job->pid = 0;
		close_pipe(&fd[0]);
		return false;
	}
	job->from = fd[0];
	return true;
}

/* Its first line, or as much of it as the buffer can hold. */
static void job_collect(struct job *job)
{
	char c;
	while (job->length < sizeof job->output - 1) {
		ssize_t n = read(job->from, &c, 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			perror(job->command);
		if (n <= 0 || c == '\n')
			break;
		job->output[job->length++] = c;
	}
	job->output[job->length] = 0;
	close_pipe(&job->from);
}

static void job_judge(struct job *job, int status)
{
	job->ended = true;
#ifdef BUG
	job->succeeded = WEXITSTATUS(status) == 0;
#else
	job->succeeded = WIFEXITED(status) && WEXITSTATUS(status) == 0;
#endif
	job->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static bool job_wait(struct job *job)
{
	int status;
	pid_t pid;
	do
		pid = waitpid(job->pid, &status, 0);
	while (pid < 0 && errno == EINTR);
	if (pid < 0) {
		perror("waitpid");
		return false;
	}
	assert(pid == job->pid);
	job->pid = 0;
	job_judge(job, status);
	return true;
}

/* A name for how it went. */
static const char *job_result(const struct job *job)
{
	if (!job->ended)
		return "was not run";
	assert(!job->succeeded || job->signal == 0);
	if (job->succeeded)
		return "succeeded";
	return job->signal != 0 ? "was killed" : "failed";
}

static void report(const struct job *job)
{
	assert(job->length < sizeof job->output);
	printf("%s %s", job->command, job_result(job));
	if (job->signal != 0)
		printf(" by signal %d", job->signal);
	if (job->length > 0)
		printf(": %s", job->output);
	putchar('\n');
}

int main(void)
{
	unsigned started = 0, waited = 0, succeeded = 0;
	for (int i = 0; i < JOBS; i++)
		started += job_start(&jobs[i]);
	for (int i = 0; i < JOBS; i++) {
		struct job *job = &jobs[i];
		if (job->pid == 0)
			continue;
		job_collect(job);
		waited += job_wait(job);
	}
	for (int i = 0; i < JOBS; i++) {
		report(&jobs[i]);
		assert(jobs[i].from < 0);
		succeeded += jobs[i].succeeded;
	}
	assert(waited == started);
	fflush(stdout);
	return succeeded == JOBS ? EXIT_SUCCESS : EXIT_FAILURE;
}
