/* signalfd: signals that the program blocks are read. */
#include "special.h"

struct signal_list { /* struct file.object */
	signals set;
};

struct signal_record { /* struct signalfd_siginfo, as struct signal_info */
	int number, error, code, pid;
	unsigned char rest[112];
};

int signalfd(int fd, const struct signal_set *mask, int flags) {
	NEED_READABLE(mask, sizeof(signals), "signalfd");
	signals set = __model_read_set(mask) & ~NEVER_BLOCKED;
	if ((flags & ~(OPEN_NONBLOCK | OPEN_CLOEXEC)) != 0)
		return ERROR(EINVAL);
	if (fd != -1) {
		struct file *f = __model_find_special(fd, FILE_SIGNAL);
		if (f == NULL)
			return -1;
		__mc_atomic_begin();
		((struct signal_list *)f->object)->set = set;
		__mc_atomic_end();
		return fd;
	}
	if (FAILS())
		return ERROR(EMFILE, ENFILE, ENODEV, ENOMEM);
	struct signal_list *l = __mc_alloc(sizeof *l, __mc_internal);
	l->set = set;
	return __model_add_special(FILE_SIGNAL, flags, l);
}

/* Signals that can still come from outside. */
#define OUTSIDE_SIGNALS(set)                                                                       \
	(__mc_option("signals") > 0 ? (set) & ~FAULTS & ~NEVER_BLOCKED & ~__model_spent : 0)

int __model_signal_events(const struct file *f, int *may) {
	int me = __model_signal_self();
	const struct signal_list *l = f->object;
	if (((__model_pending[0] | __model_pending[1 + me]) & l->set) != 0)
		return EVENTS_IN;
	if (OUTSIDE_SIGNALS(l->set) != 0)
		*may = EVENTS_IN;
	return 0;
}

/* Whoever was told so finds it. */
void __model_signal_arrives(const struct file *f) {
	const struct signal_list *l = f->object;
	int number = __model_accept_signal(__model_signal_self(), l->set);
	if (__model_sender == SENDER_OUTSIDE)
		__model_pending[0] |= SIGNAL_BIT(number);
	else
		__model_make_pending(0, number, __model_sender);
}

/* One at a time, if there is room for more, too. */
ssize_t __model_signal_read(struct file *f, void *to, size_t n) {
	struct thread *self = __model_self();
	struct signal_list *l = f->object;
	struct signal_record record;
	int me = __model_signal_self(), waits = (f->flags & OPEN_NONBLOCK) == 0;
	int interrupted = 0, cancelled = 0, number = 0;
	signals outside = __mc_option("signals") > 0 ? ~(FAULTS | NEVER_BLOCKED) : 0;
	if (n < sizeof record)
		return __model_error(EINVAL);
	if (waits) {
		int waiter = __model_begin_wait();
		__mc_wait_until((((__model_pending[0] | __model_pending[1 + me]) & l->set) != 0) |
		                    ((outside & l->set & ~__model_spent) != 0) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_signal, NULL, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	} else {
		__mc_atomic_try(__mc_sync_signal);
	}
	int is_pending = ((__model_pending[0] | __model_pending[1 + me]) & l->set) != 0;
	int may_come = (outside & l->set & ~__model_spent) != 0;
	if (is_pending || (may_come && ((waits && !interrupted && !cancelled) || __mc_nondet_bool())))
		number = __model_accept_signal(me, l->set);
	enum sender sender = __model_sender;
	__mc_atomic_end();
	if (number == 0) {
		if (cancelled)
			__model_cancel_self();
		return __model_error(interrupted ? EINTR : EAGAIN);
	}
	__mc_havoc(&record, sizeof record);
	record.number = number;
	__model_explain_signal(sender, &record.error, &record.code, &record.pid);
	__mc_copy(to, &record, sizeof record);
	return sizeof record;
}
