/* What is sent and received through sockets. */
#include "inside.h"

/* --- Receiving. --- */

/* 0, or the error number of a socket that cannot receive. */
static int why_no_receive(const struct socket *s, int flags) {
	int is_stream = s->type == SOCKET_STREAM;
	if ((is_stream || s->type == SOCKET_PACKETS) && s->state < SOCKET_CONNECTING)
		return is_stream && s->domain == DOMAIN_UNIX ? EINVAL : ENOTCONN;
	if ((flags & MESSAGE_URGENT) != 0 && !is_stream)
		return EOPNOTSUPP;
	return 0;
}

static ssize_t receive_outside(const struct socket_now *now, void *to, size_t n, int flags,
                               int *told) {
	const struct socket *s = &now->is;
	int is_stream = s->type == SOCKET_STREAM;
	int waits = (now->flags & OPEN_NONBLOCK) == 0 && (flags & MESSAGE_NO_WAIT) == 0;
	if (waits && __model_wait_outside() != 0)
		return ERROR(EINTR);
	if (!waits && __mc_nondet_bool())
		return ERROR(EAGAIN);
	if (FAILS()) {
		if (waits && (s->timed & TIMED_TO_RECEIVE) != 0 && __mc_nondet_bool())
			return ERROR(EAGAIN);
		if ((flags & MESSAGE_URGENT) != 0 && __mc_nondet_bool())
			return ERROR(EINVAL);
		return is_stream ? ERROR(ECONNRESET, ENOBUFS, ENOMEM, ETIMEDOUT)
		                 : ERROR(ECONNREFUSED, ENOBUFS, ENOMEM);
	}
	ssize_t done = __model_outside_read(to, n);
	if (!is_stream && (size_t)done == n && __mc_nondet_bool()) {
		*told |= MESSAGE_CUT;
		if ((flags & MESSAGE_CUT) != 0) { /* it was longer than that */
			done = (ssize_t)__mc_nondet_uint();
			__mc_assume((size_t)done > n && done <= 65535);
		}
	}
	return done;
}

ssize_t __model_receive(const struct socket_now *now, void *to, size_t n, int flags, int *told) {
	*told = 0;
	int error = why_no_receive(&now->is, flags);
	if (error != 0)
		return __model_error(error);
	if (now->in != NULL) {
		if ((flags & MESSAGE_URGENT) != 0)
			__mc_unsupported("urgent data of a socket pair");
		return __model_receive_inside(now, to, n, flags, told);
	}
#ifdef USES___model_wants_names
	__model_came_from = NULL;
	__model_is_anonymous = 0;
	if (now->is.type == SOCKET_DATAGRAM) {
		ssize_t done = __model_receive_datagram(now, to, n, flags, told);
		if (done != SOMEBODY_OUTSIDE)
			return done;
	}
#endif
	if ((now->is.shut & SHUT_TO_READ) != 0 && __mc_nondet_bool())
		return 0; /* nothing more, behind what has come before */
	return receive_outside(now, to, n, flags, told);
}

ssize_t __model_socket_read(struct file *f, void *to, size_t n) {
	struct socket_now now;
	int told;
	if (n == 0)
		return 0;
	__model_view_socket(f, &now);
	return __model_receive(&now, to, n, 0, &told);
}

ssize_t recv(int fd, void *to, size_t n, int flags) {
	CANCELLATION_POINT();
	struct socket_now now;
	int told;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_WRITABLE(to, n, "recv");
	return __model_receive(&now, to, n, flags, &told);
}

void __model_tell_sender(const struct socket_now *now, void *address, unsigned *length) {
#ifdef USES___model_wants_names
	if (now->is.type == SOCKET_DATAGRAM && __model_tell_name(__model_came_from, address, length))
		return;
	if (now->is.inbox != NULL && __model_is_anonymous && address != NULL && length != NULL) {
		*length = 0;
		return;
	}
#endif
	int is_unknown = now->is.type == SOCKET_STREAM || now->in != NULL;
	if (address != NULL && length != NULL && is_unknown)
		*length = 0;
	else
		__model_tell_address(&now->is, 0, address, length);
}

ssize_t recvfrom(int fd, void *to, size_t n, int flags, void *address, unsigned *length) {
	CANCELLATION_POINT();
	struct socket_now now;
	int told;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_WRITABLE(to, n, "recvfrom");
	ssize_t done = __model_receive(&now, to, n, flags, &told);
	if (done >= 0)
		__model_tell_sender(&now, address, length);
	return done;
}

