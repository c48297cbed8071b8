/* Long options: --queue-size=N, or -sN, with a check of N. */
#include <assert.h>
#include <getopt.h>
#include <stdlib.h>

#ifndef MOST
#define MOST 3
#endif

int main(int argc, char **argv)
{
	static const struct option options[] = {{"queue-size", required_argument, NULL, 's'},
	                                        {"verbose", no_argument, NULL, 'v'},
	                                        {NULL, 0, NULL, 0}};
	int c, slot[4] = {0}, size = 1;
	while ((c = getopt_long(argc, argv, "s:v", options, NULL)) != -1)
		switch (c) {
		case 's': size = atoi(optarg); break;
		case 'v': break;
		default: return 2;
		}
	if (size < 1 || size > MOST)
		return 2;
	slot[size] = 1; /* violated if MOST is 4 */
	assert(slot[0] == 0);
}
