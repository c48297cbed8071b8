/* Memory that is a file: shm_open, memfd_create; and the break. */
#include "mapping.h"

int __model_open_memory(int flags, int is_new) {
	__mc_atomic_begin();
	struct file *f = __model_add_file(FILE_MEMORY, flags);
	f->memory = is_new ? MEMORY_IS_ZERO : 0;
	int fd = __model_add_descriptor(f, 0);
	__mc_atomic_end();
	return fd;
}

/* Another process may have made it. */
int shm_open(const char *name, int flags, unsigned mode) {
	(void)mode;
	NEED_STRING(name, "shm_open");
	OPTIONAL_CANCELLATION_POINT();
	int creates = (flags & OPEN_CREATE) != 0, alone = creates && (flags & OPEN_EXCLUSIVE) != 0;
	if (FAILS()) {
		if (alone)
			return ERROR(EACCES, EEXIST, EINVAL, EMFILE, ENAMETOOLONG, ENFILE);
		return creates ? ERROR(EACCES, EINVAL, EMFILE, ENAMETOOLONG, ENFILE)
		               : ERROR(EACCES, EINVAL, EMFILE, ENAMETOOLONG, ENFILE, ENOENT);
	}
	return __model_open_memory((flags & ACCESS_MODE) | OPEN_CLOEXEC,
	                           alone || (flags & OPEN_TRUNCATE) != 0);
}

int shm_unlink(const char *name) {
	NEED_STRING(name, "shm_unlink");
	OPTIONAL_CANCELLATION_POINT();
	return FAILS() ? ERROR(EACCES, ENAMETOOLONG, ENOENT) : 0;
}

int memfd_create(const char *name, unsigned flags) {
	enum { CLOSE_ON_EXEC = 1 };
	NEED_STRING(name, "memfd_create");
	if ((flags & ~0xfc00001fu) != 0)
		return ERROR(EINVAL);
	if (FAILS())
		return ERROR(EINVAL, EMFILE, ENFILE, ENOMEM);
	return __model_open_memory(ACCESS_BOTH | (flags & CLOSE_ON_EXEC ? OPEN_CLOEXEC : 0), 1);
}

/* What is added is a block of its own, of zeros; that it is behind the last one is not known. */
void *sbrk(__mc_intptr difference) {
	if (difference < 0)
		__mc_unsupported("sbrk that gives memory back");
	if (difference > 0 && FAILS()) {
		*__errno_location() = ENOMEM;
		return MAPPING_FAILED;
	}
	if (difference == 0)
		return __mc_alloc(0, __mc_internal);
	void *p = __mc_alloc((size_t)difference, __mc_mapping);
	__mc_set(p, 0, (size_t)difference);
	return p;
}

int brk(void *end) {
	(void)end;
	__mc_unsupported("brk");
	return -1;
}
