#include <stdlib.h>

static char *copy(const char *from, size_t n) {
	char *to = malloc(n);
	if (to == NULL)
		return NULL;
	for (size_t i = 0; i < n; i++) {
		if (from[i] == '\0') {
			free(to);
			return NULL;
		}
		to[i] = from[i];
	}
	return to;
}

int main(void) {
	char *short_one = copy("ab", 3), *long_one = copy("abcd", 3);
	free(short_one);
	free(long_one);
	return 0;
}
