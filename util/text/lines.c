#include "util/text/lines.h"

#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/base/vec.h"
#include "util/text/utf8.h"

#define MAX_FILE   ((off_t)64 << 20)
#define MAX_SHOWN  400 /* bytes of a line with a caret */
#define MIN_GUTTER 5

struct lined {
	char *name, *text;
	VEC(size_t) start; /* of each line, and the end of the last one; empty: the file has none */
};

static struct {
	VEC(struct lined) file;
	bool is_dated;
	struct timespec date;
	pthread_mutex_t lock; /* of 'file': the guard writes reports while the run may warn */
} lines = {.lock = PTHREAD_MUTEX_INITIALIZER};

void lines_from_now(void) {
	lines.is_dated = !clock_gettime(CLOCK_REALTIME, &lines.date);
}

static bool is_newer(struct timespec time) {
	return lines.is_dated &&
	       (time.tv_sec > lines.date.tv_sec ||
	        (time.tv_sec == lines.date.tv_sec && time.tv_nsec > lines.date.tv_nsec));
}

/* A pipe or a device would keep us waiting, hence the flag. */
static char *read_text(const char *name, size_t *n) {
	int fd = open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	struct stat about;
	char *text = NULL;
	if (!fstat(fd, &about) && S_ISREG(about.st_mode) && about.st_size <= MAX_FILE &&
	    !is_newer(about.st_mtim)) {
		size_t size = (size_t)about.st_size;
		text = mem_alloc(size + 1);
		*n = fd_read(fd, text, size);
	}
	close(fd);
	return text;
}

static const struct lined *add_file(const char *name, char *text, size_t n) {
	struct lined file = {.name = mem_alloc(strlen(name) + 1), .text = text};
	strcpy(file.name, name);
	for (size_t i = 0; file.text && i < n;) {
		const char *end = memchr(file.text + i, '\n', n - i);
		vec_push(&file.start, i);
		i = end ? (size_t)(end - file.text) + 1 : n;
	}
	if (file.start.n)
		vec_push(&file.start, n);
	vec_push(&lines.file, file);
	return &vec_last(&lines.file);
}

static const struct lined *find_file(const char *name) {
	for (size_t i = 0; i < lines.file.n; i++)
		if (!strcmp(lines.file.at[i].name, name))
			return &lines.file.at[i];
	size_t n = 0;
	char *text = read_text(name, &n);
	return add_file(name, text, n);
}

void lines_give(const char *name, const char *text) {
	size_t n = strlen(text);
	char *copy = mem_alloc(n + 1);
	memcpy(copy, text, n + 1);
	pthread_mutex_lock(&lines.lock);
	struct lined *old = NULL;
	for (size_t i = 0; i < lines.file.n; i++)
		if (!strcmp(lines.file.at[i].name, name))
			old = &lines.file.at[i];
	if (old)
		old->name[0] = 0; /* who got lines of it may still look at them */
	add_file(name, copy, n);
	pthread_mutex_unlock(&lines.lock);
}

const char *lines_get(const char *file, uint32_t line, size_t *n) {
	*n = 0;
	if (!file || !line)
		return NULL;
	const char *text = NULL;
	pthread_mutex_lock(&lines.lock);
	const struct lined *f = find_file(file);
	if (line < f->start.n) {
		text = f->text + f->start.at[line - 1];
		*n = f->start.at[line] - f->start.at[line - 1];
	}
	pthread_mutex_unlock(&lines.lock);
	while (*n && (text[*n - 1] == '\n' || text[*n - 1] == '\r'))
		--*n;
	return text;
}

uint32_t lines_count(const char *file) {
	if (!file)
		return 0;
	pthread_mutex_lock(&lines.lock);
	size_t n = find_file(file)->start.n;
	pthread_mutex_unlock(&lines.lock);
	return n ? (uint32_t)n - 1 : 0;
}

bool lines_at(const char *file, size_t offset, struct loc *loc) {
	pthread_mutex_lock(&lines.lock);
	const struct lined *f = find_file(file);
	bool found = f->start.n && offset <= vec_last(&f->start);
	size_t low = 0, high = f->start.n; /* the first line that begins behind it is in between */
	while (found && low < high) {
		size_t middle = (low + high) / 2;
		if (f->start.at[middle] <= offset)
			low = middle + 1;
		else
			high = middle;
	}
	/* the end of a file without a line end is on its last line */
	if (found && low == f->start.n && offset && f->text[offset - 1] != '\n')
		low--;
	if (found)
		*loc = (struct loc){file, (uint32_t)low, (uint32_t)(offset - f->start.at[low - 1]) + 1};
	pthread_mutex_unlock(&lines.lock);
	return found;
}

void lines_free_all(void) {
	for (size_t i = 0; i < lines.file.n; i++) {
		mem_free(lines.file.at[i].name);
		mem_free(lines.file.at[i].text);
		vec_free(&lines.file.at[i].start);
	}
	vec_free(&lines.file);
}

/* A mark as wide as the bytes [from, to) of the line; tabs stay tabs, so that both lines are torn
 * apart alike. */
static void print_mark(FILE *out, const char *line, size_t from, size_t to, char mark) {
	for (size_t i = from; i < to;) {
		uint32_t code;
		size_t length = utf8_next(line + i, to - i, &code);
		for (unsigned k = utf8_width(code); k > 0; k--)
			fputc(code == '\t' ? '\t' : mark, out);
		i += length;
	}
}

bool lines_caret(FILE *out, struct loc loc, uint32_t n, const char *colour) {
	size_t length;
	const char *line = lines_get(loc.file, loc.line, &length);
	if (!line || length > MAX_SHOWN || !loc.col || loc.col > length + 1)
		return false;
	int gutter = snprintf(NULL, 0, "%*u", MIN_GUTTER, loc.line);
	fprintf(out, "%*u | ", gutter, loc.line);
	utf8_print(out, line, length);
	fprintf(out, "\n%*s | ", gutter, "");
	size_t col = loc.col - 1, end = n > length - col ? length : col + n;
	print_mark(out, line, 0, col, ' ');
	fprintf(out, "%s^", colour ? colour : "");
	if (col < end) {
		uint32_t code; /* below a wide character the caret is half of the mark */
		size_t first = utf8_next(line + col, length - col, &code);
		for (unsigned k = utf8_width(code); n > 1 && k > 1; k--)
			fputc('~', out);
		print_mark(out, line, col + first, end, '~');
	}
	fprintf(out, "%s\n", colour ? "\033[0m" : "");
	return true;
}
