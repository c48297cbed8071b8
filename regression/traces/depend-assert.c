/* What follows an assertion that holds does not depend on what it reads. */
#include <assert.h>

int nondet_int(void);
int sum, other, z;

int main(void) {
	for (int i = 0; i < 60; i++)
		other = i;
	for (int i = 0; i < 5; i++)
		sum = sum + i;
	assert(sum != 7);
	int y = nondet_int();
	if (y == 4)
		z = FOUND;
	assert(z == 0);
	return 0;
}
