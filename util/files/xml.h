/* util/files/xml.h -- text for XML 1.0: of elements and of attributes in double quotes.
 *
 * Characters that no XML document may hold, and bytes that are no UTF-8, become U+FFFD.  Line ends
 * and tabs survive in attributes, too.
 */
#ifndef UTIL_FILES_XML_H
#define UTIL_FILES_XML_H

#include <stdint.h>
#include <stdio.h>

void xml_text(FILE *, const char *text);
void xml_attribute(FILE *, const char *name, const char *text); /* ' name="text"'; NULL: nothing */
void xml_number(FILE *, const char *name, uint64_t);

#endif
