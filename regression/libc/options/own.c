/* The program puts a text of its own among the arguments: two letters in one word, which are two options. */
#include <assert.h>
#include <unistd.h>

#ifndef TIMES
#define TIMES 2
#endif

int main(int argc, char **argv)
{
	static char both[] = "-vq";
	int n = 0;
	if (argc != 2)
		return 0;
	argv[1] = both;
	while (getopt(argc, argv, "vq") != -1)
		n++;
	assert(n == TIMES); /* violated if it is not 2 */
}
