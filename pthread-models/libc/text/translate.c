/* libintl.h and iconv.h.  A message is translated only in another locale, to any text; what a
 * conversion makes of bytes is arbitrary. */
#include "../../system/environment.h"

/* The message itself, or a translation, if the program can have set a locale. */
static char *translated(const char *message) {
#ifdef USES_setlocale
	if (IS_OPEN_ENVIRONMENT() && __mc_nondet_bool()) {
		size_t size = __mc_nondet_size();
		__mc_assume(size > 0 && size < (size_t)-1 >> 2);
		char *text = __mc_alloc(size, __mc_internal);
		text[size - 1] = 0;
		return text;
	}
#endif
	return (char *)message;
}

char *dcgettext(const char *domain, const char *message, int category) {
	(void)category;
	if (domain != NULL)
		NEED_STRING(domain, "dcgettext");
	if (message == NULL)
		return NULL;
	NEED_STRING(message, "dcgettext");
	return translated(message);
}

char *dgettext(const char *domain, const char *message) {
	return dcgettext(domain, message, 5); /* LC_MESSAGES */
}

char *gettext(const char *message) {
	return dcgettext(NULL, message, 5);
}

char *dcngettext(const char *domain, const char *one, const char *many, unsigned long n,
                 int category) {
	(void)category;
	if (domain != NULL)
		NEED_STRING(domain, "dcngettext");
	NEED_STRING(one, "dcngettext");
	NEED_STRING(many, "dcngettext");
	return translated(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
	return dcngettext(domain, one, many, n, 5);
}

char *ngettext(const char *one, const char *many, unsigned long n) {
	return dcngettext(NULL, one, many, n, 5);
}

/* The name that is in force: the new one, or that of before, "messages" at first. */
static char *name_in_force(const char *name) {
	if (FAILS()) {
		ERROR(ENOMEM);
		return NULL;
	}
	size_t size = __mc_nondet_size();
	__mc_assume(size > 0 && size < (size_t)-1 >> 2);
	if (name != NULL && *name != 0)
		return (char *)name;
	char *text = __mc_alloc(size, __mc_internal);
	text[size - 1] = 0;
	return text;
}

char *textdomain(const char *domain) {
	if (domain != NULL)
		NEED_STRING(domain, "textdomain");
	return name_in_force(domain);
}

char *bindtextdomain(const char *domain, const char *folder) {
	NEED_STRING(domain, "bindtextdomain");
	if (folder != NULL)
		NEED_STRING(folder, "bindtextdomain");
	return name_in_force(folder);
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
	NEED_STRING(domain, "bind_textdomain_codeset");
	if (codeset == NULL)
		return NULL;
	NEED_STRING(codeset, "bind_textdomain_codeset");
	return name_in_force(codeset);
}

/* --- iconv.h --- */

void *iconv_open(const char *to, const char *from) {
	NEED_STRING(to, "iconv_open");
	NEED_STRING(from, "iconv_open");
	if (FAILS()) {
		ERROR(EINVAL, EMFILE, ENFILE, ENOMEM);
		return (void *)-1;
	}
	return __mc_alloc(1, __mc_heap);
}

static void need_conversion(const void *c) {
	__mc_assert(__mc_is_live(c), "pointer", "a conversion is used that was closed");
}

/* Some of the input is taken, and as much output made as anybody likes; all of it if it succeeds.
 */
size_t iconv(void *c, char **from, size_t *left, char **to, size_t *room) {
	need_conversion(c);
	if (from == NULL || *from == NULL)
		return 0;
	NEED_READABLE(*from, *left, "iconv");
	NEED_WRITABLE(*to, *room, "iconv");
	size_t taken = __mc_nondet_size(), made = __mc_nondet_size();
	int is_cut = __mc_nondet_bool();
	__mc_assume(taken <= *left && made <= *room && (is_cut || taken == *left));
	__mc_havoc(*to, made);
	*from += taken;
	*left -= taken;
	*to += made;
	*room -= made;
	if (is_cut)
		return (size_t)ERROR(E2BIG, EILSEQ, EINVAL);
	size_t odd = __mc_nondet_size();
	__mc_assume(odd <= taken);
	return odd;
}

int iconv_close(void *c) {
	need_conversion(c);
	__mc_free(c);
	return 0;
}
