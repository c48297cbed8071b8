/* A compiler's command line: what says how the source is meant has an effect, the rest has none. */
#include <assert.h>

enum color { RED, GREEN };

int main(void)
{
	char c = (char)255;
	assert(c == CHAR);
	assert(sizeof(enum color) == SIZE);
}
