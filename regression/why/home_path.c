/*
 * home_path.c - where the settings of the user are.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PATH_SIZE 64

struct path {
	char text[PATH_SIZE];
	size_t length;
};

static int path_add(struct path *p, const char *text)
{
	size_t n = strlen(text);

	if (p->length + n >= sizeof p->text)
		return -1;
	memcpy(p->text + p->length, text, n + 1);
	p->length += n;
	return 0;
}

static int settings_path(struct path *p)
{
	const char *home = getenv("HOME");

	p->length = 0;
	p->text[0] = '\0';
	if (path_add(p, home) != 0)
		return -1;
	return path_add(p, "/.settings");
}

int main(void)
{
	struct path path;

	if (settings_path(&path) != 0) {
		fprintf(stderr, "the path is too long\n");
		return EXIT_FAILURE;
	}
	puts(path.text);
	return EXIT_SUCCESS;
}
