/* Connections of the program with itself. */
#include "inside.h"

enum { NAMES = 16, PORTS = 32 };

struct bound {            /* an address that a socket of the program has, or had */
	struct socket *owner; /* NULL: it was closed */
	int type;
	struct name *name;
};

void __model_wants_names(void) {
}

static struct bound bound_names[NAMES];
static int bound_count;
static int given_count; /* of ports that the system has chosen */
static int are_shared;  /* with another process, which may accept what comes */

/* --- Addresses. --- */

struct endpoint { /* an address of the internet */
	unsigned short port;
	int is_four, is_any;
	const unsigned *word; /* one, or four */
};

static struct endpoint place_of(int domain, const unsigned char *at) {
	struct endpoint p;
	p.port = *(const unsigned short *)(const void *)(at + 2);
	if (domain == DOMAIN_INET) {
		p.is_four = 1;
		p.word = (const unsigned *)(const void *)(at + 4);
		p.is_any = p.word[0] == 0;
		return p;
	}
	const unsigned *w = (const unsigned *)(const void *)(at + 8);
	const unsigned char *mark = at + 16; /* ::ffff:1.2.3.4 */
	p.is_four = w[0] == 0 && w[1] == 0 && mark[0] == 0 && mark[1] == 0 && mark[2] == 0xff &&
	            mark[3] == 0xff;
	p.is_any = w[0] == 0 && w[1] == 0 && w[2] == 0 && w[3] == 0;
	p.word = p.is_four ? w + 3 : w;
	return p;
}

static int is_loopback(struct endpoint p) {
	const unsigned char *byte = (const unsigned char *)p.word;
	if (p.is_any)
		return 1; /* to connect with it means that */
	if (p.is_four)
		return byte[0] == 127;
	return p.word[0] == 0 && p.word[1] == 0 && p.word[2] == 0 && byte[12] == 0 && byte[13] == 0 &&
	       byte[14] == 0 && byte[15] == 1;
}

/* Of 127.0.0.0/8, any stands for the first. */
static int is_first_loopback(struct endpoint p) {
	const unsigned char *byte = (const unsigned char *)p.word;
	if (p.is_any || !p.is_four)
		return is_loopback(p);
	return byte[0] == 127 && byte[1] == 0 && byte[2] == 0 && byte[3] == 1;
}

static int same_words(struct endpoint a, struct endpoint b) {
	if (a.is_four != b.is_four || a.word[0] != b.word[0])
		return 0;
	return a.is_four ||
	       (a.word[1] == b.word[1] && a.word[2] == b.word[2] && a.word[3] == b.word[3]);
}

/* Does a connection with one address come to a socket that was bound to the other?  Of the machine
 * is any loopback address, and perhaps others. */
static int comes_to(struct endpoint to, struct endpoint own, int own_domain) {
	if (own.port == 0 || to.port != own.port)
		return 0;
	if (!own.is_any) {
		if (to.is_any)
			return (to.is_four == own.is_four) & is_first_loopback(own);
		return same_words(to, own);
	}
	if (own_domain == DOMAIN_INET && !to.is_four)
		return 0;
	return is_loopback(to) || (IS_OPEN_ENVIRONMENT() && __mc_nondet_bool());
}

static int same_path(const struct name *a, const unsigned char *at, unsigned length) {
	if (a->length != length)
		return 0;
	for (unsigned i = 2; i < length; i++)
		if (a->at[i] != at[i])
			return 0;
	return 1;
}

static struct name *add_name(int domain) {
	struct name *n = __mc_alloc(sizeof *n, __mc_internal);
	__mc_set(n, 0, sizeof *n);
	n->domain = domain;
	*(unsigned short *)(void *)n->at = (unsigned short)domain;
	n->length = domain == DOMAIN_INET ? 16 : domain == DOMAIN_INET6 ? 28 : 2;
	return n;
}

