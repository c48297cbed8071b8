/* What the system tells about a file or a file system: anything that can be true. */
#include "files.h"

struct status { /* struct stat of Linux */
#if __SIZEOF_LONG__ == 8 && defined(__x86_64__)
	unsigned long device, number, links;
	unsigned mode, user, group, gap;
	unsigned long special;
	long size, block_size, blocks;
	struct moment accessed, modified, changed;
	long unused[3];
#elif __SIZEOF_LONG__ == 8
	unsigned long device, number;
	unsigned mode, links, user, group;
	unsigned long special, gap;
	long size;
	int block_size, gap2;
	long blocks;
	struct moment accessed, modified, changed;
	int unused[2];
#else
	unsigned long long device;
	unsigned short gap;
	unsigned long number;
	unsigned mode, links, user, group;
	unsigned long long special;
	unsigned short gap2;
	long size, block_size, blocks;
	struct moment accessed, modified, changed;
	unsigned long unused[2];
#endif
};

struct status64 { /* struct stat64 */
#if __SIZEOF_LONG__ == 8
	struct status same;
#else
	unsigned long long device;
	unsigned gap;
	unsigned long short_number;
	unsigned mode, links, user, group;
	unsigned long long special;
	unsigned gap2;
	long long size;
	long block_size;
	long long blocks;
	struct moment accessed, modified, changed;
	unsigned long long number;
#endif
};

enum { /* kinds of files in a mode */
	   MODE_KIND = 0170000,
	   MODE_FIFO = 0010000,
	   MODE_CHARACTER = 0020000,
	   MODE_DIRECTORY = 0040000,
	   MODE_BLOCK = 0060000,
	   MODE_REGULAR = 0100000,
	   MODE_LINK = 0120000,
	   MODE_SOCKET = 0140000,
};

#define ANY_KIND 1 /* of file, no bits of a mode */

static int is_possible_mode(unsigned mode, unsigned kind) {
	unsigned real = mode & MODE_KIND;
	if ((mode & ~(MODE_KIND | 07777u)) != 0)
		return 0;
	if (kind != ANY_KIND && kind != MODE_LINK)
		return real == kind;
	return real == MODE_FIFO || real == MODE_CHARACTER || real == MODE_DIRECTORY ||
	       real == MODE_BLOCK || real == MODE_REGULAR || real == MODE_SOCKET ||
	       (real == MODE_LINK && kind == MODE_LINK);
}

#define IS_POSSIBLE_STATUS(s, kind)                                                                \
	(is_possible_mode((s)->mode, kind) && (s)->size >= 0 && (s)->blocks >= 0 &&                    \
	 (s)->block_size > 0 && __model_is_moment(&(s)->accessed) &&                                   \
	 __model_is_moment(&(s)->modified) && __model_is_moment(&(s)->changed))

static int write_status(struct status *s, unsigned kind) {
	__mc_havoc(s, sizeof *s);
	__mc_assume(IS_POSSIBLE_STATUS(s, kind));
	return 0;
}

static int write_status64(struct status64 *s, unsigned kind) {
#if __SIZEOF_LONG__ == 8
	return write_status(&s->same, kind);
#else
	__mc_havoc(s, sizeof *s);
	__mc_assume(IS_POSSIBLE_STATUS(s, kind));
	return 0;
#endif
}

/* The kind that a descriptor tells; ANY_KIND, or of no kind that has a name. */
static unsigned kind_of(struct file f) {
	switch (f.kind) {
	case FILE_STANDARD:
	case FILE_ORDINARY: return ANY_KIND;
	case FILE_DIRECTORY: return MODE_DIRECTORY;
	case FILE_PIPE: return MODE_FIFO;
	case FILE_SOCKET: return MODE_SOCKET;
	case FILE_MEMORY: return MODE_REGULAR;
	default: return 0;
	}
}

