/* What --function assumes of pointers is part of the verdict. */
#include <assert.h>

int sum(const int *a, int n) {
	assert(n < LIMIT || !USE);
	return n;
}

int main(int argc, char **argv) {
	return 0;
}
