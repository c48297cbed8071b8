/* Shared memory, semaphores and queues of System V, and message queues of POSIX.  A segment is a
 * mapping; the rest is UNKNOWN. */
#include "../files/mapping.h"

enum { SEGMENTS = 16, IPC_CREATE = 01000, IPC_ALONE = 02000 };

static struct {
	size_t size;
	int is_attached, is_new;
} segments[SEGMENTS];
static int segment_count;

/* The same key is another segment each time: attaching both is UNKNOWN. */
int shmget(int key, size_t size, int flags) {
	int creates = key == 0 || (flags & IPC_CREATE) != 0;
	if (FAILS())
		return !creates                   ? ERROR(EACCES, EINVAL, ENOENT)
		       : (flags & IPC_ALONE) != 0 ? ERROR(EEXIST, EINVAL, ENFILE, ENOMEM, ENOSPC, EPERM)
		                                  : ERROR(EACCES, EINVAL, ENFILE, ENOMEM, ENOSPC, EPERM);
	if (size == 0)
		__mc_unsupported("a segment of shared memory of unknown size");
	__mc_atomic_begin();
	int id = segment_count;
	if (id == SEGMENTS)
		__mc_unsupported("more than 16 segments of shared memory");
	segments[id].size = size;
	segments[id].is_new =
	    key == 0 || (flags & (IPC_CREATE | IPC_ALONE)) == (IPC_CREATE | IPC_ALONE);
	if (key != 0 && id > 0)
		__mc_unsupported("several segments of shared memory with keys");
	segment_count = id + 1;
	__mc_atomic_end();
	return id;
}

void *shmat(int id, const void *place, int flags) {
	enum { ONLY_READ = 010000 };
	if (id < 0 || id >= SEGMENTS || id >= segment_count) {
		*__errno_location() = EINVAL;
		return MAPPING_FAILED;
	}
	if (FAILS()) {
		*__errno_location() = ANY_OF(EACCES, EIDRM, EINVAL, ENOMEM);
		return MAPPING_FAILED;
	}
	if (place != NULL)
		__mc_unsupported("shmat at a place that the program chooses");
#ifdef USES_fork
	__model_shares_memory = 1;
#endif
	__mc_atomic_begin();
	size_t size = segments[id].size;
	int is_new = segments[id].is_new;
	if (segments[id].is_attached)
		__mc_unsupported("a segment of shared memory that is attached twice");
	segments[id].is_attached = 1;
	__mc_atomic_end();
	void *p = __model_map(size, (flags & ONLY_READ) != 0 ? MAY_READ : MAY_READ | MAY_WRITE);
	if (is_new)
		__mc_set(p, 0, WHOLE_PAGES(size));
	return p;
}

int shmdt(const void *p) {
	if (!__mc_is_mapping(p) || !__mc_is_live(p) || __mc_offset(p) != 0)
		return ERROR(EINVAL);
	__mc_free((void *)p);
	return 0;
}

/* Removed when the last one is detached. */
int shmctl(int id, int command, void *data) {
	enum { REMOVE = 0 };
	(void)data;
	if (id < 0 || id >= segment_count)
		return ERROR(EINVAL);
	if (command != REMOVE)
		__mc_unsupported("shmctl with commands other than IPC_RMID");
	return FAILS() ? ERROR(EPERM) : 0;
}

int semget(int key, int count, int flags) {
	(void)key, (void)count, (void)flags;
	__mc_unsupported("semaphores of System V");
	return -1;
}

int semop(int id, void *operations, size_t count) {
	(void)id, (void)operations, (void)count;
	__mc_unsupported("semaphores of System V");
	return -1;
}

int semtimedop(int id, void *operations, size_t count, const struct moment *limit) {
	(void)id, (void)operations, (void)count, (void)limit;
	__mc_unsupported("semaphores of System V");
	return -1;
}

int semctl(int id, int number, int command, ...) {
	(void)id, (void)number, (void)command;
	__mc_unsupported("semaphores of System V");
	return -1;
}

int msgget(int key, int flags) {
	(void)key, (void)flags;
	__mc_unsupported("message queues of System V");
	return -1;
}

int msgsnd(int id, const void *message, size_t size, int flags) {
	(void)id, (void)message, (void)size, (void)flags;
	__mc_unsupported("message queues of System V");
	return -1;
}

ssize_t msgrcv(int id, void *message, size_t size, long type, int flags) {
	(void)id, (void)message, (void)size, (void)type, (void)flags;
	__mc_unsupported("message queues of System V");
	return -1;
}

int msgctl(int id, int command, void *data) {
	(void)id, (void)command, (void)data;
	__mc_unsupported("message queues of System V");
	return -1;
}

int mq_open(const char *name, int flags, ...) {
	(void)name, (void)flags;
	__mc_unsupported("message queues");
	return -1;
}

int mq_close(int queue) {
	(void)queue;
	__mc_unsupported("message queues");
	return -1;
}

int mq_unlink(const char *name) {
	(void)name;
	__mc_unsupported("message queues");
	return -1;
}

int mq_send(int queue, const char *message, size_t size, unsigned priority) {
	(void)queue, (void)message, (void)size, (void)priority;
	__mc_unsupported("message queues");
	return -1;
}

ssize_t mq_receive(int queue, char *message, size_t size, unsigned *priority) {
	(void)queue, (void)message, (void)size, (void)priority;
	__mc_unsupported("message queues");
	return -1;
}
