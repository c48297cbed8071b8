#include <assert.h>

struct header {
	char tag;
	int length;
	short port;
};

int main(void)
{
	char raw[7] = {1, 2, 0, 0, 0, 3, 0};
	struct header *h = (struct header *)raw;
	assert(h->port == 3); /* violated */
}
