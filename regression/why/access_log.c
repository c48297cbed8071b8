/* access_log.c - numbers of a web server: how many requests, how many bytes. */
#include "access_log.h"

void log_request(struct access_log *log, unsigned long bytes, int status)
{
	log->requests++;
	log->bytes += bytes;
	if (status >= 400)
		log->errors++;
}

unsigned long log_requests(const struct access_log *log)
{
	return log->requests;
}
