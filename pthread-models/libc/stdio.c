/* stdio.h as a program sees it that cannot tell what is on the other end: output has no effect,
 * input is arbitrary, every call may fail. */
#include "../mc.h"

typedef struct _IO_FILE FILE;

void *realloc(void *p, size_t size);
void __model_system_error(void);

#define END_OF_FILE (-1)

static char stdin_stream[256], stdout_stream[256], stderr_stream[256];

FILE *stdin = (FILE *)stdin_stream;
FILE *stdout = (FILE *)stdout_stream;
FILE *stderr = (FILE *)stderr_stream;

static int zero_or_end(void) {
	if (__mc_nondet_bool())
		return 0;
	__model_system_error();
	return END_OF_FILE;
}

void __model_need_stream(FILE *f) {
	__mc_assert(__mc_is_live(f), "pointer", "a stream is used that is null or was closed");
}

/* A stream, or null.  Its contents are nobody's business. */
static FILE *some_stream(void) {
	if (__mc_nondet_bool()) {
		__model_system_error();
		return NULL;
	}
	return __mc_alloc(256, __mc_internal);
}

int fputc(int c, FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_bool() ? (unsigned char)c : END_OF_FILE;
}

int putc(int c, FILE *f) {
	return fputc(c, f);
}

int _IO_putc(int c, FILE *f) {
	return fputc(c, f);
}

int putc_unlocked(int c, FILE *f) {
	return fputc(c, f);
}

int putchar(int c) {
	return fputc(c, stdout);
}

int putchar_unlocked(int c) {
	return fputc(c, stdout);
}

void perror(const char *s) {
	int ok = s == NULL || __mc_is_string(s, (size_t)-1);
	__mc_assert(ok, "pointer", "perror prints no string");
}

int fgetc(FILE *f) {
	__model_need_stream(f);
	int c = __mc_nondet_int();
	__mc_assume(c >= END_OF_FILE && c <= 255);
	__mc_input_byte(c);
	return c;
}

int getc(FILE *f) {
	return fgetc(f);
}

int _IO_getc(FILE *f) {
	return fgetc(f);
}

int getc_unlocked(FILE *f) {
	return fgetc(f);
}

int getchar(void) {
	return fgetc(stdin);
}

int getchar_unlocked(void) {
	return fgetc(stdin);
}

int ungetc(int c, FILE *f) {
	__model_need_stream(f);
	return c != END_OF_FILE && __mc_nondet_bool() ? (unsigned char)c : END_OF_FILE;
}

/* A line: its only newline, if any, is the last character. */
char *fgets(char *s, int size, FILE *f) {
	__model_need_stream(f);
	if (size <= 0 || __mc_nondet_bool())
		return NULL;
	__mc_assert(__mc_writable(s, (size_t)size), "pointer", "fgets writes outside of an object");
	size_t length = __mc_nondet_size();
	__mc_assume(length < (size_t)size && (length > 0 || size == 1));
	__mc_havoc(s, length);
	s[length] = 0;
	for (size_t i = 0; i < (size_t)size - 1; i++)
		__mc_assume(i + 1 >= length || s[i] != '\n');
	__mc_input(s, length, 's');
	return s;
}

/* The line has any length, so no buffer is long enough. */
char *gets(char *s) {
	if (__mc_nondet_bool())
		return NULL;
	size_t length = __mc_nondet_size();
	__mc_assume(length < (size_t)-1 >> 1);
	__mc_assert(__mc_writable(s, length + 1), "pointer", "gets writes outside of an object");
	__mc_havoc(s, length);
	s[length] = 0;
	__mc_input(s, length, 's');
	return s;
}

ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *f) {
	__model_need_stream(f);
	(void)delimiter;
	if (__mc_nondet_bool())
		return -1;
	size_t length = __mc_nondet_size();
	__mc_assume(length > 0 && length < (size_t)-1 >> 2);
	if (*line == NULL || *size < length + 1) {
		*line = realloc(*line, length + 1);
		if (*line == NULL)
			return -1;
		*size = length + 1;
	}
	__mc_havoc(*line, length);
	(*line)[length] = 0;
	__mc_input(*line, length, 's');
	return (ssize_t)length;
}

