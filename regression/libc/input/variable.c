/* The text of a variable has as many characters as other texts. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
	const char *home = getenv("HOME");
	char path[16];
	if (!home)
		return 0;
	strcpy(path, home);
	assert(strlen(path) <= LENGTH);
	return 0;
}
