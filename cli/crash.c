#include "cli/crash.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/diag.h"

/* The kernel keeps at least 128 MB below the main stack free. */
#define STACK_BYTES (120UL << 20)

/* The address sanitizer has better handlers of its own. */
#ifdef __SANITIZE_ADDRESS__
#define OWN_HANDLERS false
#else
#define OWN_HANDLERS true
#endif

static const char *reproduce = "";

static void say(const char *text) {
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		_exit(EXIT_BUG);
}

static void on_crash(int signal) {
	say("\r\033[Kcbmc-mt: internal error: SIG" + (isatty(STDERR_FILENO) ? 0 : 4));
	const char *name = sigabbrev_np(signal);
	say(name ? name : "?");
	say("\nThis is a bug in cbmc-mt. To reproduce: ");
	say(reproduce);
	say("\n");
	_exit(EXIT_BUG);
}

void crash_catch(const char *command_line) {
	if (command_line)
		reproduce = command_line;
	struct rlimit limit;
	if (!getrlimit(RLIMIT_STACK, &limit) && limit.rlim_cur < STACK_BYTES) {
		limit.rlim_cur = limit.rlim_max < STACK_BYTES ? limit.rlim_max : STACK_BYTES;
		setrlimit(RLIMIT_STACK, &limit);
	}
	if (!OWN_HANDLERS)
		return;
	static char stack[65536];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	sigaltstack(&alternate, NULL);
	struct sigaction action = {.sa_handler = on_crash, .sa_flags = SA_ONSTACK | SA_RESETHAND};
	static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
}
