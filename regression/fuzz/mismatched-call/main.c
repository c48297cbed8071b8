/* Results and arguments of another kind than the caller thinks: undefined, so anything may arrive,
 * and nothing that was not passed stays what it was. */
void reach_error(void);
struct three {
	int a[3];
};
struct one {
	char c;
};
int number(int x) { return x; }
struct three record(void) { return (struct three){{1, 2, 3}}; }
struct one small(struct one o) { return o; }
double real(double d) { return d; }
char *text(char *s) { return s; }

int main(void) {
	struct three x = ((struct three(*)(void))number)();
	int y = 7;
	y = ((int (*)(struct three))record)(x);
	y = ((int (*)(struct three))real)(x);
	x = ((struct three(*)(struct three))small)(x);
	double d = ((double (*)(double))text)(1.5);
	char *s = ((char *(*)(char *))real)("a");
	d = ((double (*)(struct three, int))number)(x, y);
	y = ((int (*)(double))record)(d);
	if (y == 1 && x.a[0] == 5 && s != 0)
		reach_error();
	return 0;
}
