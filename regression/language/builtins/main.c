/* Builtins that clang or we do not have are UNKNOWN, not functions that return anything. */
#include <assert.h>

static char text[10];

int main(void) {
	assert(__builtin_object_size(text, 0) == WANT);
	assert(__builtin_return_address(0) && __builtin_frame_address(0));
#if CASE == 1
	assert(__builtin_add_overflow_p(100, 100, (signed char)0));
#elif CASE == 2
	assert(__builtin_classify_type(1) == 1);
#endif
	return 0;
}
