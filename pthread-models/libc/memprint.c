/* printf and scanf of streams in memory, by way of a string. */
#include "stream.h"

int vsnprintf(char *to, size_t size, const char *format, __builtin_va_list list);

int __model_memory_print(FILE *f, const char *format, __builtin_va_list list) {
	__builtin_va_list again;
	__builtin_va_copy(again, list);
	int n = vsnprintf(NULL, 0, format, again);
	__builtin_va_end(again);
	if (n < 0)
		return n;
	char *text = __mc_alloc((size_t)n + 1, __mc_internal);
	vsnprintf(text, (size_t)n + 1, format, list);
	__model_enter(f);
	int ok = n == 0 || __model_memory_write(f, text, (size_t)n) == (size_t)n;
	__model_leave(f);
	__mc_free(text);
	return ok ? n : -1;
}