static int status_error(void) {
	return sizeof(long) == 4 ? ERROR(PATH_ERRORS, ENOMEM, EOVERFLOW) : ERROR(PATH_ERRORS, ENOMEM);
}

int stat(const char *path, struct status *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "stat");
	NEED_WRITABLE(to, sizeof *to, "stat");
	return FAILS() ? status_error() : write_status(to, ANY_KIND);
}

int lstat(const char *path, struct status *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "lstat");
	NEED_WRITABLE(to, sizeof *to, "lstat");
	return FAILS() ? status_error() : write_status(to, MODE_LINK);
}

int fstat(int fd, struct status *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_WRITABLE(to, sizeof *to, "fstat");
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	if (f.kind < FILE_PIPE && FAILS())
		return sizeof(long) == 4 ? ERROR(ENOMEM, EOVERFLOW) : ERROR(ENOMEM);
	return write_status(to, kind_of(f));
}

int stat64(const char *path, struct status64 *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "stat64");
	NEED_WRITABLE(to, sizeof *to, "stat64");
	return FAILS() ? ERROR(PATH_ERRORS, ENOMEM) : write_status64(to, ANY_KIND);
}

int lstat64(const char *path, struct status64 *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "lstat64");
	NEED_WRITABLE(to, sizeof *to, "lstat64");
	return FAILS() ? ERROR(PATH_ERRORS, ENOMEM) : write_status64(to, MODE_LINK);
}

int fstat64(int fd, struct status64 *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_WRITABLE(to, sizeof *to, "fstat64");
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	return f.kind < FILE_PIPE && FAILS() ? ERROR(ENOMEM) : write_status64(to, kind_of(f));
}

enum { STAT_NOFOLLOW = 0x100, STAT_FLAGS = 0x1900 }; /* of fstatat */
enum { STAT_EMPTY_PATH = 0x1000 };

/* Is it the descriptor itself that is asked about? */
#define ASKS_DESCRIPTOR(path, flags) (((flags)&STAT_EMPTY_PATH) != 0 && (path)[0] == 0)

int fstatat(int folder, const char *path, struct status *to, int flags) {
	NEED_STRING(path, "fstatat");
	if ((flags & ~STAT_FLAGS) != 0)
		return ERROR(EINVAL);
	if (ASKS_DESCRIPTOR(path, flags) && folder != HERE)
		return fstat(folder, to);
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return (flags & STAT_NOFOLLOW) != 0 ? lstat(path, to) : stat(path, to);
}

int fstatat64(int folder, const char *path, struct status64 *to, int flags) {
	NEED_STRING(path, "fstatat64");
	if ((flags & ~STAT_FLAGS) != 0)
		return ERROR(EINVAL);
	if (ASKS_DESCRIPTOR(path, flags) && folder != HERE)
		return fstat64(folder, to);
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return (flags & STAT_NOFOLLOW) != 0 ? lstat64(path, to) : stat64(path, to);
}

/* What headers of glibc before 2.33 call. */
int __xstat(int version, const char *path, struct status *to) {
	(void)version;
	return stat(path, to);
}

int __lxstat(int version, const char *path, struct status *to) {
	(void)version;
	return lstat(path, to);
}

int __fxstat(int version, int fd, struct status *to) {
	(void)version;
	return fstat(fd, to);
}

int __fxstatat(int version, int folder, const char *path, struct status *to, int flags) {
	(void)version;
	return fstatat(folder, path, to, flags);
}

int __xstat64(int version, const char *path, struct status64 *to) {
	(void)version;
	return stat64(path, to);
}

int __lxstat64(int version, const char *path, struct status64 *to) {
	(void)version;
	return lstat64(path, to);
}

int __fxstat64(int version, int fd, struct status64 *to) {
	(void)version;
	return fstat64(fd, to);
}

int __fxstatat64(int version, int folder, const char *path, struct status64 *to, int flags) {
	(void)version;
	return fstatat64(folder, path, to, flags);
}
