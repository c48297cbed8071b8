/* Dates: each field has any value that it can have, whatever the time is.  The results that all
 * callers share are the hidden state of functions that need not be thread-safe. */
#include "calendar.h"

enum { YEAR_TOO_LARGE = 75, DATE_BYTES = 26 }; /* EOVERFLOW */

static struct tm hidden_state_of_gmtime;
static char hidden_state_of_asctime[DATE_BYTES];

static int from_to(int low, int high) {
	int n = __mc_nondet_int();
	__mc_assume(n >= low && n <= high);
	return n;
}

/* A time from 1970 to a day before the end of 9999 is in one of those years, in every time zone, or
 * in 1969. */
static int year_of(long time) {
	if (time >= 0 && (long long)time < 253402300800LL - 86400)
		return from_to(69, 8099);
	return __mc_nondet_int();
}

static void any_date(struct tm *t, int year) {
	t->tm_sec = from_to(0, 60);
	t->tm_min = from_to(0, 59);
	t->tm_hour = from_to(0, 23);
	t->tm_mday = from_to(1, 31);
	t->tm_mon = from_to(0, 11);
	t->tm_year = year;
	t->tm_wday = from_to(0, 6);
	t->tm_yday = from_to(0, 365);
}

/* The years that an int cannot count. */
static int is_too_far(long time) {
	if (sizeof time < 8 || (time > -67768040609740800 && time < 67768036191676800))
		return 0;
	*__errno_location() = YEAR_TOO_LARGE;
	return 1;
}

struct tm *gmtime_r(const long *time, struct tm *to) {
	if (is_too_far(*time))
		return NULL;
	any_date(to, year_of(*time));
	to->tm_isdst = 0;
	to->tm_gmtoff = 0;
	to->tm_zone = "GMT";
	return to;
}

struct tm *localtime_r(const long *time, struct tm *to) {
	OPTIONAL_CANCELLATION_POINT();
	if (is_too_far(*time))
		return NULL;
	any_date(to, year_of(*time));
	to->tm_isdst = from_to(-1, 1);
	to->tm_gmtoff = from_to(-86400, 86400);
	to->tm_zone = "";
	return to;
}

struct tm *gmtime(const long *time) {
	return gmtime_r(time, &hidden_state_of_gmtime);
}

struct tm *localtime(const long *time) {
	OPTIONAL_CANCELLATION_POINT();
	return localtime_r(time, &hidden_state_of_gmtime);
}

/* "Sun Nov 15 16:45:09 2026\n": of 25 characters unless the year is strange. */
char *asctime_r(const struct tm *date, char *to) {
	NEED_READABLE(date, sizeof *date, "asctime_r");
	NEED_WRITABLE(to, DATE_BYTES, "asctime_r");
	if (date->tm_year < -2899 || date->tm_year > 8099)
		__mc_unsupported("asctime of a year before -999 or after 9999");
	for (int i = 0; i < DATE_BYTES - 2; i++) {
		to[i] = __mc_nondet_char();
		__mc_assume(to[i] >= ' ' && to[i] <= '~');
	}
	to[DATE_BYTES - 2] = '\n';
	to[DATE_BYTES - 1] = 0;
	return to;
}

char *ctime_r(const long *time, char *to) {
	OPTIONAL_CANCELLATION_POINT();
	struct tm date;
	if (localtime_r(time, &date) == NULL)
		return NULL;
	__mc_assume(date.tm_year >= -2899 && date.tm_year <= 8099);
	return asctime_r(&date, to);
}

char *asctime(const struct tm *date) {
	OPTIONAL_CANCELLATION_POINT();
	return asctime_r(date, hidden_state_of_asctime);
}

char *ctime(const long *time) {
	OPTIONAL_CANCELLATION_POINT();
	return ctime_r(time, hidden_state_of_asctime);
}

long mktime(struct tm *date) {
	OPTIONAL_CANCELLATION_POINT();
	long time = __mc_nondet_long();
	if (time == -1)
		return -1;
	any_date(date, year_of(time));
	date->tm_isdst = from_to(0, 1);
	return time;
}

long timegm(struct tm *date) {
	long time = __mc_nondet_long();
	if (time != -1) {
		any_date(date, year_of(time));
		date->tm_isdst = 0;
	}
	return time;
}

static int field_or(int old, int low, int high) {
	int n = __mc_nondet_int();
	__mc_assume(n == old || (n >= low && n <= high));
	return n;
}

/* Where the text could not be read any further, or all of it was; NULL: it does not fit the format.
 * Any of the fields may be set, to what such a field can hold. */
char *strptime(const char *text, const char *format, struct tm *date) {
	NEED_STRING(format, "strptime");
	NEED_WRITABLE(date, sizeof *date, "strptime");
	size_t length = 0, end = __mc_nondet_size();
	while (text[length] != 0)
		length++;
	__mc_assume(end <= length);
	date->tm_sec = field_or(date->tm_sec, 0, 61);
	date->tm_min = field_or(date->tm_min, 0, 59);
	date->tm_hour = field_or(date->tm_hour, 0, 23);
	date->tm_mday = field_or(date->tm_mday, 1, 31);
	date->tm_mon = field_or(date->tm_mon, 0, 11);
	date->tm_year = __mc_nondet_int();
	date->tm_wday = field_or(date->tm_wday, 0, 6);
	date->tm_yday = field_or(date->tm_yday, 0, 365);
	if (__mc_nondet_bool())
		date->tm_gmtoff = from_to(-86400, 86400);
	return __mc_nondet_bool() ? (char *)text + end : NULL;
}

void tzset(void) {
	OPTIONAL_CANCELLATION_POINT();
}
