/* Streams of directory entries: any number of entries with any name.  Calls of readdir on one
 * stream share an entry, calls on different streams share nothing. */
#include "files.h"

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);

struct entry { /* struct dirent of Linux */
	unsigned long number;
	long offset;
	unsigned short length;
	unsigned char type;
	char name[256];
};

struct entry64 { /* struct dirent64 */
	unsigned long long number;
	long long offset;
	unsigned short length;
	unsigned char type;
	char name[256];
};

struct stream { /* DIR */
	int fd;
	union {
		struct entry entry;
		struct entry64 entry64;
	};
};

static void need_directory(const struct stream *s) {
	__mc_assert(__mc_is_live(s) && __mc_object_size(s) == sizeof *s, "pointer",
	            "a directory stream is used that is null or was closed");
}

static struct stream *new_stream(int fd) {
	struct stream *s = __mc_alloc(sizeof(struct stream), __mc_heap);
	s->fd = fd;
	return s;
}

struct stream *opendir(const char *path) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "opendir");
	if (FAILS()) {
		*__errno_location() = ANY_OF(PATH_ERRORS, EMFILE, ENFILE, ENOMEM);
		return NULL;
	}
	return new_stream(__model_open_file(FILE_DIRECTORY, ACCESS_READ | OPEN_CLOEXEC));
}

/* From now on the descriptor is the stream's. */
struct stream *fdopendir(int fd) {
	struct file f = __model_get_file(fd);
	int reason = !__model_may_read(f)       ? EBADF
	             : f.kind >= FILE_PIPE      ? ENOTDIR
	             : !FAILS()                 ? 0
	             : f.kind == FILE_DIRECTORY ? ENOMEM
	                                        : ANY_OF(ENOMEM, ENOTDIR);
	if (reason == 0)
		return new_stream(fd);
	*__errno_location() = reason;
	return NULL;
}

int dirfd(struct stream *s) {
	need_directory(s);
	return s->fd;
}

static int is_type(unsigned char type) {
	return type == 0 || type == 1 || type == 2 || type == 4 || type == 6 || type == 8 ||
	       type == 10 || type == 12;
}

/* At the end errno stays. */
static int has_next(struct stream *s) {
	need_directory(s);
	__model_need_open(s->fd);
	if (FAILS()) {
		*__errno_location() = sizeof(long) == 4 ? ANY_OF(ENOENT, EOVERFLOW) : ENOENT;
		return 0;
	}
	return !INPUT_IS_OVER() && __mc_nondet_bool();
}

static void any_entry(struct entry *e) {
	__mc_havoc_input(e, sizeof *e);
	__mc_assume(e->name[0] != 0 && is_type(e->type));
	e->name[255] = 0;
}

struct entry *readdir(struct stream *s) {
	OPTIONAL_CANCELLATION_POINT();
	int there_is = has_next(s);
	any_entry(&s->entry);
	return there_is ? &s->entry : NULL;
}

struct entry64 *readdir64(struct stream *s) {
	OPTIONAL_CANCELLATION_POINT();
	int there_is = has_next(s);
	struct entry64 *e = &s->entry64;
	__mc_havoc_input(e, sizeof *e);
	__mc_assume(e->name[0] != 0 && is_type(e->type));
	e->name[255] = 0;
	return there_is ? e : NULL;
}

/* The error number is the result. */
int readdir_r(struct stream *s, struct entry *to, struct entry **result) {
	OPTIONAL_CANCELLATION_POINT();
	need_directory(s);
	NEED_WRITABLE(to, sizeof *to, "readdir_r");
	if (FAILS()) {
		*result = NULL;
		return ANY_OF(EBADF, ENOENT, ENAMETOOLONG);
	}
	any_entry(to);
	*result = __mc_nondet_bool() ? to : NULL;
	return 0;
}

void rewinddir(struct stream *s) {
	OPTIONAL_CANCELLATION_POINT();
	need_directory(s);
	__mc_havoc(&s->entry, sizeof s->entry);
}

void seekdir(struct stream *s, long at) {
	(void)at;
	OPTIONAL_CANCELLATION_POINT();
	need_directory(s);
	__mc_havoc(&s->entry, sizeof s->entry);
}

long telldir(struct stream *s) {
	need_directory(s);
	long at = __mc_nondet_long();
	__mc_assume(at >= 0);
	return at;
}

int closedir(struct stream *s) {
	OPTIONAL_CANCELLATION_POINT();
	need_directory(s);
	int fd = s->fd;
	__mc_free(s);
	return __model_close(fd);
}

/* Folders and the like are walked only as far as callers look. */
int alphasort(const struct entry **a, const struct entry **b) {
	const char *x = (*a)->name, *y = (*b)->name;
	while (*x != 0 && *x == *y)
		x++, y++;
	return (unsigned char)*x - (unsigned char)*y;
}

/* One entry that is wanted, in a block of its own; NULL: it is not, or there is no memory. */
static struct entry *wanted_entry(int (*wanted)(const struct entry *)) {
	struct entry *e = malloc(sizeof *e);
	if (e == NULL)
		return NULL;
	any_entry(e);
	if (wanted == NULL || wanted(e))
		return e;
	free(e);
	return NULL;
}

/* Entries are arbitrary: those that come in order are all that sorting could yield. */
static int is_in_order(struct entry **two,
                       int (*compare)(const struct entry **, const struct entry **)) {
	const struct entry *first = two[0], *second = two[1];
	return compare(&first, &second) <= 0;
}

int scandir(const char *path, struct entry ***list, int (*wanted)(const struct entry *),
            int (*compare)(const struct entry **, const struct entry **)) {
	OPTIONAL_CANCELLATION_POINT();
	NEED_STRING(path, "scandir");
	if (FAILS())
		return ERROR(PATH_ERRORS, EMFILE, ENFILE, ENOMEM);
	struct entry **all = NULL;
	int n = 0;
	while (!INPUT_IS_OVER() && __mc_nondet_bool()) {
		struct entry *e = wanted_entry(wanted), **more;
		if (e == NULL)
			continue;
		more = realloc(all, (size_t)(n + 1) * sizeof *all);
		__mc_assume(more != NULL); /* else: ENOMEM, as above */
		all = more;
		all[n++] = e;
		if (compare != NULL && n > 1)
			__mc_assume(is_in_order(all + n - 2, compare));
	}
	*list = all;
	return n;
}

int ftw(const char *path, int (*visit)(void), int descriptors) {
	(void)path, (void)visit, (void)descriptors;
	__mc_unsupported("ftw");
	return -1;
}

int nftw(const char *path, int (*visit)(void), int descriptors, int flags) {
	(void)path, (void)visit, (void)descriptors, (void)flags;
	__mc_unsupported("nftw");
	return -1;
}
