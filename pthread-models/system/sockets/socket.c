/* Sockets: how they are made, bound, connected. */
#include "inside.h"

struct file *__model_add_socket(int domain, int type, int flags, int state) {
	struct file *f = __model_add_file(FILE_SOCKET, ACCESS_BOTH | flags);
	struct socket *s = __mc_alloc(sizeof *s, __mc_internal);
	s->domain = domain;
	s->type = type;
	s->state = state;
	s->shut = s->timed = s->error = s->wants_control = s->reuses = 0;
	s->self = s->peer = NULL;
	s->listener = NULL;
	s->inbox = NULL;
	f->object = s;
	return f;
}

static void look_at_socket(struct file *f, struct socket_now *now) {
	now->file = f;
	now->object = f->object;
	now->is = *now->object;
	now->in = f->in;
	now->out = f->out;
	now->flags = f->flags;
}

void __model_view_socket(struct file *f, struct socket_now *now) {
	__mc_atomic_begin();
	look_at_socket(f, now);
	__mc_atomic_end();
}

/* Of the standard descriptors nobody knows whether they are sockets. */
int __model_find_socket(int fd, struct socket_now *now) {
	__model_need_open(fd);
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	int kind = f == NULL ? FILE_NONE : f->kind;
	if (kind == FILE_SOCKET)
		look_at_socket(f, now);
	__mc_atomic_end();
	if (kind == FILE_SOCKET)
		return 0;
	if (kind == FILE_STANDARD && FAILS())
		__mc_unsupported("a standard descriptor that is a socket");
	return __model_error(kind == FILE_NONE ? EBADF : ENOTSOCK);
}

/* --- New sockets. --- */

/* 0, or the error number of a kind of socket that no Linux has. */
static int check_socket(int domain, int type, int protocol) {
	if ((type & ~(15 | OPEN_NONBLOCK | OPEN_CLOEXEC)) != 0)
		return EINVAL;
	if (domain < 0 || domain >= DOMAINS)
		return EAFNOSUPPORT;
	type &= 15;
	if (type >= SOCKETS)
		return EINVAL;
	if (domain == DOMAIN_UNIX) {
		if (protocol != 0 && protocol != DOMAIN_UNIX)
			return EPROTONOSUPPORT;
		if (type != SOCKET_STREAM && type != SOCKET_DATAGRAM && type != SOCKET_RAW &&
		    type != SOCKET_PACKETS)
			return ESOCKTNOSUPPORT;
	}
	enum { TCP = 6, UDP = 17 };
	if ((domain == DOMAIN_INET || domain == DOMAIN_INET6) &&
	    ((type == SOCKET_STREAM && protocol == UDP) ||
	     (type == SOCKET_DATAGRAM && protocol == TCP)))
		return EPROTONOSUPPORT;
	return 0;
}

/* Is it one that every Linux has? */
static int is_common(int domain, int type, int protocol) {
	return domain == DOMAIN_UNIX || (domain == DOMAIN_INET && protocol == 0 &&
	                                 (type == SOCKET_STREAM || type == SOCKET_DATAGRAM));
}

static int why_no_socket(int domain, int type, int protocol) {
	if (is_common(domain, type, protocol))
		return ANY_OF(EACCES, EMFILE, ENFILE, ENOBUFS, ENOMEM);
	return ANY_OF(EACCES, EAFNOSUPPORT, EINVAL, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM,
	              EPROTONOSUPPORT, ESOCKTNOSUPPORT);
}

int socket(int domain, int type, int protocol) {
	int error = check_socket(domain, type, protocol);
	if (error != 0)
		return __model_error(error);
	int plain = type & 15;
	if (FAILS())
		return __model_error(why_no_socket(domain, plain, protocol));
	if (domain == DOMAIN_UNIX && plain == SOCKET_RAW)
		plain = SOCKET_DATAGRAM;
	__mc_atomic_begin();
	struct file *f =
	    __model_add_socket(domain, plain, type & (OPEN_NONBLOCK | OPEN_CLOEXEC), SOCKET_NEW);
	int fd = __model_add_descriptor(f, 0);
	__mc_atomic_end();
	return fd;
}

