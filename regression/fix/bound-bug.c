#include <stdbool.h>

#define SIZE 4

static char name[SIZE];

static bool parse(const char *from) {
	int n = 0;
	for (; *from != '='; from++) {
		if (*from == '\0' || n == SIZE)
			return false;
		name[n++] = *from;
	}
	name[n] = '\0';
	return true;
}

int main(int argc, char **argv) {
	return argc == 2 && parse(argv[1]) ? 0 : 1;
}
