/* Streams: the three standard ones, new ones, the lock of each, the end. */
#include "stream.h"

#include "../../system/files/files.h"

static FILE hidden_state_of_stdin = {.refuses = REFUSES_OUTPUT};
static FILE hidden_state_of_stdout = {.refuses = REFUSES_INPUT};
static FILE hidden_state_of_stderr = {.refuses = REFUSES_INPUT};

FILE *stdin = &hidden_state_of_stdin;
FILE *stdout = &hidden_state_of_stdout;
FILE *stderr = &hidden_state_of_stderr;

static int is_standard(const FILE *f) {
	return f == &hidden_state_of_stdin || f == &hidden_state_of_stdout ||
	       f == &hidden_state_of_stderr;
}

/* What a stream over a pipe of the program buffers, and when it waits, is not modelled.  It is
 * connected with one only after dup2 and the like: fdopen refuses. */
void __model_need_outside(const FILE *f) {
	int fd = f == &hidden_state_of_stdin    ? 0
	         : f == &hidden_state_of_stdout ? 1
	         : f == &hidden_state_of_stderr ? 2
	                                        : f->fd - 1;
	struct file file = {.kind = FILE_NONE};
	__mc_atomic_begin();
	if (fd >= 0 && __model_file(fd) != NULL)
		file = *__model_file(fd);
	__mc_atomic_end();
	if (file.in == NULL && file.out == NULL)
		return;
#ifdef USES___model_pipe_stream
	if (__model_is_pipe(f))
		return;
#endif
	__mc_unsupported("a stream that dup2 has connected with a pipe or socket inside the program");
}

void __model_need_stream(FILE *f) {
	__mc_assert(__mc_is_live(f), "pointer", "a stream is used that is null or was closed");
#ifdef USES___model_add_channel
#ifdef USES_duplicate_to
	__model_need_outside(f);
#endif
#endif
}

FILE *__model_state_of(FILE *f) {
	__model_need_stream(f);
	return f;
}

/* Calls that take the lock do not race with each other, but with those that do not.  The access is
 * made outside of any section, where it can meet another, and with the lock. */
void __model_share_stream(FILE *f) {
	if (!__mc_option("data-races-check"))
		return;
#ifdef USES___model_lock_stream
	flockfile(f);
#endif
	f->state = 0;
#ifdef USES___model_lock_stream
	funlockfile(f);
#endif
}

/* The section is there only if something of the stream is noticed; who has the lock is waited for
 * only if somebody can have it. */
void __model_enter(FILE *f) {
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	__model_need_stream(f);
#ifdef USES___fsetlocking
	if (f->by_caller) {
		__model_own_stream(f);
		__mc_atomic_begin();
		return;
	}
#endif
#ifdef USES___model_own_stream
	__model_share_stream(f);
#endif
#ifdef USES___model_state_of
#ifdef USES___model_lock_stream
	int me = __mc_self() + 1;
	__mc_wait_until((f->owner == 0) | (f->owner == me), __mc_sync_stream, f, f->owner - 1);
	if (f->owner == 0) {
		__mc_acquired(__mc_sync_stream, f);
		__mc_released(f);
	}
#else
	__mc_atomic_begin();
#endif
#endif
}

void __model_leave(FILE *f) {
	(void)f;
#ifdef USES___model_state_of
	__mc_atomic_end();
#endif
}

void __model_own_stream(FILE *f) {
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	WRITE_HIDDEN(*(char *)&__model_state_of(f)->state);
}

/* In an atomic section in which nobody else holds the lock. */
void __model_lock_stream(FILE *f, int me) {
	if (f->owner == me) {
		f->again++;
		return;
	}
	f->owner = me;
	__mc_order_acquire(&f->owner);
	__mc_acquired(__mc_sync_stream, f);
}

void flockfile(FILE *f) {
	int me = __mc_self() + 1;
	__model_state_of(f);
	__mc_wait_until((f->owner == 0) | (f->owner == me), __mc_sync_stream, f, f->owner - 1);
	__model_lock_stream(f, me);
	__mc_atomic_end();
}

