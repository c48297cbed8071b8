/* stdio_ext.h: what a stream is, as far as that can be told. */
#include "memstream.h"
#include "stream.h"

enum { LOCKING_QUERY, LOCKING_INTERNAL, LOCKING_BY_CALLER };

int __freading(FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_bool();
}

int __fwriting(FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_bool();
}

/* Of pipes nothing is known; those of open_memstream do both. */
static int can(FILE *f, int what) {
	__model_need_stream(f);
#ifdef USES___model_memory_stream
	const struct memory_stream *m = f->memory;
	if (m != NULL && m->is_pipe)
		return __mc_nondet_bool();
	if (m != NULL)
		return m->text != NULL || (what == REFUSES_INPUT ? m->reads : m->writes);
#endif
	return !__model_refuses(f, what);
}

int __freadable(FILE *f) {
	return can(f, REFUSES_INPUT);
}

int __fwritable(FILE *f) {
	return can(f, REFUSES_OUTPUT);
}

int __flbf(FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_bool();
}

size_t __fbufsize(FILE *f) {
	__model_need_stream(f);
	return __mc_nondet_size();
}

size_t __fpending(FILE *f) {
	size_t n = __mc_nondet_size();
	__model_enter(f);
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		n = __model_memory_pending(f);
#endif
	__model_leave(f);
	return n;
}

/* What was pushed back and what is not written yet is forgotten. */
void __fpurge(FILE *f) {
	__model_enter(f);
#ifdef USES_ungetc
	f->npushed = 0;
#endif
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		__model_memory_purge(f);
#endif
	__model_leave(f);
}

void _flushlbf(void) {
}

/* Calls on a stream that its callers lock are as those of getc_unlocked and its kin. */
int __fsetlocking(FILE *f, int type) {
	int before = __model_state_of(f)->by_caller ? LOCKING_BY_CALLER : LOCKING_INTERNAL;
	if (type != LOCKING_QUERY)
		f->by_caller = type == LOCKING_BY_CALLER;
	return before;
}
