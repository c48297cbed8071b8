/* strftime: exact in the C locale for dates whose fields are within their ranges, but for what
 * depends on the time zone and for weeks of ISO years. */
#include "calendar.h"

struct date_sink {
	char *at;
	size_t size, length; /* what would be written */
};

static void put_date(struct date_sink *k, char c) {
	if (k->length < k->size)
		k->at[k->length] = c;
	k->length++;
}

/* From 'least' to 'most' characters, whichever. */
static void put_any(struct date_sink *k, size_t least, size_t most) {
	size_t n = __mc_nondet_size();
	__mc_assume(n >= least && n <= most);
	for (size_t i = 0; i < n; i++)
		put_date(k, __mc_nondet_char());
}

/* Two digits, the first of which may be 'zero', something else or nothing; divisions of few bits.
 */
static void put_two(struct date_sink *k, int value, char zero) {
	if (value < 0 || value > 99)
		__mc_unsupported("strftime: a field of the date that is out of its range");
	unsigned char v = (unsigned char)value, tens = v / 10;
	if (tens != 0 || zero != 0)
		put_date(k, tens != 0 ? (char)('0' + tens) : zero);
	put_date(k, (char)('0' + v % 10));
}

static void put_year(struct date_sink *k, int since_1900) {
	if (since_1900 < 1000 - 1900 || since_1900 > 9999 - 1900) {
		put_any(k, 1, 11);
		return;
	}
	unsigned short year = (unsigned short)(since_1900 + 1900);
	put_two(k, year / 100, '0');
	put_two(k, year % 100, '0');
}

/* Its first two digits, or the last two. */
static void put_half_year(struct date_sink *k, int since_1900, int first, char zero) {
	if (since_1900 < 1000 - 1900 || since_1900 > 9999 - 1900) {
		put_any(k, 2, first ? 9 : 2);
		return;
	}
	unsigned short year = (unsigned short)(since_1900 + 1900);
	put_two(k, first ? year / 100 : year % 100, zero);
}

static void put_day_of_year(struct date_sink *k, int value) {
	if (value < 1 || value > 366)
		__mc_unsupported("strftime: a field of the date that is out of its range");
	unsigned short v = (unsigned short)value, hundreds = v >= 300 ? 3 : v >= 200 ? 2 : v >= 100;
	put_date(k, (char)('0' + hundreds));
	put_two(k, v - 100 * hundreds, '0');
}

/* Three letters of a list, or a question mark. */
static void put_short_name(struct date_sink *k, const char *list, int which, int count) {
	if (which < 0 || which >= count) {
		put_date(k, '?');
		return;
	}
	for (int i = 0; i < 3; i++)
		put_date(k, list[3 * which + i]);
}

static void put_name(struct date_sink *k, const char *const *list, int which, int count) {
	const char *name = which < 0 || which >= count ? "?" : list[which];
	for (; *name != 0; name++)
		put_date(k, *name);
}

static void put_day(struct date_sink *k, int which, int is_short) {
	static const char *const days[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
	                                   "Thursday", "Friday", "Saturday"};
	if (is_short)
		put_short_name(k, "SunMonTueWedThuFriSat", which, 7);
	else
		put_name(k, days, which, 7);
}

static void put_month(struct date_sink *k, int which, int is_short) {
	static const char *const months[] = {"January",   "February", "March",    "April",
	                                     "May",       "June",     "July",     "August",
	                                     "September", "October",  "November", "December"};
	if (is_short)
		put_short_name(k, "JanFebMarAprMayJunJulAugSepOctNovDec", which, 12);
	else
		put_name(k, months, which, 12);
}

/* The offset from UTC: "+0100"; nothing where it is not known. */
static void put_offset(struct date_sink *k, const struct tm *date) {
	if (date->tm_isdst < 0)
		return;
	put_date(k, date->tm_gmtoff < 0 ? '-' : '+');
	for (int i = 0; i < 4; i++) {
		char digit = __mc_nondet_char();
		__mc_assume(digit >= '0' && digit <= '9' && (date->tm_gmtoff != 0 || digit == '0'));
		put_date(k, digit);
	}
}

static void put_noon(struct date_sink *k, int hour, char letter) {
	put_date(k, hour >= 12 ? (char)(letter == 'p' ? 'P' : 'p') : (char)(letter == 'p' ? 'A' : 'a'));
	put_date(k, letter == 'p' ? 'M' : 'm');
}

