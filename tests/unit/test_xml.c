#include "util/files/xml.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/check.h"

static bool is(bool attribute, const char *text, const char *golden) {
	char *written;
	size_t n;
	FILE *f = open_memstream(&written, &n);
	if (attribute)
		xml_attribute(f, "a", text);
	else
		xml_text(f, text);
	fclose(f);
	bool good = !strcmp(written, golden);
	if (!good)
		fprintf(stderr, "written: %s\n", written);
	free(written);
	return good;
}

#define BAD "\xef\xbf\xbd"

int main(void) {
	CHECK(is(false, "a < b && c > \"d\" ]]>", "a &lt; b &amp;&amp; c &gt; &quot;d&quot; ]]&gt;"));
	CHECK(is(false, "\tone\r\ntwo", "\tone&#13;\ntwo"));
	CHECK(is(true, "\tone\r\ntwo", " a=\"&#9;one&#13;&#10;two\""));
	CHECK(is(true, NULL, ""));
	CHECK(is(true, "", " a=\"\""));
	CHECK(
	    is(false, "\x01\x1f\x7f \xff \xc3\xa4 \xef\xbf\xbf", BAD BAD "\x7f " BAD " \xc3\xa4 " BAD));
	return check_done("xml");
}
