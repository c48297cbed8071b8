#include <stdlib.h>
#include <string.h>

struct name {
	char *text;
};

static void name_free(struct name *n)
{
	free(n->text);
	n->text = NULL;
}

int main(void)
{
	struct name n = {strdup("x")};
	name_free(&n);
	name_free(&n);
	return 0;
}
