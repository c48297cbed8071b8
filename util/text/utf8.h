/* util/text/utf8.h -- text as it fills a terminal: bytes, characters and the columns they take.
 *
 * Columns of a struct loc are bytes; what is drawn below a line counts columns of the terminal.
 * Bytes that are no UTF-8 count as one character each, U+FFFD.
 */
#ifndef UTIL_TEXT_UTF8_H
#define UTIL_TEXT_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define UTF8_BAD 0xfffdU

/* The bytes of the character that begins at 's'; n > 0 of them are there. */
size_t utf8_next(const char *s, size_t n, uint32_t *code);
bool utf8_valid(const char *s, size_t n);
unsigned utf8_width(uint32_t code); /* 0: combines with the one before; 2: wide */

size_t utf8_columns(const char *text);
/* The bytes of the longest beginning of 'text' that takes at most so many columns. */
size_t utf8_fit(const char *text, size_t columns);

/* Nothing that a terminal acts upon: control characters as '?', no UTF-8 as U+FFFD, tabs stay. */
void utf8_print(FILE *, const char *s, size_t n);

#endif
