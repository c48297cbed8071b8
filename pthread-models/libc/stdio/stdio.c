/* stdio.h as a program sees it that cannot tell what is on the other end: output has no effect,
 * input is arbitrary, every call may fail.  What is pushed back is read next; stream.h says what a
 * call does to its stream, memstream.c what streams in memory are. */
#include "stream.h"

void *realloc(void *p, size_t size);

/* Around a call that reads so many bytes, through one that is 'end': of a pipe of the program. */
static void begin_input(FILE *f, size_t most, int end) {
	(void)f, (void)most, (void)end;
#ifdef USES___model_pipe_stream
	__model_pipe_fill(f, most, end);
#endif
}

static void end_input(FILE *f) {
	(void)f;
#ifdef USES___model_pipe_stream
	__model_pipe_done(f);
#endif
}

/* Behind a call that writes. */
static void end_output(FILE *f) {
	(void)f;
#ifdef USES___model_pipe_stream
	__model_pipe_written(f);
#endif
}

/* --- Characters. --- */

static int put_byte(int c, FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	char byte = (char)c;
	if (f->memory != NULL)
		return __model_memory_write(f, &byte, 1) == 1 ? (unsigned char)c : END_OF_FILE;
#endif
	if (__model_refused(f, REFUSES_OUTPUT))
		return END_OF_FILE;
	return __model_output_fails() ? END_OF_FILE : (unsigned char)c;
}

int fputc(int c, FILE *f) {
	__model_enter(f);
	int result = put_byte(c, f);
	__model_leave(f);
	end_output(f);
	return result;
}

int putc(int c, FILE *f) {
	return fputc(c, f);
}

int _IO_putc(int c, FILE *f) {
	return fputc(c, f);
}

int putchar(int c) {
	return fputc(c, stdout);
}

int fputc_unlocked(int c, FILE *f) {
	__model_own_stream(f);
	int result = put_byte(c, f);
	end_output(f);
	return result;
}

int putc_unlocked(int c, FILE *f) {
	return fputc_unlocked(c, f);
}

int putchar_unlocked(int c) {
	return fputc_unlocked(c, stdout);
}

/* The character that was pushed back last; -1: none. */
static int pop_byte(FILE *f) {
	(void)f;
#ifdef USES_ungetc
	if (f->npushed > 0)
		return f->pushed[--f->npushed];
#endif
	return -1;
}

/* From outside: a byte, or the end, or an error, which looks like it. */
static int any_byte(int is_over) {
	int c = __mc_nondet_int();
	__mc_assume(c >= END_OF_FILE && c <= 255);
	if (is_over)
		c = END_OF_FILE;
	if (c == END_OF_FILE)
		__model_input_fails();
	__mc_input_byte(c);
	return c;
}

static int get_byte(FILE *f) {
	int c = pop_byte(f);
	if (c >= 0)
		return c;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		return __model_memory_get(f);
#endif
	int is_over = INPUT_IS_OVER();
	if (__model_refused(f, REFUSES_INPUT))
		return END_OF_FILE;
	return any_byte(is_over);
}

int fgetc(FILE *f) {
	begin_input(f, 1, -1);
	__model_enter(f);
	int c = get_byte(f);
	__model_leave(f);
	end_input(f);
	return c;
}

int getc(FILE *f) {
	return fgetc(f);
}

int _IO_getc(FILE *f) {
	return fgetc(f);
}

int getchar(void) {
	return fgetc(stdin);
}

int fgetc_unlocked(FILE *f) {
	begin_input(f, 1, -1);
	__model_own_stream(f);
	int c = get_byte(f);
	end_input(f);
	return c;
}

int getc_unlocked(FILE *f) {
	return fgetc_unlocked(f);
}

int getchar_unlocked(void) {
	return fgetc_unlocked(stdin);
}

/* One is always taken back, if the stream can be read at all; glibc takes more. */
int ungetc(int c, FILE *f) {
	int result = (unsigned char)c;
	__model_state_of(f);
	__model_enter(f);
	if (c == END_OF_FILE || (f->npushed > 0 && FAILS())) {
		result = END_OF_FILE;
	} else {
		if (f->npushed == PUSHED_BACK)
			__mc_unsupported("ungetc of more than four characters");
		f->pushed[f->npushed++] = (unsigned char)c;
#ifdef USES___model_memory_stream
		if (f->memory != NULL)
			__model_memory_unread(f);
#endif
	}
	__model_leave(f);
	return result;
}

/* --- Lines and blocks. --- */

/* What the stream itself has of the input: up to 'most' bytes, through the first that is 'end' (-1:
 * any).  'goes_on': more comes from outside. */
struct taken {
	char *at;
	size_t n;
	int goes_on;
};

