/* A line has one newline at most, at its end. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
	char *line = NULL;
	size_t size = 0;
	ssize_t n = getline(&line, &size, stdin);
	if (n == 3) {
#ifdef BUG
		assert(line[2] != '\n');
#else
		assert(line[0] != '\n' && line[1] != '\n');
#endif
	}
	free(line);
	return 0;
}
