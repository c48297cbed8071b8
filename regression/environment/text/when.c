/* A time of day as text: always of 19 characters before the year 10000, and the clock stops in 2262. */
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
	char text[SIZE];
	time_t now = time(NULL);
	struct tm date;
	assert(localtime_r(&now, &date) == &date);
	size_t n = strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &date);
	assert(n == 19 && strlen(text) == n && text[10] == ' ');
}
