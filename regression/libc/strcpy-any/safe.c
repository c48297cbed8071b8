#include <assert.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

int main(void)
{
	char a[4], b[4];
	for (int i = 0; i < 3; i++)
		a[i] = __VERIFIER_nondet_char();
	a[3] = 0;
	strcpy(b, a);
	assert(strcmp(a, b) == 0 && strlen(b) <= 3);
}
