/* --unwind bounds the loop below, not those inside scanf, which depend on the format only. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
	int a, b, rounds = 0;
	if (scanf("%d %d", &a, &b) != 2)
		return 0;
	for (int i = 0; i < ROUNDS; i++)
		rounds++;
	assert(rounds == ROUNDS);
}
