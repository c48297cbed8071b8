/* frontend/source/attribute.h -- attributes of declarations, read from clang's printed form.
 *
 * libclang exposes most attributes without name or arguments, and their tokens are unreliable in
 * macros; the declaration printed back from the syntax tree is macro-free.
 */
#ifndef FRONTEND_SOURCE_ATTRIBUTE_H
#define FRONTEND_SOURCE_ATTRIBUTE_H

#include <clang-c/Index.h>
#include <stdbool.h>
#include <stdint.h>

/* Does the declaration have the attribute?  'argument' (may be NULL) receives the interned text
 * between its parentheses without outer quotes, or NULL if it has none. */
bool fe_attribute(CXCursor decl, const char *name, const char **argument);

#define NO_PRIORITY UINT32_MAX

struct fe_attributes { /* those that linking asks for, of one declaration (not inherited ones) */
	bool weak, gnu_inline, noreturn;
	uint32_t constructor, destructor; /* priority, or NO_PRIORITY */
	const char *alias;                /* interned, or NULL */
	const char *asm_label;            /* the name given with asm("..."), interned, or NULL */
};

struct fe_attributes fe_attributes(CXCursor decl);

/* Parameters and body of a function, as clang prints them: without macros; interned. */
const char *fe_body_text(CXCursor definition);

/* What the declaration of a variable asks for; 0: nothing; UINT32_MAX: no plain number. */
uint32_t fe_alignment(CXCursor decl);

/* What the linker calls what is declared, interned: its name, or the label that a declaration of
 * the user's files gives it. */
const char *fe_linker_name(CXCursor decl);

#endif
