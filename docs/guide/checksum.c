/* A checksum, computed by an instruction that C does not know. */
#include <assert.h>

static unsigned add(unsigned sum, unsigned char byte)
{
	unsigned next;
	__asm__("crc32b %w0, %w1, %w2" : "=r"(next) : "r"(sum), "r"(byte));
	return next;
}

int main(void)
{
	unsigned sum = add(add(0, 'o'), 'k');
	assert(sum != 0);
	return 0;
}
