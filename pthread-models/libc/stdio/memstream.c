/* Streams in memory, as glibc has them.
 *
 * fmemopen: what is written is collected, and goes to the program's buffer when the stream is
 * flushed, closed or moved; what is read is taken from there as a whole when the first byte of it
 * is asked for.  open_memstream: the text is handed to the program when the stream is flushed or
 * closed; a pointer that it got before is good only until more is written; what was written can be
 * read, though POSIX has it for output only, and its end leaves no mark. */
#include "memstream.h"

enum { MOST_PENDING = 8192 };          /* glibc's buffer; more would be written by then */
#define IS_TEXT(m) ((m)->text != NULL) /* of open_memstream */

FILE *__model_memory_stream(struct memory_stream *m) {
	FILE *f = __model_state_of(__model_bare_stream());
	f->memory = m;
	return f;
}

static struct memory_stream *new_memory(int reads, int writes, int appends) {
	struct memory_stream *m = __mc_alloc(sizeof *m, __mc_internal);
	*m = (struct memory_stream){.reads = reads, .writes = writes, .appends = appends};
	return m;
}

/* Races of calls that move bytes of the program in an atomic section. */
void __model_memory_touch(FILE *f) {
	struct memory_stream *m = f->memory;
	if (m == NULL || m->is_pipe)
		return;
	if (m->buffer == NULL) {
		TOUCH_TO_WRITE(m->text, sizeof *m->text);
		TOUCH_TO_WRITE(m->length, sizeof *m->length);
	} else if (!m->is_own_buffer && m->size > 0) {
		if (m->writes)
			TOUCH_TO_WRITE(m->buffer, m->size);
		else
			TOUCH_TO_READ(m->buffer, m->size);
	}
}

static int stream_fails(struct memory_stream *m, int reason) {
	m->has_failed = 1;
	if (reason != 0)
		__model_error(reason);
	return END_OF_FILE;
}

/* The bytes go to the buffer as far as there is room, and behind them a zero if they are the last
 * and it fits. */
static int flush_to_buffer(struct memory_stream *m) {
	size_t n = m->npending, from = m->appends ? m->end : m->at;
	if (n == 0)
		return 0;
	int adds_zero = m->pending[n - 1] != 0;
	m->npending = 0;
	if (from + n > m->size) {
		if (m->at + (size_t)adds_zero >= m->size)
			return stream_fails(m, ENOSPC);
		m->has_failed = 1;
		n = m->size - from;
	}
	__mc_assert(__mc_writable(m->buffer, m->size), "pointer",
	            "a stream writes outside of the object that fmemopen was given");
	__mc_copy(m->buffer + from, m->pending, n);
	m->at = from + n;
	m->ahead = NULL;
	if (m->at > m->end) {
		m->end = m->at;
		if (m->end < m->size && adds_zero)
			m->buffer[m->end] = 0;
		else if (!m->appends && adds_zero)
			m->buffer[m->size - 1] = 0;
	}
	return m->has_failed ? END_OF_FILE : 0;
}

/* The same block if nothing was written since the last time. */
static int flush_to_caller(struct memory_stream *m) {
	if (m->block == NULL || m->block_length != m->npending) {
		char *block = __mc_alloc(m->npending + 1, __mc_heap);
		if (m->npending > 0)
			__mc_copy(block, m->pending, m->npending);
		block[m->npending] = 0;
		if (m->block != NULL)
			__mc_free(m->block);
		m->block = block;
		m->block_length = m->npending;
	}
	*m->text = m->block;
	*m->length = m->npending;
	return 0;
}

int __model_memory_flush(FILE *f) {
	struct memory_stream *m = f->memory;
	if (m->buffer == NULL)
		return flush_to_caller(m);
	int had_failed = m->has_failed;
	m->has_failed = 0;
	int result = flush_to_buffer(m);
	m->has_failed |= had_failed;
	return result;
}

int __model_memory_close(FILE *f) {
	struct memory_stream *m = f->memory;
#ifdef USES___model_pipe_stream
	if (m->is_pipe)
		return __model_pipe_flush(f);
#endif
	__model_memory_touch(f);
	__mc_atomic_begin();
	int result = __model_memory_flush(f);
	if (m->is_own_buffer)
		__mc_free(m->buffer);
	if (m->pending != NULL)
		__mc_free(m->pending);
	__mc_free(m);
	__mc_atomic_end();
	return result;
}