int socketpair(int domain, int type, int protocol, int fd[2]) {
	int error = check_socket(domain, type, protocol), plain = type & 15;
	if (error == 0 && (domain == DOMAIN_INET || domain == DOMAIN_INET6))
		error = EOPNOTSUPP;
	if (error != 0)
		return __model_error(error);
	if (domain != DOMAIN_UNIX)
		__mc_unsupported("socketpair of another family than AF_UNIX");
	NEED_WRITABLE(fd, 2 * sizeof *fd, "socketpair");
	if (FAILS())
		return ERROR(EMFILE, ENFILE, ENOBUFS, ENOMEM);
	if (plain == SOCKET_RAW)
		plain = SOCKET_DATAGRAM;
	struct channel *there = __model_add_channel(), *back = __model_add_channel();
	__mc_atomic_begin();
	struct file *one =
	    __model_add_socket(domain, plain, type & (OPEN_NONBLOCK | OPEN_CLOEXEC), SOCKET_CONNECTED);
	one->in = back;
	one->out = there;
	int first = __model_add_descriptor(one, 0);
	struct file *other =
	    __model_add_socket(domain, plain, type & (OPEN_NONBLOCK | OPEN_CLOEXEC), SOCKET_CONNECTED);
	other->in = there;
	other->out = back;
	int second = __model_add_descriptor(other, 0);
	__mc_atomic_end();
	fd[0] = first;
	fd[1] = second;
	return 0;
}

/* --- Addresses. --- */

enum { ADDRESS_INET = 16, ADDRESS_INET6 = 28, ADDRESS_UNIX = 110, ADDRESS_ANY = 128 };

/* The first field of every address. */
static int family_of(const void *address, unsigned length) {
	return length < sizeof(unsigned short) ? 0 : *(const unsigned short *)address;
}

/* 0, or an error number. */
static int check_address(const struct socket *s, const void *address, unsigned length) {
	if (length > ADDRESS_ANY)
		return EINVAL;
	if (s->domain == DOMAIN_INET && length < ADDRESS_INET)
		return EINVAL;
	if (s->domain == DOMAIN_INET6 && length < 24)
		return EINVAL;
	if (s->domain == DOMAIN_UNIX && (length < 2 || length > ADDRESS_UNIX))
		return EINVAL;
	if (s->domain <= DOMAIN_INET6 && family_of(address, length) != s->domain)
		return s->domain == DOMAIN_UNIX ? EINVAL : EAFNOSUPPORT;
	return 0;
}

void __model_tell_address(const struct socket *s, int unnamed, void *to, unsigned *size) {
	unsigned length, least = 2;
	if (to == NULL || size == NULL)
		return;
	unsigned room = *size;
	if (unnamed)
		least = length = s->domain == DOMAIN_UNIX ? 2 : 0;
	else if (s->domain == DOMAIN_INET)
		least = length = ADDRESS_INET;
	else if (s->domain == DOMAIN_INET6)
		least = length = ADDRESS_INET6;
	else {
		length = __mc_nondet_uint();
		__mc_assume(length >= least &&
		            length <= (s->domain == DOMAIN_UNIX ? ADDRESS_UNIX + 1 : ADDRESS_ANY));
	}
	unsigned n = room < length ? room : length;
	NEED_WRITABLE(to, (size_t)n, "a call that tells an address");
	if (n > 0)
		__mc_havoc(to, n);
	if (n >= 2)
		*(unsigned short *)to = (unsigned short)s->domain;
	if (s->domain == DOMAIN_INET && n > 8)
		__mc_set((char *)to + 8, 0, n - 8);
	*size = length;
}

/* --- Connections. --- */

