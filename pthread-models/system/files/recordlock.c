/* Locks of fcntl and lockf, which belong to the process: see filelock.h. */
#include "filelock.h"

struct record_lock { /* struct flock */
	short type, whence;
	long start, size;
	int owner;
};

struct record_lock64 { /* struct flock64 */
	short type, whence;
	long long start, size;
	int owner;
};

enum { LOCK_TO_READ = 0, LOCK_TO_WRITE = 1, NO_LOCK = 2 };

static short type_of(const void *lock, int big) {
	return big ? ((const struct record_lock64 *)lock)->type
	           : ((const struct record_lock *)lock)->type;
}

static int is_lock(const void *lock, int big) {
	short whence = big ? ((const struct record_lock64 *)lock)->whence
	                   : ((const struct record_lock *)lock)->whence;
	short type = type_of(lock, big);
	return type >= LOCK_TO_READ && type <= NO_LOCK && whence >= 0 && whence <= 2;
}

static size_t lock_size(int big) {
	return big ? sizeof(struct record_lock64) : sizeof(struct record_lock);
}

/* Another process may have one in the way. */
int __model_ask_lock(struct file f, void *lock, int big) {
	(void)f;
	NEED_READABLE(lock, lock_size(big), "fcntl");
	NEED_WRITABLE(lock, lock_size(big), "fcntl");
	if (!is_lock(lock, big) || type_of(lock, big) == NO_LOCK)
		return ERROR(EINVAL);
	short type = IS_OPEN_ENVIRONMENT() ? (short)__mc_nondet_int() : NO_LOCK;
	__mc_assume(type >= LOCK_TO_READ && type <= NO_LOCK);
	int owner = __mc_nondet_int();
	__mc_assume(owner > 0);
	if (big) {
		struct record_lock64 *l = lock;
		if (type != NO_LOCK) {
			__mc_havoc(l, sizeof *l);
			l->whence = 0;
			l->owner = owner;
			__mc_assume(l->start >= 0 && l->size >= 0);
		}
		l->type = type;
	} else {
		struct record_lock *l = lock;
		if (type != NO_LOCK) {
			__mc_havoc(l, sizeof *l);
			l->whence = 0;
			l->owner = owner;
			__mc_assume(l->start >= 0 && l->size >= 0);
		}
		l->type = type;
	}
	return 0;
}

static int lock_record(short type, int waits) {
	if (waits && __model_wait_outside() != 0)
		return ERROR(EINTR);
	if (!FAILS())
		return 0;
	if (type == NO_LOCK)
		return ERROR(ENOLCK);
	return waits ? ERROR(EDEADLK, ENOLCK) : ERROR(EACCES, EAGAIN, ENOLCK);
}

int __model_set_lock(struct file f, const void *lock, int big, int waits) {
	NEED_READABLE(lock, lock_size(big), "fcntl");
	short type = type_of(lock, big);
	if (!is_lock(lock, big))
		return ERROR(EINVAL);
	if ((type == LOCK_TO_READ && !__model_may_read(f)) ||
	    (type == LOCK_TO_WRITE && !__model_may_write(f)))
		return ERROR(EBADF);
	return lock_record(type, waits);
}

enum { LOCKF_UNLOCK = 0, LOCKF_LOCK = 1, LOCKF_TRY = 2, LOCKF_TEST = 3 };

static int lock_part(int fd, int command) {
	struct file f = __model_get_file(fd);
	if (command == LOCKF_LOCK)
		CANCELLATION_POINT();
	else
		OPTIONAL_CANCELLATION_POINT();
	if (f.kind == FILE_NONE)
		return -1;
	if (command < LOCKF_UNLOCK || command > LOCKF_TEST)
		return ERROR(EINVAL);
	if ((command == LOCKF_LOCK || command == LOCKF_TRY) && !__model_may_write(f))
		return ERROR(EBADF);
	if (command == LOCKF_TEST)
		return FAILS() ? ERROR(EACCES, EAGAIN) : 0;
	return lock_record(command == LOCKF_UNLOCK ? NO_LOCK : LOCK_TO_WRITE, command == LOCKF_LOCK);
}

int lockf(int fd, int command, long size) {
	(void)size;
	return lock_part(fd, command);
}

int lockf64(int fd, int command, long long size) {
	(void)size;
	return lock_part(fd, command);
}
