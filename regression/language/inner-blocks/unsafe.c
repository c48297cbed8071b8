#include <assert.h>

int main(int argc, char **argv)
{
	int *p = &argc, n = 0;
#if defined IF
	if (argc > 1)
		p = (int[]){3, 4};
#elif defined ELSE
	if (argc == 1)
		n++;
	else
		p = (int[]){3, 4};
#elif defined WHILE
	while (p = &(int){n}, n++ < argc)
		;
#elif defined BODY
	for (; n < 2; n++)
		p = &(int){n};
#elif defined DO
	do
		n++;
	while (p = &(int){n}, n < 2);
#else
	switch (argc)
	default:
		p = (int[]){3, 4};
#endif
	assert(*p >= 0); /* violated: p points to something in a block that has ended */
}
