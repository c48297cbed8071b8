/* tests/server/server.c -- a program that is started once and runs many times.
 *
 * Most of a short run of cbmc-mt is the dynamic linker's work for libclang.  Preloaded into a
 * program, this waits in front of its main; for each request it forks, and the child goes on into
 * main with the arguments of the request, as if it had just been started.  scripts/server.py is the
 * other side.
 *
 *   request (standard input)      the number of bytes as a line; so many bytes: strings that each
 * end with a zero, the file for standard output, that for standard error, then the arguments answer
 * (standard output)      'ready' once; for each request the number of the child, a line, and when
 * it has ended its wait status, a line
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
	if (!string || n < 3)
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
	open_as("/dev/null", O_RDONLY, 0);
	open_as(string[0], O_WRONLY | O_CREAT | O_TRUNC, 1);
	open_as(string[1], O_WRONLY | O_CREAT | O_TRUNC, 2);
	clearerr(stdin);
	while (string[n + 2])
		n++;
	return real_main(n, string + 2, environ);
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
		pid_t child = fork();
		if (child < 0)
			give_up("no process can be made");
		if (!child) {
			setvbuf(stdout, NULL, _IOFBF, BUFSIZ);
			exit(run(string));
		}
		printf("%d\n", (int)child);
		while (waitpid(child, &status, 0) < 0)
			;
		printf("%d\n", status);
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
