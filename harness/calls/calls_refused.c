/* harness/calls/calls_refused.c -- what starts other processes is refused, by name: a schedule is
 * one of the threads of one process; and so are questions that only the model can answer. */
#define _GNU_SOURCE
#include <spawn.h>
#include <stdint.h>
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

/* About objects of the model: any answer here could make an assertion fail that asks. */
#define QUESTION(name)                                                                             \
	__attribute__((weak)) uintptr_t name(void);                                                    \
	uintptr_t name(void) {                                                                         \
		refuse(#name, CALLER);                                                                     \
		return 0;                                                                                  \
	}
QUESTION(__CPROVER_same_object)
QUESTION(__CPROVER_r_ok)
QUESTION(__CPROVER_w_ok)
QUESTION(__CPROVER_rw_ok)
QUESTION(__CPROVER_OBJECT_SIZE)
QUESTION(__CPROVER_POINTER_OFFSET)
