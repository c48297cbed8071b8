/* What the system tells about the file system that a file is on. */
#include "files.h"

struct volume { /* struct statvfs */
	unsigned long block_size, fragment_size;
	unsigned long blocks, free_blocks, available_blocks, files, free_files, available_files;
	unsigned long id;
#if __SIZEOF_LONG__ == 4
	int gap;
#endif
	unsigned long flags, longest_name;
	int unused[6];
};

struct linux_volume { /* struct statfs */
	long type, block_size;
	unsigned long blocks, free_blocks, available_blocks, files, free_files;
	int id[2];
	long longest_name, fragment_size, flags, unused[4];
};

#if __SIZEOF_LONG__ == 8
#define volume64       volume
#define linux_volume64 linux_volume
#else
struct volume64 { /* struct statvfs64 */
	unsigned long block_size, fragment_size;
	unsigned long long blocks, free_blocks, available_blocks, files, free_files, available_files;
	unsigned long id;
	int gap;
	unsigned long flags, longest_name;
	int unused[6];
};

struct linux_volume64 { /* struct statfs64 */
	long type, block_size;
	unsigned long long blocks, free_blocks, available_blocks, files, free_files;
	int id[2];
	long longest_name, fragment_size, flags, unused[4];
};
#endif

#define VOLUME_ERRORS EIO, ENOMEM, ENOSYS
#define IS_POSSIBLE_VOLUME(v)                                                                      \
	((v)->block_size > 0 && (v)->longest_name > 0 && (v)->free_blocks <= (v)->blocks &&            \
	 (v)->available_blocks <= (v)->free_blocks && (v)->free_files <= (v)->files)

static int write_volume(struct volume *v) {
	__mc_havoc(v, sizeof *v);
	__mc_assume(IS_POSSIBLE_VOLUME(v));
	return 0;
}

static int write_linux_volume(struct linux_volume *v) {
	__mc_havoc(v, sizeof *v);
	__mc_assume(IS_POSSIBLE_VOLUME(v));
	return 0;
}

int statvfs(const char *path, struct volume *to) {
	NEED_STRING(path, "statvfs");
	NEED_WRITABLE(to, sizeof *to, "statvfs");
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(PATH_ERRORS, VOLUME_ERRORS) : write_volume(to);
}

int fstatvfs(int fd, struct volume *to) {
	NEED_WRITABLE(to, sizeof *to, "fstatvfs");
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(VOLUME_ERRORS) : write_volume(to);
}

int statfs(const char *path, struct linux_volume *to) {
	NEED_STRING(path, "statfs");
	NEED_WRITABLE(to, sizeof *to, "statfs");
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(PATH_ERRORS, VOLUME_ERRORS) : write_linux_volume(to);
}

int fstatfs(int fd, struct linux_volume *to) {
	NEED_WRITABLE(to, sizeof *to, "fstatfs");
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(VOLUME_ERRORS) : write_linux_volume(to);
}

static int write_volume64(struct volume64 *v) {
	__mc_havoc(v, sizeof *v);
	__mc_assume(IS_POSSIBLE_VOLUME(v));
	return 0;
}

static int write_linux_volume64(struct linux_volume64 *v) {
	__mc_havoc(v, sizeof *v);
	__mc_assume(IS_POSSIBLE_VOLUME(v));
	return 0;
}

int statvfs64(const char *path, struct volume64 *to) {
	NEED_STRING(path, "statvfs64");
	NEED_WRITABLE(to, sizeof *to, "statvfs64");
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(PATH_ERRORS, VOLUME_ERRORS) : write_volume64(to);
}

int fstatvfs64(int fd, struct volume64 *to) {
	NEED_WRITABLE(to, sizeof *to, "fstatvfs64");
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(VOLUME_ERRORS) : write_volume64(to);
}

int statfs64(const char *path, struct linux_volume64 *to) {
	NEED_STRING(path, "statfs64");
	NEED_WRITABLE(to, sizeof *to, "statfs64");
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(PATH_ERRORS, VOLUME_ERRORS) : write_linux_volume64(to);
}

int fstatfs64(int fd, struct linux_volume64 *to) {
	NEED_WRITABLE(to, sizeof *to, "fstatfs64");
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	if (__model_wait_outside() != 0)
		return ERROR(EINTR);
	return FAILS() ? ERROR(VOLUME_ERRORS) : write_linux_volume64(to);
}