static int is_known(const FILE *f) {
	int known = 0;
	(void)f;
#ifdef USES_ungetc
	known |= f->npushed > 0;
#endif
#ifdef USES___model_memory_stream
	known |= f->memory != NULL;
#endif
	return known;
}

static struct taken take(FILE *f, size_t most, int end) {
	struct taken t = {NULL, 0, 1};
	if (most == 0)
		return t;
	int is_over = INPUT_IS_OVER();
	if (!is_known(f)) {
		t.goes_on = !__model_refused(f, REFUSES_INPUT) && !is_over;
		return t;
	}
#ifdef USES___model_state_of
	t.at = __mc_alloc(PUSHED_BACK, __mc_internal);
#endif
#ifdef USES___model_memory_stream
	if (f->memory != NULL) {
		size_t there = __model_memory_left(f) + PUSHED_BACK;
		t.at = __mc_alloc(there < most ? there : most, __mc_internal);
	}
#endif
	while (t.n < most) {
		int c = pop_byte(f);
#ifdef USES___model_memory_stream
		if (c < 0 && f->memory != NULL) {
			c = __model_memory_get(f);
			t.goes_on = 0;
		}
#endif
		if (c < 0)
			break;
		t.at[t.n++] = (char)c;
		if (c == end) {
			t.goes_on = 0;
			break;
		}
	}
	t.goes_on &= t.n < most;
	if (t.goes_on && __model_refused(f, REFUSES_INPUT))
		t.goes_on = 0;
	if (is_over)
		t.goes_on = 0;
	return t;
}

/* A line: its only newline, if any, is the last character. */
static char *get_line(char *s, int size, struct taken *t) {
	size_t most = (size_t)size - 1, length = t->n;
	if (t->n > 0)
		__mc_copy(s, t->at, t->n);
	if (t->goes_on && (most > 0 || t->n > 0)) {
		length = __mc_nondet_size();
		__mc_assume(length >= t->n && length <= t->n + INPUT_TEXT(most - t->n));
		if (length == 0) {
			__model_input_fails();
			return NULL;
		}
		__mc_havoc(s + t->n, length - t->n);
		for (size_t i = t->n; i < t->n + INPUT_TEXT(most - t->n); i++)
			__mc_assume(i + 1 >= length || s[i] != '\n');
		__mc_input(s + t->n, length - t->n, 's');
	} else if (length == 0 && most > 0) {
		return NULL;
	}
	s[length] = 0;
	return s;
}

char *fgets(char *s, int size, FILE *f) {
	if (size > 0)
		NEED_WRITABLE(s, (size_t)size, "fgets");
	size_t most = size > 0 ? (size_t)size - 1 : 0;
	begin_input(f, most, '\n');
	__model_enter(f);
	struct taken t = take(f, most, '\n');
	__model_leave(f);
	end_input(f);
	return size > 0 ? get_line(s, size, &t) : NULL;
}

char *fgets_unlocked(char *s, int size, FILE *f) {
	if (size > 0)
		NEED_WRITABLE(s, (size_t)size, "fgets_unlocked");
	size_t most = size > 0 ? (size_t)size - 1 : 0;
	begin_input(f, most, '\n');
	__model_own_stream(f);
	struct taken t = take(f, most, '\n');
	end_input(f);
	return size > 0 ? get_line(s, size, &t) : NULL;
}

