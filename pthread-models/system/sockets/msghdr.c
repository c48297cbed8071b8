/* Messages in pieces, with addresses and control data: sendmsg, recvmsg, and several at once. */
#include "socket.h"

enum { MESSAGE_PIECES = 1024 };

struct message_piece { /* struct iovec */
	void *at;
	size_t size;
};

struct message { /* struct msghdr */
	void *name;
	unsigned name_size;
	struct message_piece *piece;
	size_t n;
	void *control;
	size_t control_size;
	int flags;
};

struct counted_message { /* struct mmsghdr */
	struct message message;
	unsigned length;
};

struct control { /* struct cmsghdr, and a descriptor */
	size_t length;
	int level, type;
	int fd;
};

/* How many bytes the pieces have; -1: too many pieces. */
static ssize_t size_of_pieces(const struct message *m) {
	size_t size = 0;
	if (m->n > MESSAGE_PIECES)
		return -1;
	NEED_READABLE(m->piece, m->n * sizeof *m->piece, "a call with a message");
	for (size_t i = 0; i < m->n; i++)
		size += m->piece[i].size;
	return (ssize_t)size;
}

/* --- Receiving. --- */

static void scatter(const struct message *m, const char *all, size_t n) {
	size_t at = 0;
	for (size_t i = 0; i < m->n && at < n; i++) {
		size_t left = n - at, part = left < m->piece[i].size ? left : m->piece[i].size;
		if (part > 0)
			__mc_copy(m->piece[i].at, all + at, part);
		at += part;
	}
}

/* Descriptors come from outside through sockets of AF_UNIX; one at a time. */
static void receive_control(const struct socket_now *now, struct message *m, int flags) {
	enum { CONTROL_SOCKET = 1, RIGHTS = 1, CLOSE_ON_EXEC = 0x40000000 };
	struct control c;
	size_t room = m->control == NULL ? 0 : m->control_size,
	       n = (size_t)((char *)&c.fd - (char *)&c) + sizeof c.fd;
	m->control_size = 0;
	if (room == 0 || now->in != NULL)
		return;
	if (now->is.wants_control)
		__mc_unsupported("control data of recvmsg that was asked for with setsockopt");
	if (now->is.domain != DOMAIN_UNIX || room < n || !FAILS())
		return;
	NEED_WRITABLE(m->control, n, "recvmsg");
	c.length = n;
	c.level = CONTROL_SOCKET;
	c.type = RIGHTS;
	c.fd =
	    __model_open_file(FILE_ORDINARY, ACCESS_BOTH | (flags & CLOSE_ON_EXEC ? OPEN_CLOEXEC : 0));
	__mc_copy(m->control, &c, n);
	m->control_size = room < sizeof c ? room : sizeof c;
}

static ssize_t receive_message(int fd, struct message *m, int flags) {
	struct socket_now now;
	int told;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_WRITABLE(m, sizeof *m, "recvmsg");
	ssize_t size = size_of_pieces(m);
	if (size < 0)
		return ERROR(EMSGSIZE);
	for (size_t i = 0; i < m->n; i++)
		NEED_WRITABLE(m->piece[i].at, m->piece[i].size, "recvmsg");
	char none, *all = m->n == 1   ? m->piece[0].at
	                  : size == 0 ? &none
	                              : __mc_alloc((size_t)size, __mc_stack);
	ssize_t done = __model_receive(&now, all, (size_t)size, flags, &told);
	if (done < 0)
		return -1;
	if (m->n > 1)
		scatter(m, all, (size_t)(done < size ? done : size));
	if (m->name != NULL)
		__model_tell_sender(&now, m->name, &m->name_size);
	receive_control(&now, m, flags);
	m->flags = told;
	return done;
}

ssize_t recvmsg(int fd, struct message *m, int flags) {
	CANCELLATION_POINT();
	return receive_message(fd, m, flags);
}

/* What has come counts, if a later one fails. */
int recvmmsg(int fd, struct counted_message *m, unsigned n, int flags, struct moment *time) {
	CANCELLATION_POINT();
	unsigned i = 0;
	if (time != NULL && (time->seconds < 0 || !__model_is_moment(time)))
		return ERROR(EINVAL);
	for (; i < n; i++) {
		int is_later = i > 0 && (flags & MESSAGE_FOR_ONE) != 0;
		ssize_t done = receive_message(
		    fd, &m[i].message, (flags & ~MESSAGE_FOR_ONE) | (is_later ? MESSAGE_NO_WAIT : 0));
		if (done < 0)
			return i > 0 ? (int)i : -1;
		m[i].length = (unsigned)done;
		if (time != NULL && __mc_nondet_bool())
			return (int)i + 1;
	}
	return (int)i;
}

/* --- Sending. --- */

static ssize_t send_message(int fd, const struct message *m, int flags) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	NEED_READABLE(m, sizeof *m, "sendmsg");
	ssize_t size = size_of_pieces(m);
	if (size < 0)
		return ERROR(EMSGSIZE);
	if (m->name != NULL)
		NEED_READABLE(m->name, (size_t)m->name_size, "sendmsg");
	if (m->control_size > 0) {
		NEED_READABLE(m->control, m->control_size, "sendmsg");
		if (now.out != NULL)
			__mc_unsupported("control data through a socket pair");
	}
	for (size_t i = 0; i < m->n; i++)
		NEED_READABLE(m->piece[i].at, m->piece[i].size, "sendmsg");
	const char *all = m->n > 0 ? m->piece[0].at : NULL;
	if (m->n > 1 && (now.out != NULL || now.is.type == SOCKET_DATAGRAM)) {
		char *copy = __mc_alloc((size_t)size + 1, __mc_stack);
		size_t at = 0;
		for (size_t i = 0; i < m->n; at += m->piece[i++].size)
			if (m->piece[i].size > 0)
				__mc_copy(copy + at, m->piece[i].at, m->piece[i].size);
		all = copy;
	}
	return __model_send(&now, all, (size_t)size, flags, m->name, m->name_size);
}

ssize_t sendmsg(int fd, const struct message *m, int flags) {
	CANCELLATION_POINT();
	return send_message(fd, m, flags);
}

int sendmmsg(int fd, struct counted_message *m, unsigned n, int flags) {
	CANCELLATION_POINT();
	for (unsigned i = 0; i < n; i++) {
		ssize_t done = send_message(fd, &m[i].message, flags);
		if (done < 0)
			return i > 0 ? (int)i : -1;
		m[i].length = (unsigned)done;
	}
	return (int)n;
}

/* What CMSG_NXTHDR calls: the control data behind 'c', if all of it is there. */
void *__cmsg_nxthdr(const struct message *m, const struct control *c) {
	enum { ALIGNMENT = sizeof(size_t), HEAD = sizeof(size_t) + 2 * sizeof(int) };
	const char *end = (const char *)m->control + m->control_size, *at = (const char *)c;
	if (c->length < HEAD)
		return NULL;
	size_t step = (c->length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	if (step > (size_t)(end - at) || (size_t)(end - at) - step < HEAD)
		return NULL;
	at += step;
	size_t length = ((const struct control *)(const void *)at)->length;
	return length > (size_t)(end - at) ? NULL : (void *)at;
}
