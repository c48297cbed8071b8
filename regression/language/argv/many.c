/* With --max-args 5, and not with 4, there may be five. */
#include <assert.h>

int main(int argc, char **argv) {
	int n = 0;
	for (int i = 1; i < argc; i++)
		n += argv[i][0] == 'x';
	assert(n < 5);
	return 0;
}