/* An address as the program gives it.  The path of a file ends with its zero, which counts. */
static struct name *copy_name(int domain, const void *address, unsigned length) {
	struct name *n = add_name(domain);
	unsigned most = domain == DOMAIN_UNIX ? 110 : n->length;
	if (length > most)
		length = most;
	__mc_copy(n->at, address, length);
	*(unsigned short *)(void *)n->at = (unsigned short)domain; /* 0.0.0.0 of family 0 */
	if (domain != DOMAIN_UNIX)
		return n;
	n->length = length;
	if (length > 2 && n->at[2] != 0) {
		unsigned end = 3;
		while (end < length && n->at[end] != 0)
			end++;
		n->length = end + 1;
	}
	return n;
}

/* --- Who is bound. --- */

static int is_bound_to(const struct bound *b, const struct name *to, int type) {
	if (b->name->domain == DOMAIN_UNIX || to->domain == DOMAIN_UNIX)
		return b->name->domain == to->domain && to->length > 2 &&
		       same_path(b->name, to->at, to->length);
	return b->type == type && comes_to(place_of(to->domain, to->at),
	                                   place_of(b->name->domain, b->name->at), b->name->domain);
}

/* The one that listens, if there are several; or one; or NULL. */
static struct bound *find_bound(const struct name *to, int type) {
	struct bound *found = NULL;
	for (int i = 0; i < bound_count; i++)
		if (is_bound_to(&bound_names[i], to, type)) {
			found = &bound_names[i];
			if (found->owner != NULL && found->owner->state == SOCKET_LISTENING)
				return found;
		}
	return found;
}

static int overlap(struct endpoint a, struct endpoint b) {
	return a.port != 0 && a.port == b.port &&
	       (a.is_any || b.is_any ? a.is_four == b.is_four || (a.is_any && b.is_any)
	                             : same_words(a, b));
}

/* Is the address taken, of which another socket has this one? */
static int is_taken(const struct bound *b, const struct socket *s, const struct name *n) {
	if (b->name->domain == DOMAIN_UNIX || s->domain == DOMAIN_UNIX) /* until unlink */
		return b->name->domain == s->domain && n->length > 2 &&
		       same_path(b->name, n->at, n->length) && (b->owner != NULL || n->at[2] != 0);
	if (b->owner == NULL || b->type != s->type ||
	    !overlap(place_of(b->name->domain, b->name->at), place_of(n->domain, n->at)))
		return 0;
	if (s->reuses && b->owner->reuses && b->owner->state != SOCKET_LISTENING)
		return 0;
	if (s->reuses > 1 && b->owner->reuses > 1)
		__mc_unsupported("two sockets that share a port");
	return 1;
}

static void add_bound(struct socket *s, struct name *n) {
	int i = 0;
	while (i < bound_count &&
	       (bound_names[i].owner != NULL || bound_names[i].name->domain == DOMAIN_UNIX))
		i++;
	if (i == NAMES)
		__mc_unsupported("more than 16 addresses of sockets, in a program that connects");
	bound_names[i].owner = s;
	bound_names[i].type = s->type;
	bound_names[i].name = n;
	if (i == bound_count)
		bound_count = i + 1;
	s->self = n;
	if (s->type == SOCKET_DATAGRAM) {
		s->inbox = __mc_alloc(sizeof *s->inbox, __mc_internal);
		__mc_set(s->inbox, 0, sizeof *s->inbox);
		s->inbox->arrivals.readers = s->inbox->arrivals.writers = 1;
	}
}

int __model_bind_inside(struct socket *s, const void *address, unsigned length) {
	if (s->domain != DOMAIN_UNIX && s->domain != DOMAIN_INET && s->domain != DOMAIN_INET6)
		return 0;
	struct name *n = copy_name(s->domain, address, length);
	if (n->length <= 2)
		return 0; /* the system chooses, and nobody knows */
	for (int i = 0; i < bound_count; i++)
		if (is_taken(&bound_names[i], s, n))
			return EADDRINUSE;
	add_bound(s, n);
	return 0;
}

void __model_unbind(struct socket *s) {
	if (s->state == SOCKET_LISTENING)
		__model_end_listening(s);
	for (int i = 0; i < bound_count; i++)
		if (bound_names[i].owner == s)
			bound_names[i].owner = NULL;
}

void __model_share_names(void) {
	bound_count = 0;
	are_shared = 1;
}

