#include <assert.h>
int first(int x) {
	if (x) {
		return 1;
	return 0;
}
int main(void) {
	assert(first(0) == 0);
	return 0;
}
