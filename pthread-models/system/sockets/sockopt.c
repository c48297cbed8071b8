/* What is asked about sockets, and what is set. */
#include "inside.h"

enum { /* of level 1, SOL_SOCKET */
	   LEVEL_SOCKET = 1,
	   OPTION_REUSE_ADDRESS = 2,
	   OPTION_TYPE = 3,
	   OPTION_ERROR = 4,
	   OPTION_SEND_BUFFER = 7,
	   OPTION_RECEIVE_BUFFER = 8,
	   OPTION_LINGER = 13,
	   OPTION_REUSE_PORT = 15,
	   OPTION_RECEIVE_TIME = 20,
	   OPTION_SEND_TIME = 21,
	   OPTION_ACCEPTS = 30,
	   OPTION_PROTOCOL = 38,
	   OPTION_DOMAIN = 39,
	   OPTION_RECEIVE_TIME_NEW = 66,
	   OPTION_SEND_TIME_NEW = 67,
	   OPTIONS = 128, /* more than any Linux has */
};

int getsockname(int fd, void *address, unsigned *length) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_WRITABLE(length, sizeof *length, "getsockname");
	if ((int)*length < 0)
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(ENOBUFS);
	const struct socket *s = &now.is;
#ifdef USES___model_wants_names
	if (__model_tell_name(s->self, address, length))
		return 0;
#endif
	int unnamed = s->domain == DOMAIN_UNIX && (s->state == SOCKET_NEW || now.in != NULL);
	__model_tell_address(s, unnamed, address, length);
	return 0;
}

int getpeername(int fd, void *address, unsigned *length) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_WRITABLE(length, sizeof *length, "getpeername");
	if ((int)*length < 0)
		return ERROR(EINVAL);
	if (now.is.state != SOCKET_CONNECTED && now.in == NULL)
		return ERROR(ENOTCONN);
	if (FAILS()) /* the other side may be gone */
		return now.in == NULL ? ERROR(ENOBUFS, ENOTCONN) : ERROR(ENOBUFS);
#ifdef USES___model_wants_names
	if (__model_tell_name(now.is.peer, address, length))
		return 0;
#endif
	__model_tell_address(&now.is, now.in != NULL, address, length);
	return 0;
}

int sockatmark(int fd) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0) {
		if (*__errno_location() == ENOTSOCK)
			return ERROR(ENOTTY);
		return -1;
	}
	if (now.is.type != SOCKET_STREAM)
		return ERROR(EINVAL, ENOTTY, EOPNOTSUPP);
	int may_be = now.is.domain != DOMAIN_UNIX && now.is.state == SOCKET_CONNECTED;
	return may_be && __mc_nondet_bool();
}

/* Of a pair: the other end receives what was sent, and then that it was all. */
int shutdown(int fd, int how) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	if (how < 0 || how > 2)
		return ERROR(EINVAL);
	if (now.is.domain != DOMAIN_UNIX && now.is.state < SOCKET_LISTENING)
		return ERROR(ENOTCONN);
	if (now.in == NULL && FAILS())
		return ERROR(ENOTCONN);
	int what = how + 1; /* SHUT_RD, SHUT_WR, SHUT_RDWR */
#ifdef USES___model_wants_names
	if (now.in != NULL && IS_TCP(&now.is) && __model_is_broken(&now))
		return ERROR(ENOTCONN);
#endif
	__mc_atomic_begin();
#ifdef USES___model_wants_names
	if (now.is.state == SOCKET_LISTENING && (what & SHUT_TO_READ) != 0)
		__model_end_listening(now.object);
#endif
	if (now.is.state != SOCKET_LISTENING)
		now.object->shut |= what;
	else if ((what & SHUT_TO_READ) != 0)
		now.object->state = SOCKET_BOUND;
	if (now.in != NULL && (what & SHUT_TO_READ) != 0)
		now.in->readers = 0;
	if (now.out != NULL && (what & SHUT_TO_WRITE) != 0) {
		now.out->writers = 0;
		__mc_order_release(&now.out->writers);
	}
	__mc_atomic_end();
	return 0;
}

/* Who waits no longer than that sees EAGAIN. */
static void set_time_limit(struct socket *s, int which) {
	__mc_atomic_begin();
	s->timed |= which;
	__mc_atomic_end();
}

/* How many bytes the value of an option has at least. */
static unsigned option_size(int level, int option) {
	if (level != LEVEL_SOCKET)
		return 0;
	if (option == OPTION_RECEIVE_TIME || option == OPTION_SEND_TIME)
		return 2 * sizeof(long);
	if (option == OPTION_RECEIVE_TIME_NEW || option == OPTION_SEND_TIME_NEW)
		return 16;
	return option == OPTION_LINGER ? 8 : 4;
}

/* Addresses, times and the like beside a message.  Of options of other levels nobody knows, but for
 * those of TCP. */
static int brings_control(int level, int option) {
	enum {
		LEVEL_TCP = 6,
		OPTION_CREDENTIALS = 16,
		OPTION_TIME = 29,
		OPTION_SECURITY = 34,
		OPTION_TIME_FINE = 35,
		OPTION_TIME_ALL = 37,
		OPTION_OVERFLOW = 40,
		OPTION_PIDFD = 76
	};
	if (level != LEVEL_SOCKET)
		return level != LEVEL_TCP;
	return option == OPTION_CREDENTIALS || option == OPTION_TIME || option == OPTION_SECURITY ||
	       option == OPTION_TIME_FINE || option == OPTION_TIME_ALL || option == OPTION_OVERFLOW ||
	       option == OPTION_PIDFD || (option >= 63 && option <= 65);
}

