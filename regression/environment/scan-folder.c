/* The entries of a folder, and the list of them, belong to the caller of scandir. */
#include <dirent.h>
#include <stdlib.h>

int main(void)
{
	struct dirent **list;
	int n = scandir(".", &list, NULL, NULL);
	if (n < 0)
		return 1;
	for (int i = 0; i < n; i++)
		free(list[i]);
#ifndef BUG
	free(list);
#endif
	return 0;
}
