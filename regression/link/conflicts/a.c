extern double shared;
int f(int, int);
int main(void) {
	return f(1, 2) + (int)shared;
}
