#include "util/files/cache_dir.h"

#include <dirent.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/base/intern.h"
#include "util/base/vec.h"
#include "util/base/version.h"
#include "util/files/sha256.h"
#include "util/text/affix.h"
#include "util/text/path.h"

enum {
	TRIM_SECONDS = 600,   /* between two looks at the size of the folder */
	TOUCH_SECONDS = 3600, /* an entry that was used is marked so this often */
	STALE_SECONDS = 3600, /* a file that was not finished by then was left by a crash */
	BUILD_TEXT = SHA256_TEXT,
};

#define MAGIC    "cbmc-mt cache 1\n"
#define MARKER   "trimmed"
#define PARTIAL  ".part"
#define MAX_SIZE ((uint64_t)1 << 28) /* of an entry */

struct cache_dir {
	const char *path;
	bool has_written;
};

/* What precedes the bytes of an entry.  Fixed size, no padding. */
struct entry_head {
	char magic[16];
	char build[BUILD_TEXT + 7];
	char kind[16];
	char key[SHA256_TEXT + 7];
	uint64_t format;
	uint64_t size;
	uint8_t sum[SHA256_BYTES]; /* of what follows */
};

/* The build id that the linker has written: a hash of what it has linked. */
static int find_build_id(struct dl_phdr_info *info, size_t size, void *data) {
	char *text = data;
	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
		if (segment->p_type != PT_NOTE)
			continue;
		const char *at = (const char *)(info->dlpi_addr + segment->p_vaddr);
		const char *end = at + segment->p_memsz;
		while ((size_t)(end - at) > sizeof(ElfW(Nhdr))) {
			const ElfW(Nhdr) *note = (const void *)at;
			const char *name = at + sizeof *note;
			const uint8_t *id = (const uint8_t *)name + (note->n_namesz + 3) / 4 * 4;
			bool is_id = note->n_type == NT_GNU_BUILD_ID && note->n_namesz == 4 &&
			             !memcmp(name, "GNU", 4) && note->n_descsz <= SHA256_BYTES;
			for (size_t k = 0; is_id && k < note->n_descsz; k++)
				snprintf(text + 2 * k, 3, "%02x", id[k]);
			at = (const char *)id + (note->n_descsz + 3) / 4 * 4;
		}
	}
	return 1; /* the first one is the program itself */
}

/* The bytes of a whole file, to be freed; NULL: it cannot be read, or is no file. */
static char *whole_file(const char *path, size_t *n) {
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || (uint64_t)st.st_size > MAX_SIZE) {
		close(fd);
		return NULL;
	}
	char *bytes = mem_alloc((size_t)st.st_size + 1);
	*n = fd_read(fd, bytes, (size_t)st.st_size);
	close(fd);
	return bytes;
}

const char *cache_dir_build(void) {
	static char text[BUILD_TEXT];
	if (*text)
		return text;
	dl_iterate_phdr(find_build_id, text);
	if (*text)
		return text;
	size_t n;
	char *program = whole_file("/proc/self/exe", &n);
	if (program)
		sha256_text(program, n, text);
	else
		snprintf(text, sizeof text, "version-%s", CBMC_MT_VERSION);
	mem_free(program);
	return text;
}

static bool belongs_to_user(const char *path) {
	struct stat st;
	return !stat(path, &st) && st.st_uid == geteuid();
}

static const char *default_folder(const char **why) {
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	if (cache && *cache == '/') /* others are to be ignored, as the rules of XDG say */
		return intern_printf("%s/cbmc-mt", cache);
	if (!home || *home != '/') {
		*why = "neither $XDG_CACHE_HOME nor $HOME names a folder";
		return NULL;
	}
	if (!belongs_to_user(home)) {
		*why = intern_printf("'%s' does not belong to this user", home);
		return NULL;
	}
	return intern_printf("%s/.cache/cbmc-mt", home);
}

struct cache_dir *cache_dir_open(const char *folder, const char **why) {
	*why = NULL;
	if (folder && !strcmp(folder, "off"))
		return NULL;
	bool is_default = !folder || !*folder;
	const char *path = is_default ? default_folder(why) : intern(folder);
	if (!path)
		return NULL;
	if (!path_make_private(path) || access(path, R_OK | W_OK | X_OK)) {
		*why = intern_printf("'%s': %s", path, strerror(errno));
		return NULL;
	}
	if (is_default && !belongs_to_user(path)) {
		*why = intern_printf("'%s' does not belong to this user", path);
		return NULL;
	}
	struct cache_dir *d = mem_alloc(sizeof *d);
	d->path = path;
	return d;
}

