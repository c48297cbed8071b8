/* harness/calls_refused.c -- what starts other processes is refused, by name: a schedule is one of
 * the threads of one process. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/calls.h"
#include "harness/library.h"
#include "harness/turns.h"

static void refuse(const char *name, const void *caller) {
	turns_lock();
	threads[self].caller = caller;
	calls_refuse("%s", name);
}

#define REFUSED(T, name, parameters, arguments)                                                    \
	T name parameters {                                                                            \
		if (calls_is_own(CALLER))                                                                  \
			refuse(#name, CALLER);                                                                 \
		return REAL(name) arguments;                                                               \
	}
REFUSED(pid_t, fork, (void), ())
REFUSED(pid_t, vfork, (void), ())
REFUSED(int, execve, (const char *p, char *const a[], char *const e[]), (p, a, e))
REFUSED(int, execv, (const char *p, char *const a[]), (p, a))
REFUSED(int, execvp, (const char *p, char *const a[]), (p, a))
REFUSED(int, system, (const char *command), (command))
REFUSED(FILE *, popen, (const char *command, const char *type), (command, type))
REFUSED(int, posix_spawn,
        (pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *f,
         const posix_spawnattr_t *restrict attributes, char *const a[restrict],
         char *const e[restrict]),
        (pid, path, f, attributes, a, e))
REFUSED(int, posix_spawnp,
        (pid_t *restrict pid, const char *restrict path, const posix_spawn_file_actions_t *f,
         const posix_spawnattr_t *restrict attributes, char *const a[restrict],
         char *const e[restrict]),
        (pid, path, f, attributes, a, e))
