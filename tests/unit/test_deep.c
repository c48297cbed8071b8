#include "util/base/deep.h"

#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/check.h"

#define OVERFLOWED 42

static unsigned descend(unsigned n) {
	volatile char frame[512];
	frame[n % sizeof frame] = 1;
	return n ? descend(n - 1) + (unsigned)frame[n % sizeof frame] : 0;
}

/* Needs 100 MB, far more than an ordinary stack. */
static void go_deep(void *data) {
	*(unsigned *)data = descend(200000);
}

static void nest(void *data) {
	unsigned depth = 0;
	CHECK(deep_run(go_deep, &depth));
	*(unsigned *)data = depth;
}

static void on_fault(int signal, siginfo_t *info, void *context) {
	(void)signal, (void)context;
	_exit(deep_overflowed(info->si_addr) ? OVERFLOWED : 1);
}

static void overflow(void *data) {
	(void)data;
	descend(UINT32_MAX);
}

static void fault(void *data) {
	**(volatile char **)data = 1;
}

/* How a child ends that runs f(data) and faults. */
static int ending(void (*f)(void *), void *data) {
	pid_t child = fork();
	if (!child) {
		struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_ONSTACK};
		sigaction(SIGSEGV, &action, NULL);
		sigaction(SIGBUS, &action, NULL);
		deep_run(f, data);
		_exit(0);
	}
	int status;
	waitpid(child, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int main(void) {
	unsigned depth = 0;
	CHECK(deep_run(go_deep, &depth));
	CHECK(depth == 200000);
	depth = 0;
	CHECK(deep_run(nest, &depth));
	CHECK(depth == 200000);
	CHECK(!deep_overflowed(&depth)); /* this stack is not deep */
#ifndef __SANITIZE_ADDRESS__         /* it explains an overflow itself */
	CHECK(ending(overflow, NULL) == OVERFLOWED);
	char *null = NULL;
	CHECK(ending(fault, &null) == 1);
#else
	(void)ending, (void)overflow, (void)fault;
#endif
	return check_done("deep");
}
