/* Every text has a first word and a first character, so scanf returns 0 for them only if there is
 * something else to match before. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
	char s[8], c;
	int d;
	(void)s, (void)c, (void)d;
	assert(READ != 0);
}
