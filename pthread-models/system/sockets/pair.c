/* What goes through a pair of sockets: bytes in order, or messages, each with its length in front.
 *
 * When the buffers of the system are full depends on its settings and on the size of each message.
 * Before any Linux would make a sender wait, nothing does; from there on it is UNKNOWN. */
#include "inside.h"

enum { MANY_WRITES = 200, MANY_DATAGRAMS = 10 };

/* Whether packets without a byte count as what was not received depends on the version of Linux. */
static int leaves_unread(const struct file *f) {
	const struct socket *s = f->object;
	size_t unread = f->in->end - f->in->first, lengths = f->in->writes * sizeof(unsigned);
	if (s->type == SOCKET_PACKETS && unread > 0 && unread == lengths)
		return __mc_nondet_bool();
	return unread > 0;
}

/* The other end learns that nobody is here any more; as an error, if it has sent what was not
 * received.  'readers' is 0 only after shutdown: a thread that waits here while another one closes
 * the descriptor is not woken by that. */
void __model_drop_socket(struct file *f) {
	struct socket *s = f->object;
#ifdef USES___model_wants_names
	__model_unbind(s);
#endif
	if (f->in == NULL)
		return;
	f->in->is_gone = 1;
	if (s->type != SOCKET_DATAGRAM && leaves_unread(f))
		f->out->is_reset = 1;
}

/* In an atomic section, and there is something: what comes first, up to n bytes of it; 'whole' is
 * how much it is. */
static size_t take_message(const struct socket_now *now, void *to, size_t n, int flags,
                           size_t *whole) {
	struct channel *c = now->in;
	int is_stream = now->is.type == SOCKET_STREAM;
	size_t at = c->first, length = c->end - at;
	if (!is_stream) {
		unsigned stored;
		__mc_copy(&stored, c->byte + at, sizeof stored);
		length = stored;
		at += sizeof stored;
	}
	size_t done = length < n ? length : n;
	*whole = length;
	if (done > 0 && !(IS_TCP(&now->is) && (flags & MESSAGE_CUT) != 0)) /* TCP forgets it then */
		__mc_copy(to, c->byte + at, done);
	if ((flags & MESSAGE_PEEK) != 0)
		return done;
	c->first = at + (is_stream ? done : length);
	if (!is_stream)
		c->writes--;
	if (IS_EMPTY(c))
		c->first = c->end = c->writes = 0;
	__mc_order_acquire(&c->end);
	return done;
}

/* Datagrams have no end, other than by shutdown of this socket. */
ssize_t __model_receive_inside(const struct socket_now *now, void *to, size_t n, int flags,
                               int *told) {
	struct thread *self = __model_self();
	struct channel *c = now->in;
	int waiter = 0, cancelled = 0, interrupted = 0;
	int is_stream = now->is.type == SOCKET_STREAM, ends = now->is.type != SOCKET_DATAGRAM;
	size_t want = is_stream && n > 0 && (flags & MESSAGE_ALL) != 0 ? n : 1;
	int waits = (now->flags & OPEN_NONBLOCK) == 0 && (flags & MESSAGE_NO_WAIT) == 0 &&
	            (now->is.timed & TIMED_TO_RECEIVE) == 0;
	if (waits) {
		waiter = __model_begin_wait();
		__mc_wait_until((c->end - c->first >= want) | (c->readers == 0) |
		                    (ends & (c->writers == 0)) | CANCELLED(self) | INTERRUPTED(waiter),
		                __mc_sync_input, c, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	} else {
		__mc_atomic_try(__mc_sync_input);
	}
	int is_there = !IS_EMPTY(c), is_reset = 0;
	int is_over = (ends && c->writers == 0) || (c->readers == 0 && (ends || waits));
	size_t done = 0, whole = 0;
	if (c->is_reset && !(is_stream && is_there)) {
		is_reset = 1;
		is_there = c->is_reset = 0;
		if (IS_TCP(&now->is))
			now->out->is_gone = 3;
	}
	if (is_there)
		done = take_message(now, to, n, flags, &whole);
	else if (is_over && c->writers == 0)
		__mc_order_acquire(&c->writers);
	__mc_atomic_end();
	if (is_there) {
		if (done > 0)
			TOUCH_TO_WRITE(to, done);
		if (!is_stream && whole > n)
			*told |= MESSAGE_CUT;
		return (ssize_t)(!is_stream && (flags & MESSAGE_CUT) != 0 ? whole : done);
	}
	if (is_reset)
		return __model_error(ECONNRESET);
	if (is_over)
		return 0;
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}

/* In an atomic section. */
static void put_message(const struct socket_now *now, const void *from, size_t n) {
	struct channel *c = now->out;
	int is_stream = now->is.type == SOCKET_STREAM;
	unsigned length = (unsigned)n;
	if (ROOM_IN(c) < n + sizeof length ||
	    c->writes >= (now->is.type == SOCKET_DATAGRAM ? MANY_DATAGRAMS : MANY_WRITES))
		__mc_unsupported("a socket pair with so much unread that its buffer may be full");
	if (is_stream && n == 0)
		return;
	if (!is_stream)
		__model_put_bytes(c, &length, sizeof length);
	if (n > 0)
		__model_put_bytes(c, from, n);
	c->writes++;
}

int __model_is_broken(const struct socket_now *now) {
	return now->in->is_reset || now->out->is_gone > 1;
}

/* In an atomic section.  What is sent first after the other end was closed gets lost, and breaks
 * the connection; shutdown there changes nothing here. */
static int why_no_tcp(const struct socket_now *now) {
	if (now->in->is_reset) {
		now->in->is_reset = 0;
		now->out->is_gone = 3;
		return ECONNRESET;
	}
	if (now->out->writers == 0)
		return EPIPE;
	if (now->out->is_gone == 2)
		now->out->is_gone = 3;
	return now->out->is_gone == 3 ? EPIPE : 0;
}

ssize_t __model_send_inside(const struct socket_now *now, const void *from, size_t n, int flags) {
	struct channel *c = now->out;
	int is_datagram = now->is.type == SOCKET_DATAGRAM, is_stream = now->is.type == SOCKET_STREAM;
	int error = 0;
	if (n > CHANNEL_SIZE - 8)
		__mc_unsupported("a socket pair with so much unread that its buffer may be full");
	__mc_atomic_begin();
	if (IS_TCP(&now->is)) {
		error = why_no_tcp(now);
		int is_shut = c->readers == 0 && now->in->writers == 0; /* there, both ways */
		if (error == 0 && !c->is_gone && !(is_shut && n > 0)) {
			put_message(now, from, n);
		} else if (error == 0) {
			c->is_reset |= !c->is_gone;
			c->is_gone = 2;
		}
	} else if (!is_stream && !is_datagram && now->in->is_reset) {
		error = ECONNRESET;
		now->in->is_reset = 0;
	} else if (c->writers == 0) {
		error = EPIPE;
	} else if (is_datagram && c->is_gone) {
		error = c->is_gone == 1 ? ECONNREFUSED : ENOTCONN;
		c->is_gone = 2;
	} else if (c->readers == 0 || c->is_gone) {
		error = EPIPE;
	} else {
		put_message(now, from, n);
	}
	__mc_atomic_end();
	if (error == EPIPE && is_stream && (flags & MESSAGE_NO_SIGNAL) == 0)
		return __model_broken_pipe();
	return error != 0 ? __model_error(error) : (ssize_t)n;
}
