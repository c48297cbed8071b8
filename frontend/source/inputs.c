#include "frontend/source/inputs.h"

#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "frontend/source/input_state.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/text/path.h"

static struct {
	bool active;
	int64_t since;
	VEC(const char *) path; /* interned, without doubles */
	struct map known;
	VEC(const char *) searched; /* folders of headers */
	pthread_mutex_t lock;
} inputs = {.lock = PTHREAD_MUTEX_INITIALIZER};

void inputs_begin(void) {
	inputs.active = true;
	inputs.since = input_state_now();
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

void inputs_header(const char *path) {
	inputs_file(path);
	inputs_file(path_folder(path));
}

static void on_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	(void)stack, (void)n, (void)data;
	CXString name = clang_getFileName(file), real = clang_File_tryGetRealPathName(file);
	const char *path = clang_getCString(name), *target = clang_getCString(real);
	if (path)
		inputs_header(path);
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
	inputs_flags(flags);
}

void inputs_flags(const struct fe_flags *flags) {
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
		const char *parent = path_folder(inputs.path.at[i]);
		const char *last = intern(parent + path_base_at(parent));
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
			const char *inside = intern_printf("%s/%s", folder, name.at[k]);
			if (path_is_folder(inside))
				inputs_file(inside);
		}
	}
	map_free(&names);
	map_free(&done);
	vec_free(&name);
}

static void put_entry(byte_vec *to, const char *path, const struct input_state *s) {
	bytes_put(to, path, strlen(path) + 1);
	bytes_put(to, s, sizeof *s);
}

bool inputs_end(byte_vec *to) {
	bool good = true;
	if (!inputs.active)
		return false;
	note_subfolders();
	inputs.active = false;
	uint64_t count = inputs.path.n;
	bytes_put(to, &count, sizeof count);
	for (size_t i = 0; i < inputs.path.n && good; i++) {
		struct input_state s = input_state_of(inputs.path.at[i]);
		/* A folder gets new files all the time; its names are compared whenever it does. */
		bool fresh = input_state_is_fresh(&s, inputs.since);
		good = (s.is_folder || !fresh) && input_state_sum(inputs.path.at[i], &s);
		if (s.is_folder && fresh)
			s.changed = 0;
		put_entry(to, inputs.path.at[i], &s);
	}
	vec_free(&inputs.path);
	vec_free(&inputs.searched);
	map_free(&inputs.known);
	return good;
}

bool inputs_hold(struct byte_reader *from, byte_vec *refreshed) {
	uint64_t count;
	bool touched = false, good = bytes_take(from, &count, sizeof count);
	if (good)
		bytes_put(refreshed, &count, sizeof count);
	for (uint64_t i = 0; i < count && good; i++) {
		const char *path = from->at, *end = memchr(path, 0, from->left);
		struct input_state was, is;
		if (!end)
			return false;
		from->left -= (size_t)(end + 1 - path);
		from->at = end + 1;
		if (!bytes_take(from, &was, sizeof was))
			return false;
		is = was;
		good = input_state_holds(path, &is);
		touched |= !input_state_same_times(&was, &is);
		put_entry(refreshed, path, &is);
	}
	if (!touched || !good)
		vec_free(refreshed);
	return good;
}
