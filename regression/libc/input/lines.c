/* Commands, a line each, to the end of the input. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
	char line[16];
	int level = 0;
	while (fgets(line, sizeof line, stdin)) {
		line[strcspn(line, "\n")] = 0;
		if (!strcmp(line, "quit"))
			break;
		if (!strcmp(line, "up"))
			level++;
#ifdef BUG
		else if (!strcmp(line, "down"))
#else
		else if (!strcmp(line, "down") && level > 0)
#endif
			level--;
	}
	assert(level >= 0);
	return 0;
}
