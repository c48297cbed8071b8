/* Questions about pointers. */
#include <stddef.h>

size_t __CPROVER_OBJECT_SIZE(const void *);
ptrdiff_t __CPROVER_POINTER_OFFSET(const void *);

int main(void) {
	char a[8], b[8];
	__CPROVER_assert(__CPROVER_same_object(a, a + 3) && !__CPROVER_same_object(a, b), "objects");
	__CPROVER_assert(__CPROVER_OBJECT_SIZE(a + 1) == 8 && __CPROVER_POINTER_OFFSET(a + 2) == 2,
	                 "size and offset");
	__CPROVER_assert(__CPROVER_r_ok(a, 8) && __CPROVER_w_ok(a + 1, N), "the rest of it");
	__CPROVER_assert(__CPROVER_r_ok("text", 5) && !__CPROVER_rw_ok("text", 5), "a constant");
	return 0;
}
