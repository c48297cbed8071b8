/* util/path and util/affix: the parts of a name of a file, and what it names. */
#include "util/text/path.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/check.h"
#include "util/base/intern.h"
#include "util/text/affix.h"

static void test_affix(void) {
	CHECK(starts_with("pthread_create", "pthread_") && starts_with("a", "") && starts_with("", ""));
	CHECK(!starts_with("pthread", "pthread_") && !starts_with("", "a"));
	CHECK(ends_with("row_idx", "_idx") && ends_with("_idx", "_idx") && ends_with("a", ""));
	CHECK(!ends_with("idx", "_idx") && !ends_with("_idx ", "_idx"));
}

static void test_parts(void) {
	static const struct {
		const char *path, *base, *folder;
		size_t at;
	} row[] = {
	    {"pool.c", "pool.c", ".", 0},
	    {"src/pool.c", "pool.c", "src", 4},
	    {"/a/b/c.h", "c.h", "/a/b", 5},
	    {"/c.h", "c.h", "/", 1},
	    {"src/lib/", "src/lib/", "src/lib", 8},
	    {"/", "/", "/", 1},
	    {"", "", ".", 0},
	};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
		CHECK(!strcmp(path_base(row[i].path), row[i].base));
		CHECK(!strcmp(path_folder(row[i].path), row[i].folder));
		CHECK(path_base_at(row[i].path) == row[i].at);
	}
	CHECK(!path_base(NULL));
	CHECK(!strcmp(path_join("src", "pool.c"), "src/pool.c"));
	CHECK(!strcmp(path_join("src", "/usr/pool.c"), "/usr/pool.c"));
	CHECK(!strcmp(path_join(NULL, "pool.c"), "pool.c"));
}

static void test_suffix(void) {
	CHECK(path_has_suffix("pool.c", ".c") && path_has_suffix("src/pool.i", ".i"));
	CHECK(!path_has_suffix(".c", ".c")); /* a hidden file */
	CHECK(!path_has_suffix("pool.cc", ".c") && !path_has_suffix("", ".c"));
}

static void test_files(const char *top) {
	const char *folder = intern_printf("%s/one", top), *file = intern_printf("%s/one/x", top);
	const char *deep = intern_printf("%s/two/three", top);
	CHECK(path_make_folder(folder) && path_make_folder(folder));
	CHECK(!path_make_folder(intern_printf("%s/none/x", top)) && errno == ENOENT);
	CHECK(path_make_private(deep) && path_make_private(deep) && path_is_folder(deep));
	struct stat st;
	CHECK(!stat(deep, &st) && (st.st_mode & 0777) == 0700);
	FILE *f = fopen(file, "we");
	CHECK(f && !fclose(f));
	CHECK(path_is_file(file) && !path_is_folder(file));
	CHECK(path_is_folder(folder) && !path_is_file(folder));
	CHECK(!path_is_file(intern_printf("%s/none", top)));
	CHECK(!path_make_private(intern_printf("%s/below", file)) && errno == ENOTDIR);
	unlink(file);
	rmdir(folder);
	rmdir(deep);
	rmdir(path_folder(deep));
}

int main(void) {
	test_affix();
	test_parts();
	test_suffix();
	char top[] = "/tmp/cbmc-mt-path-XXXXXX";
	CHECK(mkdtemp(top));
	test_files(top);
	rmdir(top);
	const char *self = path_of_program();
	CHECK(self && *self == '/' && !strcmp(path_base(self), "test_path"));
	intern_free_all();
	return check_done("path");
}