static void put_dates(struct date_sink *k, const char *format, const struct tm *date);

static int hour_of_twelve(int hour) {
	return hour > 12 ? hour - 12 : hour == 0 ? 12 : hour;
}

/* Numbers; 0: the letter is none of theirs. */
static int put_number_of(struct date_sink *k, char letter, char zero, const struct tm *date) {
	switch (letter) {
	case 'd': put_two(k, date->tm_mday, zero); return 1;
	case 'e': put_two(k, date->tm_mday, ' '); return 1;
	case 'H': put_two(k, date->tm_hour, zero); return 1;
	case 'I': put_two(k, hour_of_twelve(date->tm_hour), zero); return 1;
	case 'k': put_two(k, date->tm_hour, ' '); return 1;
	case 'l': put_two(k, hour_of_twelve(date->tm_hour), ' '); return 1;
	case 'm': put_two(k, date->tm_mon + 1, zero); return 1;
	case 'M': put_two(k, date->tm_min, zero); return 1;
	case 'S': put_two(k, date->tm_sec, zero); return 1;
	case 'u': put_date(k, (char)('0' + (date->tm_wday == 0 ? 7 : date->tm_wday))); return 1;
	case 'w': put_date(k, (char)('0' + date->tm_wday)); return 1;
	case 'j': put_day_of_year(k, date->tm_yday + 1); return 1;
	case 'Y': put_year(k, date->tm_year); return 1;
	case 'C':
	case 'y': put_half_year(k, date->tm_year, letter == 'C', zero); return 1;
	case 'g':
	case 'U':
	case 'V':
	case 'W': put_any(k, 2, 2); return 1;
	case 'G': put_any(k, 1, 11); return 1;
	case 's': put_any(k, 1, 20); return 1;
	default: return 0;
	}
}

static void put_conversion(struct date_sink *k, char letter, const struct tm *date) {
	switch (letter) {
	case 'a': put_day(k, date->tm_wday, 1); break;
	case 'A': put_day(k, date->tm_wday, 0); break;
	case 'b':
	case 'h': put_month(k, date->tm_mon, 1); break;
	case 'B': put_month(k, date->tm_mon, 0); break;
	case 'c': put_dates(k, "%a %b %e %H:%M:%S %Y", date); break;
	case 'D':
	case 'x': put_dates(k, "%m/%d/%y", date); break;
	case 'F': put_dates(k, "%Y-%m-%d", date); break;
	case 'n': put_date(k, '\n'); break;
	case 'p': put_noon(k, date->tm_hour, 'p'); break;
	case 'P': put_noon(k, date->tm_hour, 'P'); break;
	case 'r': put_dates(k, "%I:%M:%S %p", date); break;
	case 'R': put_dates(k, "%H:%M", date); break;
	case 't': put_date(k, '\t'); break;
	case 'T':
	case 'X': put_dates(k, "%H:%M:%S", date); break;
	case 'z': put_offset(k, date); break;
	case 'Z': put_any(k, 0, 8); break;
	case '%': put_date(k, '%'); break;
	default: __mc_unsupported("strftime: a conversion, flag or width that is not modelled"); break;
	}
}

static void put_dates(struct date_sink *k, const char *format, const struct tm *date) {
	for (; *format != 0; format++) {
		if (*format != '%') {
			put_date(k, *format);
			continue;
		}
		char zero = '0';
		format++;
		if (*format == '-' || *format == '_')
			zero = *format++ == '-' ? 0 : ' ';
		else if (*format == 'E' || *format == 'O')
			format++;
		if (!put_number_of(k, *format, zero, date))
			put_conversion(k, *format, date);
	}
}

/* 0: it does not fit, and the buffer holds anything. */
size_t strftime(char *to, size_t size, const char *format, const struct tm *date) {
	NEED_STRING(format, "strftime");
	NEED_READABLE(date, sizeof *date, "strftime");
	NEED_WRITABLE(to, size, "strftime");
	struct date_sink k = {to, size, 0};
	put_dates(&k, format, date);
	if (k.length < size) {
		to[k.length] = 0;
		return k.length;
	}
	if (size > 0)
		__mc_havoc(to, size);
	return 0;
}
