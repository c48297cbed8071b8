/* strptime sets fields within their ranges, or leaves them, and returns where it stopped. */
#define _GNU_SOURCE
#include <assert.h>
#include <stddef.h>
#include <time.h>

int main(void)
{
	struct tm date = {.tm_mday = 1};
	const char *text = "2026-11";
	char *end = strptime(text, "%Y-%m", &date);
	assert(date.tm_mon >= 0 && date.tm_mon < 12 && date.tm_mday > 0);
#ifndef BUG
	if (end == NULL)
		return 1;
#endif
	assert(end >= text && end <= text + 7);
	return *end;
}
