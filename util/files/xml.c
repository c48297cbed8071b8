#include "util/files/xml.h"

#include <stdbool.h>
#include <string.h>

#include "util/text/utf8.h"

static bool is_allowed(uint32_t code) {
	return code >= 0x20 ? code < 0xfffe || code > 0xffff
	                    : code == '\t' || code == '\n' || code == '\r';
}

static void write_text(FILE *out, const char *text, bool in_attribute) {
	size_t n = strlen(text);
	while (n) {
		uint32_t code;
		size_t length = utf8_next(text, n, &code);
		if (!is_allowed(code) || code == UTF8_BAD)
			fputs("\xef\xbf\xbd", out);
		else if (code == '<')
			fputs("&lt;", out);
		else if (code == '>')
			fputs("&gt;", out);
		else if (code == '&')
			fputs("&amp;", out);
		else if (code == '"')
			fputs("&quot;", out);
		else if (code == '\r' || (in_attribute && code < 0x20))
			fprintf(out, "&#%u;", code);
		else
			fwrite(text, 1, length, out);
		text += length;
		n -= length;
	}
}

void xml_text(FILE *out, const char *text) {
	write_text(out, text, false);
}

void xml_attribute(FILE *out, const char *name, const char *text) {
	if (!text)
		return;
	fprintf(out, " %s=\"", name);
	write_text(out, text, true);
	fputc('"', out);
}

void xml_number(FILE *out, const char *name, uint64_t value) {
	fprintf(out, " %s=\"%llu\"", name, (unsigned long long)value);
}
