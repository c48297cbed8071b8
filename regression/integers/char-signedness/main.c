#include <assert.h>

int main(void)
{
	char c = (char)0xff;
#ifdef __CHAR_UNSIGNED__
	assert(c == 255);
#else
	assert(c == -1);
#endif
	assert((signed char)c == -1 && (unsigned char)c == 255);
}
