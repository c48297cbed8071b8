/* tests/server/server.c -- a program that is started once and runs many times.
 *
 * Most of a short run of cbmc-mt is the dynamic linker's work for libclang.  Preloaded into a
 * program, this waits in front of its main; for each request it forks, and the child goes on into
 * main with the arguments of the request, as if it had just been started.  scripts/server.py is the
 * other side.
 *
 * Standard input has the requests: the number of bytes as a line, then so many bytes.  They are
 * strings that each end with a zero: the folder, the file for standard output, that for standard
 * error (or nothing: the same), assignments to variables of the environment, an empty string, the
 * arguments.
 *
 * Standard output has the answers: 'ready' once; for each request the number of the child, and when
 * it has ended, its wait status and the microseconds of processor time that it and the children it
 * waited for have used; each of these is a line.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

static main_function *real_main;

static void give_up(const char *what) {
	fprintf(stderr, "server: %s\n", what);
	_exit(99);
}

/* The strings of the next request, NULL behind them; NULL: there is none. */
static char **next_request(void) {
	size_t size, n = 0;
	if (scanf("%zu", &size) != 1)
		return NULL;
	getchar(); /* the end of the line */
	char *text = calloc(size + 1, 1);
	if (!text || fread(text, 1, size, stdin) != size)
		give_up("a request is cut off");
	for (size_t i = 0; i < size; i++)
		n += !text[i];
	char **string = calloc(n + 1, sizeof *string);
	if (!string || n < 5)
		give_up("a request without arguments");
	for (size_t i = 0; i < n; i++, text += strlen(text) + 1)
		string[i] = text;
	return string;
}

static void open_as(const char *path, int flags, int number) {
	int fd = open(path, flags, 0600);
	if (fd < 0 || dup2(fd, number) < 0)
		give_up(path);
	if (fd != number)
		close(fd);
}

static int run(char **string) {
	int n = 0;
	setpgid(0, 0);
	if (chdir(string[0]))
		give_up(string[0]);
	open_as("/dev/null", O_RDONLY, 0);
	open_as(string[1], O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 1);
	if (!*string[2])
		dup2(1, 2);
	else
		open_as(string[2], O_WRONLY | O_CREAT | O_TRUNC, 2);
	clearerr(stdin);
	for (string += 3; *string && **string; string++)
		putenv(*string);
	if (!*string++)
		give_up("a request without arguments");
	while (string[n])
		n++;
	return real_main(n, string, environ);
}

static long long microseconds(const struct timeval *t) {
	return t->tv_sec * 1000000LL + t->tv_usec;
}

static int serve(int argc, char **argv, char **environment) {
	(void)argc;
	(void)argv;
	(void)environment;
	unsetenv("LD_PRELOAD");
	unsetenv("LD_BIND_NOW");
	setvbuf(stdin, NULL, _IONBF, 0); /* a child inherits no byte of a later request */
	setvbuf(stdout, NULL, _IOLBF, 0);
	puts("ready");
	for (char **string; (string = next_request());) {
		int status;
		struct rusage used;
		pid_t child = fork();
		if (child < 0)
			give_up("no process can be made");
		if (!child) {
			setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
			exit(run(string));
		}
		printf("%d\n", (int)child);
		while (wait4(child, &status, 0, &used) < 0)
			;
		printf("%d %lld\n", status, microseconds(&used.ru_utime) + microseconds(&used.ru_stime));
	}
	return 0;
}

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack);

int __libc_start_main(main_function *program, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*end)(void), void *stack) {
	void *at = dlsym(RTLD_NEXT, "__libc_start_main");
	start_function *start;
	memcpy(&start, &at, sizeof start);
	real_main = program;
	return start(serve, argc, argv, init, fini, end, stack);
}
