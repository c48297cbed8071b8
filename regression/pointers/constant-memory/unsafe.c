#include <assert.h>

int main(void)
{
	char *text = "abc";
	text[0] = 'x'; /* violated */
	assert(text[0] == 'x' && text[3] == 0);
}
