/* frontend/source/extension.h -- pragmas and attributes that change what a program means, and that
 * nobody reads: the verdict says so, or is UNKNOWN (frontend/source/extensions.def lists them all).
 *
 * Neither pragmas nor attributes that clang does not know are in its tree, so the text of the
 * user's files is read: what preprocessing leaves out does not count, nor do headers of the system.
 * One inside a function counts if the function is a part of the program, one elsewhere if its file
 * is.  A macro of the user's that has one counts where it is used.
 */
#ifndef FRONTEND_SOURCE_EXTENSION_H
#define FRONTEND_SOURCE_EXTENSION_H

#include "frontend/fe.h"
#include "util/base/vec.h"

enum extension_what {
	EXTENSION_READ,
	EXTENSION_HARMLESS,
	EXTENSION_CLANG,
	EXTENSION_SAID,
	EXTENSION_REFUSED,
};

struct extension {
	const char *name;
	enum extension_what what;
	const char *remark; /* follows "is ignored"; or NULL */
	bool is_pragma;
};

/* The line of the list for a pragma, given as the text behind the word, or for an attribute, with
 * or without underscores; NULL: there is none. */
const struct extension *extension_pragma(const char *text, size_t n);
const struct extension *extension_attribute(const char *name, size_t n);

#define EXTENSION_WEAK "#pragma weak " /* a use with the name of a symbol behind it is read */

struct extension_use {
	uint32_t file;    /* as the scan numbers them */
	size_t at;        /* in its text */
	const char *name; /* interned: "#pragma omp", "attribute 'naked'" */
	const char *remark;
	bool is_read, is_refused;
};

struct extension_uses {
	struct extension_use *at;
	size_t n, cap;
};

/* Could the text have anything that must be said?  Quick, and true too often. */
bool extension_is_likely(const char *text, size_t n);

struct extension_text {
	const char *text;
	size_t n;
	/* Is the text at this offset left out by the preprocessor, or the system's?  NULL: never. */
	bool (*is_left_out)(void *data, uint32_t file, size_t at);
	void *data;
};

/* What must be said of texts that belong together: macros of one are used in others. */
void extension_scan(const struct extension_text *, uint32_t ntexts, struct extension_uses *);

/* Looks for them in the files of a unit that was parsed just now, once. */
void fe_extensions_find(struct fe *, struct fe_unit *);
/* Does a #pragma weak of the unit name the symbol? */
bool fe_extensions_weak(const struct fe_unit *, const char *name);
/* The function becomes a part of the program: what stands in it is noted.  Returns what is refused
 * there, "attribute 'naked'", with its place; or NULL. */
const char *fe_extensions_enter(struct fe *, struct fe_unit *, CXCursor definition, struct loc *);
void fe_extensions_close(struct fe_unit *);

#endif
