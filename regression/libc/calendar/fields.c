/* Fields are within their ranges; an array of months needs 12 elements. */
#include <assert.h>
#include <string.h>
#include <time.h>

#ifndef MONTHS
#define MONTHS 12
#endif

int main(void)
{
	int days[MONTHS] = {31, 28, 31};
	char text[26];
	time_t now = time(0);
	struct tm date;
	if (!gmtime_r(&now, &date))
		return 1;
	assert(date.tm_hour < 24 && date.tm_isdst == 0);
	days[date.tm_mon]++; /* violated if MONTHS is 11 */
	const struct tm *shared = gmtime(&now);
	if (shared && shared->tm_year > 0 && shared->tm_year < 200) {
		assert(strlen(asctime_r(shared, text)) == 25);
		assert(text[24] == '\n');
	}
	tzset();
	return localtime_r(&now, &date) != 0;
}
