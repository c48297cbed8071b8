/* Channels: what was written at one end is what is read at the other, in order.  Reading waits
 * until there is something or nobody can write any more, writing until there is room. */
#include "files.h"

void __model_raise_pipe(void);

struct channel *__model_add_channel(void) {
	struct channel *c = __mc_alloc(sizeof *c, __mc_internal);
	c->byte = __mc_alloc(CHANNEL_SIZE, __mc_internal);
	c->first = c->end = 0;
	c->readers = c->writers = 1;
	c->writes = c->is_gone = c->is_reset = 0;
	c->arrivals = 0;
	return c;
}

/* In an atomic section; there are n bytes. */
static void take_bytes(struct channel *c, void *to, size_t n) {
	__mc_copy(to, c->byte + c->first, n);
	c->first += n;
	if (c->first == c->end)
		c->first = c->end = 0;
	__mc_order_acquire(&c->end);
}

void __model_put_bytes(struct channel *c, const void *from, size_t n) {
	if (c->end + n > CHANNEL_SIZE) {
		__mc_copy(c->byte, c->byte + c->first, c->end - c->first);
		c->end -= c->first;
		c->first = 0;
	}
	__mc_copy(c->byte + c->end, from, n);
	c->end += n;
	__mc_order_release(&c->end);
#ifdef USES_epoll_ctl
	c->arrivals++;
#endif
}

ssize_t __model_channel_read(struct channel *c, int flags, void *to, size_t n) {
	struct thread *self = __model_self();
	int waiter = 0, cancelled = 0, interrupted = 0;
	if (n == 0)
		return 0;
	if ((flags & OPEN_NONBLOCK) != 0) {
		__mc_atomic_try(__mc_sync_input);
	} else {
		waiter = __model_begin_wait();
		__mc_wait_until(!IS_EMPTY(c) | (c->writers == 0) | CANCELLED(self) | INTERRUPTED(waiter),
		                __mc_sync_input, c, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	}
	size_t there = c->end - c->first, done = there < n ? there : n;
	int is_over = c->writers == 0;
	if (done > 0)
		take_bytes(c, to, done);
	else if (is_over)
		__mc_order_acquire(&c->writers);
	__mc_atomic_end();
	if (done > 0) {
		TOUCH_TO_WRITE(to, done);
		return (ssize_t)done;
	}
	if (is_over)
		return 0;
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}

/* A program that neither sets actions nor masks ends here. */
ssize_t __model_broken_pipe(void) {
#ifdef USES_set_action
	__model_raise_pipe();
#else
#ifdef USES_pthread_sigmask
	__model_raise_pipe();
#else
	__mc_abort();
#endif
#endif
	return __model_error(EPIPE);
}

/* One part of what is written, at most ATOMIC_WRITE bytes: all of it, or -1. */
static ssize_t write_part(struct channel *c, int flags, const void *from, size_t n) {
	struct thread *self = __model_self();
	int waiter = 0, cancelled = 0, interrupted = 0;
	if ((flags & OPEN_NONBLOCK) != 0) {
		__mc_atomic_try(__mc_sync_room);
	} else {
		waiter = __model_begin_wait();
		__mc_wait_until((ROOM_IN(c) >= n) | (c->readers == 0) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_room, c, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	}
	int is_broken = c->readers == 0, fits = ROOM_IN(c) >= n;
	if (!is_broken && fits)
		__model_put_bytes(c, from, n);
	__mc_atomic_end();
	if (is_broken)
		return __model_broken_pipe();
	if (fits)
		return (ssize_t)n;
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}

/* Long ones are written in parts, between which others may write; an error ends them where
 * something was written already. */
ssize_t __model_channel_write(struct channel *c, int flags, const void *from, size_t n) {
	const char *at = from;
	size_t done = 0;
	if (n <= ATOMIC_WRITE)
		return n == 0 ? 0 : write_part(c, flags, from, n);
	while (done < n) {
		size_t part = n - done < ATOMIC_WRITE ? n - done : ATOMIC_WRITE;
		ssize_t written = write_part(c, flags, at + done, part);
		if (written < 0)
			return done > 0 ? (ssize_t)done : -1;
		done += part;
	}
	return (ssize_t)done;
}