static int bind_error(const struct socket *s, const void *address, unsigned length) {
	if (s->state != SOCKET_NEW &&
	    !(s->domain == DOMAIN_UNIX && s->type == SOCKET_DATAGRAM && s->state == SOCKET_CONNECTED))
		return EINVAL;
	int error = check_address(s, address, length);
	if (error == EAFNOSUPPORT && family_of(address, length) == 0 && s->domain == DOMAIN_INET &&
	    ((const unsigned *)address)[1] == 0)
		error = 0; /* 0.0.0.0 of family 0, as old programs write it */
	if (error != 0 || !FAILS())
		return error;
	if (s->domain == DOMAIN_UNIX)
		return ANY_OF(EACCES, EADDRINUSE, ELOOP, ENAMETOOLONG, ENOENT, ENOMEM, ENOTDIR, EROFS);
	return ANY_OF(EACCES, EADDRINUSE, EADDRNOTAVAIL);
}

int bind(int fd, const void *address, unsigned length) {
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	if (length <= ADDRESS_ANY)
		NEED_READABLE(address, (size_t)length, "bind");
	int error = bind_error(&now.is, address, length);
	if (error != 0)
		return __model_error(error);
	__mc_atomic_begin();
#ifdef USES___model_wants_names
	if (__mc_option("connects-to-itself"))
		error = __model_bind_inside(now.object, address, length);
#endif
	if (error == 0 && now.object->state == SOCKET_NEW)
		now.object->state = SOCKET_BOUND;
	__mc_atomic_end();
	return error != 0 ? __model_error(error) : 0;
}

int listen(int fd, int backlog) {
	struct socket_now now;
	(void)backlog;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	const struct socket *s = &now.is;
	if (s->type != SOCKET_STREAM && s->type != SOCKET_PACKETS)
		return ERROR(EOPNOTSUPP);
	if (s->state >= SOCKET_CONNECTING || (s->domain == DOMAIN_UNIX && s->state == SOCKET_NEW))
		return ERROR(EINVAL);
	if (s->domain != DOMAIN_UNIX && s->state != SOCKET_LISTENING && FAILS())
		return ERROR(EADDRINUSE);
	__mc_atomic_begin();
#ifdef USES___model_wants_names
	if (__mc_option("connects-to-itself"))
		__model_listen_inside(now.object, backlog);
#endif
	now.object->state = SOCKET_LISTENING;
	__mc_atomic_end();
	return 0;
}

/* Somebody outside connects, or the program itself. */
static int accept_any(int fd, void *address, unsigned *length, int flags) {
	struct socket_now now;
	if ((flags & ~(OPEN_NONBLOCK | OPEN_CLOEXEC)) != 0)
		return ERROR(EINVAL);
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	const struct socket *s = &now.is;
	if (s->type != SOCKET_STREAM && s->type != SOCKET_PACKETS)
		return ERROR(EOPNOTSUPP);
	if (s->state != SOCKET_LISTENING)
		return ERROR(EINVAL);
	int waits = (now.flags & OPEN_NONBLOCK) == 0;
#ifdef USES___model_wants_names
	if (address != NULL && (int)*length < 0)
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM, EPROTO);
	int taken = __model_accept_inside(&now, address, length, flags);
	if (taken != SOMEBODY_OUTSIDE)
		return taken;
#endif
	if (waits && __model_wait_outside() != 0)
		return ERROR(EINTR);
	if (FAILS()) {
		if (!waits || (s->timed & TIMED_TO_RECEIVE) != 0)
			return ERROR(EAGAIN, ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM, EPROTO);
		return ERROR(ECONNABORTED, EMFILE, ENFILE, ENOBUFS, ENOMEM, EPERM, EPROTO);
	}
	if (address != NULL && (int)*length < 0)
		return ERROR(EINVAL);
	__mc_atomic_begin();
	struct file *f = __model_add_socket(s->domain, s->type, flags, SOCKET_CONNECTED);
	int new = __model_add_descriptor(f, 0);
	__mc_atomic_end();
	__model_tell_address(s, 0, address, length);
	return new;
}

int accept(int fd, void *address, unsigned *length) {
	CANCELLATION_POINT();
	return accept_any(fd, address, length, 0);
}

int accept4(int fd, void *address, unsigned *length, int flags) {
	CANCELLATION_POINT();
	return accept_any(fd, address, length, flags);
}

#define CONNECT_ERRORS                                                                             \
	EACCES, EADDRINUSE, EADDRNOTAVAIL, EAGAIN, ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETDOWN,   \
	    ENETUNREACH, ENOBUFS, EPERM, ETIMEDOUT