int ftrylockfile(FILE *f) {
	int me = __mc_self() + 1;
	__model_state_of(f);
	__mc_atomic_try(__mc_sync_stream);
	int is_free = f->owner == 0 || f->owner == me;
	if (is_free)
		__model_lock_stream(f, me);
	__mc_atomic_end();
	return is_free ? 0 : -1;
}

void funlockfile(FILE *f) {
	int me = __mc_self() + 1;
	__model_state_of(f);
	__mc_atomic_begin();
	__mc_assert(f->owner == me, "lock", "a stream is unlocked that this thread does not hold");
	if (f->again > 0) {
		f->again--;
	} else {
		f->owner = 0;
		__mc_order_release(&f->owner);
		__mc_released(f);
	}
	__mc_atomic_end();
}

/* Sets errno to one of a set, in which bit n stands for the number n, if the call is refused.  One
 * expression: a branch at each line that is printed would cost more. */
void __model_refuse(int is_refused, unsigned long long reasons) {
	unsigned reason = __mc_nondet_uint();
	__mc_assume((is_refused == 0) | ((reason < 64) & ((reasons >> (reason & 63)) & 1)));
	int *number = __errno_location();
	*number = is_refused ? (int)reason : *number;
}

#define BIT(n) (1ULL << (n))

int __model_output_fails(void) {
	int is_refused = MAY_FAIL();
#ifdef USES___errno_location
	__model_refuse(is_refused, BIT(EAGAIN) | BIT(EBADF) | BIT(EFBIG) | BIT(EIO) | BIT(ENOMEM) |
	                               BIT(ENOSPC) | BIT(ENXIO) | BIT(EPIPE));
#endif
	return is_refused;
}

int __model_input_fails(void) {
	int is_refused = MAY_FAIL();
#ifdef USES___errno_location
	__model_refuse(is_refused,
	               BIT(EAGAIN) | BIT(EBADF) | BIT(EIO) | BIT(EISDIR) | BIT(ENOMEM) | BIT(ENXIO));
#endif
	return is_refused;
}

/* The program opens streams, so they differ in that. */
static void set_refusals(FILE *f, int access) {
	f->refuses = access == ACCESS_READ    ? REFUSES_OUTPUT
	             : access == ACCESS_WRITE ? REFUSES_INPUT
	                                      : 0;
	f->failed = 0;
}

int __model_refuses(const FILE *f, int what) {
#ifdef USES_set_refusals
	char refuses;
#ifdef USES_freopen
	__mc_atomic_begin();
#endif
	__mc_copy(&refuses, &f->refuses, sizeof refuses);
#ifdef USES_freopen
	__mc_atomic_end();
#endif
	return (refuses & what) != 0;
#endif
	return what == REFUSES_OUTPUT ? f == &hidden_state_of_stdin
	                              : f == &hidden_state_of_stdout || f == &hidden_state_of_stderr;
}

int __model_refused(FILE *f, int what) {
	int is_refused = __model_refuses(f, what);
#ifdef USES___errno_location
	__model_refuse(is_refused, BIT(EBADF));
#endif
#ifdef USES___model_was_refused
	if (is_refused) {
		__mc_atomic_begin();
		f->failed = 1;
		__mc_atomic_end();
	}
#endif
	return is_refused;
}

/* Since the mark was cleared last. */
int __model_was_refused(FILE *f, int clears) {
	__mc_atomic_begin();
	int failed = f->failed;
	if (clears)
		f->failed = 0;
	__mc_atomic_end();
	return failed;
}

FILE *__model_bare_stream(void) {
	FILE *f = __mc_alloc(sizeof *f, __mc_internal);
#ifdef USES___model_state_of
	f->owner = 0;
	f->again = 0;
	f->by_caller = 0;
	f->npushed = 0;
	f->memory = NULL;
#endif
#ifdef USES___model_add_descriptor
	f->fd = 0;
#endif
	return f;
}

