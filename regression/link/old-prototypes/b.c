int f(a, b)
int a, b;
{
	return a + b;
}
int g(char *s) {
	return *s;
}
int undeclared(int x) {
	return x;
}
