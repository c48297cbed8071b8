/* A loop that nothing leaves but the end of the program: what comes last in a round is dropped, the
 * next round is not. */
#include <assert.h>
#include <stdlib.h>

int main(void) {
	int rounds = 0, noise = 0;
	for (;;) {
		rounds++;
		if (rounds == 3)
			exit(0);
		assert(rounds != LEAST);
		for (int i = 0; i < 2; i++)
			noise += i;
	}
}
