#ifndef ACCESS_LOG_H
#define ACCESS_LOG_H

struct access_log {
	unsigned long requests, bytes, errors;
};

void log_request(struct access_log *log, unsigned long bytes, int status);
unsigned long log_requests(const struct access_log *log);

#endif
