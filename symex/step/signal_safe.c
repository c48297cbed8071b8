#include "symex/step/signal_safe.h"

#include <string.h>

#include "symex/config.h"
#include "symex/step/condition.h"
#include "util/intern.h"

/* The functions of POSIX.1-2017, section 2.4.3, that have models, and functions that compilers
 * call. */
static const char *const safe[] = {
    "_Exit",
    "__errno_location",
    "__libc_current_sigrtmax",
    "__libc_current_sigrtmin",
    "_exit",
    "abort",
    "access",
    "alarm",
    "chdir",
    "clock_gettime",
    "close",
    "creat",
    "dup",
    "dup2",
    "execve",
    "fork",
    "getegid",
    "geteuid",
    "getgid",
    "getpid",
    "getppid",
    "getuid",
    "kill",
    "killpg",
    "lseek",
    "memccpy",
    "memchr",
    "memcmp",
    "memcpy",
    "memmove",
    "memset",
    "mkdir",
    "nanosleep",
    "open",
    "open64",
    "pause",
    "pipe",
    "pthread_kill",
    "pthread_self",
    "pthread_sigmask",
    "raise",
    "read",
    "rmdir",
    "sem_post",
    "sigaction",
    "sigaddset",
    "sigandset",
    "sigdelset",
    "sigemptyset",
    "sigfillset",
    "sigisemptyset",
    "sigismember",
    "signal",
    "sigorset",
    "sigpending",
    "sigprocmask",
    "sigqueue",
    "sigsuspend",
    "sleep",
    "stpcpy",
    "stpncpy",
    "strcat",
    "strchr",
    "strcmp",
    "strcpy",
    "strcspn",
    "strlen",
    "strncat",
    "strncmp",
    "strncpy",
    "strnlen",
    "strpbrk",
    "strrchr",
    "strspn",
    "strstr",
    "strtok_r",
    "time",
    "unlink",
    "wcscat",
    "wcschr",
    "wcscmp",
    "wcscpy",
    "wcslen",
    "wcsncmp",
    "wmemcpy",
    "wmemset",
    "write",
};

static bool is_safe(const char *name) {
	for (size_t i = 0; i < sizeof safe / sizeof *safe; i++)
		if (!strcmp(safe[i], name))
			return true;
	return false;
}

/* Is the thread in a handler that interrupted it?  A signal that it raises itself does not. */
static bool is_in_handler(const struct frame *f) {
	while (f && !f->is_interrupt)
		f = f->up;
	return f;
}

/* assert() is exempt: a handler that calls it would call the function only on failure. */
static bool is_library(const struct symbol *s) {
	return s->function && s->function->is_model && strncmp(s->name, "__assert", 8) != 0 &&
	       strncmp(s->name, "__model_", 8) != 0 && strncmp(s->name, "__VERIFIER_", 11) != 0;
}

bool signal_safe_call(struct symex *x, struct state *st, const struct symbol *s) {
	if (!x->config->async_signal_check || st->frame->function->is_model || !is_library(s) ||
	    !is_in_handler(st->frame) || is_safe(s->name))
		return true;
	const char *key =
	    intern_printf("async-signal %p %u", (const void *)st->frame->function, st->pc);
	const char *text = intern_printf(
	    "a handler of a signal calls '%s', which is not async-signal-safe", s->display);
	uint32_t property = properties_get(x->properties, key, st->frame->function,
	                                   PROPERTY_ASYNC_SIGNAL, state_user_loc(st), text);
	return step_check(x, st, property, term_false(x->ts));
}
