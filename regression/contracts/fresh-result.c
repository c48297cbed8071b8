/* A result that nobody else knows. */
#include <stdlib.h>

static int spare;

int *make(int value)
__CPROVER_assigns(spare)
__CPROVER_ensures(__CPROVER_return_value == NULL ||
                  (__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) &&
                   *__CPROVER_return_value == value))
{
	int *p = malloc(sizeof(int));
#ifdef BUG
	p = &spare;
#endif
	if (p)
		*p = value;
	return p;
}

int main(void) {
	return 0;
}
