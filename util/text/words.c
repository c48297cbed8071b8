#include "util/text/words.h"

#include <ctype.h>
#include <stddef.h>

char *words_take(const char **text, char *to) {
	const char *s = *text;
	char quote = 0;
	while (isspace((unsigned char)*s))
		s++;
	if (!*s)
		return NULL;
	for (; *s && (quote || !isspace((unsigned char)*s)); s++) {
		if (*s == quote)
			quote = 0;
		else if (!quote && (*s == '\'' || *s == '"'))
			quote = *s;
		else if (*s == '\\' && quote != '\'' && s[1])
			*to++ = *++s;
		else
			*to++ = *s;
	}
	*to++ = 0;
	*text = s;
	return to;
}