static void make_room(struct memory_stream *m, size_t n) {
	if (m->npending + n <= m->room)
		return;
	size_t room = (m->npending + n) * 2 + 16;
	char *larger = __mc_alloc(room, __mc_internal);
	if (m->npending > 0)
		__mc_copy(larger, m->pending, m->npending);
	if (m->pending != NULL)
		__mc_free(m->pending);
	m->pending = larger;
	m->room = room;
}

/* How many of the bytes were taken. */
size_t __model_memory_write(FILE *f, const char *from, size_t n) {
	struct memory_stream *m = f->memory;
	if (n == 0)
		return 0;
	if (!m->writes) {
		stream_fails(m, EBADF);
		return 0;
	}
	if (m->buffer != NULL && m->npending + n > MOST_PENDING)
		__mc_unsupported("a stream of fmemopen with more than 8192 bytes that are not flushed");
	if (!m->is_pipe)
		m->ahead = NULL;
	make_room(m, n);
	__mc_copy(m->pending + m->npending, from, n);
	m->npending += n;
	if (m->is_unbuffered && !m->is_pipe && __model_memory_flush(f) != 0)
		return 0;
	return n;
}

/* What can be read, at most. */
size_t __model_memory_left(FILE *f) {
	const struct memory_stream *m = f->memory;
	size_t end = IS_TEXT(m) ? m->npending : m->end;
	return m->at < end ? end - m->at : 0;
}

int __model_memory_get(FILE *f) {
	struct memory_stream *m = f->memory;
	if (!m->reads)
		return stream_fails(m, EBADF);
	if (IS_TEXT(m))
		return m->at < m->npending ? (unsigned char)m->pending[m->at++] : END_OF_FILE;
	if (m->npending > 0 && !m->is_pipe)
		__model_memory_flush(f);
	if (m->is_pipe && m->at >= m->end && m->has_failed)
		return END_OF_FILE;
	if (m->at >= m->end) {
		m->is_end = 1;
		return END_OF_FILE;
	}
	if (m->ahead == NULL) {
		__mc_assert(__mc_readable(m->buffer, m->size), "pointer",
		            "a stream reads outside of the object that fmemopen was given");
		m->ahead = __mc_alloc(m->end - m->at, __mc_internal);
		m->ahead_from = m->at;
		__mc_copy(m->ahead, m->buffer + m->at, m->end - m->at);
	}
	return (unsigned char)m->ahead[m->at++ - m->ahead_from];
}

int __model_memory_end(FILE *f) {
	return f->memory->is_end;
}

int __model_memory_failed(FILE *f) {
	return f->memory->has_failed;
}

void __model_memory_clear(FILE *f) {
	f->memory->is_end = 0;
	f->memory->has_failed = 0;
}

/* A character is pushed back: it is no longer at its end. */
void __model_memory_unread(FILE *f) {
	if (IS_TEXT(f->memory)) /* glibc 2.36 may free what it has not allocated */
		__mc_unsupported("ungetc of a stream of open_memstream");
	f->memory->is_end = 0;
}

void __model_memory_buffer(FILE *f, int mode) {
	f->memory->is_unbuffered = mode == 2; /* _IONBF */
	if (mode == 1)
		__mc_unsupported("setvbuf of a stream in memory by line");
}

/* POSIX does not say where a stream is with more pushed back than was before it. */
static void need_position(FILE *f) {
	if (f->memory->at + f->memory->npending < (size_t)f->npushed)
		__mc_unsupported("the position of a stream after ungetc at its start");
}

long __model_memory_tell(FILE *f) {
	struct memory_stream *m = f->memory;
	if (m->is_pipe)
		return ERROR(ESPIPE);
	if (IS_TEXT(m)) { /* glibc goes on reading there, too */
		m->at = m->npending;
		return (long)m->npending;
	}
	need_position(f);
	if (m->appends && m->npending > 0) /* glibc moves there, where it will be written */
		m->at = m->end;
	return (long)(m->at + m->npending) - f->npushed;
}

