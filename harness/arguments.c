/* harness/arguments.c -- main gets the arguments of the test. */
#define _GNU_SOURCE
#include "harness/library.h"
#include "harness/replies.h"
#include "harness/turns.h"

typedef int main_function(int, char **, char **);
typedef int start_function(main_function *, int, char **, void (*)(void), void (*)(void),
                           void (*)(void), void *);

static main_function *users_main __asm__("cbmc_mt_harness_main");

static int run_main(int argc, char **argv, char **environment) {
	int n;
	turns_start();
	char **given = replies_arguments(&n);
	if (!given)
		return users_main(argc, argv, environment);
	if (!*given[0]) /* the run says nothing about the name of the program */
		given[0] = argv[0];
	return users_main(n, given, environment);
}

start_function __libc_start_main;
int __libc_start_main(main_function *f, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*loader)(void), void *stack) {
	users_main = f;
	start_function *start = (start_function *)library_find("__libc_start_main");
	return start(run_main, argc, argv, init, fini, loader, stack);
}
