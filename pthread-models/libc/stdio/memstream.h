/* pthread-models/libc/stdio/memstream.h -- streams whose contents are known. */
#ifndef PTHREAD_MODELS_LIBC_STDIO_MEMSTREAM_H
#define PTHREAD_MODELS_LIBC_STDIO_MEMSTREAM_H

#include "stream.h"

struct memory_stream {
	int reads, writes, appends; /* these do not change */
	int is_pipe;                /* pipestream.c; also this */
	int is_unbuffered, is_end, has_failed;
	int no_more;  /* of a pipe: the call in progress has met its end, or an error */
	char *buffer; /* of fmemopen; NULL: open_memstream */
	size_t size;
	int is_own_buffer;
	size_t at, end;    /* where the next byte is read, where the contents end */
	char *ahead;       /* a copy of what is read next, or NULL */
	size_t ahead_from; /* where its first byte was */
	char *pending;     /* what was written and not flushed; of open_memstream: everything */
	size_t npending, room;
	char **text; /* of the caller of open_memstream */
	size_t *length;
	char *block; /* what *text was set to, of this length and a zero */
	size_t block_length;
};

FILE *__model_memory_stream(struct memory_stream *m);

#endif
