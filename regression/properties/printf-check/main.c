/* Formats and their arguments. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static char text[8];

int main(void) {
	int i = 1, *p = &i;
	long l = 2;
	long long ll = 3;
	size_t size = 4;
	double d = 0.5;
	(void)p, (void)l, (void)ll, (void)size, (void)d;
	CALL;
}