static void forget(int i) {
	bound_names[i] = bound_names[bound_count - 1];
	bound_count--;
}

void __model_forget_name(const char *path) {
	__mc_atomic_begin();
	for (int i = 0; i < bound_count; i++) {
		const struct name *n = bound_names[i].name;
		unsigned k = 0;
		if (n->domain != DOMAIN_UNIX || n->at[2] == 0)
			continue;
		while (k + 3 < n->length && (unsigned char)path[k] == n->at[k + 2])
			k++;
		if (k + 3 == n->length && path[k] == 0) {
			forget(i);
			break;
		}
	}
	__mc_atomic_end();
}

/* --- What is told about an address. --- */

/* Nobody else has this port, of those that were asked for: the k-th one that the system chooses is
 * 256 n + k, so that two are never equal, whatever the program has bound to is beside them. */
static void choose_port(unsigned short *port) {
	unsigned char byte[2] = {(unsigned char)__mc_nondet_uint(), (unsigned char)given_count};
	if (given_count == PORTS)
		__mc_unsupported("more than 32 ports that the system has chosen");
	given_count++;
	__mc_assume(byte[0] >= 4); /* from 1024 on */
	for (int i = 0; i < bound_count; i++)
		if (bound_names[i].name->domain != DOMAIN_UNIX)
			__mc_assume(*(const unsigned short *)(const void *)byte !=
			            place_of(bound_names[i].name->domain, bound_names[i].name->at).port);
	__mc_copy(port, byte, sizeof byte);
}

int __model_tell_name(struct name *n, void *to, unsigned *size) {
	if (n == NULL)
		return 0;
	if (to == NULL || size == NULL)
		return 1;
	unsigned short *port = (unsigned short *)(void *)(n->at + 2);
	__mc_atomic_begin();
	if (n->domain != DOMAIN_UNIX && *port == 0)
		choose_port(port);
	__mc_atomic_end();
	unsigned k = *size < n->length ? *size : n->length;
	NEED_WRITABLE(to, (size_t)k, "a call that tells an address");
	if (k > 0)
		__mc_copy(to, n->at, k);
	*size = n->length;
	return 1;
}

/* --- Listening. --- */

void __model_listen_inside(struct socket *s, int backlog) {
	struct listener *l = s->listener;
	if (l == NULL) {
		l = __mc_alloc(sizeof *l, __mc_internal);
		__mc_set(l, 0, sizeof *l);
		l->arrivals.readers = l->arrivals.writers = 1;
		s->listener = l;
	}
	l->is_over = 0;
	l->most = backlog < 0 || backlog > QUEUE_SIZE ? QUEUE_SIZE : backlog + 1;
	if (s->self == NULL && s->domain != DOMAIN_UNIX)
		add_bound(s, add_name(s->domain));
}

/* Who has connected and was not accepted sees that the connection has broken. */
void __model_end_listening(struct socket *s) {
	struct listener *l = s->listener;
	if (l == NULL)
		return;
	for (size_t i = l->arrivals.first; i < l->arrivals.end; i++) {
		struct connection *c = l->at[i];
		c->out->writers = 0;
		c->out->is_reset = 1;
		c->in->is_gone = 1;
		__mc_order_release(&c->out->writers);
	}
	l->arrivals.first = l->arrivals.end = 0;
	l->is_over = 1;
}

/* --- Connecting. --- */

static void make_loopback(struct name *n) {
	struct endpoint p = place_of(n->domain, n->at);
	unsigned char *at = n->at + (n->domain == DOMAIN_INET ? 4 : p.is_four ? 20 : 8);
	if (!is_loopback(p))
		return;
	if (p.is_four) {
		at[0] = 127;
		at[1] = at[2] = 0;
		at[3] = 1;
	} else {
		at[15] = 1;
	}
}

/* The address of a client that was not bound. */
static struct name *client_name(int domain, const struct name *to) {
	if (domain == DOMAIN_UNIX)
		return NULL;
	struct name *n = add_name(domain);
	*n = *to;
	*(unsigned short *)(void *)(n->at + 2) = 0;
	make_loopback(n);
	return n;
}