ssize_t getline(char **line, size_t *size, FILE *f) {
	return getdelim(line, size, '\n', f);
}

size_t fread(void *to, size_t size, size_t count, FILE *f) {
	__model_need_stream(f);
	size_t n = __mc_nondet_size();
	__mc_assume(n <= count);
	if (size == 0 || count == 0)
		return 0;
	__mc_assert(__mc_writable(to, size * count), "pointer", "fread writes outside of an object");
	__mc_havoc(to, size * n);
	__mc_input(to, size * n, 's');
	return n;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *f) {
	__model_need_stream(f);
	size_t n = __mc_nondet_size();
	__mc_assume(n <= count);
	if (size == 0 || count == 0)
		return 0;
	__mc_assert(__mc_readable(from, size * count), "pointer", "fwrite reads outside of an object");
	return n;
}

FILE *fopen(const char *path, const char *mode) {
	(void)path, (void)mode;
	return some_stream();
}

FILE *fopen64(const char *path, const char *mode) {
	(void)path, (void)mode;
	return some_stream();
}

FILE *fdopen(int fd, const char *mode) {
	(void)fd, (void)mode;
	return some_stream();
}

FILE *freopen(const char *path, const char *mode, FILE *f) {
	(void)path, (void)mode, (void)f;
	return some_stream();
}

FILE *popen(const char *command, const char *mode) {
	(void)command, (void)mode;
	return some_stream();
}

FILE *tmpfile(void) {
	return some_stream();
}

/* What is read from such a stream is arbitrary, as from any other. */
FILE *fmemopen(void *buffer, size_t size, const char *mode) {
	__mc_assert(__mc_readable(mode, 2), "pointer", "fmemopen reads outside of an object");
	if (buffer != NULL) {
		if (mode[0] != 'r' || mode[1] == '+' || (mode[1] != 0 && mode[2] == '+'))
			__mc_unsupported("fmemopen: output to a buffer of the program");
		__mc_assert(size == 0 || __mc_readable(buffer, size), "pointer",
		            "fmemopen reads outside of an object");
	}
	return some_stream();
}

/* The text may have any length; it is there from the start, and stays. */
FILE *open_memstream(char **text, size_t *size) {
	FILE *f = some_stream();
	if (f == NULL)
		return NULL;
	size_t length = __mc_nondet_size();
	__mc_assume(length < (size_t)-1 >> 2);
	char *block = __mc_alloc(length + 1, __mc_heap);
	block[length] = 0;
	*text = block;
	*size = length;
	return f;
}

int fclose(FILE *f) {
	__model_need_stream(f);
	if (f != stdin && f != stdout && f != stderr)
		__mc_free(f);
	return zero_or_end();
}

int pclose(FILE *f) {
	__model_need_stream(f);
	__mc_free(f);
	return __mc_nondet_int();
}

int fflush(FILE *f) {
	if (f != NULL)
		__model_need_stream(f);
	return zero_or_end();
}

int feof(FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_bool();
}

int ferror(FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_bool();
}

void clearerr(FILE *f) {
	__model_need_stream(f);
}

int fileno(FILE *f) {
	__model_need_stream(f);
	int fd = __mc_nondet_int();
	__mc_assume(fd >= -1);
	return fd;
}

int fseek(FILE *f, long offset, int from) {
	__model_need_stream(f);
	(void)offset, (void)from;
	return zero_or_end();
}

long ftell(FILE *f) {
	__model_need_stream(f);
	long at = __mc_nondet_long();
	__mc_assume(at >= -1);
	return at;
}

void rewind(FILE *f) {
	__model_need_stream(f);
}

int setvbuf(FILE *f, char *buffer, int mode, size_t size) {
	__model_need_stream(f);
	(void)buffer, (void)mode, (void)size;
	return zero_or_end();
}

void setbuf(FILE *f, char *buffer) {
	__model_need_stream(f);
	(void)buffer;
}

void setlinebuf(FILE *f) {
	__model_need_stream(f);
}

int remove(const char *path) {
	(void)path;
	return zero_or_end();
}

int rename(const char *from, const char *to) {
	(void)from, (void)to;
	return zero_or_end();
}