static bool is_word(const char *text, size_t limit) {
	size_t n = strlen(text);
	return n && n < limit &&
	       text[strspn(text, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_")] ==
	           0;
}

static bool fill_head(struct entry_head *head, const char *kind, const char *key, uint32_t format) {
	memset(head, 0, sizeof *head);
	if (!is_word(kind, sizeof head->kind) || !is_word(key, sizeof head->key))
		return false;
	memcpy(head->magic, MAGIC, sizeof head->magic);
	snprintf(head->build, sizeof head->build, "%s", cache_dir_build());
	snprintf(head->kind, sizeof head->kind, "%s", kind);
	snprintf(head->key, sizeof head->key, "%s", key);
	head->format = format;
	return true;
}

static char *path_of(const struct cache_dir *d, const char *kind, const char *key) {
	size_t n = strlen(d->path) + strlen(kind) + strlen(key) + 3;
	char *path = mem_alloc(n);
	snprintf(path, n, "%s/%s/%s", d->path, kind, key);
	return path;
}

/* The time of the last use is that of the last change. */
static void touch(const char *path) {
	struct stat st;
	if (!stat(path, &st) && time(NULL) - st.st_mtime > TOUCH_SECONDS)
		utimensat(AT_FDCWD, path, NULL, 0);
}

bool cache_dir_read(struct cache_dir *d, const char *kind, const char *key, uint32_t format,
                    struct arena *a, const char **bytes, size_t *n) {
	struct entry_head want, have;
	size_t size = 0;
	if (!d || !fill_head(&want, kind, key, format))
		return false;
	char *path = path_of(d, kind, key);
	char *file = whole_file(path, &size);
	bool good = file && size >= sizeof have;
	if (good) {
		memcpy(&have, file, sizeof have);
		want.size = size - sizeof have;
		sha256(file + sizeof have, (size_t)want.size, want.sum);
		good = !memcmp(&want, &have, sizeof have);
	}
	if (good) {
		char *copy = arena_alloc(a, (size_t)want.size + 1);
		memcpy(copy, file + sizeof have, (size_t)want.size);
		*bytes = copy;
		*n = (size_t)want.size;
		touch(path);
	}
	mem_free(file);
	mem_free(path);
	return good;
}

bool cache_dir_write(struct cache_dir *d, const char *kind, const char *key, uint32_t format,
                     const void *bytes, size_t n) {
	struct entry_head head;
	if (!d || n > MAX_SIZE - sizeof head || !fill_head(&head, kind, key, format))
		return false;
	head.size = n;
	sha256(bytes, n, head.sum);
	const char *folder = intern_printf("%s/%s", d->path, kind);
	mkdir(folder, 0700);
	const char *partial = intern_printf("%s/XXXXXX" PARTIAL, folder);
	char *name = mem_alloc(strlen(partial) + 1);
	strcpy(name, partial);
	int fd = mkostemps(name, (int)strlen(PARTIAL), O_CLOEXEC);
	bool written = fd >= 0 && fd_write(fd, &head, sizeof head) && fd_write(fd, bytes, n);
	if (fd >= 0)
		written &= !close(fd);
	char *path = path_of(d, kind, key);
	written = written && !rename(name, path);
	if (fd >= 0 && !written)
		unlink(name);
	mem_free(path);
	mem_free(name);
	d->has_written |= written;
	return written;
}

void cache_dir_remove(struct cache_dir *d, const char *kind, const char *key) {
	struct entry_head head;
	if (!d || !fill_head(&head, kind, key, 0))
		return;
	char *path = path_of(d, kind, key);
	unlink(path);
	mem_free(path);
}

struct cache_file {
	char *path;
	uint64_t size;
	struct timespec used;
};

struct cache_files {
	struct cache_file *at;
	size_t n, cap;
	uint64_t size;
};

static int by_use(const void *a, const void *b) {
	const struct cache_file *x = a, *y = b;
	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	if (x->used.tv_nsec != y->used.tv_nsec)
		return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
	return strcmp(x->path, y->path);
}

/* Only what looks like an entry of ours: the folder may be one that has other things in it. */
static bool is_entry(const char *path) {
	char magic[16] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
	bool is_ours = fd >= 0 && read(fd, magic, sizeof magic) == (ssize_t)sizeof magic &&
	               !memcmp(magic, MAGIC, sizeof magic);
	if (fd >= 0)
		close(fd);
	return is_ours;
}

static void list_kind(struct cache_files *files, const char *folder) {
	DIR *dir = opendir(folder);
	struct dirent *e;
	while (dir && (e = readdir(dir))) {
		char *path = mem_alloc(strlen(folder) + strlen(e->d_name) + 2);
		struct stat st;
		sprintf(path, "%s/%s", folder, e->d_name);
		bool is_file = !lstat(path, &st) && S_ISREG(st.st_mode);
		bool is_partial = is_file && ends_with(e->d_name, PARTIAL);
		if (is_partial && time(NULL) - st.st_mtime > STALE_SECONDS)
			unlink(path);
		if (is_file && !is_partial) {
			vec_push(files, ((struct cache_file){path, (uint64_t)st.st_size, st.st_mtim}));
			files->size += (uint64_t)st.st_size;
		} else
			mem_free(path);
	}
	if (dir)
		closedir(dir);
}

void cache_dir_trim(struct cache_dir *d, uint64_t limit) {
	static const char *const kind[] = {"index", "program", "verdict"};
	struct cache_files files = {0};
	if (!d)
		return;
	for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
		list_kind(&files, intern_printf("%s/%s", d->path, kind[i]));
	if (files.size > limit)
		qsort(files.at, files.n, sizeof *files.at, by_use);
	for (size_t i = 0; i < files.n && files.size > limit; i++)
		if (is_entry(files.at[i].path) && !unlink(files.at[i].path))
			files.size -= files.at[i].size;
	for (size_t i = 0; i < files.n; i++)
		mem_free(files.at[i].path);
	vec_free(&files);
}

/* Has somebody looked at the size lately?  Otherwise notes that we do. */
static bool is_time_to_trim(const struct cache_dir *d) {
	const char *path = intern_printf("%s/" MARKER, d->path);
	struct stat st;
	if (!stat(path, &st) && time(NULL) - st.st_mtime < TRIM_SECONDS)
		return false;
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	if (fd < 0)
		return false;
	futimens(fd, NULL);
	close(fd);
	return true;
}

void cache_dir_close(struct cache_dir *d) {
	if (!d)
		return;
	if (d->has_written && is_time_to_trim(d))
		cache_dir_trim(d, CACHE_DIR_LIMIT);
	mem_free(d);
}
