/* stdio.h: where a stream is, its buffer and marks; files by name. */
#include "stream.h"

typedef struct { /* fpos_t */
	long at;
	int state[2];
} position;

static int flush_stream(FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	if (f->memory != NULL) {
		if (f->npushed > 0)
			__mc_unsupported("fflush of a stream in memory after ungetc");
		return __model_memory_flush(f);
	}
#endif
	return __model_output_fails() ? END_OF_FILE : 0;
}

/* Without a stream: all of them.  The locks of those are not waited for. */
int fflush(FILE *f) {
	if (f == NULL)
		return __model_output_fails() ? END_OF_FILE : 0;
#ifdef USES___model_pipe_stream
	__model_need_stream(f);
	if (__model_is_pipe(f))
		return __model_pipe_flush(f);
#endif
#ifdef USES___model_memory_stream
	__model_memory_touch(f);
#endif
	__model_enter(f);
	int result = flush_stream(f);
	__model_leave(f);
	return result;
}

int fflush_unlocked(FILE *f) {
	if (f == NULL)
		return __model_output_fails() ? END_OF_FILE : 0;
	__model_own_stream(f);
#ifdef USES___model_pipe_stream
	if (__model_is_pipe(f))
		return __model_pipe_flush(f);
#endif
	return flush_stream(f);
}

static int is_at_end(FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		return __model_memory_end(f);
#endif
	return __model_input_was_over() || __mc_nondet_bool();
}

int feof(FILE *f) {
	__model_enter(f);
	int is_end = is_at_end(f);
	__model_leave(f);
	return is_end;
}

int feof_unlocked(FILE *f) {
	__model_own_stream(f);
	return is_at_end(f);
}

static int has_failed(FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		return __model_memory_failed(f);
#endif
	return __model_was_refused(f, 0) | MAY_FAIL();
}

int ferror(FILE *f) {
	__model_enter(f);
	int failed = has_failed(f);
	__model_leave(f);
	return failed;
}

int ferror_unlocked(FILE *f) {
	__model_own_stream(f);
	return has_failed(f);
}

static void clear_marks(FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		__model_memory_clear(f);
#endif
#ifdef USES_has_failed
	__model_was_refused(f, 1);
#endif
#ifdef USES_getdelim
	__model_was_refused(f, 1);
#endif
}

void clearerr(FILE *f) {
	__model_enter(f);
	clear_marks(f);
	__model_leave(f);
}

void clearerr_unlocked(FILE *f) {
	__model_own_stream(f);
	clear_marks(f);
}

int fileno_unlocked(FILE *f) {
	__model_own_stream(f);
	return fileno(f);
}

/* What was pushed back is forgotten, but each character of it has moved the stream back by one. */
static int seek(FILE *f, long offset, int from) {
	(void)f;
	if (from < 0 || from > 2)
		return ERROR(EINVAL);
#ifdef USES___model_memory_stream
	if (f->memory != NULL) {
		int result = __model_memory_seek(f, offset, from);
		f->npushed = 0;
		return result;
	}
#endif
#ifdef USES_ungetc
	if (from == 1) /* from where it is, which is before what was pushed back */
		offset -= f->npushed;
	f->npushed = 0;
#endif
	if (from == 0 && offset < 0)
		return ERROR(EINVAL, ESPIPE, EBADF);
	return FAILS() ? ERROR(EBADF, EFBIG, EINVAL, EIO, ENOSPC, ENXIO, EOVERFLOW, EPIPE, ESPIPE) : 0;
}

int fseek(FILE *f, long offset, int from) {
#ifdef USES___model_memory_stream
	__model_memory_touch(f);
#endif
	__model_enter(f);
	int result = seek(f, offset, from);
	__model_leave(f);
	return result;
}

int fseeko(FILE *f, long offset, int from) {
	return fseek(f, offset, from);
}

int fseeko64(FILE *f, long long offset, int from) {
	if (offset != (long)offset)
		return FAILS() ? ERROR(EBADF, EINVAL, EOVERFLOW, ESPIPE) : 0;
	return fseek(f, (long)offset, from);
}

static long position_of(FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		return __model_memory_tell(f);
#endif
	if (FAILS())
		return ERROR(EBADF, EIO, EOVERFLOW, ESPIPE);
	long at = __mc_nondet_long();
	__mc_assume(at >= 0);
	return at;
}

long ftell(FILE *f) {
	__model_enter(f);
	long at = position_of(f);
	__model_leave(f);
	return at;
}

long ftello(FILE *f) {
	return ftell(f);
}

long long ftello64(FILE *f) {
	return ftell(f);
}

int fgetpos(FILE *f, position *to) {
	__mc_assert(__mc_writable(to, sizeof *to), "pointer", "fgetpos writes outside of an object");
	long at = ftell(f);
	if (at < 0)
		return -1;
	to->at = at;
	to->state[0] = to->state[1] = 0;
	return 0;
}

int fsetpos(FILE *f, const position *from) {
	__mc_assert(__mc_readable(from, sizeof *from), "pointer", "fsetpos reads outside of an object");
	return fseek(f, from->at, 0);
}

void rewind(FILE *f) {
	(void)fseek(f, 0, 0);
	clearerr(f);
}

/* The buffer belongs to the stream from here on: nobody reads it here, so its contents stay. */
int setvbuf(FILE *f, char *buffer, int mode, size_t size) {
	if (buffer != NULL)
		NEED_WRITABLE(buffer, size, "setvbuf");
	__model_enter(f);
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		__model_memory_buffer(f, mode);
#endif
	__model_leave(f);
	if (mode < 0 || mode > 2)
		return END_OF_FILE;
	return FAILS() ? ERROR(EBADF, ENOMEM) : 0;
}

enum { BUFFER_SIZE = 8192, FULL = 0, BY_LINE = 1, NONE = 2 };

void setbuffer(FILE *f, char *buffer, size_t size) {
	(void)setvbuf(f, buffer, buffer != NULL ? FULL : NONE, size);
}

void setbuf(FILE *f, char *buffer) {
	setbuffer(f, buffer, BUFFER_SIZE);
}

void setlinebuf(FILE *f) {
	(void)setvbuf(f, NULL, BY_LINE, 0);
}

void perror(const char *s) {
	if (s != NULL)
		NEED_STRING(s, "perror");
	__model_enter(stderr);
	__model_leave(stderr);
}

void psignal(int number, const char *s) {
	(void)number;
	perror(s);
}
