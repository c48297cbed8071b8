/* pthread-models/system/sockets/socket.h -- sockets.
 *
 * Both ends of a socket pair are in the program, and of a connection with an address at which it
 * listens itself (inside.h): a channel leads each way, and what is sent is what is received.  All
 * other sockets are connected with somebody outside, who may send anything at any time.
 *
 * The state of a socket is read and written in atomic sections; a call that changes nothing takes a
 * copy of what it needs. */
#ifndef PTHREAD_MODELS_SYSTEM_SOCKETS_SOCKET_H
#define PTHREAD_MODELS_SYSTEM_SOCKETS_SOCKET_H

#include "../files/files.h"

enum { /* families of addresses */
	   DOMAIN_UNIX = 1,
	   DOMAIN_INET = 2,
	   DOMAIN_INET6 = 10,
	   DOMAINS = 46,
};

enum { SOCKET_STREAM = 1, SOCKET_DATAGRAM = 2, SOCKET_RAW = 3, SOCKET_PACKETS = 5, SOCKETS = 11 };

enum socket_state {
	SOCKET_NEW,
	SOCKET_BOUND,
	SOCKET_LISTENING,
	SOCKET_CONNECTING, /* connect without waiting */
	SOCKET_CONNECTED,
};

enum { SHUT_TO_READ = 1, SHUT_TO_WRITE = 2 };
enum { TIMED_TO_RECEIVE = 1, TIMED_TO_SEND = 2 };

struct socket { /* struct file.object */
	int domain, type;
	int state;                 /* of socket_state */
	int shut;                  /* of SHUT_ */
	int timed;                 /* of TIMED_: a time limit was set */
	int error;                 /* which getsockopt tells next */
	int wants_control;         /* an option was set that may bring control data */
	int reuses;                /* an address, after SO_REUSEADDR; 2: SO_REUSEPORT */
	struct name *self, *peer;  /* of connections inside the program (inside.h); or NULL */
	struct listener *listener; /* the same */
	struct inbox *inbox;       /* of datagrams of the program; or NULL */
};

struct socket_now { /* what a call needs to know */
	struct file *file;
	struct socket *object;
	struct socket is;
	struct channel *in, *out; /* of a pair, or NULL */
	int flags;                /* of the file */
};

enum { /* of send and receive */
	   MESSAGE_URGENT = 1,
	   MESSAGE_PEEK = 2,
	   MESSAGE_CUT = 0x20, /* MSG_TRUNC */
	   MESSAGE_NO_WAIT = 0x40,
	   MESSAGE_ALL = 0x100,
	   MESSAGE_NO_SIGNAL = 0x4000,
	   MESSAGE_FOR_ONE = 0x10000,
};

/* In an atomic section: a new file for a socket. */
struct file *__model_add_socket(int domain, int type, int flags, int state);
/* In an atomic section: its last descriptor is closed. */
void __model_drop_socket(struct file *);
/* What a call needs to know of the socket that a file is. */
void __model_view_socket(struct file *, struct socket_now *);
/* The same of a descriptor.  0, or -1 and errno: EBADF, ENOTSOCK. */
int __model_find_socket(int fd, struct socket_now *);

/* The address of somebody, as the system writes it into a buffer of *size bytes (NULL: nobody wants
 * it); 'unnamed': there is none. */
void __model_tell_address(const struct socket *, int unnamed, void *to, unsigned *size);

/* What is sent and received; 'told': flags of the message.  -1 and errno. */
ssize_t __model_receive(const struct socket_now *, void *to, size_t n, int flags, int *told);
ssize_t __model_send(const struct socket_now *, const void *from, size_t n, int flags,
                     const void *address, unsigned length);
/* The address of the sender, behind what was received. */
void __model_tell_sender(const struct socket_now *, void *address, unsigned *length);
/* The same of a pair. */
ssize_t __model_receive_inside(const struct socket_now *, void *to, size_t n, int flags, int *told);
ssize_t __model_send_inside(const struct socket_now *, const void *from, size_t n, int flags);
int __model_is_broken(const struct socket_now *); /* of TCP: by the other end */

/* read and write. */
ssize_t __model_socket_read(struct file *, void *to, size_t n);
ssize_t __model_socket_write(struct file *, const void *from, size_t n);

#endif
