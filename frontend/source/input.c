#include "frontend/source/input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/text/diag.h"
#include "util/text/path.h"

enum { LOOKED_AT = 8192 };

static const char *const cxx_suffix[] = {".cpp", ".cc", ".cxx", ".c++", ".C",  ".cp",
                                         ".hpp", ".hh", ".hxx", ".h++", ".ii", ".cppm"};

static const struct {
	const char *start, *what;
} kinds[] = {
    {"\177ELF", "an object file or a program"},
    {"!<arch>\n", "a library of object files"},
    {"BC\xC0\xDE", "LLVM bitcode"},
    {"\x1F\x8B", "a compressed file"},
    {"PK\x03\x04", "a compressed file"},
    {"\xFF\xFE", "UTF-16"},
    {"\xFE\xFF", "UTF-16"},
};

static bool is_cxx(const char *file) {
	const char *name = path_base(file), *dot = strrchr(name, '.');
	for (size_t i = 0; dot && dot != name && i < sizeof cxx_suffix / sizeof *cxx_suffix; i++)
		if (!strcmp(dot, cxx_suffix[i]))
			return true;
	return false;
}

/* The first bytes; none of a pipe, from which they could not be read again. */
static size_t first_bytes(const char *file, char *at, size_t room) {
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		fatal(EXIT_INPUT, NO_LOC, "cannot open '%s': %s", file, strerror(errno));
	ssize_t n = read(fd, at, room);
	close(fd);
	return n > 0 ? (size_t)n : 0;
}

static void refuse_binary(const char *file) {
	char start[LOOKED_AT];
	size_t n = first_bytes(file, start, sizeof start);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (n >= strlen(kinds[i].start) && !memcmp(start, kinds[i].start, strlen(kinds[i].start)))
			fatal(EXIT_INPUT, NO_LOC, "'%s' is %s, not C source text", file, kinds[i].what);
	if (memchr(start, 0, n))
		fatal(EXIT_INPUT, NO_LOC, "'%s' is a binary file, not C source text", file);
}

void fe_check_input(const char *file) {
	struct stat st;
	if (stat(file, &st) || access(file, R_OK))
		fatal(EXIT_INPUT, NO_LOC, "cannot open '%s': %s", file, strerror(errno));
	if (S_ISDIR(st.st_mode))
		fatal(EXIT_INPUT, NO_LOC, "cannot open '%s': it is a directory; name its C files", file);
	if (is_cxx(file))
		fatal(EXIT_INPUT, NO_LOC, "'%s' is C++ by its name; only C is verified", file);
	if (S_ISREG(st.st_mode))
		refuse_binary(file);
}
