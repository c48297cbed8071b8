/* main does not look at its arguments: no value of them is an input of the counterexample. */
#include <assert.h>

static int n = 1;

int main(int argc, char **argv)
{
	assert(n == 0);
	return 0;
}