/* The line has any length, so no buffer is long enough. */
char *gets(char *s) {
	__model_enter(stdin);
	__model_leave(stdin);
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

/* The delimiter of a line is its last character.  The line has any length, so that this is required
 * of its beginning only: a line with a delimiter behind that is one too many. */
enum { LINE_CHECKED = 16 };

/* Both are read and written even if nothing comes; a buffer that is given is one of malloc. */
ssize_t getdelim(char **line, size_t *size, int delimiter, FILE *f) {
	__mc_assert(__mc_writable(line, sizeof *line), "pointer",
	            "getdelim writes outside of an object");
	__mc_assert(__mc_writable(size, sizeof *size), "pointer",
	            "getdelim writes outside of an object");
	begin_input(f, (size_t)-1 >> 2, (unsigned char)delimiter);
	__model_enter(f);
	int has_failed = 0;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		has_failed = __model_memory_failed(f);
	else
		has_failed = __model_was_refused(f, 0);
#else
	has_failed = __model_was_refused(f, 0);
#endif
	struct taken t = {0};
	if (!has_failed) /* before; glibc reads no line then */
		t = take(f, (size_t)-1 >> 2, (unsigned char)delimiter);
	__model_leave(f);
	end_input(f);
	size_t length = t.n;
	if (t.goes_on) {
		length = __mc_nondet_size();
		__mc_assume(length >= t.n && length < t.n + INPUT_TEXT((size_t)-1 >> 2));
	}
	if (length == 0) {
		if (t.goes_on)
			__model_input_fails();
		return -1;
	}
	if (*line == NULL || *size < length + 1) {
		char *larger = realloc(*line, length + 1);
		if (larger == NULL)
			return ERROR(ENOMEM);
		*line = larger;
		*size = length + 1;
	}
	if (t.n > 0)
		__mc_copy(*line, t.at, t.n);
	if (length > t.n) {
		__mc_havoc(*line + t.n, length - t.n);
		for (size_t i = t.n; i < t.n + INPUT_TEXT(LINE_CHECKED); i++)
			if (i + 1 < length)
				__mc_assume((*line)[i] != (char)delimiter);
		__mc_input(*line + t.n, length - t.n, 's');
	}
	(*line)[length] = 0;
	return (ssize_t)length;
}

ssize_t __getdelim(char **line, size_t *size, int delimiter, FILE *f) {
	return getdelim(line, size, delimiter, f);
}

ssize_t getline(char **line, size_t *size, FILE *f) {
	return getdelim(line, size, '\n', f);
}

static size_t get_block(char *to, size_t size, size_t count, const struct taken *t) {
	if (t->n > 0)
		__mc_copy(to, t->at, t->n);
	if (!t->goes_on)
		return t->n / size;
	if (t->n == 0) {
		size_t n = __mc_nondet_size();
		__mc_assume(n <= count);
		if (n < count)
			__model_input_fails();
		__mc_havoc(to, size * n);
		__mc_input(to, size * n, 's');
		return n;
	}
	size_t more = __mc_nondet_size();
	__mc_assume(more <= size * count - t->n);
	__mc_havoc(to + t->n, more);
	__mc_input(to + t->n, more, 's');
	return (t->n + more) / size;
}

size_t fread(void *to, size_t size, size_t count, FILE *f) {
	NEED_WRITABLE(to, size * count, "fread");
	begin_input(f, size * count, -1);
	__model_enter(f);
	struct taken t = take(f, size * count, -1);
	__model_leave(f);
	end_input(f);
	return size == 0 || count == 0 ? 0 : get_block(to, size, count, &t);
}

size_t fread_unlocked(void *to, size_t size, size_t count, FILE *f) {
	NEED_WRITABLE(to, size * count, "fread_unlocked");
	begin_input(f, size * count, -1);
	__model_own_stream(f);
	struct taken t = take(f, size * count, -1);
	end_input(f);
	return size == 0 || count == 0 ? 0 : get_block(to, size, count, &t);
}

/* The whole, or what could be written before something failed. */
static size_t put_block(const char *from, size_t size, size_t count, FILE *f) {
	(void)from, (void)f;
	if (size == 0 || count == 0)
		return 0;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		return __model_memory_write(f, from, size * count) / size;
#endif
	if (__model_refused(f, REFUSES_OUTPUT))
		return 0;
	size_t n = __mc_nondet_size();
	__mc_assume(n < count);
	return __model_output_fails() ? n : count;
}

/* What is written, where the stream is one in memory: a copy that was made outside of its section.
 */
static const char *copy_for(FILE *f, const void *from, size_t n) {
	(void)f, (void)n;
#ifdef USES___model_memory_stream
	if (f->memory != NULL && n > 0) {
		char *copy = __mc_alloc(n, __mc_internal);
		__mc_copy(copy, from, n);
		return copy;
	}
#endif
	return from;
}

size_t fwrite(const void *from, size_t size, size_t count, FILE *f) {
	__model_need_stream(f);
	NEED_READABLE(from, size * count, "fwrite");
	const char *bytes = copy_for(f, from, size * count);
	__model_enter(f);
	size_t n = put_block(bytes, size, count, f);
	__model_leave(f);
	end_output(f);
	return n;
}

size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *f) {
	NEED_READABLE(from, size * count, "fwrite_unlocked");
	__model_own_stream(f);
	size_t n = put_block(from, size, count, f);
	end_output(f);
	return n;
}

int getw(FILE *f) {
	int word;
	return fread(&word, sizeof word, 1, f) == 1 ? word : END_OF_FILE;
}

int putw(int word, FILE *f) {
	return fwrite(&word, sizeof word, 1, f) == 1 ? 0 : END_OF_FILE;
}

/* Before input from outside is taken apart. */
int __model_begin_scan(FILE *f) {
	__model_enter(f);
#ifdef USES_ungetc
	if (f->npushed > 0)
		__mc_unsupported("fscanf after ungetc");
#endif
	__model_leave(f);
	if (!__model_refuses(f, REFUSES_INPUT))
		return 1;
	ERROR(EBADF); /* glibc leaves no mark */
	return 0;
}
