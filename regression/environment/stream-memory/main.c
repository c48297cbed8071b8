/* Streams in memory: what was printed is what is in the buffer, what is read is what is there. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print(FILE *f) {
	fprintf(f, "%d-%s", 12, "ab");
	fputc('!', f);
	fputs("xy", f);
	fwrite("z", 1, 1, f);
}

int main(void) {
	char text[] = "12\n34", line[8], *made = NULL, buffer[16] = "before";
	size_t n = 0;
	FILE *f = fmemopen(text, sizeof text - 1, "r");
	if (!f)
		return 1;
	assert(fgetc(f) == '1');
	assert(ungetc('7', f) == '7' && fgetc(f) == '7');
	assert(fgets(line, sizeof line, f) == line && strcmp(line, "2\n") == 0);
	assert(ftell(f) == 3 && !feof(f));
	assert(fread(line, 1, sizeof line, f) == 2 && line[1] == '4' && feof(f));
	assert(fgetc(f) == EOF);
	assert(fclose(f) == 0);

	f = fmemopen(buffer, sizeof buffer, "w");
	if (!f)
		return 1;
	print(f);
	assert(strcmp(buffer, "before") == 0);
	assert(fflush(f) == 0);
	assert(strcmp(buffer, "12-ab!xyz") == 0);
	assert(fclose(f) == 0);

	f = open_memstream(&made, &n);
	if (!f)
		return 1;
	print(f);
	assert(fclose(f) == 0);
	assert(n == 9 && strcmp(made, "12-ab!xyz") == 0);
#ifdef WRONG
	assert(n == 10);
#endif
#ifndef LEAK
	free(made);
#endif
}
