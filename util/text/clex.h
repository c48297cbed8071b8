/* util/text/clex.h -- the lexical analysis of C: a text is cut into tokens.
 *
 *   clex_init --> clex_next ... until a token of kind CLEX_END
 *
 * Blanks, comments and line continuations separate tokens and are left out.  A punctuator is the
 * longest one of C11 that fits.  A preprocessing directive is one token, up to its end of line, and
 * so the text may be preprocessed or not; macros are not expanded.
 *
 * Deviations from C: digraphs and trigraphs are recognised only where a directive begins, a line
 * continuation inside a word, number or punctuator divides it, and "0xe+1" is three tokens, as its
 * author means it.
 *
 * Any text can be read.  A character that C has no use for is a punctuator of its own.
 */
#ifndef UTIL_TEXT_CLEX_H
#define UTIL_TEXT_CLEX_H

#include <stdbool.h>
#include <stddef.h>

enum clex_kind {
	CLEX_END,
	CLEX_WORD,      /* identifier or keyword; also with '$' and bytes above 0x7f */
	CLEX_NUMBER,    /* integer or floating constant with its suffix; not its sign */
	CLEX_STRING,    /* with its prefix (L, u, U, u8) and quotes */
	CLEX_CHARACTER, /* likewise */
	CLEX_PUNCTUATOR,
	CLEX_DIRECTIVE, /* from '#' at the beginning of a line up to the end of line, without that */
};

struct clex_token {
	enum clex_kind kind;
	bool is_open;   /* a literal that does not end on its line; END: the last comment is not closed,
	                   and the token is that comment */
	const char *at; /* in the text */
	size_t n;
};

struct clex {
	const char *at, *end;
	bool at_line_start; /* only blanks and comments so far on this line */
};

void clex_init(struct clex *, const char *text, size_t n); /* the text must outlive it */
struct clex_token clex_next(struct clex *);

bool clex_is(const struct clex_token *, const char *text); /* a token with exactly this text */
bool clex_is_word(const struct clex_token *, const char *word);
bool clex_is_punctuator(const struct clex_token *, const char *punctuator);

#endif
