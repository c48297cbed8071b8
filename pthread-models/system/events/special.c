/* Descriptors of eventfd, timerfd, signalfd and epoll: what they have in common. */
#include "special.h"

int __model_add_special(int kind, int flags, void *object) {
	struct channel *c = NULL;
	if (kind != FILE_EPOLL) {
		c = __mc_alloc(sizeof *c, __mc_internal);
		__mc_set(c, 0, sizeof *c);
		c->readers = c->writers = 1;
	}
	__mc_atomic_begin();
	struct file *f = __model_add_file(kind, ACCESS_BOTH | (flags & (OPEN_NONBLOCK | OPEN_CLOEXEC)));
	f->object = object;
	f->in = c;
	int fd = __model_add_descriptor(f, 0);
	__mc_atomic_end();
	return fd;
}

ssize_t __model_special_read(struct file *f, void *to, size_t n) {
	switch (f->kind) {
#ifdef USES_eventfd
	case FILE_EVENT: return __model_counter_read(f, to, n);
#endif
#ifdef USES_timerfd_create
	case FILE_TIMER: return __model_timer_read(f, to, n);
#endif
#ifdef USES_signalfd
	case FILE_SIGNAL: return __model_signal_read(f, to, n);
#endif
	default: (void)to, (void)n; return __model_error(EINVAL);
	}
}

ssize_t __model_special_write(struct file *f, const void *from, size_t n) {
#ifdef USES_eventfd
	if (f->kind == FILE_EVENT)
		return __model_counter_write(f, from, n);
#endif
	(void)f, (void)from, (void)n;
	return __model_error(EINVAL);
}

struct file *__model_find_special(int fd, int kind) {
	struct file *f = __model_find_file(fd);
	if (f == NULL || f->kind == kind)
		return f;
	__model_error(EINVAL);
	return NULL;
}
