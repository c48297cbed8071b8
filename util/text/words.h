/* util/text/words.h -- the words of a line, quoted as in a shell. */
#ifndef UTIL_TEXT_WORDS_H
#define UTIL_TEXT_WORDS_H

#include <stdbool.h>

/* Copies the next word of *text to 'to', which must have room for the rest of the text, without its
 * quotes and with a 0 at the end, and moves *text behind it.  Returns what follows that 0; NULL:
 * there are no more words. */
char *words_take(const char **text, char *to);

#endif
