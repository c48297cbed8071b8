/* Streams in memory: what is read is arbitrary, a buffer that grows is the caller's to free. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char text[] = "12 34";
	FILE *f = fmemopen(text, sizeof text, "r");
	if (f) {
		int c = fgetc(f);
		assert(c >= EOF && c < 256);
		fclose(f);
	}
	assert(strcmp(text, "12 34") == 0);

	char *made;
	size_t n;
	f = open_memstream(&made, &n);
	if (!f)
		return 1;
	fprintf(f, "%d", 7);
	fclose(f);
	assert(made[n] == 0);
#ifdef BUG
	fputc('x', f); /* violated: closed */
#endif
	free(made);
	f = popen("true", "r");
	if (f)
		pclose(f);
}
