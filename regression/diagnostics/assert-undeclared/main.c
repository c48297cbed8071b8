/* Without <assert.h>, assert is an ordinary function that nobody declared. */
int main(void) {
	int x = VALUE;
	assert(x == 2);
	return 0;
}
