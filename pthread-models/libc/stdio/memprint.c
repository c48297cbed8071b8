/* printf to streams in memory and to descriptors inside the program, by way of a string. */
#include "stream.h"

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list);
ssize_t write(int fd, const void *from, size_t n);

/* The text, and its length; NULL: there is none. */
static char *formatted(int *n, const char *format, __builtin_va_list list) {
	__builtin_va_list again;
	__builtin_va_copy(again, list);
	*n = vsnprintf(NULL, 0, format, again);
	__builtin_va_end(again);
	if (*n < 0)
		return NULL;
	char *text = __mc_alloc((size_t)*n + 1, __mc_internal);
	vsnprintf(text, (size_t)*n + 1, format, list);
	return text;
}

int __model_memory_print(FILE *f, const char *format, __builtin_va_list list) {
	int n;
	char *text = formatted(&n, format, list);
	if (text == NULL)
		return -1;
	__model_enter(f);
	int ok = n == 0 || __model_memory_write(f, text, (size_t)n) == (size_t)n;
	__model_leave(f);
	__mc_free(text);
#ifdef USES___model_pipe_stream
	__model_pipe_written(f);
#endif
	return ok ? n : -1;
}

int __model_descriptor_print(int fd, const char *format, __builtin_va_list list) {
	int n;
	char *text = formatted(&n, format, list);
	for (int done = 0; text != NULL && done < n;) {
		ssize_t more = write(fd, text + done, (size_t)(n - done));
		if (more < 0)
			return -1;
		done += (int)more;
	}
	return n;
}
