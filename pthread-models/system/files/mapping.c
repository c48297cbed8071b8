/* mmap, munmap and what else is done with whole pages. */
#include "mapping.h"

/* A mapping that is only read is constant from the start, unless the program calls mprotect. */
void *__model_map(size_t length, int protection) {
	size_t size = WHOLE_PAGES(length);
#ifdef USES_mprotect
	void *p = __mc_alloc(size, __mc_mapping);
	__model_protect_new(p, size, protection);
	return p;
#endif
	if ((protection & (MAY_READ | MAY_WRITE)) == 0)
		__mc_unsupported("a mapping that nobody may access");
	if ((protection & MAY_WRITE) != 0)
		return __mc_alloc(size, __mc_mapping);
	return __mc_alloc(size, __mc_constant_mapping);
}

/* Two mappings that show the same bytes are not modelled.  Are they zero? */
static int map_once(struct file *f, void *p) {
	__mc_atomic_begin();
	int is_zero = (f->memory & MEMORY_IS_ZERO) != 0;
	if (f->mapping != NULL && __mc_is_live(f->mapping))
		__mc_unsupported("a file that is mapped twice with MAP_SHARED");
	f->memory = 0;
	f->mapping = p;
	__mc_atomic_end();
	return is_zero;
}

/* Contents of files are arbitrary, unless they are made here. */
static void *map_file(size_t length, int protection, int flags, int fd) {
	struct file *f = __model_find_file(fd);
	if (f == NULL)
		return MAPPING_FAILED;
	int access = f->flags & ACCESS_MODE, shared = (flags & MAP_SHARING) != MAP_FOR_ME;
	int kind = f->kind, error = 0;
	if (kind >= FILE_PIPE && kind != FILE_MEMORY)
		error = ANY_OF(EACCES, ENODEV);
	else if (access == ACCESS_WRITE ||
	         (shared && (protection & MAY_WRITE) && access == ACCESS_READ))
		error = EACCES;
	else if (kind == FILE_MEMORY && FAILS())
		error = ANY_OF(EAGAIN, EINVAL, ENFILE, ENOMEM, EOVERFLOW, EPERM);
	else if (kind != FILE_MEMORY && FAILS())
		error = ANY_OF(EACCES, EAGAIN, EINVAL, ENFILE, ENODEV, ENOMEM, EOVERFLOW, EPERM, ETXTBSY);
	if (error != 0) {
		*__errno_location() = error;
		return MAPPING_FAILED;
	}
	void *p = __model_map(length, protection);
	if (shared && map_once(f, p))
		__mc_set(p, 0, WHOLE_PAGES(length));
	return p;
}

static void *map_zeros(size_t length, int protection, int flags) {
	size_t size = WHOLE_PAGES(length);
	if (FAILS()) {
		int is_file = (flags & MAP_SHARING) != MAP_FOR_ME; /* without a name */
		*__errno_location() = is_file ? ANY_OF(EAGAIN, ENFILE, ENOMEM) : ANY_OF(EAGAIN, ENOMEM);
		return MAPPING_FAILED;
	}
	void *p = __model_map(length, protection);
	__mc_set(p, 0, size);
	return p;
}

static void *map(const void *wanted, size_t length, int protection, int flags, int fd,
                 long long offset) {
	int error = 0;
	if (length == 0 || (flags & MAP_SHARING) == 0 || (offset & (PAGE - 1)) != 0)
		error = EINVAL;
	else if (length > LARGEST_MAPPING)
		error = ENOMEM;
	if (error != 0) {
		*__errno_location() = error;
		return MAPPING_FAILED;
	}
	(void)wanted; /* a hint */
#ifdef USES_fork
	if ((flags & MAP_SHARING) != MAP_FOR_ME)
		__model_shares_memory = 1;
#endif
	if ((flags & (MAP_AT_PLACE | MAP_AT_FREE_PLACE)) != 0)
		__mc_unsupported("mmap at a place that the program chooses");
	return (flags & MAP_NO_FILE) != 0 ? map_zeros(length, protection, flags)
	                                  : map_file(length, protection, flags, fd);
}

void *mmap(void *wanted, size_t length, int protection, int flags, int fd, long offset) {
	return map(wanted, length, protection, flags, fd, offset);
}

void *mmap64(void *wanted, size_t length, int protection, int flags, int fd, long long offset) {
	return map(wanted, length, protection, flags, fd, offset);
}

enum place __model_place(const void *p, size_t length) {
	if (__mc_is_null_object(p) || (__mc_is_mapping(p) && !__mc_is_live(p)))
		return PLACE_NOTHING;
	if (!__mc_is_mapping(p))
		return PLACE_OTHER;
	if (__mc_offset(p) == 0 && __mc_object_size(p) == WHOLE_PAGES(length))
		return PLACE_MAPPING;
	return PLACE_PART;
}

#define IS_AT_PAGE(p) ((__mc_offset(p) & (PAGE - 1)) == 0)

