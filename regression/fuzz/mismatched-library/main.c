/* A function of the library that the program declares to return a record. */
struct three {
	int a[3];
};
struct three abs(struct three, double);
struct three sqrt(void);

int main(void) {
	struct three x = {{1, 2, 3}};
	x = abs(x, 1.0);
	return x.a[1] == sqrt().a[2];
}
