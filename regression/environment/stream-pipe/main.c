/* What dprintf writes into a pipe is what is read from it; a stream that dup2 has connected with it is not modelled. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
	int fd[2];
	char b[8] = "";
	if (pipe(fd) != 0)
		return 1;
#ifdef REDIRECTED
	if (dup2(fd[1], 1) != 1)
		return 1;
	printf("lost?");
#endif
	int n = dprintf(fd[1], "%d-%s", 12, "ab");
	if (n < 0)
		return 1;
	assert(n == 5);
	if (read(fd[0], b, sizeof b) < 0)
		return 1;
#ifdef BUG
	assert(strcmp(b, "12") == 0);
#else
	assert(strcmp(b, "12-ab") == 0);
#endif
	assert(dprintf(77, "x") < 0);
}
