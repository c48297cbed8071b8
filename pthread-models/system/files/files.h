/* pthread-models/system/files/files.h -- open files, and the descriptors that name them.
 *
 * A descriptor is a small number, the lowest free one; it names an open file, which others may
 * name, too (dup).  0, 1 and 2 are open from the start.  What a file is connected with is inside
 * the program (a channel: pipes, socket pairs) or outside: then input is arbitrary, and output has
 * no effect.
 *
 * The table is read and written in atomic sections.  A call that leaves it as it is only reads what
 * its descriptor names, so that calls of two threads do not disturb each other. */
#ifndef PTHREAD_MODELS_SYSTEM_FILES_FILES_H
#define PTHREAD_MODELS_SYSTEM_FILES_FILES_H

#include "../environment.h"

enum { DESCRIPTORS = 64 }; /* more than that are UNKNOWN */
enum { HERE = -100 };      /* AT_FDCWD */

enum file_kind {
	FILE_NONE,
	FILE_STANDARD,  /* 0, 1, 2: whatever the program was started with */
	FILE_ORDINARY,  /* opened by a name: any kind of file that has one */
	FILE_DIRECTORY, /* surely one */
	FILE_PIPE,      /* one end, the other is inside the program */
	FILE_SOCKET,    /* system/sockets/socket.c */
	FILE_EPOLL,     /* system/events/epoll.c */
	FILE_EVENT,     /* eventfd */
	FILE_TIMER,     /* timerfd_create */
	FILE_SIGNAL,    /* signalfd */
	FILE_MEMORY,    /* shm_open, memfd_create */
};

enum { /* of open; others differ between architectures */
	   ACCESS_READ = 0,
	   ACCESS_WRITE = 1,
	   ACCESS_BOTH = 2,
	   ACCESS_MODE = 3,
	   OPEN_CREATE = 0100,
	   OPEN_EXCLUSIVE = 0200,
	   OPEN_TRUNCATE = 01000,
	   OPEN_APPEND = 02000,
	   OPEN_NONBLOCK = 04000,
	   OPEN_CLOEXEC = 02000000,
	   OPEN_PATH = 010000000, /* O_PATH: names a file, neither reads nor writes it */
};

struct channel {          /* bytes that go one way, in order */
	size_t first, end;    /* what was written and not read yet is byte[first], ..., byte[end - 1] */
	int readers, writers; /* open files */
	int writes;           /* that are not read yet; of sockets, as the next two */
	int is_gone;          /* who read it has closed its socket; 2: and a sender knows; of TCP: and
	                         what was sent then got lost, which the sender knows (3) or not (2) */
	unsigned arrivals;    /* how often something was written; of files that epoll watches */
	int is_reset;         /* who wrote it has closed its socket without reading all it was sent */
	unsigned char *byte;
};

enum { CHANNEL_SIZE = 65536, ATOMIC_WRITE = 4096 }; /* of a pipe of Linux; PIPE_BUF */

struct file {                 /* an open file */
	int kind;                 /* of file_kind; FILE_NONE: this is free */
	int uses;                 /* descriptors that name it */
	int flags;                /* of open */
	void *object;             /* what belongs to its kind */
	struct channel *in, *out; /* where it is read from and written to; NULL: outside */
	int memory;               /* of MEMORY_, see mapping.h */
	void *mapping;            /* the last one with MAP_SHARED */
	int watched;              /* in so many lists of epoll */
};

/* Mentioned by what changes a descriptor or a file: a program without leaves the table as it is. */
void __model_changes_files(void);

/* By descriptor: 1 + the number of the file; NEVER_OPEN; CLOSED. */
enum { NEVER_OPEN = 0, CLOSED = -1 };
extern int __model_descriptor[DESCRIPTORS];
extern struct file __model_files[DESCRIPTORS];
extern int __model_files_end; /* all that were ever open come before it; kept for fork */
extern unsigned char __model_close_on_exec[DESCRIPTORS]; /* only if the program asks for it */

/* The open file of a descriptor; NULL: there is none, and errno is EBADF. */
struct file *__model_find_file(int fd);
/* What an open file was when the call began, which others may close meanwhile; of kind FILE_NONE:
 * there is none, and errno is EBADF. */
struct file __model_get_file(int fd);
/* On request (--descriptor-check), a descriptor that is used and not open is a violation, also in
 * the two above. */
void __model_need_open(int fd);

/* In an atomic section: the file of a descriptor, or NULL. */
struct file *__model_file(int fd);
/* In an atomic section: a new descriptor, the lowest one from 'least' on, of a file. */
int __model_add_descriptor(struct file *, int least);
/* In an atomic section: a new file, which no descriptor names yet. */
struct file *__model_add_file(int kind, int flags);
/* In an atomic section: this descriptor, which is open, is closed, the file too if it was its last
 * one. */
void __model_drop_descriptor(int fd);
/* A new file of that kind, and its descriptor. */
int __model_open_file(int kind, int flags);
/* What close does, no cancellation point.  Whatever it returns, Linux has closed the descriptor. */
int __model_close(int fd);
int __model_control(int fd, int command, __builtin_va_list); /* fcntl */
/* A new descriptor of the same file, from 'least' on; what dup does. */
int __model_duplicate(int fd, int least, int closes_on_exec);

struct channel *__model_add_channel(void);
#define IS_EMPTY(c) ((c)->first == (c)->end)
#define ROOM_IN(c)  ((size_t)CHANNEL_SIZE - ((c)->end - (c)->first))

/* What read and write do with a channel.  -1 and errno: EAGAIN, EINTR, EPIPE. */
ssize_t __model_channel_read(struct channel *, int flags, void *to, size_t n);
ssize_t __model_channel_write(struct channel *, int flags, const void *from, size_t n);

/* In an atomic section; there is room. */
void __model_put_bytes(struct channel *, const void *from, size_t n);
/* Nobody reads any more: SIGPIPE, and -1 with EPIPE if the program survives it. */
ssize_t __model_broken_pipe(void);

/* The folder that a relative path begins in: 0, or -1 and errno EBADF or ENOTDIR. */
int __model_need_folder(int fd, const char *path);
/* Reasons to find no file by its path. */
#define PATH_ERRORS EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR

/* What read and write do with an open file. */
ssize_t __model_read_file(struct file, void *to, size_t n);
ssize_t __model_write_file(struct file, const void *from, size_t n);
int __model_may_read(struct file);
int __model_may_write(struct file);
/* Is it surely something that has no position? */
#define HAS_NO_POSITION(f) ((f).kind >= FILE_PIPE && (f).kind != FILE_MEMORY)
/* What read and write do with a file from outside: as many bytes as anybody likes, up to n; the
 * reasons to fail are the caller's. */
ssize_t __model_outside_read(void *to, size_t n);
ssize_t __model_outside_write(size_t n);

#endif
