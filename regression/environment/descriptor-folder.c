/* A stream of a directory has a descriptor, too. */
#include <dirent.h>
#include <stddef.h>

int main(void)
{
	DIR *folder = opendir(".");
	if (!folder)
		return 1;
	int has_any = readdir(folder) != NULL;
#ifndef BUG
	closedir(folder);
#endif
	return has_any;
}
