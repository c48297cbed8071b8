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
	if (m->kind == NUMBER)
		return (int)m->body.number;
	while (m->body.text[n])
		n++;
	return n;
}

int main(void)
{
	struct message a = {TEXT, {.text = "abc"}}, b = {NUMBER, {7}};
	assert(length(&a) == 3 && length(&b) == 7);
	b = a;
	assert(length(&b) == 3);
}
