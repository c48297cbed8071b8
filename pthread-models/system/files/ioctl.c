/* ioctl: what a request does to memory, its number says, or this table. */
#include "../sockets/socket.h"
#include "../events/special.h"

enum {                         /* requests without a size in their number */
	   OUTPUT_QUEUE = 0x5411,  /* TIOCOUTQ, of sockets SIOCOUTQ */
	   TERMINAL_SIZE = 0x5413, /* TIOCGWINSZ */
	   BYTES_TO_READ = 0x541b, /* FIONREAD */
	   SET_NONBLOCK = 0x5421,  /* FIONBIO */
	   NO_CLOEXEC = 0x5450,    /* FIONCLEX */
	   SET_CLOEXEC = 0x5451,   /* FIOCLEX */
	   SET_ASYNC = 0x5452,     /* FIOASYNC */
	   FILE_SIZE = 0x5460,     /* FIOQSIZE */
	   TERMINAL_FIRST = 0x5400,
	   TERMINAL_LAST = 0x54ff,
};

struct window { /* struct winsize */
	unsigned short rows, columns, width, height;
};

#define REQUEST_SIZE(request)   (((request) >> 16) & 0x3fff)
#define REQUEST_READS(request)  (((request)&0x80000000u) != 0) /* the program, from the system */
#define REQUEST_WRITES(request) (((request)&0x40000000u) != 0)

static int set_nonblock(int fd, const int *on) {
	NEED_READABLE(on, sizeof *on, "ioctl");
	int value = *on;
	(void)__model_changes_files;
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	if (f != NULL)
		f->flags = value != 0 ? f->flags | OPEN_NONBLOCK : f->flags & ~OPEN_NONBLOCK;
	__mc_atomic_end();
	return f == NULL ? ERROR(EBADF) : 0;
}

/* In an atomic section.  Each message has its length in front.  Of packets all count, of datagrams
 * the first. */
static int bytes_in(struct file f, const struct channel *c) {
	size_t n = c->end - c->first;
#ifdef USES___model_add_socket
	const struct socket *s = f.kind == FILE_SOCKET ? f.object : NULL;
	if (s != NULL && s->type == SOCKET_PACKETS) {
		n -= (size_t)c->writes * sizeof(unsigned);
	} else if (s != NULL && s->type != SOCKET_STREAM && n > 0) {
		unsigned stored;
		__mc_copy(&stored, c->byte + c->first, sizeof stored);
		n = stored;
	}
#endif
	(void)f;
	return (int)n;
}

/* Both ends of a pipe tell what is in it. */
static int bytes_to_read(struct file f, int *to) {
	const struct channel *c = f.in != NULL ? f.in : f.kind == FILE_PIPE ? f.out : NULL;
	if (IS_SPECIAL(f.kind))
		return f.kind == FILE_EPOLL ? ERROR(EINVAL) : ERROR(ENOTTY);
	NEED_WRITABLE(to, sizeof *to, "ioctl");
	int n = 0;
	if (c != NULL) {
		__mc_atomic_begin();
		n = bytes_in(f, c);
		__mc_atomic_end();
	} else {
		n = __mc_nondet_int();
		__mc_assume(n >= 0);
		if (FAILS())
			return ERROR(EINVAL, ENOTTY);
	}
	*to = n;
	return 0;
}

static int terminal_size(struct file f, struct window *to) {
	NEED_WRITABLE(to, sizeof *to, "ioctl");
	if (f.kind > FILE_ORDINARY)
		return f.kind == FILE_EPOLL ? ERROR(EINVAL) : ERROR(ENOTTY);
	if (FAILS())
		return ERROR(EINVAL, ENOTTY);
	__mc_havoc_input(to, sizeof *to);
	return 0;
}

/* The rest of the object, if it is a pointer: that is what the system could change. */
static void change_object(void *argument) {
	if (!__mc_is_live(argument))
		return;
	ptrdiff_t at = __mc_offset(argument);
	size_t size = __mc_object_size(argument);
	if (at >= 0 && (size_t)at < size)
		__mc_havoc(argument, size - (size_t)at);
}

/* Of what lies inside the program nothing is a terminal. */
static int is_no_terminal(struct file f, unsigned request) {
	return f.kind > FILE_ORDINARY && request != OUTPUT_QUEUE && request != SET_ASYNC &&
	       request != FILE_SIZE;
}

static int any_request(struct file f, unsigned request, void *argument) {
	size_t size = REQUEST_SIZE(request);
	if (request >= TERMINAL_FIRST && request <= TERMINAL_LAST) {
		if (is_no_terminal(f, request))
			return f.kind == FILE_EPOLL ? ERROR(EINVAL) : ERROR(ENOTTY);
		if (FAILS())
			return ERROR(EINVAL, EIO, ENOTTY, EPERM);
		change_object(argument);
		return 0;
	}
	if (!REQUEST_READS(request) && !REQUEST_WRITES(request))
		__mc_unsupported("ioctl with a request whose number does not say what it changes");
	if (REQUEST_WRITES(request))
		NEED_READABLE(argument, size, "ioctl");
	if (FAILS())
		return ERROR(EINVAL, ENOTTY);
	if (REQUEST_READS(request)) {
		NEED_WRITABLE(argument, size, "ioctl");
		__mc_havoc(argument, size);
	}
	int value = __mc_nondet_int();
	__mc_assume(value >= 0);
	return value;
}

int ioctl(int fd, unsigned long number, ...) {
	unsigned request = (unsigned)number;
	__builtin_va_list list;
	OPTIONAL_CANCELLATION_POINT();
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	if (request == SET_CLOEXEC || request == NO_CLOEXEC) {
#ifdef USES___model_control
		__mc_atomic_begin();
		__model_close_on_exec[fd] = request == SET_CLOEXEC;
		__mc_atomic_end();
#endif
		return 0;
	}
	__builtin_va_start(list, number);
	void *argument = __builtin_va_arg(list, void *);
	__builtin_va_end(list);
	switch (request) {
	case SET_NONBLOCK: return set_nonblock(fd, argument);
	case BYTES_TO_READ: return bytes_to_read(f, argument);
	case TERMINAL_SIZE: return terminal_size(f, argument);
	default: return any_request(f, request, argument);
	}
}
