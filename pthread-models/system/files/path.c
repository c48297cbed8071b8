/* Calls that name a file by its path and leave no descriptor: whether they succeed is up to the
 * environment. */
#include "filelock.h"

enum { /* of the calls whose names end in 'at' */
	   AT_SYMLINK_NOFOLLOW = 0x100,
	   AT_REMOVEDIR = 0x200,
	   AT_SYMLINK_FOLLOW = 0x400,
	   AT_EMPTY_PATH = 0x1000,
};

#define CREATE_ERRORS PATH_ERRORS, EDQUOT, EEXIST, ENOMEM, ENOSPC, EPERM, EROFS

static int ask_access(int mode) {
	if ((mode & ~7) != 0)
		return ERROR(EINVAL);
	if (!FAILS())
		return 0;
	return (mode & 2) != 0 ? ERROR(PATH_ERRORS, EIO, ENOMEM, EPERM, EROFS, ETXTBSY)
	                       : ERROR(PATH_ERRORS, EIO, ENOMEM);
}

int access(const char *path, int mode) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "access");
	return ask_access(mode);
}

int euidaccess(const char *path, int mode) {
	NEED_STRING(path, "euidaccess");
	return ask_access(mode);
}

int eaccess(const char *path, int mode) {
	NEED_STRING(path, "eaccess");
	return ask_access(mode);
}

int faccessat(int folder, const char *path, int mode, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "faccessat");
	if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_REMOVEDIR | AT_EMPTY_PATH)) != 0)
		return ERROR(EINVAL);
	return __model_need_folder(folder, path) == 0 ? ask_access(mode) : -1;
}

static int remove_file(const char *path) {
	if (FAILS())
		return ERROR(PATH_ERRORS, EBUSY, EIO, EISDIR, ENOMEM, EPERM, EROFS);
#ifdef USES_flock
	__model_forget_path(path);
#endif
#ifdef USES___model_wants_names
	__model_forget_name(path);
#endif
	(void)path;
	return 0;
}

static int remove_folder(void) {
	if (FAILS())
		return ERROR(PATH_ERRORS, EBUSY, EEXIST, EINVAL, ENOMEM, ENOTEMPTY, EPERM, EROFS);
	return 0;
}

int unlink(const char *path) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "unlink");
	return remove_file(path);
}

int rmdir(const char *path) {
	NEED_STRING(path, "rmdir");
	return remove_folder();
}

int unlinkat(int folder, const char *path, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "unlinkat");
	if ((flags & ~AT_REMOVEDIR) != 0)
		return ERROR(EINVAL);
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return flags == 0 ? remove_file(path) : remove_folder();
}

/* What it is, nobody knows. */
int remove(const char *path) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "remove");
	return __mc_nondet_bool() ? remove_file(path) : remove_folder();
}

static int rename_file(const char *from, const char *to) {
	if (FAILS())
		return ERROR(PATH_ERRORS, EBUSY, EDQUOT, EEXIST, EINVAL, EISDIR, EMLINK, ENOMEM, ENOSPC,
		             ENOTEMPTY, EPERM, EROFS, EXDEV);
#ifdef USES_flock
	__model_forget_path(from);
	__model_forget_path(to);
#endif
	(void)from, (void)to;
	return 0;
}

int rename(const char *from, const char *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(from, "rename");
	NEED_STRING(to, "rename");
	return rename_file(from, to);
}

int renameat(int old_folder, const char *from, int new_folder, const char *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(from, "renameat");
	NEED_STRING(to, "renameat");
	if (__model_need_folder(old_folder, from) != 0 || __model_need_folder(new_folder, to) != 0)
		return -1;
	return rename_file(from, to);
}

int renameat2(int old_folder, const char *from, int new_folder, const char *to, unsigned flags) {
	if (flags > 5 || flags == 3)
		return ERROR(EINVAL);
	return renameat(old_folder, from, new_folder, to);
}

int link(const char *from, const char *to) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(from, "link");
	NEED_STRING(to, "link");
	return FAILS() ? ERROR(CREATE_ERRORS, EIO, EMLINK, EXDEV) : 0;
}

int linkat(int old_folder, const char *from, int new_folder, const char *to, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(from, "linkat");
	NEED_STRING(to, "linkat");
	if ((flags & ~(AT_SYMLINK_FOLLOW | AT_EMPTY_PATH)) != 0)
		return ERROR(EINVAL);
	if (__model_need_folder(old_folder, from) != 0 || __model_need_folder(new_folder, to) != 0)
		return -1;
	return FAILS() ? ERROR(CREATE_ERRORS, EIO, EMLINK, EXDEV) : 0;
}