#define CONNECT_ERRORS_UNIX                                                                        \
	EACCES, ECONNREFUSED, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR, EPERM, EPROTOTYPE

static int connect_error(const struct socket_now *now) {
	int waits = (now->flags & OPEN_NONBLOCK) == 0;
	if (now->is.domain == DOMAIN_UNIX)
		return waits ? ANY_OF(CONNECT_ERRORS_UNIX) : ANY_OF(CONNECT_ERRORS_UNIX, EAGAIN);
	return ANY_OF(CONNECT_ERRORS);
}

static void change_state(struct socket *s, int state) {
	__mc_atomic_begin();
	s->state = state;
	__mc_atomic_end();
}

/* A socket without connections has one address at a time that it sends to. */
static int connect_datagrams(struct socket_now *now, const void *address, unsigned length) {
	int error = check_address(&now->is, address, length);
	if (error == 0 && FAILS())
		error = now->is.domain == DOMAIN_UNIX
		            ? connect_error(now)
		            : ANY_OF(EACCES, EADDRNOTAVAIL, EAGAIN, ENETUNREACH, EPERM);
	if (error != 0)
		return __model_error(error);
	if (now->in != NULL)
		__mc_unsupported("connect of a socket pair of datagrams with another address");
	int inside = __model_connect_datagrams(now, address, length);
	if (inside != SOMEBODY_OUTSIDE)
		return inside;
	change_state(now->object, SOCKET_CONNECTED);
	return 0;
}

/* A connect without waiting was begun before. */
static int connect_again(struct socket_now *now) {
	if (now->is.error == 0 && (now->in != NULL || __mc_nondet_bool())) {
		change_state(now->object, SOCKET_CONNECTED);
		return 0;
	}
	if (now->is.error == 0 && __mc_nondet_bool())
		return __model_error(EALREADY);
	int error = now->is.error != 0
	                ? now->is.error
	                : ANY_OF(ECONNREFUSED, ECONNRESET, EHOSTUNREACH, ENETUNREACH, ETIMEDOUT);
	change_state(now->object, SOCKET_BOUND);
	return __model_error(error);
}

int connect(int fd, const void *address, unsigned length) {
	CANCELLATION_POINT();
	struct socket_now now;
	if (__model_find_socket(fd, &now) != 0)
		return -1;
	if (length > ADDRESS_ANY)
		return ERROR(EINVAL);
	NEED_READABLE(address, (size_t)length, "connect");
	const struct socket *s = &now.is;
	if (length >= 2 && family_of(address, length) == 0 && s->domain != DOMAIN_UNIX) {
		if (s->inbox != NULL || s->peer != NULL)
			__mc_unsupported("a connection inside the program that AF_UNSPEC ends");
		change_state(now.object, SOCKET_NEW); /* AF_UNSPEC: it is not connected any more */
		return 0;
	}
	if (s->type != SOCKET_STREAM && s->type != SOCKET_PACKETS)
		return connect_datagrams(&now, address, length);
	int error = check_address(s, address, length);
	if (error != 0)
		return __model_error(error);
	if (s->state == SOCKET_LISTENING)
		return __model_error(s->domain == DOMAIN_UNIX ? EINVAL : EISCONN);
	if (s->state == SOCKET_CONNECTED)
		return ERROR(EISCONN);
	if (s->state == SOCKET_CONNECTING)
		return connect_again(&now);
	int inside = __model_connect_inside(&now, address, length);
	if (inside != SOMEBODY_OUTSIDE)
		return inside;
	if ((now.flags & OPEN_NONBLOCK) != 0 && s->domain != DOMAIN_UNIX && __mc_nondet_bool()) {
		change_state(now.object, SOCKET_CONNECTING);
		return __model_error(EINPROGRESS);
	}
	if ((now.flags & OPEN_NONBLOCK) == 0 && __model_wait_outside() != 0) {
		change_state(now.object, SOCKET_CONNECTING);
		return __model_error(EINTR);
	}
	if (FAILS())
		return __model_error(connect_error(&now));
	change_state(now.object, SOCKET_CONNECTED);
	return 0;
}
