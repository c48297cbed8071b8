/*
 * window_size.c - the size of a window from a text such as "80x25", used by
 * the thread that draws.
 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 100

struct window {
	int columns, rows;
};

static int drawn;

static const char *number(const char *text, int *n)
{
	if (*text < '0' || *text > '9')
		return text;
	*n = 0;
	for (; *text >= '0' && *text <= '9'; text++)
		if (*n < MAX)
			*n = 10 * *n + (*text - '0');
	return text;
}

static struct window parse(const char *text)
{
	int columns = 80, rows;

	text = number(text, &columns);
	if (*text == 'x')
		number(text + 1, &rows);
	if (columns > MAX)
		columns = MAX;
	if (rows > MAX)
		rows = MAX;
	return (struct window){ .columns = columns, .rows = rows };
}

static void *draw(void *arg)
{
	const struct window *w = arg;

	drawn = w->columns * w->rows;
	return NULL;
}

int main(void)
{
	struct window window = parse("70");
	pthread_t thread;

	assert(window.rows >= 0);
	if (pthread_create(&thread, NULL, draw, &window) != 0)
		return EXIT_FAILURE;
	pthread_join(thread, NULL);
	printf("%d characters\n", drawn);
	return EXIT_SUCCESS;
}
