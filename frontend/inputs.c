#include "frontend/inputs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/intern.h"
#include "util/map.h"
#include "util/sha256.h"

/* A file that has changed less than this before it was read may change again without another time
 * to show for it. */
#define CLOCK_STEP 20000000 /* nanoseconds */

struct input_state {
	uint64_t exists; /* or 0, and all else is */
	uint64_t is_folder;
	uint64_t device, inode, size;
	int64_t changed, touched;  /* ctime, mtime in nanoseconds */
	uint8_t sum[SHA256_BYTES]; /* of the content, or of the names in it */
};

static struct {
	bool active;
	int64_t since;
	VEC(const char *) path; /* interned, without doubles */
	struct map known;
	VEC(const char *) searched; /* folders of headers */
	pthread_mutex_t lock;
} inputs = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int64_t nanoseconds(struct timespec t) {
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void inputs_begin(void) {
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	inputs.active = true;
	inputs.since = nanoseconds(now);
}

void inputs_file(const char *path) {
	if (!inputs.active || !*path)
		return;
	pthread_mutex_lock(&inputs.lock);
	path = intern(path);
	if (!map_get(&inputs.known, map_key(path), NULL)) {
		map_put(&inputs.known, map_key(path), 1);
		vec_push(&inputs.path, path);
	}
	pthread_mutex_unlock(&inputs.lock);
}

void inputs_folder(const char *path) {
	if (!inputs.active)
		return;
	DIR *dir = opendir(path);
	struct dirent *e;
	inputs_file(path);
	while (dir && (e = readdir(dir))) {
		const char *inside = intern_printf("%s/%s", path, e->d_name);
		if (e->d_name[0] == '.')
			continue;
		if (e->d_type == DT_DIR)
			inputs_folder(inside);
		else
			inputs_file(inside);
	}
	if (dir)
		closedir(dir);
}

static const char *folder_of(const char *path) {
	const char *slash = strrchr(path, '/');
	return !slash ? "." : slash == path ? "/" : intern_n(path, (size_t)(slash - path));
}

static void on_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	(void)stack, (void)n, (void)data;
	CXString name = clang_getFileName(file), real = clang_File_tryGetRealPathName(file);
	const char *path = clang_getCString(name), *target = clang_getCString(real);
	if (path) {
		inputs_file(path);
		inputs_file(folder_of(path));
	}
	if (target)
		inputs_file(target);
	clang_disposeString(name);
	clang_disposeString(real);
}

/* Folders that clang looks into without being told, and may not find anything in. */
static const char *const usual_folders[] = {"/usr/local/include", "/usr/include"};

/* Whatever flags name, as a part of them or by themselves: folders of headers, files. */
static void note_flag(const char *flag) {
	static const char *const prefix[] = {
	    "-iquote",   "-isystem",   "-idirafter", "-iwithprefix", "-include", "-imacros",
	    "-isysroot", "--sysroot=", "-I",         "-F",           "-B",       ""};
	for (size_t i = 0; i < sizeof prefix / sizeof *prefix; i++) {
		size_t n = strlen(prefix[i]);
		if (strncmp(flag, prefix[i], n) != 0 || !flag[n] || (!n && *flag == '-'))
			continue;
		inputs_file(flag + n);
		pthread_mutex_lock(&inputs.lock);
		vec_push(&inputs.searched, intern(flag + n));
		pthread_mutex_unlock(&inputs.lock);
		return;
	}
}

void inputs_unit(CXTranslationUnit tu, const struct fe_flags *flags) {
	if (!inputs.active)
		return;
	clang_getInclusions(tu, on_inclusion, NULL);
	for (size_t i = 0; i < flags->flag.n; i++)
		note_flag(flags->flag.at[i]);
	for (size_t i = 0; i < sizeof usual_folders / sizeof *usual_folders; i++)
		inputs_file(usual_folders[i]);
}

/* The folders that <sys/types.h> could be in: those of that name below each that is searched. */
static void note_subfolders(void) {
	struct map names = {0}, done = {0};
	VEC(const char *) name = {0};
	for (size_t i = 0; i < inputs.path.n; i++) {
		const char *parent = folder_of(inputs.path.at[i]), *slash = strrchr(parent, '/');
		const char *last = intern(slash ? slash + 1 : parent);
		if (*last && *last != '.' && !map_get(&names, map_key(last), NULL)) {
			map_put(&names, map_key(last), 1);
			vec_push(&name, last);
		}
	}
	for (size_t i = 0; i < inputs.searched.n; i++) {
		const char *folder = inputs.searched.at[i];
		if (map_get(&done, map_key(folder), NULL))
			continue;
		map_put(&done, map_key(folder), 1);
		for (size_t k = 0; k < name.n; k++) {
			struct stat st;
			const char *inside = intern_printf("%s/%s", folder, name.at[k]);
			if (!stat(inside, &st) && S_ISDIR(st.st_mode))
				inputs_file(inside);
		}
	}
	map_free(&names);
	map_free(&done);
	vec_free(&name);
}

static bool ends_with(const char *text, const char *end) {
	size_t n = strlen(text), k = strlen(end);
	return n >= k && !strcmp(text + n - k, end);
}

