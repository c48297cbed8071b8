#include <assert.h>

struct __attribute__((packed)) header {
	char tag;
	int length;
	short port;
};

int main(void)
{
	char raw[7] = {1, 2, 0, 0, 0, 3, 0};
	struct header *h = (struct header *)raw;
	assert(sizeof *h == 7 && h->tag == 1 && h->length == 2 && h->port == 3);
	h->length = 0x01020304;
	assert(raw[1] == 4 && raw[4] == 1);
}
