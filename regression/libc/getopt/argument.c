/* An option with an argument has one, and it is found in what the user types. */
#include <assert.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (getopt(argc, argv, "n:") == 'n') {
		assert(optarg != 0);
#ifdef BUG
		assert(optarg[0] != '7'); /* violated */
#endif
	}
}