/* --- Sending. --- */

/* 0, or the error number of a socket that cannot send. */
static int why_no_send(const struct socket *s, int has_address) {
	int is_stream = s->type == SOCKET_STREAM, is_unix = s->domain == DOMAIN_UNIX;
	if (is_stream && is_unix && has_address)
		return s->state == SOCKET_CONNECTED ? EISCONN : EOPNOTSUPP;
	if ((s->shut & SHUT_TO_WRITE) != 0)
		return EPIPE;
	if (is_stream || s->type == SOCKET_PACKETS)
		return s->state >= SOCKET_CONNECTING ? 0 : is_unix ? ENOTCONN : EPIPE;
	if (s->state == SOCKET_CONNECTED || has_address)
		return 0;
	return is_unix ? ENOTCONN : EDESTADDRREQ;
}

#define SEND_ERRORS          ECONNRESET, ENETDOWN, ENETUNREACH, ENOBUFS, ENOMEM
#define SEND_ERRORS_DATAGRAM EACCES, ECONNREFUSED, EMSGSIZE, ENETDOWN, ENETUNREACH, ENOBUFS, ENOMEM

static ssize_t send_outside(const struct socket_now *now, size_t n, int flags) {
	const struct socket *s = &now->is;
	int is_stream = s->type == SOCKET_STREAM;
	int waits = (now->flags & OPEN_NONBLOCK) == 0 && (flags & MESSAGE_NO_WAIT) == 0;
	if (waits && __model_wait_outside() != 0)
		return ERROR(EINTR);
	if (FAILS()) {
		if ((!waits || (s->timed & TIMED_TO_SEND) != 0) && __mc_nondet_bool())
			return ERROR(EAGAIN);
		if ((is_stream || s->type == SOCKET_PACKETS) && __mc_nondet_bool())
			return (flags & MESSAGE_NO_SIGNAL) != 0 ? __model_error(EPIPE) : __model_broken_pipe();
		return is_stream ? ERROR(SEND_ERRORS) : ERROR(SEND_ERRORS_DATAGRAM);
	}
	return is_stream ? __model_outside_write(n) : (ssize_t)n;
}

ssize_t __model_send(const struct socket_now *now, const void *from, size_t n, int flags,
                     const void *address, unsigned length) {
	int has_address = address != NULL && length > 0;
	int error = why_no_send(&now->is, has_address);
	if (error == EPIPE && now->is.type == SOCKET_STREAM && (flags & MESSAGE_NO_SIGNAL) == 0)
		return __model_broken_pipe();
	if (error != 0)
		return __model_error(error);
	if (now->is.type == SOCKET_DATAGRAM && now->out == NULL) {
		ssize_t done = __model_send_datagram(now, from, n, has_address ? address : NULL, length);
		if (done != SOMEBODY_OUTSIDE)
			return done;
	}
	if (now->out == NULL || (has_address && now->is.type == SOCKET_DATAGRAM))
		return send_outside(now, n, flags);
	if ((flags & MESSAGE_URGENT) != 0)
		__mc_unsupported("urgent data of a socket pair");
	return __model_send_inside(now, from, n, flags);
}

ssize_t __model_socket_write(struct file *f, const void *from, size_t n) {
	struct socket_now now;
	__model_view_socket(f, &now);
	return __model_send(&now, from, n, 0, NULL, 0);
}

ssize_t send(int fd, const void *from, size_t n, int flags) {
	CANCELLATION_POINT();
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_READABLE(from, n, "send");
	return __model_send(&now, from, n, flags, NULL, 0);
}

ssize_t sendto(int fd, const void *from, size_t n, int flags, const void *address,
               unsigned length) {
	CANCELLATION_POINT();
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_READABLE(from, n, "sendto");
	if (address != NULL)
		NEED_READABLE(address, (size_t)length, "sendto");
	return __model_send(&now, from, n, flags, address, length);
}

/* --- What fortified headers call: objects are checked anyway. --- */

ssize_t __recv_chk(int fd, void *to, size_t n, size_t room, int flags) {
	(void)room;
	return recv(fd, to, n, flags);
}

ssize_t __recvfrom_chk(int fd, void *to, size_t n, size_t room, int flags, void *address,
                       unsigned *length) {
	(void)room;
	return recvfrom(fd, to, n, flags, address, length);
}
