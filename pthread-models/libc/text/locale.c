/* locale.h: the program runs in the C locale, or in one that is written like it. */
#include "../../system/environment.h"

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
		NEED_STRING(locale, "setlocale");
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

/* The locale of this thread; (locale_t)-1: that of setlocale. */
static _Thread_local void *locale_of_thread = (void *)-1;

/* What it made is the program's to free; a base that is given is, too, unless it is used up. */
void *newlocale(int categories, const char *locale, void *base) {
	(void)categories;
	NEED_STRING(locale, "newlocale");
	if (FAILS()) {
		ERROR(EINVAL, ENOENT, ENOMEM);
		return NULL;
	}
	return base != NULL ? base : __mc_alloc(1, __mc_heap);
}

static void need_locale(const void *locale) {
	__mc_assert(__mc_is_live(locale), "pointer", "a locale is used that is none or was freed");
}

void *duplocale(void *locale) {
	if (locale != (void *)-1)
		need_locale(locale);
	if (FAILS()) {
		ERROR(ENOMEM);
		return NULL;
	}
	return __mc_alloc(1, __mc_heap);
}

void freelocale(void *locale) {
	need_locale(locale);
	__mc_free(locale);
}

void *uselocale(void *locale) {
	void *before = locale_of_thread;
	if (locale != NULL && locale != (void *)-1)
		need_locale(locale);
	if (locale != NULL)
		locale_of_thread = locale;
	return before;
}
