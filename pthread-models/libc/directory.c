/* Streams of directory entries: any number of entries with any name.  Calls of readdir on one
 * stream share an entry, calls on different streams share nothing. */
#include "../mc.h"

void __model_system_error(void);

struct entry { /* struct dirent of Linux */
	unsigned long number;
	long offset;
	unsigned short length;
	unsigned char type;
	char name[256];
};

struct stream { /* DIR */
	struct entry entry;
};

static void need_directory(const struct stream *s) {
	__mc_assert(__mc_is_live(s) && __mc_object_size(s) == sizeof *s, "pointer",
	            "a directory stream is used that is null or was closed");
}

struct stream *opendir(const char *path) {
	__mc_assert(__mc_readable(path, 1), "pointer", "opendir reads outside of an object");
	if (__mc_nondet_bool()) {
		__model_system_error();
		return NULL;
	}
	return __mc_alloc(sizeof(struct stream), __mc_heap);
}

struct entry *readdir(struct stream *s) {
	need_directory(s);
	__mc_havoc(&s->entry, sizeof s->entry);
	if (__mc_nondet_bool())
		return NULL;
	s->entry.name[255] = 0;
	return &s->entry;
}

void rewinddir(struct stream *s) {
	need_directory(s);
	__mc_havoc(&s->entry, sizeof s->entry);
}

int closedir(struct stream *s) {
	need_directory(s);
	__mc_free(s);
	if (__mc_nondet_bool())
		return 0;
	__model_system_error();
	return -1;
}
