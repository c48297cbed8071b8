#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char line[4] = {'k', '=', __VERIFIER_nondet_char(), 0};
	char *value = strchr(line, __VERIFIER_nondet_char());
	return *value; /* violated */
}
