/* Datagrams that the program sends to itself. */
#include "inside.h"

enum { MANY_UNREAD = 10 };

_Thread_local struct name *__model_came_from;
_Thread_local int __model_is_anonymous;

/* 0: nobody of the program has the address.  Else *owner: who has it, or NULL. */
static int find_receiver(const struct socket_now *now, const struct name *to,
                         struct socket **owner) {
	int type = SOCKET_DATAGRAM;
	*owner = NULL;
	if (to == NULL || !__model_find_name(to, SOCKET_DATAGRAM, owner, &type))
		return 0;
	return now->is.domain != DOMAIN_UNIX || type == SOCKET_DATAGRAM;
}

static int is_known_domain(const struct socket *s) {
	return s->domain == DOMAIN_UNIX || s->domain == DOMAIN_INET || s->domain == DOMAIN_INET6;
}

int __model_connect_datagrams(const struct socket_now *now, const void *address, unsigned length) {
	struct socket *s = now->object, *owner;
	int result = SOMEBODY_OUTSIDE;
	if (!is_known_domain(s) || !__mc_option("connects-to-itself"))
		return SOMEBODY_OUTSIDE;
	__mc_atomic_begin();
	struct name *to = __model_copy_name(s->domain, address, length);
	if (!find_receiver(now, to, &owner)) {
		s->inbox = NULL; /* it receives from there only */
		s->peer = NULL;
	} else if (owner == NULL && s->domain == DOMAIN_UNIX) {
		result = ECONNREFUSED;
	} else {
		(void)__model_name_sender(s, to);
		s->peer = to;
		s->state = SOCKET_CONNECTED;
		result = 0;
	}
	__mc_atomic_end();
	return result > 0 ? __model_error(result) : result;
}

/* In an atomic section. */
static void put_datagram(struct inbox *b, struct name *from, const void *bytes, size_t n,
                         int is_unix) {
	struct channel *q = &b->arrivals;
	if (q->end == QUEUE_SIZE && q->first > 0) {
		for (size_t i = q->first; i < q->end; i++)
			b->at[i - q->first] = b->at[i];
		q->end -= q->first;
		q->first = 0;
	}
	if (q->end == QUEUE_SIZE || (is_unix && q->end - q->first >= MANY_UNREAD))
		__mc_unsupported("a socket with so many unread datagrams that its buffer may be full");
	struct datagram *d = __mc_alloc(sizeof *d, __mc_internal);
	d->from = from;
	d->length = (unsigned)n;
	d->byte = NULL;
	if (n > 0) {
		d->byte = __mc_alloc(n, __mc_internal);
		__mc_copy(d->byte, bytes, n);
	}
	b->at[q->end++] = d;
#ifdef USES_epoll_ctl
	q->arrivals++;
#endif
	__mc_order_release(&q->end);
}

/* What nobody receives gets lost; who is connected learns it at the next call. */
ssize_t __model_send_datagram(const struct socket_now *now, const void *from, size_t n,
                              const void *address, unsigned length) {
	struct socket *s = now->object, *owner;
	int error = 0, is_unix = s->domain == DOMAIN_UNIX;
	__model_wants_names();
	if (!is_known_domain(s) || !__mc_option("connects-to-itself"))
		return SOMEBODY_OUTSIDE;
	if (address == NULL && s->peer == NULL)
		return SOMEBODY_OUTSIDE;
	__mc_atomic_begin();
	struct name *to = address != NULL ? __model_copy_name(s->domain, address, length) : s->peer;
	int found = find_receiver(now, to, &owner);
	__mc_atomic_end();
	if (!found)
		return SOMEBODY_OUTSIDE;
	if (FAILS() || __mc_option("has-connected-to-itself") != 0) /* is 0 */
		return ERROR(EMSGSIZE, ENOBUFS, ENOMEM, EPERM);
	if (n > 65507)
		return __model_error(EMSGSIZE);
	__mc_atomic_begin();
	struct name *self = __model_name_sender(s, to);
	int is_open = owner != NULL && owner->inbox != NULL &&
	              (owner->peer == NULL || __model_same_name(owner->peer, self));
	if (s->error != 0) {
		error = s->error;
		s->error = 0;
	} else if (is_open) {
		put_datagram(owner->inbox, self, from, n, is_unix);
	} else if (is_unix) {
		error = owner == NULL ? ECONNREFUSED : EPERM;
	} else if (s->peer != NULL) {
		s->error = ECONNREFUSED;
	}
	__mc_atomic_end();
	return error != 0 ? __model_error(error) : (ssize_t)n;
}

ssize_t __model_receive_datagram(const struct socket_now *now, void *to, size_t n, int flags,
                                 int *told) {
	struct thread *self = __model_self();
	struct socket *s = now->object;
	struct inbox *b = s->inbox;
	int waiter = 0, cancelled = 0, interrupted = 0, error = 0;
	int waits = (now->flags & OPEN_NONBLOCK) == 0 && (flags & MESSAGE_NO_WAIT) == 0 &&
	            (now->is.timed & TIMED_TO_RECEIVE) == 0;
	if (b == NULL || __model_names_are_shared())
		return SOMEBODY_OUTSIDE;
	int who = WHO_CONNECTS();
	if (who == ONLY_OUTSIDE || (who == BOTH_CONNECT && __mc_nondet_bool()))
		return SOMEBODY_OUTSIDE;
	struct channel *q = &b->arrivals;
	if (waits) {
		waiter = __model_begin_wait();
		__mc_wait_until((q->first != q->end) | (s->error != 0) | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_connection, b, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	} else {
		__mc_atomic_try(__mc_sync_connection);
	}
	const struct datagram *d = NULL;
	size_t done = 0;
	if (s->error != 0) {
		error = s->error;
		s->error = 0;
	} else if (!IS_EMPTY(q)) {
		d = b->at[q->first];
		done = d->length < n ? d->length : n;
		if (done > 0)
			__mc_copy(to, d->byte, done);
		if ((flags & MESSAGE_PEEK) == 0)
			q->first++;
		if (IS_EMPTY(q))
			q->first = q->end = 0;
		__mc_order_acquire(&q->end);
	}
	__mc_atomic_end();
	if (d != NULL) {
		if (done > 0)
			TOUCH_TO_WRITE(to, done);
		__model_came_from = d->from;
		__model_is_anonymous = d->from == NULL;
		if (d->length > n)
			*told |= MESSAGE_CUT;
		return (ssize_t)((flags & MESSAGE_CUT) != 0 ? d->length : done);
	}
	if (error != 0)
		return __model_error(error);
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}
