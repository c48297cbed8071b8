#include "util/files/cache_dir.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/base/vec.h"

#define KEY   "0123456789abcdef"
#define OTHER "fedcba9876543210"

static const char *folder;
static struct arena *arena;

static bool holds(struct cache_dir *d, const char *kind, const char *key, uint32_t format,
                  const char *want, size_t n) {
	const char *bytes;
	size_t have;
	return cache_dir_read(d, kind, key, format, arena, &bytes, &have) && have == n &&
	       !memcmp(bytes, want, n) && !bytes[n];
}

static bool is_absent(struct cache_dir *d, const char *kind, const char *key, uint32_t format) {
	const char *bytes;
	size_t n;
	return !cache_dir_read(d, kind, key, format, arena, &bytes, &n);
}

static const char *path_of(const char *kind, const char *key) {
	return intern_printf("%s/%s/%s", folder, kind, key);
}

static void test_write_and_read(struct cache_dir *d) {
	CHECK(is_absent(d, "index", KEY, 1));
	CHECK(cache_dir_write(d, "index", KEY, 1, "one\0two", 7));
	CHECK(holds(d, "index", KEY, 1, "one\0two", 7));
	CHECK(is_absent(d, "index", KEY, 2));
	CHECK(is_absent(d, "program", KEY, 1));
	CHECK(is_absent(d, "index", OTHER, 1));
	CHECK(cache_dir_write(d, "index", KEY, 1, "three", 5));
	CHECK(holds(d, "index", KEY, 1, "three", 5));
	CHECK(cache_dir_write(d, "index", OTHER, 1, "", 0));
	CHECK(holds(d, "index", OTHER, 1, "", 0));
	cache_dir_remove(d, "index", OTHER);
	CHECK(is_absent(d, "index", OTHER, 1));
	CHECK(!cache_dir_write(d, "index", "../escape", 1, "", 0));
	CHECK(!cache_dir_write(d, "", KEY, 1, "", 0));
	CHECK(is_absent(NULL, "index", KEY, 1));
	CHECK(!cache_dir_write(NULL, "index", KEY, 1, "", 0));
}

/* Every byte of an entry, changed; every length, cut; a byte more. */
static void test_damage(struct cache_dir *d) {
	CHECK(cache_dir_write(d, "verdict", KEY, 7, "content", 7));
	const char *path = path_of("verdict", KEY);
	char good[1024];
	int fd = open(path, O_RDONLY);
	ssize_t n = read(fd, good, sizeof good);
	close(fd);
	CHECK(n > 7 && n < (ssize_t)sizeof good);
	for (ssize_t i = 0; i < n; i++) {
		char bad[1024];
		memcpy(bad, good, (size_t)n);
		bad[i] ^= 0x20;
		fd = open(path, O_WRONLY | O_TRUNC);
		CHECK(write(fd, bad, (size_t)n) == n);
		close(fd);
		CHECK(is_absent(d, "verdict", KEY, 7));
	}
	for (ssize_t i = n + 1; i-- > 0;) {
		fd = open(path, O_WRONLY | O_TRUNC);
		CHECK(write(fd, good, (size_t)i) == i);
		close(fd);
		CHECK(is_absent(d, "verdict", KEY, 7) == (i != n));
	}
	fd = open(path, O_WRONLY | O_TRUNC);
	CHECK(write(fd, good, (size_t)n) == n && write(fd, "x", 1) == 1);
	close(fd);
	CHECK(is_absent(d, "verdict", KEY, 7));
	/* Under another name it is another's. */
	CHECK(cache_dir_write(d, "verdict", KEY, 7, "content", 7));
	CHECK(!rename(path, path_of("verdict", OTHER)));
	CHECK(is_absent(d, "verdict", OTHER, 7));
	/* Not even a file. */
	CHECK(!mkdir(path, 0700));
	CHECK(is_absent(d, "verdict", KEY, 7));
	CHECK(!cache_dir_write(d, "verdict", KEY, 7, "content", 7));
	CHECK(!rmdir(path));
	CHECK(!mkfifo(path, 0600));
	CHECK(is_absent(d, "verdict", KEY, 7));
	CHECK(!unlink(path));
}

