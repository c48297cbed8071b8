/* pthread-models/libc/stdio/stream.h -- what a stream of stdio.h is.
 *
 * Most streams are connected with something outside: output has no effect, input is arbitrary, and
 * no call has to look at the stream.  What calls do to a stream matters only if the program has
 * other calls that notice:
 *
 *   its lock             flockfile, ftrylockfile
 *   what is pushed back  ungetc
 *   its contents         fmemopen, open_memstream, fdopen of what is inside the program
 *   races on all that    getc_unlocked and its kin
 *   how it was opened    fopen and its kin
 *
 * Those call __model_state_of, and parts of other calls that depend on them stand between #ifdef
 * USES_... and #endif.  A call is
 *
 *     checks of the user's pointers, and reading what they point to, as plain accesses
 *     __model_enter(f)          waits for the lock, if there is one; begins an atomic section
 *     what it does to the stream, and nothing else
 *     __model_leave(f)
 *     writing to memory of the user
 *
 * Around that, input from a pipe of the program is waited for and output is written: pipestream.c.
 *
 * A stream is closed by the end of its object, but for the three that the program starts with. */
#ifndef PTHREAD_MODELS_LIBC_STDIO_STREAM_H
#define PTHREAD_MODELS_LIBC_STDIO_STREAM_H

#include "../../system/environment.h"

enum { END_OF_FILE = -1, PUSHED_BACK = 4 };

struct memory_stream;

typedef struct _IO_FILE {
	int owner;          /* 1 + the number of the thread that holds the lock; 0: nobody */
	unsigned again;     /* how often it has taken it beyond the first time */
	_Atomic char state; /* stands for what every call reads and writes; for races */
	int by_caller;      /* __fsetlocking: calls take no lock */
	int npushed;
	unsigned char pushed[PUSHED_BACK];
	struct memory_stream *memory; /* NULL: it is outside */
	char refuses;                 /* INPUT, OUTPUT: it was not opened for that */
	char failed;                  /* that was tried; other failures are choices of ferror */
	int fd;                       /* 1 + its descriptor; 0: it is not known yet, or there is none */
	char rest[200];               /* as large as a FILE of glibc */
} FILE;

extern FILE *stdin, *stdout, *stderr;

void flockfile(FILE *f);
void funlockfile(FILE *f);
int fileno(FILE *f);

void __model_need_stream(FILE *f);
FILE *__model_state_of(FILE *f);
void __model_enter(FILE *f);
void __model_leave(FILE *f);
void __model_own_stream(FILE *f); /* instead of both: a call that takes no lock */
FILE *__model_bare_stream(void);  /* without a descriptor */

/* memstream.c: of a stream that has a memory. */
void __model_memory_touch(FILE *f); /* outside of a section; of any stream */
size_t __model_memory_write(FILE *f, const char *from, size_t n);
int __model_memory_get(FILE *f); /* a byte, or -1 */
size_t __model_memory_left(FILE *f);
int __model_memory_flush(FILE *f);
int __model_memory_close(FILE *f);
int __model_memory_end(FILE *f);
int __model_memory_failed(FILE *f);
void __model_memory_clear(FILE *f);
void __model_memory_unread(FILE *f);
void __model_memory_buffer(FILE *f, int mode);
long __model_memory_tell(FILE *f);
size_t __model_memory_pending(FILE *f);
void __model_memory_purge(FILE *f);
int __model_memory_seek(FILE *f, long offset, int from);
int __model_memory_print(FILE *f, const char *format, __builtin_va_list list);

/* pipestream.c: fdopen of a pipe or socket inside the program. */
FILE *__model_pipe_stream(int fd, int reads, int writes);
int __model_is_pipe(const FILE *f);
void __model_pipe_fill(FILE *f, size_t most, int end);
void __model_pipe_done(FILE *f);
void __model_pipe_written(FILE *f);
int __model_pipe_flush(FILE *f);

/* memprint.c: into what a descriptor names. */
int __model_descriptor_print(int fd, const char *format, __builtin_va_list list);

/* A call that fails is a path of its own (FAILS), but not at every line that is printed or read,
 * which hardly anybody looks at: these go on together. */
#define MAY_FAIL() (IS_OPEN_ENVIRONMENT() && __mc_nondet_bool())

/* Was it not opened for input, or for output?  Then the call fails with EBADF, and all but fscanf
 * leave a mark (stream.c, position.c). */
enum { REFUSES_INPUT = 1, REFUSES_OUTPUT = 2 };
int __model_refuses(const FILE *f, int what);
int __model_refused(FILE *f, int what);
int __model_was_refused(FILE *f, int clears);

/* Does the system refuse?  errno says why. */
int __model_output_fails(void);
int __model_input_fails(void);

#endif
