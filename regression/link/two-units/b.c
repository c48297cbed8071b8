#include "shared.h"

int counter = 5;
int common;
int table[] = {10, 20, 30, 40};
const int limit = 9;
struct node ring = {&ring, 1};

static int priv = 7;
static int twice(int x) {
	return 20 * x;
}

int other_priv(void) {
	return priv;
}

int other_twice(int x) {
	return twice(x);
}

int get_common(void) {
	return common;
}

int apply(int (*f)(int), int x) {
	return f(x);
}
