/* What open_memstream has handed out is good only until more is written. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	char *text;
	size_t n;
	FILE *f = open_memstream(&text, &n);
	if (!f)
		return 1;
	fputs("ab", f);
	fflush(f);
	char *early = text;
#ifdef BUG
	fputs("cd", f);
#endif
	fclose(f);
	int c = early[0]; /* violated */
	free(text);
	return c;
}