int __model_same_name(const struct name *a, const struct name *b) {
	if (a == NULL || b == NULL || a->domain != b->domain)
		return 0;
	if (a->domain == DOMAIN_UNIX)
		return same_path(a, b->at, b->length);
	struct endpoint x = place_of(a->domain, a->at), y = place_of(b->domain, b->at);
	return x.port == y.port && same_words(x, y);
}

int __model_names_are_shared(void) {
	return are_shared;
}

struct name *__model_copy_name(int domain, const void *address, unsigned length) {
	struct name *n = copy_name(domain, address, length);
	if (domain != DOMAIN_UNIX && place_of(domain, n->at).is_any)
		make_loopback(n);
	return n;
}

int __model_find_name(const struct name *to, int type, struct socket **owner, int *owner_type) {
	const struct bound *b = find_bound(to, type);
	if (b == NULL)
		return 0;
	*owner = b->owner;
	*owner_type = b->type;
	return 1;
}

struct name *__model_name_sender(struct socket *s, const struct name *to) {
	if (s->domain == DOMAIN_UNIX)
		return s->self;
	if (s->self == NULL)
		add_bound(s, add_name(s->domain));
	unsigned short *port = (unsigned short *)(void *)(s->self->at + 2);
	if (*port == 0)
		choose_port(port);
	if (!place_of(s->domain, s->self->at).is_any)
		return s->self;
	struct name *seen = client_name(s->domain, to);
	*(unsigned short *)(void *)(seen->at + 2) = *port;
	return seen;
}

static void join_queue(const struct socket_now *now, struct socket *owner, struct name *to,
                       struct channel *there, struct channel *back) {
	struct listener *l = owner->listener;
	struct connection *c = __mc_alloc(sizeof *c, __mc_internal);
	struct channel *q = &l->arrivals;
	if (q->end == QUEUE_SIZE && q->first > 0) {
		for (size_t i = q->first; i < q->end; i++)
			l->at[i - q->first] = l->at[i];
		q->end -= q->first;
		q->first = 0;
	}
	if (q->end == QUEUE_SIZE)
		__mc_unsupported("more than 16 connections that wait to be accepted");
	if (now->object->self == NULL)
		now->object->self = client_name(now->is.domain, to);
	if (to->domain != DOMAIN_UNIX && place_of(to->domain, to->at).is_any)
		make_loopback(to);
	now->object->peer = owner->domain == DOMAIN_UNIX ? owner->self : to;
	now->file->in = back;
	now->file->out = there;
	c->in = there;
	c->out = back;
	c->self = now->object->peer;
	c->peer = now->object->self;
	l->at[q->end++] = c;
#ifdef USES_epoll_ctl
	q->arrivals++;
#endif
	__mc_order_release(&q->end);
}

static int refused(const struct socket_now *now) {
	int waits = (now->flags & OPEN_NONBLOCK) == 0;
	if (waits || now->is.domain == DOMAIN_UNIX || !__mc_nondet_bool())
		return __model_error(ECONNREFUSED);
	__mc_atomic_begin();
	now->object->state = SOCKET_CONNECTING;
	now->object->error = ECONNREFUSED;
	__mc_atomic_end();
	return __model_error(EINPROGRESS);
}

