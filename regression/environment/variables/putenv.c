/* The string of putenv becomes a part of the environment, and must live as long. */
#include <stdlib.h>

static void set(void)
{
#ifdef BUG
	char mode[] = "MODE=1";
#else
	static char mode[] = "MODE=1";
#endif
	if (putenv(mode))
		exit(1);
}

int main(void)
{
	set();
	const char *mode = getenv("MODE");
	return mode[0] != '1';
}
