/* A regular expression: compiled, used, freed; matches are within the text. */
#include <assert.h>
#include <regex.h>
#include <string.h>

int main(void) {
	regex_t r;
	regmatch_t at[2];
	const char *text = "a1b";
#ifdef NOT_CHECKED
	regcomp(&r, "([0-9]+)", REG_EXTENDED);
#else
	if (regcomp(&r, "([0-9]+)", REG_EXTENDED) != 0)
		return 1;
#endif
#ifdef FREED
	regfree(&r);
#endif
	if (regexec(&r, text, 2, at, 0) == 0) {
		assert(0 <= at[0].rm_so && at[0].rm_so <= at[0].rm_eo);
		assert((size_t)at[0].rm_eo <= strlen(text));
		assert(at[1].rm_so == -1 || (at[0].rm_so <= at[1].rm_so && at[1].rm_eo <= at[0].rm_eo));
#ifdef ALWAYS
		assert(at[1].rm_so >= 0);
#endif
		char c = text[at[0].rm_eo];
		(void)c;
	}
	assert(r.re_nsub == 1);
#ifndef LEAK
	regfree(&r);
#endif
}