/* Its descriptor is there only if the program uses some. */
static FILE *open_new_stream(int flags) {
	FILE *f = __model_bare_stream();
#ifdef USES___model_add_descriptor
	f->fd = 1 + __model_open_file(FILE_ORDINARY, flags);
#endif
	set_refusals(f, flags & ACCESS_MODE);
	return f;
}

#define OPEN_ERRORS_OF_STREAMS                                                                     \
	EACCES, EDQUOT, EEXIST, EFBIG, EISDIR, ELOOP, EMFILE, ENAMETOOLONG, ENFILE, ENODEV, ENOENT,    \
	    ENOMEM, ENOSPC, ENOTDIR, ENXIO, EOVERFLOW, EPERM, EROFS, ETXTBSY

/* How the file of a stream is opened; glibc looks at seven letters. */
static int flags_of_mode(const char *mode) {
	int flags = *mode == 'r' ? ACCESS_READ : ACCESS_WRITE;
	if (*mode == 'a')
		flags |= OPEN_APPEND;
	for (int i = 1; i < 7 && mode[i] != 0; i++) {
		if (mode[i] == '+')
			flags = (flags & ~ACCESS_MODE) | ACCESS_BOTH;
		if (mode[i] == 'e')
			flags |= OPEN_CLOEXEC;
	}
	return flags;
}

static int is_mode(const char *mode) {
	return *mode == 'r' || *mode == 'w' || *mode == 'a';
}

static FILE *open_stream(const char *mode) {
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	if (!is_mode(mode)) {
		__model_error(EINVAL);
		return NULL;
	}
	if (FAILS()) {
		ERROR(OPEN_ERRORS_OF_STREAMS);
		return NULL;
	}
	return open_new_stream(flags_of_mode(mode));
}

FILE *fopen(const char *path, const char *mode) {
	NEED_STRING(path, "fopen");
	NEED_STRING(mode, "fopen");
	return open_stream(mode);
}

FILE *fopen64(const char *path, const char *mode) {
	return fopen(path, mode);
}

/* The same stream, connected with something else.  If that fails, it is closed. */
FILE *freopen(const char *path, const char *mode, FILE *f) {
	NEED_STRING(mode, "freopen");
	if (path != NULL)
		NEED_STRING(path, "freopen");
	__model_enter(f);
#ifdef USES_ungetc
	f->npushed = 0;
#endif
	__model_leave(f);
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		__mc_unsupported("freopen of a stream in memory");
#endif
	if (!is_mode(mode)) {
		__model_error(EINVAL);
		return NULL;
	}
	if (FAILS()) {
		ERROR(OPEN_ERRORS_OF_STREAMS, EBADF);
		return NULL;
	}
#ifdef USES_fileno
	int fd = fileno(f);
	__mc_atomic_begin();
	if (fd >= 0 && __model_file(fd) != NULL)
		__model_drop_descriptor(fd);
	if (fd >= 0)
		__model_add_descriptor(__model_add_file(FILE_ORDINARY, flags_of_mode(mode)), fd);
	__mc_atomic_end();
#endif
	set_refusals(f, flags_of_mode(mode) & ACCESS_MODE);
	return f;
}

FILE *freopen64(const char *path, const char *mode, FILE *f) {
	return freopen(path, mode, f);
}

FILE *tmpfile(void) {
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	if (FAILS()) {
		ERROR(EACCES, EEXIST, EMFILE, ENFILE, ENOSPC, EROFS, ENOMEM);
		return NULL;
	}
	return open_new_stream(ACCESS_BOTH);
}

FILE *tmpfile64(void) {
	return tmpfile();
}

/* One of 'r' and 'w', and any number of 'e'; -1: it is not. */
static int flags_of_pipe(const char *mode) {
	int reads = 0, writes = 0, flags = 0;
	for (; *mode != 0; mode++) {
		if (*mode != 'r' && *mode != 'w' && *mode != 'e')
			return -1;
		reads |= *mode == 'r';
		writes |= *mode == 'w';
		if (*mode == 'e')
			flags |= OPEN_CLOEXEC;
	}
	return reads == writes ? -1 : flags | (reads ? ACCESS_READ : ACCESS_WRITE);
}