/* Where nothing is mapped, nothing is unmapped. */
int munmap(void *p, size_t length) {
	if (length == 0 || length > LARGEST_MAPPING || !IS_AT_PAGE(p))
		return ERROR(EINVAL);
	enum place place = __model_place(p, length);
	__mc_assert(place != PLACE_OTHER, "invalid-free", "memory is unmapped that mmap has not made");
	if (place == PLACE_PART)
		__mc_unsupported("munmap of a part of a mapping, or of more than one");
	if (place == PLACE_MAPPING)
		__mc_free(p);
	return 0;
}

/* Pages with the old contents, elsewhere; what is new is zero.  That of a file is not known. */
void *mremap(void *old, size_t length, size_t wanted, int flags, ...) {
	enum { MAY_MOVE = 1 };
	int error = 0;
	enum place place = PLACE_NOTHING;
	if (wanted == 0 || length == 0 || !IS_AT_PAGE(old) || (flags & ~7) != 0)
		error = EINVAL;
	else if (wanted > LARGEST_MAPPING || length > LARGEST_MAPPING)
		error = ENOMEM;
	else if ((place = __model_place(old, length)) == PLACE_NOTHING)
		error = EFAULT;
	else if (FAILS())
		error = ANY_OF(EAGAIN, ENOMEM);
	if (error != 0) {
		*__errno_location() = error;
		return MAPPING_FAILED;
	}
	__mc_assert(place != PLACE_OTHER, "invalid-free",
	            "memory is mapped anew that mmap has not made");
	if (place != PLACE_MAPPING || (flags & ~MAY_MOVE) != 0)
		__mc_unsupported("mremap of a part of a mapping, or to a place that the program chooses");
	size_t before = WHOLE_PAGES(length), now = WHOLE_PAGES(wanted);
	if (before == now)
		return old;
	if ((flags & MAY_MOVE) == 0 || !__mc_writable(old, 1))
		__mc_unsupported("mremap that changes the size of a mapping where it is");
	char *new = __model_map(wanted, MAY_READ | MAY_WRITE);
	if (now > before)
		__mc_set(new + before, 0, now - before);
	__mc_copy(new, old, now < before ? now : before);
	__mc_free(old);
	return new;
}

/* --- Advice, and pages that stay in memory: no effect that a program sees. --- */

/* 0, or the error for a range that is not mapped. */
static int pages_error(const void *p, size_t length, int unmapped) {
	if (!IS_AT_PAGE(p))
		return EINVAL;
	if (length == 0)
		return 0;
	return __model_place(p, length) == PLACE_NOTHING ? unmapped : 0;
}

int msync(void *p, size_t length, int flags) {
	CANCELLATION_POINT();
	int error = (flags & ~7) != 0 || (flags & 5) == 5 ? EINVAL : pages_error(p, length, ENOMEM);
	if (error != 0)
		return ERROR(error);
	return FAILS() ? ERROR(EBUSY, EIO) : 0;
}

/* Those that change contents: MADV_DONTNEED, MADV_FREE, MADV_REMOVE. */
int madvise(void *p, size_t length, int advice) {
	int error = pages_error(p, length, ENOMEM);
	if (error != 0)
		return ERROR(error);
	if (FAILS())
		return ERROR(EACCES, EAGAIN, EBADF, EINVAL, EIO, ENOMEM, EPERM);
	if (advice == 4 || advice == 8 || advice == 9)
		__mc_unsupported("madvise that gives up contents of memory");
	return advice >= 0 && advice <= 25 ? 0 : ERROR(EINVAL);
}

int posix_madvise(void *p, size_t length, int advice) {
	OPTIONAL_CANCELLATION_POINT();
	if (advice < 0 || advice > 4)
		return EINVAL;
	return pages_error(p, length, ENOMEM);
}

static int lock_pages(const void *p, size_t length) {
	if (length > 0 && __model_place(p, length) == PLACE_NOTHING)
		return ERROR(ENOMEM);
	return FAILS() ? ERROR(EAGAIN, ENOMEM, EPERM) : 0;
}

int mlock(const void *p, size_t length) {
	return lock_pages(p, length);
}

int mlock2(const void *p, size_t length, unsigned flags) {
	return (flags & ~1u) != 0 ? ERROR(EINVAL) : lock_pages(p, length);
}

int munlock(const void *p, size_t length) {
	if (length > 0 && __model_place(p, length) == PLACE_NOTHING)
		return ERROR(ENOMEM);
	return 0;
}

int mlockall(int flags) {
	if (flags == 0 || (flags & ~7) != 0 || flags == 4)
		return ERROR(EINVAL);
	return FAILS() ? ERROR(ENOMEM, EPERM) : 0;
}

int munlockall(void) {
	return 0;
}

int mincore(void *p, size_t length, unsigned char *vector) {
	size_t pages = WHOLE_PAGES(length) / PAGE;
	int error = pages_error(p, length, ENOMEM);
	if (error != 0)
		return ERROR(error);
	if (FAILS())
		return ERROR(EAGAIN);
	NEED_WRITABLE(vector, pages, "mincore");
	if (pages > 0)
		__mc_havoc(vector, pages);
	return 0;
}

int getpagesize(void) {
	return PAGE;
}