int __model_connect_inside(const struct socket_now *now, const void *address, unsigned length) {
	const struct socket *s = &now->is;
	struct thread *self = __model_self();
	__model_wants_names();
	int waits = (now->flags & OPEN_NONBLOCK) == 0, is_tcp = IS_TCP(s);
	int waiter = 0, cancelled = 0, interrupted = 0;
	if (s->domain != DOMAIN_UNIX && s->domain != DOMAIN_INET && s->domain != DOMAIN_INET6)
		return SOMEBODY_OUTSIDE;
	__mc_atomic_begin();
	struct name *to = NULL;
	struct bound *b = NULL;
	struct socket *owner = NULL;
	int type = s->type, listens = 0;
	if (bound_count > 0) {
		to = copy_name(s->domain, address, length);
		b = find_bound(to, type);
	}
	if (b != NULL) {
		owner = b->owner;
		type = b->type;
		listens = owner != NULL && owner->state == SOCKET_LISTENING;
	}
	__mc_atomic_end();
	if (b == NULL)
		return SOMEBODY_OUTSIDE;
	if (FAILS())
		return ERROR(EACCES, EADDRNOTAVAIL, EAGAIN, ENOBUFS, EPERM);
	if (type != s->type)
		return __model_error(EPROTOTYPE);
	if (!listens || __mc_option("has-connected-to-itself") != 0) /* is 0 */
		return refused(now);
	struct listener *l = owner->listener;
	struct channel *q = &l->arrivals, *there = __model_add_channel(), *back = __model_add_channel();
	if (waits) {
		waiter = __model_begin_wait();
		__mc_wait_until((q->end - q->first < (size_t)l->most) | l->is_over | CANCELLED(self) |
		                    INTERRUPTED(waiter),
		                __mc_sync_room, l, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	} else {
		__mc_atomic_try(__mc_sync_room);
	}
	int is_over = l->is_over, fits = q->end - q->first < (size_t)l->most, later = 0;
	if (fits && !is_over) {
		join_queue(now, owner, to, there, back);
		later = is_tcp && !waits && __mc_nondet_bool();
		now->object->state = later ? SOCKET_CONNECTING : SOCKET_CONNECTED;
	}
	__mc_atomic_end();
	if (is_over)
		return refused(now);
	if (fits)
		return later ? __model_error(EINPROGRESS) : 0;
	if (cancelled)
		__model_cancel_self();
	if (interrupted) {
		if (is_tcp)
			__mc_unsupported("a connection that a signal interrupts while it waits for accept");
		return __model_error(EINTR);
	}
	if (is_tcp)
		__mc_unsupported("a connection without waiting with a socket whose queue is full");
	return __model_error(EAGAIN);
}

/* --- Accepting. --- */

/* In an atomic section, and somebody waits. */
static int take_connection(const struct socket_now *now, int flags, struct connection **taken) {
	struct listener *l = now->object->listener;
	struct channel *q = &l->arrivals;
	struct connection *c = l->at[q->first++];
	if (q->first == q->end)
		q->first = q->end = 0;
	__mc_order_acquire(&q->end);
	struct file *f = __model_add_socket(now->is.domain, now->is.type, flags, SOCKET_CONNECTED);
	f->in = c->in;
	f->out = c->out;
	struct socket *s = f->object;
	s->self = c->self;
	s->peer = c->peer;
	*taken = c;
	return __model_add_descriptor(f, 0);
}

int __model_accept_inside(const struct socket_now *now, void *address, unsigned *length,
                          int flags) {
	struct thread *self = __model_self();
	struct listener *l = now->is.listener;
	struct connection *taken = NULL;
	int waiter = 0, cancelled = 0, interrupted = 0, who = WHO_CONNECTS(), new = -1;
	int waits = (now->flags & OPEN_NONBLOCK) == 0 && (now->is.timed & TIMED_TO_RECEIVE) == 0;
	if (who == ONLY_OUTSIDE || l == NULL || are_shared ||
	    (who == BOTH_CONNECT && __mc_nondet_bool()))
		return SOMEBODY_OUTSIDE;
	struct channel *q = &l->arrivals;
	if (waits) {
		waiter = __model_begin_wait();
		__mc_wait_until((q->first != q->end) | l->is_over | CANCELLED(self) | INTERRUPTED(waiter),
		                __mc_sync_connection, l, -1);
		interrupted = __model_end_wait(waiter);
		cancelled = CANCELLED(self);
	} else {
		__mc_atomic_try(__mc_sync_connection);
	}
	int is_over = l->is_over;
	if (!IS_EMPTY(q))
		new = take_connection(now, flags, &taken);
	__mc_atomic_end();
	if (taken != NULL) {
		if (!__model_tell_name(taken->peer, address, length))
			__model_tell_address(&now->is, 1, address, length);
		return new;
	}
	if (is_over)
		return __model_error(EINVAL);
	if (cancelled)
		__model_cancel_self();
	return __model_error(interrupted ? EINTR : EAGAIN);
}
