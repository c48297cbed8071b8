/* pthread-models/libc/time/calendar.h -- struct tm of Linux. */
#ifndef PTHREAD_MODELS_LIBC_TIME_CALENDAR_H
#define PTHREAD_MODELS_LIBC_TIME_CALENDAR_H

#include "../../system/environment.h"

struct tm {
	int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
	long tm_gmtoff;
	const char *tm_zone;
};

#endif
