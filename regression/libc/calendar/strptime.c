#define _GNU_SOURCE
#include <time.h>

int main(void)
{
	struct tm date;
	return strptime("2026", "%Y", &date) != 0;
}
