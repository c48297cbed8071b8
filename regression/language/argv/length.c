/* An argument is longer than a buffer if --string-length lets it be. */
#include <string.h>

int main(int argc, char **argv)
{
	char name[8];
	if (argc > 1)
		strcpy(name, argv[1]); /* violated by eight characters */
	return 0;
}
