int f(int x) {
	return x + 1;
}
int twice = 2;
