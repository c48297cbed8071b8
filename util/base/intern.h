/* util/base/intern.h -- one copy of every string, so that equality is pointer equality.
 *
 * Interned strings live until intern_free_all, which only main calls.  Any thread may intern.
 */
#ifndef UTIL_BASE_INTERN_H
#define UTIL_BASE_INTERN_H

#include <stddef.h>

const char *intern(const char *text);
const char *intern_n(const char *text, size_t n);
const char *intern_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
void intern_free_all(void);

#endif
