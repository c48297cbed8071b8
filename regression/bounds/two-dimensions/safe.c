#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
	int m[3][4] = {{0}};
	unsigned r = __VERIFIER_nondet_uint() % 3, c = __VERIFIER_nondet_uint() % 4;
	m[r][c] = 7;
	int sum = 0;
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < 4; k++)
			sum += m[i][k];
	assert(sum == 7);
}
