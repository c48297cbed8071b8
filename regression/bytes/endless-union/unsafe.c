#include <assert.h>

struct message {
	enum { NUMBER, TEXT } kind;
	union {
		long number;
		const char *text;
	} body;
};

static int length(const struct message *m)
{
	int n = 0;
	while (m->body.text[n]) /* violated */
		n++;
	return n;
}

int main(void)
{
	struct message b = {NUMBER, {7}};
	assert(length(&b) == 7);
}
