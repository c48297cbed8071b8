/* eventfd: a counter. */
#include "special.h"

enum { COUNTER_SEMAPHORE = 1 };
#define COUNTER_MOST 0xfffffffffffffffeULL

struct event_counter {
	unsigned long long count;
	int is_semaphore;
};

int eventfd(unsigned initial, int flags) {
	if ((flags & ~(COUNTER_SEMAPHORE | OPEN_NONBLOCK | OPEN_CLOEXEC)) != 0)
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(EMFILE, ENFILE, ENODEV, ENOMEM);
	struct event_counter *e = __mc_alloc(sizeof *e, __mc_internal);
	e->count = initial;
	e->is_semaphore = flags & COUNTER_SEMAPHORE;
	int fd = __model_add_special(FILE_EVENT, flags, e);
	if (initial > 0) {
		__mc_atomic_begin();
		__model_file(fd)->in->end = 1;
		__mc_atomic_end();
	}
	return fd;
}

int __model_counter_events(const struct file *f) {
	const struct event_counter *e = f->object;
	return (e->count > 0 ? EVENTS_IN : 0) | (e->count < COUNTER_MOST ? EVENTS_OUT : 0);
}

ssize_t __model_counter_read(struct file *f, void *to, size_t n) {
	struct thread *self = __model_self();
	struct event_counter *e = f->object;
	struct channel *c = f->in;
	unsigned long long value = 0;
	int cancelled = 0, interrupted = 0;
	if (n < sizeof value)
		return __model_error(EINVAL);
	if ((f->flags & OPEN_NONBLOCK) != 0) {
		__mc_atomic_try(__mc_sync_input);
	} else {
		int waiter = __model_begin_wait();
		__mc_wait_until(!IS_EMPTY(c) | CANCELLED(self) | INTERRUPTED(waiter), __mc_sync_input, c,
		                -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	}
	if (e->count > 0) {
		value = e->is_semaphore ? 1 : e->count;
		e->count -= value;
		c->end = e->count > 0;
		__mc_order_acquire(&e->count);
	}
	__mc_atomic_end();
	if (value > 0) {
		__mc_copy(to, &value, sizeof value);
		return sizeof value;
	}
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}

/* More than eight bytes are an error since Linux 6.9. */
ssize_t __model_counter_write(struct file *f, const void *from, size_t n) {
	struct thread *self = __model_self();
	struct event_counter *e = f->object;
	unsigned long long value;
	int cancelled = 0, interrupted = 0;
	if (n < sizeof value || (n > sizeof value && __mc_nondet_bool()))
		return __model_error(EINVAL);
	__mc_copy(&value, from, sizeof value);
	if (value > COUNTER_MOST)
		return __model_error(EINVAL);
	if ((f->flags & OPEN_NONBLOCK) != 0) {
		__mc_atomic_try(__mc_sync_room);
	} else {
		int waiter = __model_begin_wait();
		__mc_wait_until((COUNTER_MOST - e->count >= value) | CANCELLED(self) | INTERRUPTED(waiter),
		                __mc_sync_room, f->in, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	}
	int fits = COUNTER_MOST - e->count >= value;
	if (fits) {
		e->count += value;
		f->in->end = e->count > 0;
		__mc_order_release(&e->count);
#ifdef USES_epoll_ctl
		f->in->arrivals++;
#endif
	}
	__mc_atomic_end();
	if (fits)
		return sizeof value;
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}

ssize_t read(int fd, void *to, size_t n);
ssize_t write(int fd, const void *from, size_t n);

int eventfd_read(int fd, unsigned long long *value) {
	return read(fd, value, sizeof *value) == sizeof *value ? 0 : -1;
}

int eventfd_write(int fd, unsigned long long value) {
	return write(fd, &value, sizeof value) == sizeof value ? 0 : -1;
}
