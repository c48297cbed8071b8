#include "broken.h"
#define USE(x) ((x) + 1)
struct s {
	int a;
};
int main(void) {
	struct s v = {1};
	int *p = v;
	int q = 3
	return USE(v.b) + USE(undeclared);
}
int f(int);
char f(int);
