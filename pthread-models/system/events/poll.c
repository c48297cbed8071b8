/* poll and select. */
#include "events.h"

enum { POLLED = DESCRIPTORS };

struct polled {        /* what a call of poll or select asks */
	struct file *file; /* NULL: the descriptor is closed */
	int asked, counts; /* of EVENT_: what is waited for, what ends the wait */
	int events;
};

/* In an atomic section: fills in the events; the result is how many have some.  'open' counts those
 * for which something may come from outside. */
static int look_at_all(struct polled *p, int n, int *open) {
	int ready = 0;
	*open = 0;
	for (int i = 0; i < n; i++) {
		int may = 0;
		int events = p[i].file == NULL ? EVENT_CLOSED : __model_events(p[i].file, p[i].asked, &may);
		events &= p[i].counts;
		may &= p[i].counts;
		if (may != 0) {
			++*open;
			events |= __model_outside_events(p[i].file, may);
		}
		p[i].events = events;
		ready += events != 0;
	}
	return ready;
}

/* How many have events; or -1 with EINTR.  'limit' is one of WAITS_. */
static int wait_for_all(struct polled *p, int n, int limit, int waiter) {
	struct thread *self = __model_self();
	int open, cancelled = 0, waited = 0, comes = 0;
	__mc_atomic_begin();
	int ready = look_at_all(p, n, &open);
#ifdef USES___model_begin_masked
	comes = __model_masked_signal(waiter);
#endif
	if (ready == 0 && open == 0 && !comes && limit == WAITS_FOREVER) {
		struct watches w;
		w.n = w.for_outside = 0;
		for (int i = 0; i < n; i++)
			__model_add_watch(&w, p[i].file, p[i].asked, NULL);
		__mc_atomic_end();
		__model_wait_for_watches(&w, waiter, NULL, 0);
		ready = look_at_all(p, n, &open);
		cancelled = CANCELLED(self);
		waited = 1;
	}
#ifdef USES___model_begin_masked
	if (waiter == WAITER_MASKED) {
		comes = __model_masked_signal(waiter);
		__mc_atomic_end();
		if (ready > 0)
			return ready;
		if (comes && !cancelled)
			return __model_deliver_masked() ? __model_error(EINTR)
			                                : wait_for_all(p, n, limit, waiter);
		__mc_atomic_begin();
		waiter = 0;
	}
#endif
	int interrupted = __model_end_wait(waiter);
	__mc_atomic_end();
	if (ready > 0)
		return ready;
	if (cancelled)
		__model_cancel_self();
	if (interrupted)
		return __model_error(EINTR);
	if (waited && open == 0)
		__mc_unsupported("a wait for what a file never tells");
	__mc_assume(limit != WAITS_FOREVER); /* something comes from outside */
	return 0;
}

struct poll_entry { /* struct pollfd */
	int fd;
	short events, happened;
};

static int poll_entries(struct poll_entry *entry, unsigned long n, int limit, int waiter) {
	struct polled p[POLLED];
	int known = 0, at[POLLED];
	for (unsigned long i = 0; i < n; i++) {
		if (entry[i].fd < 0)
			continue;
		__model_need_open(entry[i].fd);
		at[known] = entry[i].fd;
		p[known].asked = entry[i].events & 0xffff;
		p[known].counts = p[known].asked | EVENTS_ALWAYS;
		known++;
	}
	__mc_atomic_begin();
	for (int k = 0; k < known; k++)
		p[k].file = __model_file(at[k]);
	__mc_atomic_end();
	int ready = wait_for_all(p, known, limit, waiter);
	if (ready < 0)
		return -1;
	for (unsigned long i = 0, k = 0; i < n; i++)
		entry[i].happened = entry[i].fd < 0 ? 0 : (short)p[k++].events;
	return ready;
}

static void need_entries(struct poll_entry *entry, unsigned long n) {
	if (n > POLLED)
		__mc_unsupported("poll of more than 64 descriptors");
	NEED_WRITABLE(entry, n * sizeof *entry, "poll");
}

int poll(struct poll_entry *entry, unsigned long n, int milliseconds) {
	CANCELLATION_POINT();
	need_entries(entry, n);
	if (FAILS())
		return ERROR(ENOMEM);
	int limit = milliseconds < 0 ? WAITS_FOREVER : milliseconds == 0 ? WAITS_NOT : WAITS_LONG;
	return poll_entries(entry, n, limit, limit == WAITS_NOT ? 0 : __model_begin_poll());
}

int ppoll(struct poll_entry *entry, unsigned long n, const struct moment *time,
          const struct signal_set *mask) {
	CANCELLATION_POINT();
	need_entries(entry, n);
	int limit = __model_limit(time);
	if (limit < 0)
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(ENOMEM);
	int waiter = __model_begin_masked(mask, limit);
	int ready = poll_entries(entry, n, limit, waiter);
	__model_end_masked(waiter);
	return ready;
}

/* --- select. --- */

struct descriptor_set { /* fd_set */
	unsigned long word[1024 / (8 * sizeof(unsigned long))];
};

enum { WORD_BITS = 8 * sizeof(unsigned long) };

#define HAS_DESCRIPTOR(set, fd)                                                                    \
	((set) != NULL && ((set)->word[(fd) / WORD_BITS] >> ((fd) % WORD_BITS) & 1) != 0)

