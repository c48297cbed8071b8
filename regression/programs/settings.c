/* settings -- reads lines "name=value" and answers questions about them.
 *
 * Blanks around names and values do not count, nor do empty lines and those that begin with '#'.
 * A name that comes twice has its last value.  Texts are copied; what a question returns belongs to
 * the settings and lives as long as they do.
 *
 * A library: there is no main. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SETTINGS = 3, NAME_SIZE = 4, MAX_VALUE = 100 };

struct setting {
	char name[NAME_SIZE];
	char *value;
};

struct settings {
	struct setting at[MAX_SETTINGS];
	unsigned n;
	unsigned wrong; /* lines that could not be read */
};

struct settings *settings_new(void)
{
	return calloc(1, sizeof(struct settings));
}

void settings_free(struct settings *s)
{
	for (unsigned i = 0; i < s->n; i++)
		free(s->at[i].value);
	free(s);
}

static struct setting *find(struct settings *s, const char *name)
{
	for (unsigned i = 0; i < s->n; i++)
		if (strcmp(s->at[i].name, name) == 0)
			return &s->at[i];
	return NULL;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* A copy of the n characters from there; NULL: no memory. */
static char *copy(const char *from, size_t n)
{
	char *to = malloc(n + 1);
	if (to == NULL)
		return NULL;
	memcpy(to, from, n);
	to[n] = 0;
	return to;
}

/* Without the blanks around: where it begins, *n is how long it is. */
static const char *trim(const char *from, size_t *n)
{
	while (*n > 0 && is_blank(*from)) {
		from++;
		(*n)--;
	}
	while (*n > 0 && is_blank(from[*n - 1]))
		(*n)--;
	return from;
}

static bool set(struct settings *s, const char *name, size_t length, char *value)
{
	char text[NAME_SIZE];
	if (length == 0 || length >= NAME_SIZE)
		return false;
	memcpy(text, name, length);
	text[length] = 0;
	struct setting *old = find(s, text);
	if (old != NULL) {
		free(old->value);
		old->value = value;
		return true;
	}
	if (s->n == MAX_SETTINGS)
		return false;
	memcpy(s->at[s->n].name, text, sizeof text);
	s->at[s->n].value = value;
	s->n++;
	return true;
}

/* One line, without its end; false: it is none. */
bool settings_read_line(struct settings *s, const char *line)
{
	size_t n = strlen(line);
	line = trim(line, &n);
	if (n == 0 || *line == '#')
		return true;
	const char *equals = memchr(line, '=', n);
	if (equals == NULL) {
		s->wrong++;
		return false;
	}
	size_t name_length = (size_t)(equals - line), value_length = n - name_length - 1;
	const char *name = trim(line, &name_length);
	const char *from = trim(equals + 1, &value_length);
	char *value = copy(from, value_length);
	if (value == NULL)
		return false;
	if (!set(s, name, name_length, value)) {
		free(value);
		s->wrong++;
		return false;
	}
	return true;
}

/* NULL: there is no such setting. */
const char *settings_get(struct settings *s, const char *name)
{
	struct setting *found = find(s, name);
	return found == NULL ? NULL : found->value;
}

/* The value as a number up to MAX_VALUE, or -1. */
int settings_number(struct settings *s, const char *name)
{
	const char *text = settings_get(s, name);
	int number = 0;
	if (text == NULL || *text == 0)
		return -1;
	for (; *text != 0; text++) {
		if (*text < '0' || *text > '9')
			return -1;
		number = 10 * number + (*text - '0');
		if (number > MAX_VALUE)
			return -1;
	}
	return number;
}

bool settings_forget(struct settings *s, const char *name)
{
	struct setting *found = find(s, name);
	if (found == NULL)
		return false;
	free(found->value);
	*found = s->at[s->n - 1];
	s->n--;
	return true;
}

/* "2 settings, 1 line could not be read" */
int settings_describe(const struct settings *s, char *to, size_t size)
{
	return snprintf(to, size, "%u settings, %u wrong", s->n, s->wrong);
}
