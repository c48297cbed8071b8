/* dup and its kin. */
#include "files.h"

int __model_duplicate(int fd, int least, int closes_on_exec) {
	__model_need_open(fd);
	if (FAILS())
		return ERROR(EMFILE);
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	int copy = f == NULL ? -1 : __model_add_descriptor(f, least);
#ifdef USES___model_control
	if (f != NULL)
		__model_close_on_exec[copy] = (unsigned char)closes_on_exec;
#endif
	__mc_atomic_end();
	(void)closes_on_exec;
	return f == NULL ? ERROR(EBADF) : copy;
}

int dup(int fd) {
	return __model_duplicate(fd, 0, 0);
}

/* A number above those that the model has, but below the limit of the process, would be one. */
static int need_number(int to) {
	if (to < DESCRIPTORS)
		return to >= 0;
	if (FAILS())
		return 0;
	__mc_unsupported("dup2 and dup3 to descriptors above 63");
	return 0;
}

static int duplicate_to(int from, int to, int closes_on_exec) {
	__model_need_open(from);
	if (!need_number(to))
		return ERROR(EBADF);
#ifdef USES_pthread_create
	/* while another thread opens 'to' */
	if (FAILS())
		return ERROR(EBUSY);
#endif
	__mc_atomic_begin();
	struct file *f = __model_file(from);
	if (f != NULL && from != to) {
		if (__model_file(to) != NULL)
			__model_drop_descriptor(to);
		__model_add_descriptor(f, to);
#ifdef USES___model_control
		__model_close_on_exec[to] = (unsigned char)closes_on_exec;
#endif
	}
	__mc_atomic_end();
	(void)closes_on_exec;
	return f == NULL ? ERROR(EBADF) : to;
}

int dup2(int from, int to) {
	return duplicate_to(from, to, 0);
}

int dup3(int from, int to, int flags) {
	if (from == to || (flags & ~OPEN_CLOEXEC) != 0)
		return ERROR(EINVAL);
	return duplicate_to(from, to, flags != 0);
}
