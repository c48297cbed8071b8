/* Streams of wide characters: from outside, as stdio.c.  Formatted ones are not modelled. */
#include "stream.h"

static void need_no_memory(const FILE *f) {
	(void)f;
#ifdef USES___model_memory_stream
	if (f->memory != NULL)
		__mc_unsupported("wide characters and a stream in memory");
#endif
}

int fputwc(wchar_t c, FILE *f) {
	OPTIONAL_CANCELLATION_POINT();
	__model_enter(f);
	need_no_memory(f);
	int is_refused = __model_refused(f, REFUSES_OUTPUT) || __model_output_fails();
	__model_leave(f);
	if ((unsigned)c >= 128 && FAILS())
		return ERROR(EILSEQ);
	return is_refused ? -1 : (int)c;
}

int putwc(wchar_t c, FILE *f) {
	return fputwc(c, f);
}

int putwchar(wchar_t c) {
	return fputwc(c, stdout);
}

int fputws(const wchar_t *s, FILE *f) {
	OPTIONAL_CANCELLATION_POINT();
	int is_empty = *s == 0;
	for (; *s != 0; s++) /* every character is read */
		;
	__model_enter(f);
	need_no_memory(f);
	__model_leave(f);
	if (!is_empty && __model_refused(f, REFUSES_OUTPUT))
		return -1;
	if (FAILS())
		return ERROR(EILSEQ);
	return __model_output_fails() ? -1 : 1;
}

/* A character, or the end, or an error. */
int fgetwc(FILE *f) {
	int c = __mc_nondet_int();
	__model_enter(f);
	need_no_memory(f);
#ifdef USES_ungetc
	if (f->npushed > 0)
		__mc_unsupported("wide characters after ungetc");
#endif
	__model_leave(f);
	if (__model_refused(f, REFUSES_INPUT))
		return -1;
	__mc_assume(c >= -1 && c <= 0x10ffff);
	if (c < 0 && !__model_input_fails() && FAILS())
		ERROR(EILSEQ);
	return c;
}

int getwc(FILE *f) {
	return fgetwc(f);
}

int getwchar(void) {
	return fgetwc(stdin);
}

int fwide(FILE *f, int mode) {
	__model_enter(f);
	__model_leave(f);
	int is_wide = __mc_nondet_int();
	__mc_assume(mode == 0 || is_wide != 0);
	return is_wide;
}

int ungetwc(int c, FILE *f) {
	(void)c, (void)f;
	__mc_unsupported("ungetwc");
	return -1;
}

wchar_t *fgetws(wchar_t *s, int size, FILE *f) {
	(void)s, (void)size, (void)f;
	__mc_unsupported("fgetws");
	return NULL;
}

int wprintf(const wchar_t *format, ...) {
	(void)format;
	__mc_unsupported("wprintf");
	return -1;
}

int fwprintf(FILE *f, const wchar_t *format, ...) {
	(void)f, (void)format;
	__mc_unsupported("fwprintf");
	return -1;
}

int swprintf(wchar_t *to, size_t size, const wchar_t *format, ...) {
	(void)to, (void)size, (void)format;
	__mc_unsupported("swprintf");
	return -1;
}

int vswprintf(wchar_t *to, size_t size, const wchar_t *format, __builtin_va_list list) {
	(void)to, (void)size, (void)format, (void)list;
	__mc_unsupported("vswprintf");
	return -1;
}

int wscanf(const wchar_t *format, ...) {
	(void)format;
	__mc_unsupported("wscanf");
	return -1;
}

int swscanf(const wchar_t *s, const wchar_t *format, ...) {
	(void)s, (void)format;
	__mc_unsupported("swscanf");
	return -1;
}