int symlink(const char *target, const char *path) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(target, "symlink");
	NEED_STRING(path, "symlink");
	return FAILS() ? ERROR(CREATE_ERRORS, EIO) : 0;
}

int symlinkat(const char *target, int folder, const char *path) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(target, "symlinkat");
	NEED_STRING(path, "symlinkat");
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return FAILS() ? ERROR(CREATE_ERRORS, EIO) : 0;
}

int mkdir(const char *path, unsigned mode) {
	(void)mode;
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "mkdir");
	return FAILS() ? ERROR(CREATE_ERRORS, EINVAL, EMLINK) : 0;
}

int mkdirat(int folder, const char *path, unsigned mode) {
	(void)mode;
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "mkdirat");
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return FAILS() ? ERROR(CREATE_ERRORS, EINVAL, EMLINK) : 0;
}

int mkfifo(const char *path, unsigned mode) {
	(void)mode;
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "mkfifo");
	return FAILS()
	           ? ERROR(EACCES, EDQUOT, EEXIST, ELOOP, ENAMETOOLONG, ENOENT, ENOSPC, ENOTDIR, EROFS)
	           : 0;
}

int mkfifoat(int folder, const char *path, unsigned mode) {
	NEED_STRING(path, "mkfifoat");
	return __model_need_folder(folder, path) == 0 ? mkfifo(path, mode) : -1;
}

int mknod(const char *path, unsigned mode, unsigned long long device) {
	(void)mode, (void)device;
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "mknod");
	return FAILS() ? ERROR(CREATE_ERRORS, EINVAL) : 0;
}

int mknodat(int folder, const char *path, unsigned mode, unsigned long long device) {
	NEED_STRING(path, "mknodat");
	return __model_need_folder(folder, path) == 0 ? mknod(path, mode, device) : -1;
}

int chdir(const char *path) {
	NEED_STRING(path, "chdir");
	return FAILS() ? ERROR(PATH_ERRORS, EIO, ENOMEM) : 0;
}

int fchdir(int fd) {
	struct file f = __model_get_file(fd);
	if (f.kind == FILE_NONE)
		return -1;
	if (f.kind >= FILE_PIPE)
		return ERROR(ENOTDIR);
	if (!FAILS())
		return 0;
	return f.kind == FILE_DIRECTORY ? ERROR(EACCES, EIO) : ERROR(EACCES, EIO, ENOTDIR);
}

#define OWNER_ERRORS PATH_ERRORS, EIO, ENOMEM, EPERM, EROFS

int chmod(const char *path, unsigned mode) {
	(void)mode;
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "chmod");
	return FAILS() ? ERROR(OWNER_ERRORS) : 0;
}

int fchmodat(int folder, const char *path, unsigned mode, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	(void)mode;
	NEED_STRING(path, "fchmodat");
	if ((flags & ~AT_SYMLINK_NOFOLLOW) != 0)
		return ERROR(EINVAL);
	if (__model_need_folder(folder, path) != 0)
		return -1;
	if (flags != 0 && FAILS())
		return ERROR(ENOTSUP);
	return FAILS() ? ERROR(OWNER_ERRORS) : 0;
}

int fchmod(int fd, unsigned mode) {
	(void)mode;
	OPTIONAL_CANCELLATION_POINT();
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	return FAILS() ? ERROR(EIO, EPERM, EROFS) : 0;
}

int chown(const char *path, unsigned user, unsigned group) {
	(void)user, (void)group;
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "chown");
	return FAILS() ? ERROR(OWNER_ERRORS) : 0;
}

int lchown(const char *path, unsigned user, unsigned group) {
	(void)user, (void)group;
	NEED_STRING(path, "lchown");
	return FAILS() ? ERROR(OWNER_ERRORS) : 0;
}

int fchown(int fd, unsigned user, unsigned group) {
	(void)user, (void)group;
	OPTIONAL_CANCELLATION_POINT();
	if (__model_get_file(fd).kind == FILE_NONE)
		return -1;
	return FAILS() ? ERROR(EIO, EPERM, EROFS) : 0;
}

int fchownat(int folder, const char *path, unsigned user, unsigned group, int flags) {
	OPTIONAL_CANCELLATION_POINT();
	(void)user, (void)group;
	NEED_STRING(path, "fchownat");
	if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0)
		return ERROR(EINVAL);
	if (__model_need_folder(folder, path) != 0)
		return -1;
	return FAILS() ? ERROR(OWNER_ERRORS) : 0;
}
