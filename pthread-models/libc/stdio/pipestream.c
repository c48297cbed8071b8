/* Streams over pipes and sockets inside the program: fdopen of one.
 *
 * As in glibc, input is read in blocks, as much as is there, and output is written when the buffer
 * is full, the stream is flushed or closed, or it is unbuffered.  Both may wait, and hold the lock
 * of the stream meanwhile; so they are done before and after the section of a call (stream.h). */
#include "memstream.h"

enum { BLOCK = 4096 }; /* glibc's buffer for a pipe */

ssize_t read(int fd, void *to, size_t n);
ssize_t write(int fd, const void *from, size_t n);

FILE *__model_pipe_stream(int fd, int reads, int writes) {
#ifdef USES_pthread_cancel
	__mc_unsupported("a stream over a pipe inside the program, and pthread_cancel");
#endif
	struct memory_stream *m = __mc_alloc(sizeof *m, __mc_internal);
	*m = (struct memory_stream){.reads = reads, .writes = writes, .is_pipe = 1};
	FILE *f = __model_memory_stream(m);
	f->fd = 1 + fd;
	return f;
}

int __model_is_pipe(const FILE *f) {
	return f->memory != NULL && f->memory->is_pipe;
}

/* Are there as many bytes, or one that is 'end'? */
static int has_input(const struct memory_stream *m, size_t most, int end) {
	if (m->end - m->at >= most)
		return 1;
	for (size_t i = m->at; i < m->end; i++)
		if ((unsigned char)m->ahead[i] == end)
			return 1;
	return 0;
}

/* Adds a block to what was read ahead; false: there is none. */
static int read_block(FILE *f) {
	struct memory_stream *m = f->memory;
	char *block = __mc_alloc(BLOCK, __mc_internal);
	ssize_t n = read(f->fd - 1, block, BLOCK);
	if (n <= 0) {
		if (n < 0)
			m->has_failed = 1;
		m->no_more = 1;
		return 0;
	}
	size_t kept = m->end - m->at;
	char *all = __mc_alloc(kept + (size_t)n, __mc_internal);
	if (kept > 0)
		__mc_copy(all, m->ahead + m->at, kept);
	__mc_copy(all + kept, block, (size_t)n);
	__mc_free(block);
	m->ahead = all;
	m->at = 0;
	m->end = kept + (size_t)n;
	return 1;
}

/* Before a call that reads up to 'most' bytes, through one that is 'end': they are there, or no
 * more comes.  The lock is held until __model_pipe_done. */
void __model_pipe_fill(FILE *f, size_t most, int end) {
	__model_need_stream(f);
	if (!__model_is_pipe(f))
		return;
	flockfile(f);
	struct memory_stream *m = f->memory;
	m->no_more = m->is_end; /* which stays until clearerr */
	if (m->reads && most > (size_t)f->npushed)
		while (!m->no_more && !has_input(m, most - (size_t)f->npushed, end))
			if (!read_block(f))
				break;
}

void __model_pipe_done(FILE *f) {
	if (__model_is_pipe(f))
		funlockfile(f);
}

/* What is pending is written, all of it or up to an error. */
int __model_pipe_flush(FILE *f) {
	struct memory_stream *m = f->memory;
	int result = 0;
	flockfile(f);
	for (size_t done = 0; done < m->npending;) {
		ssize_t n = write(f->fd - 1, m->pending + done, m->npending - done);
		if (n < 0) {
			m->has_failed = 1;
			result = END_OF_FILE;
			break;
		}
		done += (size_t)n;
	}
	m->npending = 0;
	funlockfile(f);
	return result;
}

/* After a call that wrote. */
void __model_pipe_written(FILE *f) {
	if (!__model_is_pipe(f))
		return;
	flockfile(f);
	if (f->memory->npending >= BLOCK || (f->memory->is_unbuffered && f->memory->npending > 0))
		__model_pipe_flush(f);
	funlockfile(f);
}