FILE *popen(const char *command, const char *mode) {
	NEED_STRING(command, "popen");
	NEED_STRING(mode, "popen");
#ifdef USES_pthread_cancel
	OPTIONAL_CANCELLATION_POINT();
#endif
	int flags = flags_of_pipe(mode);
	if (flags < 0) {
		__model_error(EINVAL);
		return NULL;
	}
	if (FAILS()) {
		ERROR(EAGAIN, EMFILE, ENFILE, ENOMEM);
		return NULL;
	}
	return open_new_stream(flags);
}

/* The lock ends with the stream; its descriptor, too, unless somebody has closed that. */
static void end_stream(FILE *f) {
	if (is_standard(f))
		return;
#ifdef USES___model_add_descriptor
	__mc_atomic_begin();
	if (f->fd > 0 && __model_file(f->fd - 1) != NULL)
		__model_drop_descriptor(f->fd - 1);
	__mc_atomic_end();
#endif
	__mc_free(f);
}

int fclose(FILE *f) {
	__model_enter(f);
	__model_leave(f);
	int result = 0;
#ifdef USES___model_memory_stream
	if (f->memory != NULL) {
		result = __model_memory_close(f);
		end_stream(f);
		return result;
	}
#endif
	end_stream(f);
	result = __model_output_fails() ? END_OF_FILE : 0;
	return result;
}

/* The status of the process, as waitpid has it; 127 << 8: the shell could not be run. */
int pclose(FILE *f) {
	__model_enter(f);
	__model_leave(f);
	end_stream(f);
	if (FAILS())
		return ERROR(ECHILD);
	int status = __mc_nondet_int();
	__mc_assume(status >= 0 && status <= 0xffff && (status & 0xff) != 0x7f);
	return status;
}

int fileno(FILE *f) {
	(void)__model_open_file; /* new streams have descriptors where this is used */
	__model_need_stream(f);
	if (is_standard(f))
		return f == &hidden_state_of_stdin ? 0 : f == &hidden_state_of_stdout ? 1 : 2;
	return f->fd == 0 ? ERROR(EBADF) : f->fd - 1;
}

/* The descriptor of a stream that is opened to append gets O_APPEND. */
static void append_always(int fd) {
	(void)__model_changes_files;
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	if (f != NULL)
		f->flags |= OPEN_APPEND;
	__mc_atomic_end();
}

FILE *fdopen(int fd, const char *mode) {
	NEED_STRING(mode, "fdopen");
	(void)__model_open_file; /* fclose gives the descriptor back */
	if (!is_mode(mode)) {
		__model_error(EINVAL);
		return NULL;
	}
	struct file file = __model_get_file(fd);
	if (file.kind == FILE_NONE)
		return NULL;
	int access = file.flags & ACCESS_MODE,
	    updates = mode[1] == '+' || (mode[1] != 0 && mode[2] == '+');
	if ((access == ACCESS_READ && (mode[0] != 'r' || updates)) ||
	    (access == ACCESS_WRITE && (mode[0] == 'r' || updates))) {
		__model_error(EINVAL);
		return NULL;
	}
	if (FAILS()) {
		ERROR(ENOMEM);
		return NULL;
	}
#ifdef USES___model_control
	if (mode[0] == 'a')
		append_always(fd);
#endif
#ifdef USES___model_add_channel
	if (file.in != NULL || file.out != NULL)
		return __model_pipe_stream(fd, mode[0] == 'r' || updates, mode[0] != 'r' || updates);
#endif
	FILE *f = __model_bare_stream();
	f->fd = 1 + fd;
	set_refusals(f, updates ? ACCESS_BOTH : mode[0] == 'r' ? ACCESS_READ : ACCESS_WRITE);
	return f;
}
