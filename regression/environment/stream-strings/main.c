/* Functions of stdio.h read the strings and buffers that they are given. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
	char *freed = malloc(4), open_end[3] = {'a', 'b', 'c'};
	if (freed == NULL)
		return 1;
	strcpy(freed, "abc");
#ifndef SAFE
	free(freed);
#else
	open_end[2] = 0;
#endif
	FILE *f = stdin;
	(void)f, (void)open_end;
	CALL; /* violated */
#ifdef SAFE
	free(freed);
#endif
}
