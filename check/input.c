#include "check/input.h"

bool input_open(struct input *in, const char *path) {
	*in = (struct input){.file = fopen(path, "rb"), .line = 1};
	if (in->file)
		in->next = getc_unlocked(in->file);
	return in->file;
}

void input_close(struct input *in) {
	fclose(in->file);
}

bool input_wrong(struct input *in, const char *message) {
	if (!in->wrong)
		in->wrong = message;
	return false;
}

int input_take(struct input *in) {
	int c = in->next;
	if (c != EOF && in->digest)
		sha256_add(in->digest, &(char){(char)c}, 1);
	if (c != EOF)
		in->next = getc_unlocked(in->file);
	if (in->next == EOF && ferror(in->file))
		input_wrong(in, "cannot be read");
	return c;
}

bool input_number(struct input *in, int64_t low, int64_t high, int64_t *out) {
	bool negative = in->next == '-';
	int64_t x = 0;
	if (negative)
		input_take(in);
	if (in->next < '0' || in->next > '9')
		return input_wrong(in, "a number is missing");
	while (in->next >= '0' && in->next <= '9') {
		x = 10 * x + (input_take(in) - '0');
		if (x > UINT32_MAX)
			return input_wrong(in, "a number is too large");
	}
	*out = negative ? -x : x;
	if (*out < low || *out > high)
		return input_wrong(in, "a number is out of its range");
	return true;
}

bool input_field(struct input *in, int64_t low, int64_t high, int64_t *out) {
	if (in->next != ' ')
		return input_wrong(in, "a field is missing");
	input_take(in);
	return input_number(in, low, high, out);
}

bool input_end_of_line(struct input *in) {
	if (in->next == EOF)
		return input_wrong(in, "the line does not end");
	if (in->next != '\n')
		return input_wrong(in, "there is more in the line than belongs there");
	input_take(in);
	if (in->wrong)
		return false;
	in->line++;
	return true;
}
