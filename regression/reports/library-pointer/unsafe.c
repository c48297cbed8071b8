#include <stdlib.h>
#include <string.h>

struct entry {
	char *value;
};

static void show(const struct entry *e) {
	char line[8];
	char *value = e->value;
	strncpy(line, value, sizeof line);
}

int main(int argc, char **argv) {
	struct entry e = {strdup("red")};
	if (!e.value || argc < 2)
		return 1;
	char *first = argv[1];
	free(e.value);
	show(&e);
	return first[0];
}