int setsockopt(int fd, int level, int option, const void *value, unsigned length) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	if ((int)length < 0)
		return ERROR(EINVAL);
	NEED_READABLE(value, (size_t)length, "setsockopt");
	if (level == LEVEL_SOCKET &&
	    (option == OPTION_TYPE || option == OPTION_ERROR || option == OPTION_ACCEPTS ||
	     option == OPTION_PROTOCOL || option == OPTION_DOMAIN || option <= 0 || option >= OPTIONS))
		return ERROR(ENOPROTOOPT);
	if (length < option_size(level, option))
		return ERROR(EINVAL);
	if (FAILS())
		return level == LEVEL_SOCKET
		           ? ERROR(EACCES, EDOM, EINVAL, ENOBUFS, ENODEV, ENOMEM, ENOPROTOOPT, EPERM)
		           : ERROR(EACCES, EADDRINUSE, EADDRNOTAVAIL, EINVAL, EISCONN, ENOBUFS, ENODEV,
		                   ENOENT, ENOMEM, ENOPROTOOPT, ENOTCONN, EOPNOTSUPP, EPERM);
	if (brings_control(level, option)) {
		if (now.in != NULL)
			__mc_unsupported("control data of a socket pair");
		__mc_atomic_begin();
		now.object->wants_control = 1;
		__mc_atomic_end();
	}
	if (level != LEVEL_SOCKET)
		return 0;
#ifdef USES___model_wants_names
	if (option == OPTION_REUSE_ADDRESS || option == OPTION_REUSE_PORT) {
		int on = *(const int *)value != 0;
		__mc_atomic_begin();
		now.object->reuses = !on ? 0 : option == OPTION_REUSE_PORT ? 2 : now.is.reuses | 1;
		__mc_atomic_end();
	}
#endif
	if (now.in != NULL && (option == OPTION_SEND_BUFFER || option == OPTION_RECEIVE_BUFFER))
		__mc_unsupported("buffer sizes of a socket pair");
	if (option == OPTION_RECEIVE_TIME || option == OPTION_RECEIVE_TIME_NEW)
		set_time_limit(now.object, TIMED_TO_RECEIVE);
	if (option == OPTION_SEND_TIME || option == OPTION_SEND_TIME_NEW)
		set_time_limit(now.object, TIMED_TO_SEND);
	return 0;
}

/* A connection that was begun without waiting is there, or not, when somebody asks. */
static int take_error(struct socket_now *now) {
	int error = now->is.error, state = now->is.state;
	if (now->in != NULL) { /* the other end was closed with something unread */
		__mc_atomic_begin();
		int is_reset = now->in->is_reset;
		now->in->is_reset = 0;
#ifdef USES___model_wants_names
		if (IS_TCP(&now->is)) {
			if (!is_reset && now->out->is_gone == 2)
				error = EPIPE;
			if (is_reset || now->out->is_gone == 2)
				now->out->is_gone = 3;
		}
		now->object->state = SOCKET_CONNECTED;
#endif
		__mc_atomic_end();
		return is_reset ? ECONNRESET : error;
	}
	if (state == SOCKET_CONNECTING && error == 0) {
		if (__mc_nondet_bool())
			return 0; /* it goes on */
		if (FAILS())
			error = ANY_OF(ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT);
		state = error != 0 ? SOCKET_BOUND : SOCKET_CONNECTED;
	} else if (error != 0) {
		state = SOCKET_BOUND;
	} else if (state == SOCKET_CONNECTED && FAILS()) {
		return ANY_OF(ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, EPIPE, ETIMEDOUT);
	}
	if (state != now->is.state || now->is.error != 0) {
		__mc_atomic_begin();
		now->object->state = state;
		now->object->error = 0;
		__mc_atomic_end();
	}
	return error;
}

static int known_option(struct socket_now *now, int option, int *value) {
	switch (option) {
	case OPTION_TYPE: *value = now->is.type; return 1;
	case OPTION_DOMAIN: *value = now->is.domain; return 1;
	case OPTION_ACCEPTS: *value = now->is.state == SOCKET_LISTENING; return 1;
	case OPTION_ERROR: *value = take_error(now); return 1;
	case OPTION_SEND_BUFFER:
	case OPTION_RECEIVE_BUFFER:
		*value = __mc_nondet_int();
		__mc_assume(*value >= 256);
		return 1;
	default: return 0;
	}
}

int getsockopt(int fd, int level, int option, void *value, unsigned *length) {
	struct socket_now now;
	int number;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_WRITABLE(length, sizeof *length, "getsockopt");
	if ((int)*length < 0)
		return ERROR(EINVAL);
	if (level == LEVEL_SOCKET && (option <= 0 || option >= OPTIONS))
		return ERROR(ENOPROTOOPT);
	unsigned room = *length, n = option_size(level, option);
	if (level == LEVEL_SOCKET && known_option(&now, option, &number)) {
		n = room < sizeof number ? room : sizeof number;
		NEED_WRITABLE(value, (size_t)n, "getsockopt");
		__mc_copy(value, &number, n);
		*length = n;
		return 0;
	}
	if (FAILS())
		return ERROR(EINVAL, ENODATA, ENOPROTOOPT);
	if (n > room)
		n = room;
	unsigned told = __mc_nondet_uint();
	__mc_assume(told >= n && told <= room);
	NEED_WRITABLE(value, (size_t)told, "getsockopt");
	if (told > 0)
		__mc_havoc(value, told);
	*length = told;
	return 0;
}
