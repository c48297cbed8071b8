int shared[4];
int f(char *s) {
	return *s;
}
