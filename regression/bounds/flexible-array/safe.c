#include <assert.h>
#include <stdlib.h>

struct text {
	unsigned n;
	char at[];
};

int main(void)
{
	struct text *t = malloc(sizeof *t + 4);
	t->n = 4;
	for (unsigned i = 0; i < t->n; i++)
		t->at[i] = (char)i;
	assert(t->at[3] == 3);
	free(t);
}
