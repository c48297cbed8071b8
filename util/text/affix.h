/* util/text/affix.h -- how a text begins and ends. */
#ifndef UTIL_TEXT_AFFIX_H
#define UTIL_TEXT_AFFIX_H

#include <stdbool.h>
#include <string.h>

static inline bool starts_with(const char *text, const char *prefix) {
	return !strncmp(text, prefix, strlen(prefix));
}

/* Also if the text is the end itself; for names of files see path_has_suffix. */
static inline bool ends_with(const char *text, const char *end) {
	size_t n = strlen(text), k = strlen(end);
	return n >= k && !strcmp(text + n - k, end);
}

#endif
