/* Waiting for signals.
 *
 * Who waits for a signal may wait for one from outside, so that is no deadlock as long as --signals
 * lets any arrive: the engine knows waits for a "signal".
 */
#include "../../threads/signal.h"

int __model_accept_signal(int me, signals set) {
	int number = __model_take_signal(me, set);
	if (number == 0) {
		set &= ~__model_spent & ~FAULTS;
		number = __builtin_ctzll(set) + 1;
		if ((set & (set - 1)) != 0) { /* any of them */
			number = __mc_nondet_int();
			__mc_assume(number >= 1 && number <= LAST_SIGNAL &&
			            (set >> ((unsigned)(number - 1) & 63) & 1));
		}
		__model_count_arrival(number);
		__mc_signal(__mc_arrives, number);
		__model_sender = SENDER_OUTSIDE;
	}
	return number;
}

static int wait_for_signal(signals set, enum sender *sender) {
	int me = __model_signal_self();
	signals outside = __mc_option("signals") > 0 ? set & ~FAULTS & ~NEVER_BLOCKED : 0;
	struct thread *self = __model_self();
	__mc_wait_until((((__model_pending[0] | __model_pending[1 + me]) & set) != 0) |
	                    ((outside & ~__model_spent) != 0) | CANCELLED(self),
	                __mc_sync_signal, NULL, -1);
	int cancelled = CANCELLED(self);
	int number = cancelled ? 0 : __model_accept_signal(me, set);
	*sender = __model_sender;
	__mc_atomic_end();
	if (cancelled)
		__model_cancel_self();
	return number;
}

int sigwait(const struct signal_set *set, int *number) {
	enum sender sender;
	*number = wait_for_signal(__model_read_set(set), &sender);
	return 0;
}

/* glibc says SI_USER where a thread has sent it. */
static void tell(struct signal_info *info, int number, enum sender sender) {
	if (info == NULL)
		return;
	__mc_assert(__mc_writable(info, sizeof *info), "pointer",
	            "sigwaitinfo writes outside of an object");
	__mc_havoc(info, sizeof *info);
	info->number = number;
	sender = sender == SENDER_THREAD ? SENDER_USER : sender;
	__model_explain_signal(sender, &info->error, &info->code, &info->pid);
}

int sigwaitinfo(const struct signal_set *set, struct signal_info *info) {
	enum sender sender;
	int number = wait_for_signal(__model_read_set(set), &sender);
	tell(info, number, sender);
	return number;
}

/* The time may be over at once. */
int sigtimedwait(const struct signal_set *set, struct signal_info *info,
                 const struct moment *limit) {
	if (limit == NULL)
		return sigwaitinfo(set, info);
	int me = __model_signal_self();
	signals wanted = __model_read_set(set);
	if (!__model_is_moment(limit))
		return __model_signal_error(EINVAL);
	__mc_atomic_begin();
	int number = __model_take_signal(me, wanted);
	if (number == 0 && __mc_option("signals") > 0 && (wanted & ~FAULTS & ~__model_spent) != 0 &&
	    __mc_nondet_bool())
		number = __model_accept_signal(me, wanted);
	enum sender sender = __model_sender;
	__mc_atomic_end();
	if (number == 0)
		return __model_signal_error(EAGAIN);
	tell(info, number, sender);
	return number;
}

/* Until a handler has run. */
static int wait_for_handler(int me) {
	struct thread *self = __model_self();
	__mc_wait_until((__model_awaits_handler[me] == 0) | CANCELLED(self), __mc_sync_signal, NULL,
	                -1);
	int cancelled = CANCELLED(self);
	__mc_atomic_end();
	if (cancelled)
		__model_cancel_self();
	return __model_signal_error(EINTR);
}

int pause(void) {
	int me = __model_signal_self();
	__mc_atomic_begin();
	__model_awaits_handler[me] = AWAITS_ANY;
	__mc_atomic_end();
	return wait_for_handler(me);
}

int sigsuspend(const struct signal_set *mask) {
	int me = __model_signal_self();
	signals set = __model_read_set(mask) & ~NEVER_BLOCKED;
	__mc_atomic_begin();
	signals before = __model_blocked[me];
	__model_blocked[me] = set;
	__model_before_suspension[me] = before;
	__model_is_suspended[me] = 1;
	__model_awaits_handler[me] = AWAITS_ANY;
	__mc_atomic_end();
	__model_deliver_all(me);
	wait_for_handler(me);
	__mc_atomic_begin();
	__model_blocked[me] = before;
	__mc_atomic_end();
	__model_deliver_all(me);
	return -1;
}
