#define _GNU_SOURCE
#include "harness/signals.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "harness/calls.h"
#include "harness/cancel.h"
#include "harness/library.h"
#include "harness/outcome.h"
#include "harness/threads.h"
#include "harness/turns.h"

static _Thread_local bool interrupted __asm__("cbmc_mt_harness_interrupted");

void signals_begin_call(void) {
	interrupted = false;
}

bool signals_interrupted(void) {
	return interrupted;
}

/* What the last handler left. */
static _Thread_local struct {
	bool is_set;
	int value;
} error_number __asm__("cbmc_mt_harness_error_number");

int signals_save_errno(void) {
	error_number.is_set = false;
	return errno;
}

void signals_restore_errno(int before) {
	errno = error_number.is_set ? error_number.value : before;
}

/* How many of each signal the program has sent, and has not got; others come from outside. */
static unsigned sent[NSIG] __asm__("cbmc_mt_harness_sent");

static void note_origin(int number) {
	if (number > 0 && number < NSIG && sent[number])
		sent[number]--;
	else
		outcome_add("forced", "signals from outside");
}

void signals_deliver(int number) {
	int error = errno;
	note_origin(number);
	turns_unlock();
	pid_t thread = (pid_t)syscall(SYS_gettid);
	errno = error;
	syscall(SYS_tgkill, getpid(), thread, number);
	error_number.value = errno;
	error_number.is_set = true;
	turns_lock();
	interrupted = true;
	errno = error_number.value;
}

/* Does the process do something else with it than execute a handler? */
static bool has_no_handler(int number) {
	struct sigaction now;
	return number < 1 || sigaction(number, NULL, &now) || now.sa_handler == SIG_DFL;
}

/* Sends it: handlers are executed at their elements, the first ones inside this call.  Where no
 * schedule is followed, it is sent as the program says.  True: the real function is to be called.
 */
static bool sends(const char *name, const void *caller, int number) {
	calls_enter(name, caller);
	bool is_real = !calls_follows() || has_no_handler(number);
	if (!is_real) {
		sent[number]++;
		calls_effect();
	}
	calls_leave();
	return is_real;
}

int raise(int number) {
	if (!calls_is_own(CALLER) || sends("raise", CALLER, number))
		return REAL(raise)(number);
	return 0;
}

int kill(pid_t pid, int number) {
	bool is_here = pid == 0 || pid == getpid();
	if (!calls_is_own(CALLER) || sends("kill", CALLER, number) || !is_here)
		return REAL(kill)(pid, number);
	return 0;
}

int pthread_kill(pthread_t thread, int number) {
	if (!calls_is_own(CALLER))
		return REAL(pthread_kill)(thread, number);
	if (sends("pthread_kill", CALLER, number)) {
		turns_lock();
		int to = threads_find(thread);
		bool is_over = to != NOBODY && threads[to].has_ended;
		if (cancel_is_over(to))
			calls_misuse("a signal is sent to a thread that was joined, or was detached and has "
			             "ended");
		turns_unlock();
		return to == NOBODY ? ESRCH : is_over ? 0 : REAL(pthread_kill)(thread, number);
	}
	return 0;
}

/* Signals of timers come when the schedule says. */
unsigned alarm(unsigned seconds) {
	if (!calls_is_own(CALLER))
		return REAL(alarm)(seconds);
	calls_enter("alarm", CALLER);
	calls_effect();
	calls_leave();
	return 0;
}

static bool was_interrupted(const void *unused) {
	(void)unused;
	return interrupted || cancel_is_due();
}

int pause(void) {
	if (!calls_is_own(CALLER))
		return REAL(pause)();
	calls_enter("pause", CALLER);
	if (!turns_drain(WAIT)) {
		interrupted = false; /* what was handled before the wait began does not end it */
		calls_wait_for(was_interrupted, NULL, "a signal", NOBODY);
	}
	cancel_point();
	calls_leave();
	errno = EINTR;
	return -1;
}
