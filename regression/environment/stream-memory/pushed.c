/* What was pushed back is read next, also from outside. */
#include <assert.h>
#include <stdio.h>

int main(void) {
	char b[4];
	int c = getchar();
	if (c == EOF)
		return 0;
	assert(ungetc(c, stdin) == c);
#ifdef TWICE
	getchar();
#endif
	assert(getchar() == c);
	ungetc('x', stdin);
	assert(fgets(b, 3, stdin) == b && b[0] == 'x' && (b[1] == 0 || b[2] == 0));
	ungetc('y', stdin);
	assert(fread(b, 1, 1, stdin) == 1 && b[0] == 'y');
	ungetc('\n', stdin);
	assert(fgets(b, 3, stdin) == b && b[0] == '\n' && b[1] == 0);
}
