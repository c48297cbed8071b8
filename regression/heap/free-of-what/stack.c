#include <stdlib.h>

int main(void)
{
	char here[4], *p = here;
	free(p); /* violated */
}