static void set_age(const char *path, long seconds) {
	struct timespec at = {.tv_sec = 1000000000 - seconds};
	CHECK(!utimensat(AT_FDCWD, path, (struct timespec[]){at, at}, 0));
}

static void test_trim(struct cache_dir *d) {
	char bytes[1000] = "";
	for (unsigned i = 0; i < 10; i++) {
		const char *key = intern_printf("%04u", i);
		CHECK(cache_dir_write(d, "program", key, 1, bytes, sizeof bytes));
		set_age(path_of("program", key), 100 * (long)i);
	}
	const char *mine = path_of("program", "notes-of-the-user");
	int fd = open(mine, O_WRONLY | O_CREAT, 0600);
	CHECK(write(fd, bytes, sizeof bytes) == (ssize_t)sizeof bytes);
	close(fd);
	set_age(mine, 100000);
	/* A use counts like a change. */
	CHECK(holds(d, "program", "0009", 1, bytes, sizeof bytes));
	cache_dir_trim(d, 6500);
	CHECK(holds(d, "program", "0009", 1, bytes, sizeof bytes));
	CHECK(holds(d, "program", "0000", 1, bytes, sizeof bytes));
	CHECK(is_absent(d, "program", "0008", 1));
	CHECK(is_absent(d, "program", "0007", 1));
	CHECK(!access(mine, F_OK));
	cache_dir_trim(d, 0);
	CHECK(is_absent(d, "program", "0009", 1));
	CHECK(!access(mine, F_OK));
}

static void test_places(void) {
	const char *why = "";
	CHECK(!cache_dir_open("off", &why) && !why);
	CHECK(!cache_dir_open("/dev/null/x", &why) && why);
	CHECK(!cache_dir_open("/dev/null", &why) && why);
	CHECK(!cache_dir_open("/proc/none", &why) && why);
	setenv("XDG_CACHE_HOME", intern_printf("%s/xdg/deep", folder), 1);
	struct cache_dir *d = cache_dir_open(NULL, &why);
	CHECK(d && cache_dir_write(d, "index", KEY, 1, "x", 1));
	CHECK(!access(intern_printf("%s/xdg/deep/cbmc-mt/index/%s", folder, KEY), F_OK));
	cache_dir_close(d);
	unsetenv("XDG_CACHE_HOME");
	setenv("HOME", folder, 1);
	d = cache_dir_open("", &why);
	CHECK(d && !access(intern_printf("%s/.cache/cbmc-mt", folder), F_OK));
	cache_dir_close(d);
	setenv("XDG_CACHE_HOME", "relative", 1);
	d = cache_dir_open("", &why);
	CHECK(d && access("relative", F_OK));
	cache_dir_close(d);
	unsetenv("XDG_CACHE_HOME");
	setenv("HOME", "/nonexistent", 1);
	CHECK(!cache_dir_open(NULL, &why) && why);
	setenv("HOME", "/proc", 1);
	CHECK(!cache_dir_open(NULL, &why) && why);
	unsetenv("HOME");
	CHECK(!cache_dir_open(NULL, &why) && why);
}

int main(void) {
	char name[] = "/tmp/test_cache_dir.XXXXXX";
	folder = intern(mkdtemp(name));
	arena = arena_open();
	const char *why;
	CHECK(strlen(cache_dir_build()) >= 16);
	struct cache_dir *d = cache_dir_open(folder, &why);
	CHECK(d);
	test_write_and_read(d);
	test_damage(d);
	test_trim(d);
	cache_dir_close(d);
	test_places();
	if (system(intern_printf("rm -rf %s", folder)))
		return 1;
	arena_close(arena);
	intern_free_all();
	return check_done("cache_dir");
}
