/* The table of open files and descriptors. */
#include "../events/events.h"
#include "filelock.h"

int __model_descriptor[DESCRIPTORS] = {1, 2, 3};
struct file __model_files[DESCRIPTORS] = {
    {FILE_STANDARD, 1, ACCESS_BOTH, NULL, NULL, NULL, 0, NULL, 0},
    {FILE_STANDARD, 1, ACCESS_BOTH, NULL, NULL, NULL, 0, NULL, 0},
    {FILE_STANDARD, 1, ACCESS_BOTH, NULL, NULL, NULL, 0, NULL, 0},
};

int __model_files_end = 3;
unsigned char __model_close_on_exec[DESCRIPTORS];

void __model_changes_files(void) {
}

/* Around reads of the table.  Where nothing changes it, they are no points at which threads switch.
 */
static void begin_look(void) {
#ifdef USES___model_changes_files
	__mc_atomic_begin();
#endif
}

static void end_look(void) {
#ifdef USES___model_changes_files
	__mc_atomic_end();
#endif
}

struct file *__model_file(int fd) {
	if (fd < 0 || fd >= DESCRIPTORS)
		return NULL;
	int at = __model_descriptor[fd];
	return at <= 0 ? NULL : &__model_files[at - 1];
}

void __model_need_open(int fd) {
	if (!__mc_option("descriptor-check"))
		return; /* no access, and so no switch of threads, without need */
	begin_look();
	int state = fd < 0 || fd >= DESCRIPTORS ? NEVER_OPEN : __model_descriptor[fd];
	end_look();
	__mc_assert(state != CLOSED, "descriptor", "a descriptor is used that was closed");
	__mc_assert(state != NEVER_OPEN, "descriptor", "a number is used that is no descriptor");
}

struct file *__model_find_file(int fd) {
	__model_need_open(fd);
	begin_look();
	struct file *f = __model_file(fd);
	end_look();
	if (f == NULL)
		__model_error(EBADF);
	return f;
}

struct file __model_get_file(int fd) {
	struct file copy = {FILE_NONE, 0, 0, NULL, NULL, NULL, 0, NULL, 0};
	__model_need_open(fd);
	begin_look();
	const struct file *f = __model_file(fd);
	if (f != NULL) {
		copy.kind = f->kind;
		copy.flags = f->flags;
		copy.object = f->object;
		copy.in = f->in;
		copy.out = f->out;
	}
	end_look();
	if (f == NULL)
		__model_error(EBADF);
	return copy;
}

struct file *__model_add_file(int kind, int flags) {
	int i = 3;
	while (i < DESCRIPTORS && __model_files[i].uses != 0)
		i++;
	if (i == DESCRIPTORS)
		__mc_unsupported("more than 64 open files");
#ifdef USES___model_share_files
	if (i >= __model_files_end)
		__model_files_end = i + 1;
#endif
	struct file *f = &__model_files[i];
	f->kind = kind;
	f->flags = flags;
	f->object = NULL;
	f->memory = 0;
	f->mapping = NULL;
	f->in = f->out = NULL;
	f->watched = 0;
	return f;
}

/* When the program ends; called by __mc_at_exit with --descriptor-check. */
void __model_check_descriptors(void) {
	int left = 0;
	__mc_atomic_begin();
	for (int fd = 3; fd < DESCRIPTORS; fd++)
		left += __model_descriptor[fd] > 0;
	__mc_atomic_end();
	__mc_assert(left == 0, "descriptor", "a descriptor is open when the program ends");
}

int __model_add_descriptor(struct file *f, int least) {
	(void)__model_check_descriptors, (void)__model_changes_files;
	int fd = least;
	while (fd < DESCRIPTORS && __model_descriptor[fd] > 0)
		fd++;
	if (fd >= DESCRIPTORS)
		__mc_unsupported("more than 64 descriptors");
#ifdef USES___model_control
	__model_close_on_exec[fd] = f->uses == 0 && (f->flags & OPEN_CLOEXEC) != 0;
#endif
	__model_descriptor[fd] = 1 + (int)(f - __model_files);
	f->uses++;
	return fd;
}

/* Who waits for the other end of a channel sees that nobody is there any more. */
void __model_drop_descriptor(int fd) {
	(void)__model_changes_files;
	struct file *f = __model_file(fd);
	__model_descriptor[fd] = CLOSED;
	if (--f->uses != 0)
		return;
#ifdef USES___model_add_socket
	if (f->kind == FILE_SOCKET)
		__model_drop_socket(f);
#endif
#ifdef USES_epoll_ctl
	if (f->watched != 0 || f->kind == FILE_EPOLL)
		__model_forget_file(f);
#endif
	if (f->in != NULL && f->in->readers > 0 && f->kind != FILE_SOCKET)
		f->in->readers--;
	if (f->out != NULL && f->out->writers > 0) {
		f->out->writers--;
		__mc_order_release(&f->out->writers);
	}
#ifdef USES_flock
	__model_drop_lock((int)(f - __model_files));
#endif
	f->kind = FILE_NONE;
}

int __model_open_file(int kind, int flags) {
	__mc_atomic_begin();
	int fd = __model_add_descriptor(__model_add_file(kind, flags), 0);
	__mc_atomic_end();
	return fd;
}
