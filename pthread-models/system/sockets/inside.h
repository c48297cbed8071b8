/* pthread-models/system/sockets/inside.h -- connections of the program with itself.
 *
 * A program that calls connect has a list of the addresses that its sockets were bound to.  A
 * connection to one of them stands in the queue of the socket that listens there until accept takes
 * it, and both ends are then like a pair (pair.c).  Whether somebody outside connects, too,
 * is what --outsiders-connect says; without, the search is made for the program alone, and if it
 * never connects to itself, once more with others alone (tasks/pipeline.c). */
#ifndef PTHREAD_MODELS_SYSTEM_SOCKETS_INSIDE_H
#define PTHREAD_MODELS_SYSTEM_SOCKETS_INSIDE_H

#include "socket.h"

enum { /* of --outsiders-connect */
	   ONLY_INSIDE = 0,
	   BOTH_CONNECT = 1,
	   ONLY_OUTSIDE = 2,
};
#define WHO_CONNECTS() (__mc_option("outsiders-connect"))

enum { NAME_SIZE = 112, QUEUE_SIZE = 16 };

struct name { /* the address of a socket */
	int domain;
	unsigned length;             /* as getsockname tells it */
	unsigned char at[NAME_SIZE]; /* port 0: it has one that nobody has asked for yet */
};

struct connection { /* that waits to be accepted: what its end is read from, and written to */
	struct channel *in, *out;
	struct name *self, *peer; /* NULL: has none */
};

struct listener {
	struct channel arrivals; /* without bytes: the numbers of the connections that wait */
	struct connection *at[QUEUE_SIZE];
	int most;    /* of connections that wait */
	int is_over; /* nobody listens any more */
};

struct datagram { /* that was sent and not received yet */
	struct name *from;
	unsigned length;
	unsigned char *byte;
};

struct inbox {
	struct channel arrivals; /* as that of a listener */
	struct datagram *at[QUEUE_SIZE];
};

/* Mentioned by what may send something to a socket of the program. */
void __model_wants_names(void);

/* In an atomic section, all of these.  A socket is bound: 0 or EADDRINUSE. */
int __model_bind_inside(struct socket *, const void *address, unsigned length);
/* A socket listens. */
void __model_listen_inside(struct socket *, int backlog);
/* A socket listens no more. */
void __model_end_listening(struct socket *);
/* Its last descriptor is closed. */
void __model_unbind(struct socket *);
/* Another process has all of these sockets, too. */
void __model_share_names(void);
/* A file by this name is no more. */
void __model_forget_name(const char *path);

/* In an atomic section, of an address in the program's memory: a copy; who has it, the socket that
 * listens if there is one, else one that was closed perhaps (*owner is NULL); 0: nobody. */
struct name *__model_copy_name(int domain, const void *address, unsigned length);
int __model_find_name(const struct name *, int type, struct socket **owner, int *owner_type);
/* In an atomic section: a socket that sends to an address has one, too: as its receiver sees it. */
struct name *__model_name_sender(struct socket *, const struct name *to);
int __model_same_name(const struct name *, const struct name *);
int __model_names_are_shared(void);

/* Of sockets for datagrams: connect; what is sent, with an address or without; what is received,
 * from __model_came_from then.  Each as the two below. */
int __model_connect_datagrams(const struct socket_now *, const void *address, unsigned length);
ssize_t __model_send_datagram(const struct socket_now *, const void *from, size_t n,
                              const void *address, unsigned length);
ssize_t __model_receive_datagram(const struct socket_now *, void *to, size_t n, int flags,
                                 int *told);
extern _Thread_local struct name *__model_came_from;
extern _Thread_local int __model_is_anonymous; /* it has none */

/* connect, of a socket that may: 0, or -1 and errno; or it goes to somebody outside. */
int __model_connect_inside(const struct socket_now *, const void *address, unsigned length);
/* accept: a new descriptor, or -1 and errno; or somebody outside connects. */
enum { SOMEBODY_OUTSIDE = -2 };
int __model_accept_inside(const struct socket_now *, void *address, unsigned *length, int flags);
/* The address of a socket, if it is known: tells it, and is 1. */
int __model_tell_name(struct name *, void *to, unsigned *size);
/* SOCKET_ of connections that go over the network, which break in other ways than pairs. */
#define IS_TCP(s) ((s)->type == SOCKET_STREAM && (s)->domain != DOMAIN_UNIX)

#endif
