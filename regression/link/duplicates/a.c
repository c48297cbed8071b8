int twice = 1;
int f(int x) {
	return x;
}
int main(void) {
	return f(twice);
}