/* What select says of each set. */
enum {
	SELECT_IN = EVENTS_IN | EVENT_HANG_UP | EVENT_ERROR,
	SELECT_OUT = EVENTS_OUT | EVENT_ERROR,
	SELECT_URGENT = EVENT_URGENT
};

static int keep_ready(struct descriptor_set *set, int fd, int is_ready) {
	if (!HAS_DESCRIPTOR(set, fd))
		return 0;
	if (!is_ready)
		set->word[fd / WORD_BITS] &= ~(1UL << (fd % WORD_BITS));
	return is_ready;
}

static void need_set(struct descriptor_set *set, int n) {
	if (set != NULL && n > 0)
		NEED_WRITABLE(set, ((size_t)n + WORD_BITS - 1) / WORD_BITS * sizeof(long), "select");
}

/* An event that no set asks for does not count. */
static int select_sets(int n, struct descriptor_set *in, struct descriptor_set *out,
                       struct descriptor_set *urgent, int limit, int waiter) {
	struct polled p[POLLED];
	int known = 0, at[POLLED], is_closed = 0;
	for (int fd = 0; fd < n; fd++) {
		int asked = (HAS_DESCRIPTOR(in, fd) ? EVENTS_IN : 0) |
		            (HAS_DESCRIPTOR(out, fd) ? EVENTS_OUT : 0) |
		            (HAS_DESCRIPTOR(urgent, fd) ? EVENT_URGENT : 0);
		if (asked == 0)
			continue;
		if (fd >= POLLED)
			return __model_error(EBADF);
		__model_need_open(fd);
		at[known] = fd;
		p[known].asked = asked;
		p[known++].counts = (asked & EVENTS_IN ? SELECT_IN : 0) |
		                    (asked & EVENTS_OUT ? SELECT_OUT : 0) | (asked & EVENT_URGENT);
	}
	__mc_atomic_begin();
	for (int k = 0; k < known; k++) {
		p[k].file = __model_file(at[k]);
		is_closed |= p[k].file == NULL;
	}
	__mc_atomic_end();
	if (is_closed)
		return __model_error(EBADF);
	if (wait_for_all(p, known, limit, waiter) < 0)
		return -1;
	int ready = 0;
	for (int k = 0; k < known; k++) {
		ready += keep_ready(in, at[k], (p[k].events & SELECT_IN) != 0);
		ready += keep_ready(out, at[k], (p[k].events & SELECT_OUT) != 0);
		ready += keep_ready(urgent, at[k], (p[k].events & SELECT_URGENT) != 0);
	}
	return ready;
}

static int select_limited(int n, struct descriptor_set *in, struct descriptor_set *out,
                          struct descriptor_set *urgent, int limit, const struct signal_set *mask) {
	need_set(in, n);
	need_set(out, n);
	need_set(urgent, n);
	if (n < 0 || limit < 0)
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(ENOMEM);
	int waiter;
#ifdef USES_pselect
	waiter = __model_begin_masked(mask, limit);
#else
	(void)mask;
	waiter = limit == WAITS_NOT ? 0 : __model_begin_poll();
#endif
	int ready = select_sets(n, in, out, urgent, limit, waiter);
#ifdef USES_pselect
	__model_end_masked(waiter);
#endif
	return ready;
}

struct time_value { /* struct timeval */
	long seconds, microseconds;
};

/* Linux says how much time was left. */
static void tell_time_left(struct time_value *time, int ready) {
	long most = time->seconds;
	time->seconds = time->microseconds = 0;
	if (ready == 0)
		return;
	time->seconds = __mc_nondet_long();
	time->microseconds = __mc_nondet_long();
	__mc_assume(time->seconds >= 0 && time->seconds <= most && time->microseconds >= 0 &&
	            time->microseconds < 1000000);
}

int select(int n, struct descriptor_set *in, struct descriptor_set *out,
           struct descriptor_set *urgent, struct time_value *time) {
	CANCELLATION_POINT();
	int limit = time == NULL                                    ? WAITS_FOREVER
	            : time->seconds < 0 || time->microseconds < 0   ? -1
	            : time->seconds == 0 && time->microseconds == 0 ? WAITS_NOT
	                                                            : WAITS_LONG;
	int ready = select_limited(n, in, out, urgent, limit, NULL);
	if (limit == WAITS_LONG)
		tell_time_left(time, ready);
	return ready;
}

int pselect(int n, struct descriptor_set *in, struct descriptor_set *out,
            struct descriptor_set *urgent, const struct moment *time,
            const struct signal_set *mask) {
	CANCELLATION_POINT();
	return select_limited(n, in, out, urgent, __model_limit(time), mask);
}

/* What fortified headers call in FD_SET and its kin. */
long __fdelt_chk(long fd) {
	__mc_assert(fd >= 0 && fd < 1024, "bounds", "a descriptor is too large for a set");
	return fd / WORD_BITS;
}

long __fdelt_warn(long fd) {
	return __fdelt_chk(fd);
}

int __poll_chk(struct poll_entry *entry, unsigned long n, int milliseconds, size_t room) {
	(void)room;
	return poll(entry, n, milliseconds);
}

int __ppoll_chk(struct poll_entry *entry, unsigned long n, const struct moment *time,
                const struct signal_set *mask, size_t room) {
	(void)room;
	return ppoll(entry, n, time, mask);
}
