/* fcntl, ioctl, isatty. */
#include "filelock.h"

enum { /* commands of fcntl */
	   DUPLICATE = 0,
	   GET_CLOSE_ON_EXEC = 1,
	   SET_CLOSE_ON_EXEC = 2,
	   GET_FLAGS = 3,
	   SET_FLAGS = 4,
	   GET_LOCK = 5,
	   SET_LOCK = 6,
	   SET_LOCK_WAIT = 7,
	   SET_OWNER = 8,
	   GET_OWNER = 9,
	   SET_SIGNAL = 10,
	   GET_SIGNAL = 11,
	   GET_LOCK64 = 12,
	   SET_LOCK64 = 13,
	   SET_LOCK_WAIT64 = 14,
	   DUPLICATE_CLOEXEC = 1030,
	   GET_PIPE_SIZE = 1032,
};

enum { /* what F_SETFL changes; O_DIRECT is different on ARM */
#if defined(__aarch64__) || defined(__arm__)
	   FLAG_DIRECT = 0200000,
	   FLAG_LARGE = 0400000,
#else
	   FLAG_DIRECT = 040000,
	   FLAG_LARGE = 0100000,
#endif
	   FLAG_ASYNC = 020000,
	   FLAG_NOATIME = 01000000,
	   FLAGS_TO_SET = OPEN_APPEND | OPEN_NONBLOCK | FLAG_ASYNC | FLAG_DIRECT | FLAG_NOATIME,
};

static int duplicate_from(int fd, int least, int closes_on_exec) {
	if (least < 0)
		return ERROR(EINVAL);
	if (least >= DESCRIPTORS) {
		if (FAILS())
			return ERROR(EINVAL);
		__mc_unsupported("F_DUPFD from a descriptor above 63 on");
	}
	return __model_duplicate(fd, least, closes_on_exec);
}

/* How 0, 1 and 2 were opened is up to who has started the program. */
static int get_flags(struct file f) {
	int known = f.flags & ~OPEN_CLOEXEC;
	if (f.kind == FILE_STANDARD && IS_OPEN_ENVIRONMENT()) {
		int any = __mc_nondet_int() & (ACCESS_MODE | OPEN_APPEND | FLAG_LARGE);
		__mc_assume((any & ACCESS_MODE) != ACCESS_MODE);
		return (known & ~ACCESS_MODE) | any;
	}
	int is_large = f.kind <= FILE_DIRECTORY || f.kind == FILE_MEMORY;
	return sizeof(long) == 8 && is_large ? known | FLAG_LARGE : known;
}

static int set_flags(int fd, struct file before, int flags) {
	if ((before.flags & ~flags & OPEN_APPEND) != 0 && FAILS())
		return ERROR(EPERM);
	if ((flags & FLAG_NOATIME) != 0 && FAILS())
		return ERROR(EPERM);
	if ((flags & FLAG_DIRECT) != 0 && FAILS())
		return ERROR(EINVAL);
	(void)__model_changes_files;
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	if (f != NULL)
		f->flags = (f->flags & ~FLAGS_TO_SET) | (flags & FLAGS_TO_SET);
	__mc_atomic_end();
	return f == NULL ? ERROR(EBADF) : 0;
}

/* Asks also whether a number is a descriptor at all: that is no use of it. */
static int get_close_on_exec(int fd) {
	__mc_atomic_begin();
	int value = __model_file(fd) == NULL ? -1 : __model_close_on_exec[fd];
	__mc_atomic_end();
	return value < 0 ? ERROR(EBADF) : value;
}

static int set_close_on_exec(int fd, int value) {
	__mc_atomic_begin();
	int is_open = __model_file(fd) != NULL;
	if (is_open)
		__model_close_on_exec[fd] = value & 1;
	__mc_atomic_end();
	return is_open ? 0 : ERROR(EBADF);
}

static int with_number(int fd, struct file f, int command, int number) {
	switch (command) {
	case DUPLICATE: return duplicate_from(fd, number, 0);
	case DUPLICATE_CLOEXEC: return duplicate_from(fd, number, 1);
	case SET_CLOSE_ON_EXEC: return set_close_on_exec(fd, number);
	case SET_FLAGS: return set_flags(fd, f, number);
	default: return FAILS() ? ERROR(EINVAL, EPERM, ESRCH) : 0; /* SET_OWNER, SET_SIGNAL */
	}
}

static int with_lock(struct file f, int command, void *lock) {
	int big = command >= GET_LOCK64;
	if (command == GET_LOCK || command == GET_LOCK64)
		return __model_ask_lock(f, lock, big);
	int waits = command == SET_LOCK_WAIT || command == SET_LOCK_WAIT64;
	if (waits)
		CANCELLATION_POINT();
	return __model_set_lock(f, lock, big, waits);
}

static int without_argument(struct file f, int command) {
	if (command == GET_FLAGS)
		return get_flags(f);
	if (command == GET_PIPE_SIZE)
		return f.kind == FILE_PIPE ? CHANNEL_SIZE : ERROR(EBADF);
	int value = __mc_nondet_int(); /* GET_OWNER, GET_SIGNAL: a group of processes is negative */
	__mc_assume(command == GET_OWNER || (value >= 0 && value <= 64));
	return value;
}

static int is_number_command(int command) {
	return command == DUPLICATE || command == DUPLICATE_CLOEXEC || command == SET_CLOSE_ON_EXEC ||
	       command == SET_FLAGS || command == SET_OWNER || command == SET_SIGNAL;
}

static int is_lock_command(int command) {
	return (command >= GET_LOCK && command <= SET_LOCK_WAIT) ||
	       (command >= GET_LOCK64 && command <= SET_LOCK_WAIT64);
}

int __model_control(int fd, int command, __builtin_va_list list) {
	OPTIONAL_CANCELLATION_POINT();
	if (command == GET_CLOSE_ON_EXEC)
		return get_close_on_exec(fd);
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	if (is_number_command(command))
		return with_number(fd, f, command, __builtin_va_arg(list, int));
	if (is_lock_command(command))
		return with_lock(f, command, __builtin_va_arg(list, void *));
	if (command == GET_FLAGS || command == GET_PIPE_SIZE || command == GET_OWNER ||
	    command == GET_SIGNAL)
		return without_argument(f, command);
	__mc_unsupported("fcntl with another command than those for descriptors, flags and locks");
	return -1;
}

int fcntl(int fd, int command, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, command);
	int result = __model_control(fd, command, list);
	__builtin_va_end(list);
	return result;
}

int fcntl64(int fd, int command, ...) {
	__builtin_va_list list;
	__builtin_va_start(list, command);
	int result = __model_control(fd, command, list);
	__builtin_va_end(list);
	return result;
}

int isatty(int fd) {
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return 0;
	int is_terminal = f.kind <= FILE_ORDINARY && __mc_nondet_bool();
	if (!is_terminal)
		*__errno_location() = ENOTTY;
	return is_terminal;
}
