/* The table of open files and descriptors. */
#include "socket.h"

int __model_descriptor[DESCRIPTORS] = {1, 2, 3};
struct file __model_files[DESCRIPTORS] = {
    {FILE_STANDARD, 1, ACCESS_BOTH, NULL, NULL, NULL},
    {FILE_STANDARD, 1, ACCESS_BOTH, NULL, NULL, NULL},
    {FILE_STANDARD, 1, ACCESS_BOTH, NULL, NULL, NULL},
};

struct file *__model_file(int fd) {
	if (fd < 0 || fd >= DESCRIPTORS)
		return NULL;
	int at = __model_descriptor[fd];
	return at == 0 ? NULL : &__model_files[at - 1];
}

struct file *__model_find_file(int fd) {
	__mc_atomic_begin();
	struct file *f = __model_file(fd);
	__mc_atomic_end();
	if (f == NULL)
		*__errno_location() = EBADF;
	return f;
}

struct file *__model_add_file(int kind, int flags) {
	int i = 3;
	while (i < DESCRIPTORS && __model_files[i].uses != 0)
		i++;
	if (i == DESCRIPTORS)
		__mc_unsupported("more than 64 open files");
	struct file *f = &__model_files[i];
	f->kind = kind;
	f->flags = flags;
	f->object = NULL;
	f->in = f->out = NULL;
	return f;
}

int __model_add_descriptor(struct file *f, int least) {
	int fd = least;
	while (fd < DESCRIPTORS && __model_descriptor[fd] != 0)
		fd++;
	if (fd >= DESCRIPTORS)
		__mc_unsupported("more than 64 descriptors");
	__model_descriptor[fd] = 1 + (int)(f - __model_files);
	f->uses++;
	return fd;
}

/* Who waits for the other end of a channel sees that nobody is there any more. */
void __model_drop_descriptor(int fd) {
	struct file *f = __model_file(fd);
	__model_descriptor[fd] = 0;
	if (--f->uses != 0)
		return;
#ifdef USES___model_add_socket
	if (f->kind == FILE_SOCKET)
		__model_drop_socket(f);
#endif
	if (f->in != NULL && f->in->readers > 0)
		f->in->readers--;
	if (f->out != NULL && f->out->writers > 0)
		f->out->writers--;
	f->kind = FILE_NONE;
}

int __model_open_file(int kind, int flags) {
	__mc_atomic_begin();
	int fd = __model_add_descriptor(__model_add_file(kind, flags), 0);
	__mc_atomic_end();
	return fd;
}
