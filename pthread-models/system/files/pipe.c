/* pipe: two new descriptors, and a channel between them. */
#include "files.h"

#if defined(__aarch64__) || defined(__arm__)
enum { OPEN_DIRECT = 0200000 };
#else
enum { OPEN_DIRECT = 040000 };
#endif
enum { OPEN_NOTIFY = 0200 }; /* O_NOTIFICATION_PIPE */

/* Packets are a matter of the end that writes them. */
static int new_pipe(int fd[2], int flags) {
	struct channel *c = __model_add_channel();
	__mc_atomic_begin();
	struct file *in = __model_add_file(FILE_PIPE, ACCESS_READ | (flags & ~OPEN_DIRECT));
	in->in = c;
	int first = __model_add_descriptor(in, 0);
	struct file *out = __model_add_file(FILE_PIPE, ACCESS_WRITE | flags);
	out->out = c;
	int second = __model_add_descriptor(out, 0);
	__mc_atomic_end();
	fd[0] = first;
	fd[1] = second;
	return 0;
}

int pipe(int fd[2]) {
	NEED_WRITABLE(fd, 2 * sizeof *fd, "pipe");
	if (FAILS())
		return ERROR(EMFILE, ENFILE);
	return new_pipe(fd, 0);
}

int pipe2(int fd[2], int flags) {
	NEED_WRITABLE(fd, 2 * sizeof *fd, "pipe2");
	if ((flags & ~(OPEN_NONBLOCK | OPEN_CLOEXEC | OPEN_DIRECT | OPEN_NOTIFY)) != 0)
		return ERROR(EINVAL);
	if ((flags & OPEN_NOTIFY) != 0)
		__mc_unsupported("pipe2 with O_NOTIFICATION_PIPE");
	if (FAILS())
		return ERROR(EMFILE, ENFILE, ENOPKG);
	return new_pipe(fd, flags);
}