/* What compilers and editors leave behind: nobody includes it. */
static bool is_litter(const char *name) {
	static const char *const end[] = {".o", ".lo",   ".a",    ".so",  ".d",   ".swp",  ".swo",
	                                  "~",  ".gcda", ".gcno", ".log", ".tmp", ".part", ".pyc"};
	for (size_t i = 0; i < sizeof end / sizeof *end; i++)
		if (ends_with(name, end[i]))
			return true;
	return name[0] == '.' || name[0] == '#';
}

static int by_text(const void *a, const void *b) {
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void sum_names(const char *path, uint8_t sum[SHA256_BYTES]) {
	VEC(const char *) name = {0};
	input_bytes all = {0};
	DIR *dir = opendir(path);
	struct dirent *e;
	while (dir && (e = readdir(dir)))
		if (!is_litter(e->d_name))
			vec_push(&name, intern(e->d_name));
	if (dir)
		closedir(dir);
	if (name.n)
		qsort(name.at, name.n, sizeof *name.at, by_text);
	for (size_t i = 0; i < name.n; i++)
		for (const char *s = name.at[i];; s++) {
			vec_push(&all, *s);
			if (!*s)
				break;
		}
	sha256(all.n ? all.at : "", all.n, sum);
	vec_free(&all);
	vec_free(&name);
}

static bool sum_content(const char *path, uint64_t size, uint8_t sum[SHA256_BYTES]) {
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	char *bytes = mem_alloc((size_t)size + 1);
	size_t have = 0;
	while (have < size) {
		ssize_t got = read(fd, bytes + have, (size_t)size - have);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		have += (size_t)got;
	}
	close(fd);
	if (have == size)
		sha256(bytes, have, sum);
	mem_free(bytes);
	return have == size;
}

/* All but the sum. */
static struct input_state state_of(const char *path) {
	struct stat st;
	if (stat(path, &st))
		return (struct input_state){0};
	return (struct input_state){.exists = 1,
	                            .is_folder = S_ISDIR(st.st_mode),
	                            .device = (uint64_t)st.st_dev,
	                            .inode = (uint64_t)st.st_ino,
	                            .size = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0,
	                            .changed = nanoseconds(st.st_ctim),
	                            .touched = nanoseconds(st.st_mtim)};
}

static bool sum_up(const char *path, struct input_state *s) {
	if (!s->exists)
		return true;
	if (s->is_folder) {
		sum_names(path, s->sum);
		return true;
	}
	return sum_content(path, s->size, s->sum);
}

static bool same_times(const struct input_state *a, const struct input_state *b) {
	return a->exists == b->exists && a->is_folder == b->is_folder && a->device == b->device &&
	       a->inode == b->inode && a->size == b->size && a->changed == b->changed &&
	       a->touched == b->touched;
}

static void put(input_bytes *to, const void *data, size_t n) {
	vec_reserve(to, to->n + n);
	memcpy(to->at + to->n, data, n);
	to->n += n;
}

static void put_entry(input_bytes *to, const char *path, const struct input_state *s) {
	put(to, path, strlen(path) + 1);
	put(to, s, sizeof *s);
}

static bool take(const char **at, size_t *n, void *data, size_t size) {
	if (*n < size)
		return false;
	memcpy(data, *at, size);
	*at += size;
	*n -= size;
	return true;
}

bool inputs_end(input_bytes *to) {
	bool good = true;
	if (!inputs.active)
		return false;
	note_subfolders();
	inputs.active = false;
	uint64_t count = inputs.path.n;
	put(to, &count, sizeof count);
	for (size_t i = 0; i < inputs.path.n && good; i++) {
		struct input_state s = state_of(inputs.path.at[i]);
		/* A folder gets new files all the time; its names are compared whenever it does. */
		good = s.is_folder || s.changed + CLOCK_STEP < inputs.since;
		good = good && sum_up(inputs.path.at[i], &s);
		if (s.is_folder && s.changed + CLOCK_STEP >= inputs.since)
			s.changed = 0;
		put_entry(to, inputs.path.at[i], &s);
	}
	vec_free(&inputs.path);
	vec_free(&inputs.searched);
	map_free(&inputs.known);
	return good;
}

bool inputs_hold(const char **at, size_t *n, input_bytes *refreshed) {
	uint64_t count;
	bool touched = false, good = take(at, n, &count, sizeof count);
	if (good)
		put(refreshed, &count, sizeof count);
	for (uint64_t i = 0; i < count && good; i++) {
		const char *path = *at, *end = memchr(path, 0, *n);
		struct input_state was, is;
		if (!end)
			return false;
		*n -= (size_t)(end + 1 - path);
		*at = end + 1;
		if (!take(at, n, &was, sizeof was))
			return false;
		is = state_of(path);
		bool same = same_times(&was, &is);
		if (same)
			is = was;
		else
			good = is.exists == was.exists && is.is_folder == was.is_folder &&
			       is.size == was.size && sum_up(path, &is) &&
			       !memcmp(is.sum, was.sum, sizeof is.sum);
		touched |= !same;
		put_entry(refreshed, path, &is);
	}
	if (!touched || !good)
		vec_free(refreshed);
	return good;
}
