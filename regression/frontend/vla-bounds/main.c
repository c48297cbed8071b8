/* The bound of a variable-length array is checked. */
int main(void) {
	int n = 5;
	int a[n];
	n = 9;
	a[4 + OFF] = 1;
	return 0;
}
