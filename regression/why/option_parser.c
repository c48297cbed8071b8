/*
 * option_parser.c - reads "name=value" from the command line.
 *
 *     option_parser speed=3
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 4

struct option {
	char name[NAME_SIZE];
	int value;
};

static bool parse_name(struct option *o, const char **from)
{
	int n = 0;

	while (**from != '=') {
		if (**from == '\0' || n == NAME_SIZE)
			return false;
		o->name[n++] = *(*from)++;
	}
	o->name[n] = '\0';
	(*from)++;
	return true;
}

static bool parse_value(struct option *o, const char *from)
{
	o->value = 0;
	if (*from == '\0')
		return false;
	for (; *from != '\0'; from++) {
		if (*from < '0' || *from > '9' || o->value > 100)
			return false;
		o->value = 10 * o->value + (*from - '0');
	}
	return true;
}

static bool parse(struct option *o, const char *text)
{
	return parse_name(o, &text) && parse_value(o, text);
}

int main(int argc, char **argv)
{
	struct option option;

	if (argc != 2) {
		fprintf(stderr, "usage: option_parser NAME=VALUE\n");
		return EXIT_FAILURE;
	}
	if (!parse(&option, argv[1])) {
		fprintf(stderr, "cannot read %s\n", argv[1]);
		return EXIT_FAILURE;
	}
	printf("%s is %d\n", option.name, option.value);
	return EXIT_SUCCESS;
}
