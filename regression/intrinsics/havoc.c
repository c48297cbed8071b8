/* The whole object, wherever the pointer points to in it; a slice: so many bytes from there. */
int main(void) {
	int a[3] = {1, 2, 3}, b = 4;
	CALL;
	__CPROVER_assert(b == 4, "another object");
	__CPROVER_assert(a[0] == 1, "before it");
	return 0;
}
