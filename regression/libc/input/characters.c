/* Words are counted where they begin.  With READS reads, and not with one less, there can be two. */
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void) {
	int c, words = 0, inside = 0;
	while ((c = getchar()) != EOF) {
		words += !isspace(c) && !inside;
		inside = !isspace(c);
	}
	assert(words < 2);
	return 0;
}
