/* check/input.h -- a text file, character by character, with the line for messages. */
#ifndef CHECK_INPUT_H
#define CHECK_INPUT_H

#include <stdio.h>

#include "check/sha256.h"

struct input {
	FILE *file;
	int next; /* character that was not taken yet, or EOF */
	size_t line;
	struct sha256 *digest; /* of what is taken; NULL: it does not count */
	const char *wrong;     /* what is, or NULL; once set, it stays */
};

bool input_open(struct input *, const char *path); /* false: errno says why */
void input_close(struct input *);

/* False, and the message is kept if it is the first. */
bool input_wrong(struct input *, const char *message);
int input_take(struct input *); /* the next character */
/* Decimal, without anything before it. */
bool input_number(struct input *, int64_t low, int64_t high, int64_t *);
/* The same after one space. */
bool input_field(struct input *, int64_t low, int64_t high, int64_t *);
bool input_end_of_line(struct input *);

#endif
