int g(int *p) {
	return undeclared(p);
}
int main(void) {
	int unused = 3;
	char *s = &unused;
	return s == 0;
}
