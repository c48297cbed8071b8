#include <assert.h>
#include <ctype.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
	int c = __VERIFIER_nondet_uchar();
	if (isdigit(c))
		assert(c >= '0' && c <= '9' && isalnum(c) && !isalpha(c));
	if (isupper(c))
		assert(tolower(c) == c + 32 && islower(tolower(c)));
	assert(!(isspace(c) && isgraph(c)));
}
