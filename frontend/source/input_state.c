#include "frontend/source/input_state.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/affix.h"

/* A file that has changed less than this before it was read may change again without another time
 * to show for it. */
#define CLOCK_STEP 20000000 /* nanoseconds */

static int64_t nanoseconds(struct timespec t) {
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int64_t input_state_now(void) {
	struct timespec now;
	clock_gettime(CLOCK_REALTIME, &now);
	return nanoseconds(now);
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
	VEC(char) all = {0};
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
	size_t have = fd_read(fd, bytes, (size_t)size);
	close(fd);
	if (have == size)
		sha256(bytes, have, sum);
	mem_free(bytes);
	return have == size;
}

struct input_state input_state_of(const char *path) {
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

bool input_state_same_times(const struct input_state *a, const struct input_state *b) {
	return a->exists == b->exists && a->is_folder == b->is_folder && a->device == b->device &&
	       a->inode == b->inode && a->size == b->size && a->changed == b->changed &&
	       a->touched == b->touched;
}

static struct {
	struct map by_path; /* interned -> index */
	VEC(struct input_state) state;
} known;

void input_state_remember(const char *path, const struct input_state *s) {
	if (!s->exists || s->is_folder || !s->changed)
		return;
	map_put(&known.by_path, map_key(intern(path)), known.state.n);
	vec_push(&known.state, *s);
}

bool input_state_sum(const char *path, struct input_state *s) {
	uint64_t ix;
	if (!s->exists)
		return true;
	if (map_get(&known.by_path, map_key(intern(path)), &ix) &&
	    input_state_same_times(&known.state.at[ix], s)) {
		memcpy(s->sum, known.state.at[ix].sum, sizeof s->sum);
		return true;
	}
	if (s->is_folder) {
		sum_names(path, s->sum);
		return true;
	}
	return sum_content(path, s->size, s->sum);
}

bool input_state_is_fresh(const struct input_state *s, int64_t since) {
	return s->changed + CLOCK_STEP >= since;
}

bool input_state_holds(const char *path, struct input_state *was) {
	struct input_state is = input_state_of(path);
	if (input_state_same_times(was, &is))
		return true;
	bool good = is.exists == was->exists && is.is_folder == was->is_folder &&
	            is.size == was->size && input_state_sum(path, &is) &&
	            !memcmp(is.sum, was->sum, sizeof is.sum);
	if (good)
		*was = is;
	return good;
}
