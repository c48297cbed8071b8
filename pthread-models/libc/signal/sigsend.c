/* Signals that the program sends to itself. */
#include "../../system/process/process.h"

/* In an atomic section.  A pending set holds a signal once, as Linux does of the ordinary ones; of
 * real-time signals it keeps each. */
void __model_make_pending(int to, int number, enum sender sender) {
	signals bit = SIGNAL_BIT(number);
	if (number > LAST_ORDINARY && (__model_pending[to] & bit) != 0)
		__mc_unsupported("a real-time signal that is sent again while it is pending");
	signals first = bit & ~__model_pending[to];
	if (sender == SENDER_USER)
		__model_sent_to_process[to] |= first;
	else
		__model_sent_to_thread[to] |= first;
	__model_pending[to] |= bit;
	__mc_order_release(&__model_pending[to]);
}

static void generate(int to, int number, enum sender sender) {
	__mc_atomic_begin();
	__model_make_pending(to, number, sender);
	__mc_atomic_end();
}

/* Returns when the handler has. */
int raise(int number) {
	int me = __model_signal_self();
	if (number < 0 || number > LAST_SIGNAL)
		return __model_signal_error(EINVAL);
	if (number == 0)
		return 0;
	generate(1 + me, number, SENDER_THREAD);
	__model_deliver_all(me);
	return 0;
}

/* What the system does with a thread that writes where nobody reads. */
void __model_raise_pipe(void) {
	int me = __model_signal_self();
	generate(1 + me, SIGNAL_PIPE, SENDER_USER);
	__model_deliver_all(me);
}

int pthread_kill(unsigned long thread, int number) {
	int me = __model_signal_self();
	struct thread *t = __model_find_thread(thread);
	if (t == NULL)
		return ESRCH;
	if (IS_INTERNAL(number))
		return EINVAL;
	if (thread > SIGNAL_THREADS)
		__mc_unsupported("signals and more than 64 threads");
	__mc_atomic_begin();
	int is_over = ID_IS_OVER(t);
	int has_ended = t->has_ended;
	__mc_assert(!is_over, "lock",
	            "a signal is sent to a thread that was joined, or was detached and has ended");
	if (!has_ended && number > 0 && number <= LAST_SIGNAL)
		__model_make_pending((int)thread, number, SENDER_THREAD);
	__mc_atomic_end();
	if (is_over)
		return ESRCH;
	if (has_ended || number == 0)
		return 0;
	if (number < 0 || number > LAST_SIGNAL)
		return EINVAL;
	if (thread == (unsigned long)me + 1)
		__model_deliver_all(me);
	return 0;
}

/* To this process, which all threads of it may take; of others nothing is known. */
int kill(int pid, int number) {
	int me = __model_signal_self();
	if (number < 0 || number > LAST_SIGNAL)
		return __model_signal_error(EINVAL);
		/* A child is there until somebody waits for it. */
#ifdef USES_fork
	if (__model_is_child(pid))
		return FAILS() ? ERROR(EPERM) : 0;
#endif
#ifdef USES_posix_spawn
	if (__model_is_child(pid))
		return FAILS() ? ERROR(EPERM) : 0;
#endif
	if (pid != 0 && pid != getpid()) {
		if (pid < 0 && number != 0)
			__mc_unsupported("kill of a process group, to which this process may belong");
		return FAILS() ? ERROR(EPERM, ESRCH) : 0;
	}
	if (number == 0)
		return 0;
	generate(0, number, SENDER_USER);
	__model_deliver_all(me);
	return 0;
}

int killpg(int group, int number) {
	return kill(group == 0 ? 0 : -group, number);
}

int sigqueue(int pid, int number, void *value) {
	(void)pid, (void)number, (void)value;
	__mc_unsupported("sigqueue: signals with values");
	return 0;
}