int __model_memory_seek(FILE *f, long offset, int from) {
	struct memory_stream *m = f->memory;
	if (m->is_pipe)
		return ERROR(ESPIPE);
	if (m->buffer == NULL) {
		long now = (long)m->npending;
		if ((from == 0 ? 0 : now) + offset != now)
			__mc_unsupported("fseek of a stream of open_memstream");
		m->at = m->npending;
		return 0;
	}
	if (__model_memory_flush(f) != 0)
		return -1;
	if (from == 1)
		need_position(f);
	if (from == 1 && offset > -__LONG_MAX__ + PUSHED_BACK)
		offset -= f->npushed;
	long base = from == 0 ? 0 : from == 1 ? (long)m->at : (long)m->end;
	if (offset < -base || offset > (long)m->size - base) {
		/* glibc reads up to there before it knows that there is no such place */
		if (offset > 0 && m->reads && m->ahead == NULL && __mc_nondet_bool())
			m->at = m->end;
		return ERROR(EINVAL);
	}
	m->at = (size_t)(base + offset);
	m->ahead = NULL;
	m->is_end = 0;
	return 0;
}

size_t __model_memory_pending(FILE *f) {
	return f->memory->npending;
}

void __model_memory_purge(FILE *f) {
	struct memory_stream *m = f->memory;
	m->npending = 0;
	if (m->ahead != NULL)
		m->at = m->end;
	m->ahead = NULL;
}

static size_t length_within(const char *s, size_t size) {
	size_t n = 0;
	while (n < size && s[n] != 0)
		n++;
	return n;
}

FILE *fmemopen(void *buffer, size_t size, const char *mode) {
	NEED_STRING(mode, "fmemopen");
	if (*mode != 'r' && *mode != 'w' && *mode != 'a') {
		__model_error(EINVAL);
		return NULL;
	}
	int updates = mode[1] == '+' || (mode[1] != 0 && mode[2] == '+');
	int writes = *mode != 'r' || updates;
	if (buffer != NULL && size > 0) {
		if (writes)
			NEED_WRITABLE(buffer, size, "fmemopen");
		else
			NEED_READABLE(buffer, size, "fmemopen");
	}
	if (FAILS()) {
		ERROR(ENOMEM);
		return NULL;
	}
	struct memory_stream *m = new_memory(*mode == 'r' || updates, writes, *mode == 'a');
	m->is_own_buffer = buffer == NULL;
	m->buffer = buffer == NULL ? __mc_alloc(size, __mc_internal) : buffer;
	m->size = size;
	if (size > 0 && (buffer == NULL || (*mode == 'w' && mode[1] == '+')))
		m->buffer[0] = 0;
	if (*mode == 'a')
		m->at = m->end = length_within(m->buffer, size);
	if (*mode == 'r')
		m->end = size;
	return __model_memory_stream(m);
}

FILE *open_memstream(char **text, size_t *length) {
	NEED_WRITABLE(text, sizeof *text, "open_memstream");
	NEED_WRITABLE(length, sizeof *length, "open_memstream");
	if (FAILS()) {
		ERROR(ENOMEM);
		return NULL;
	}
	struct memory_stream *m = new_memory(1, 1, 0);
	m->text = text;
	m->length = length;
	return __model_memory_stream(m);
}

/* For fscanf: a copy of the rest as a string; NULL: the stream is not in memory.  It is taken in a
 * second step, between which no other thread should come. */
const char *__model_memory_text(FILE *f) {
	struct memory_stream *m = f->memory;
	if (m == NULL)
		return NULL;
	if (m->is_pipe)
		__mc_unsupported("fscanf of a stream over a pipe inside the program");
#ifdef USES_pthread_create
	__mc_unsupported("fscanf of a stream in memory, with threads");
#endif
	size_t n = __model_memory_left(f), i = 0;
	char *text = __mc_alloc(n + 1, __mc_internal);
	if (!m->reads) { /* glibc says so before it reads, and leaves no mark */
		__model_error(EBADF);
		n = 0;
	}
	if (n > 0 && m->npending > 0 && !IS_TEXT(m))
		__mc_unsupported("fscanf of a stream in memory that was written to");
	for (int c; i < n && (c = __model_memory_get(f)) >= 0; i++) {
		if (c == 0)
			__mc_unsupported("fscanf of a zero byte");
		text[i] = (char)c;
	}
	m->at -= i;
	text[i] = 0;
	return text;
}

/* Whether its end was met is known only if nothing was left to read; a number may have ended there.
 */
void __model_memory_skip(FILE *f, size_t n, int was_end) {
	struct memory_stream *m = f->memory;
	int is_certain = was_end && n == 0;
	m->at += n;
	if (m->reads && !IS_TEXT(m) && (is_certain || (was_end && __mc_nondet_bool())))
		m->is_end = 1;
}
