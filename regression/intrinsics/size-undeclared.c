/* Undeclared it would be an int, which is too narrow. */
int main(void) {
	char a[8];
	return __CPROVER_OBJECT_SIZE(a) != 8;
}
