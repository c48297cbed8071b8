/*
 * record_reader.c - a record is read from a text, "length:data".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_LENGTH 8

struct record {
	size_t length;
	char *data;
};

static void record_free(struct record *r)
{
	if (r != NULL) {
		free(r->data);
		free(r);
	}
}

/* NULL: this is no record, or there is no memory */
static struct record *record_read(const char *text)
{
	struct record *r = malloc(sizeof *r);

	if (r == NULL)
		return NULL;
	r->length = 0;
	for (; *text >= '0' && *text <= '9'; text++)
		r->length = 10 * r->length + (size_t)(*text - '0');
	if (*text != ':' || r->length > MAX_LENGTH || strlen(text + 1) < r->length)
		return NULL;
	r->data = malloc(r->length + 1);
	if (r->data == NULL) {
		free(r);
		return NULL;
	}
	memcpy(r->data, text + 1, r->length);
	r->data[r->length] = '\0';
	return r;
}

int main(void)
{
	static const char *const text[] = { "3:abc", "5:x" };

	for (size_t i = 0; i < sizeof text / sizeof *text; i++) {
		struct record *r = record_read(text[i]);

		if (r != NULL)
			printf("%s\n", r->data);
		record_free(r);
	}
	return EXIT_SUCCESS;
}
