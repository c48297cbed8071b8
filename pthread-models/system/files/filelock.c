/* flock: see filelock.h. */
#include "filelock.h"

enum { LOCK_SHARED = 1, LOCK_EXCLUSIVE = 2, LOCK_NONBLOCK = 4, LOCK_UNLOCK = 8 };

struct file_lock { /* of all open files that are the same */
	int shared;    /* open files that have it */
	int owner;     /* 1 + the number of the open file that has it alone; 0: none */
};

/* By number of the open file.  All of it is read and written in atomic sections. */
static struct file_lock *file_lock[DESCRIPTORS]; /* NULL: none yet */
static char *file_path[DESCRIPTORS];             /* NULL: no name, or no longer */
static unsigned char file_holds[DESCRIPTORS];    /* LOCK_SHARED, LOCK_EXCLUSIVE, 0 */

static int is_same_path(const char *a, const char *b) {
	while (*a != 0 && *a == *b)
		a++, b++;
	return *a == *b;
}

static char *copy_of_path(const char *path) {
	size_t n = 0;
	while (path[n] != 0)
		n++;
	char *copy = __mc_alloc(n + 1, __mc_internal);
	__mc_copy(copy, path, n + 1);
	return copy;
}

static struct file_lock *new_lock(void) {
	struct file_lock *l = __mc_alloc(sizeof *l, __mc_internal);
	l->shared = l->owner = 0;
	return l;
}

void __model_name_file(int fd, const char *path) {
	char *copy = copy_of_path(path);
	struct file_lock *own = new_lock();
	__mc_atomic_begin();
	int number = __model_file(fd) == NULL ? 0 : __model_descriptor[fd]; /* or closed meanwhile */
	for (int i = 3; number != 0 && i < DESCRIPTORS; i++)
		if (file_path[i] != NULL && is_same_path(file_path[i], copy))
			own = file_lock[i];
	if (number != 0) {
		file_path[number - 1] = copy;
		file_lock[number - 1] = own;
	}
	__mc_atomic_end();
}

void __model_forget_path(const char *path) {
	char *copy = copy_of_path(path);
	__mc_atomic_begin();
	for (int i = 3; i < DESCRIPTORS; i++)
		if (file_path[i] != NULL && is_same_path(file_path[i], copy))
			file_path[i] = NULL;
	__mc_atomic_end();
}

/* In an atomic section: the open file gives up what it holds. */
static void give_up(int number) {
	struct file_lock *l = file_lock[number];
	if (file_holds[number] == LOCK_SHARED) {
		l->shared--;
		__mc_order_release(&l->shared);
	} else if (file_holds[number] == LOCK_EXCLUSIVE) {
		l->owner = 0;
		__mc_order_release(&l->owner);
	}
	if (file_holds[number] != 0)
		__mc_released(l);
	file_holds[number] = 0;
}

void __model_drop_lock(int number) {
	give_up(number);
	file_path[number] = NULL;
	file_lock[number] = NULL;
}

/* 1 + the number of the open file; 0: there is none. */
static int number_of_file(int fd) {
	__mc_atomic_begin();
	int number = __model_file(fd) == NULL ? 0 : __model_descriptor[fd];
	if (number != 0 && file_lock[number - 1] == NULL)
		file_lock[number - 1] = new_lock();
	__mc_atomic_end();
	return number;
}

/* Is it free for that open file?  What the file itself holds is given up before. */
#define IS_FREE(l, wants_alone) (((l)->owner == 0) & (((l)->shared == 0) | !(wants_alone)))

int flock(int fd, int operation) {
	struct file_lock *l;
	int wanted = operation & ~LOCK_NONBLOCK, alone = wanted == LOCK_EXCLUSIVE, waiter;
	__model_need_open(fd);
	int number = number_of_file(fd);
	if (number == 0)
		return ERROR(EBADF);
	if (wanted != LOCK_SHARED && wanted != LOCK_EXCLUSIVE && wanted != LOCK_UNLOCK)
		return ERROR(EINVAL);
	__mc_atomic_begin();
	int has_it = file_holds[number - 1] == wanted;
	if (!has_it)
		give_up(number - 1); /* a lock of the other kind is given up first, as Linux does */
	l = file_lock[number - 1];
	__mc_atomic_end();
	if (has_it || wanted == LOCK_UNLOCK)
		return 0;
	if ((operation & LOCK_NONBLOCK) != 0) {
		if (FAILS())
			return ERROR(EAGAIN, ENOLCK);
		__mc_atomic_try(__mc_sync_file);
	} else {
		if (FAILS())
			return ERROR(ENOLCK);
		waiter = __model_begin_wait();
		__mc_wait_until(IS_FREE(l, alone) | INTERRUPTED(waiter), __mc_sync_file, l, -1);
		if (__model_end_wait(waiter) && !IS_FREE(l, alone)) {
			__mc_atomic_end();
			return ERROR(EINTR);
		}
	}
	int is_free = IS_FREE(l, alone);
	if (is_free) {
		file_holds[number - 1] = (unsigned char)wanted;
		if (alone)
			l->owner = number;
		else
			l->shared++;
		__mc_order_acquire(&l->owner);
		if (alone)
			__mc_order_acquire(&l->shared);
		__mc_acquired(__mc_sync_file, l);
	}
	__mc_atomic_end();
	return is_free ? 0 : ERROR(EAGAIN);
}
