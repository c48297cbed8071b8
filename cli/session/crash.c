#include "cli/session/crash.h"

#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/session/outputs.h"
#include "util/base/deep.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

/* The address sanitizer has better handlers of its own for some. */
static const int signals[] = {
    SIGILL,  SIGTRAP, SIGABRT,
#ifndef __SANITIZE_ADDRESS__
    SIGSEGV, SIGBUS,  SIGFPE,
#endif
};

static const char *reproduce = "";

static void say(const char *text) {
	if (write(STDERR_FILENO, text, strlen(text)) < 0)
		_exit(EXIT_BUG);
}

/* The input is at fault: it nests too deeply, or it makes the compiler library crash. */
static void end_without_blame(const char *why) {
	say("error: ");
	say(why);
	say("\n");
	outputs_emergency(EMERGENCY_INPUT);
	_exit(EXIT_INPUT);
}

static void on_crash(int signal, siginfo_t *info, void *context) {
	(void)context;
	say(isatty(STDERR_FILENO) ? "\r\033[Kcbmc-mt: " : "cbmc-mt: ");
	if (signal != SIGABRT && deep_overflowed(info->si_addr))
		end_without_blame("the program nests too deeply: out of stack");
	if (diag_blamed())
		end_without_blame(diag_blamed());
	say("internal error: SIG");
	const char *name = sigabbrev_np(signal);
	say(name ? name : "?");
	say("\nThis is a bug in cbmc-mt. To reproduce: ");
	say(reproduce);
	say("\n");
	outputs_emergency(EMERGENCY_CRASH);
	_exit(EXIT_BUG);
}

/* Libraries in C++ throw when there is no more memory, and nobody would catch it.  They ask the
 * handler of std::set_new_handler first. */
static void catch_exhaustion(void) {
	void *(*set_new_handler)(void (*)(void));
	*(void **)&set_new_handler = dlsym(RTLD_DEFAULT, "_ZSt15set_new_handlerPFvvE");
	if (set_new_handler)
		set_new_handler(mem_exhausted);
}

void crash_catch(const char *command_line) {
	reproduce = command_line;
	catch_exhaustion();
	static char stack[65536];
	stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
	sigaltstack(&alternate, NULL);
	struct sigaction action = {.sa_sigaction = on_crash,
	                           .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		sigaction(signals[i], &action, NULL);
}
