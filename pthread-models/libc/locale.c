/* locale.h: the program runs in the C locale, or in one that is written like it. */
#include "../mc.h"

struct lconv {
	char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol,
	    *mon_decimal_point, *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign;
	char formats[14]; /* digits and positions of signs: not available */
};

enum { NAME_BYTES = 64 };

static char hidden_state_of_setlocale;

/* NULL: there is no such locale.  Otherwise its name. */
char *setlocale(int category, const char *locale) {
	(void)category;
	WRITE_HIDDEN(hidden_state_of_setlocale);
	if (locale != NULL) {
		__mc_assert(__mc_readable(locale, 1), "pointer", "setlocale reads outside of an object");
		if (__mc_nondet_bool())
			return NULL;
	}
	char *name = __mc_alloc(NAME_BYTES, __mc_internal);
	name[NAME_BYTES - 1] = 0;
	return name;
}

struct lconv *localeconv(void) {
	static struct lconv hidden_state_of_localeconv = {".", "", "", "", "", "", "", "", "", "", {0}};
	for (int i = 0; i < 14; i++)
		hidden_state_of_localeconv.formats[i] = 127;
	return &hidden_state_of_localeconv;
}
