/* Each call makes another object, or none. */
#include <stddef.h>

int *make(int value)
__CPROVER_ensures(__CPROVER_return_value == NULL ||
                  (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) &&
                   *__CPROVER_return_value == value));

int main(void) {
	int *p = make(1), *q = make(2);
#ifndef BUG
	if (!p || !q)
		return 1;
#endif
	__CPROVER_assert(*p == 1, "first"); /* here */
	__CPROVER_assert(*q == 2 && p != q, "second");
	return 0;
}
