/* report/witness/tokens.h -- the words of a C source, to find where its statements, calls and
 * branches are.
 *
 * Witnesses speak of places as the C standard does: the first character of a statement or of a full
 * expression, the closing parenthesis of a call, the keyword of a branching.  All that can be seen
 * in the text without a parser.  Nothing is claimed of a text that looks odd: then there is no
 * place, and a witness says less.
 *
 * Places are looked up as compilers name them: line markers ("# 12 "a.c"") of a preprocessed file
 * are obeyed.  The places that come out are those of the text itself, which is what others see.
 */
#ifndef REPORT_WITNESS_TOKENS_H
#define REPORT_WITNESS_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

#include "util/base/arena.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

#define NO_TOKEN UINT32_MAX

enum token_kind { /* or the character itself */
	              TOKEN_WORD = 'a',
	              TOKEN_NUMBER = '0',
	              TOKEN_LITERAL = '"',
	              TOKEN_OPERATOR = 'o', /* of several characters */
};

struct token {
	char kind;
	bool is_block;  /* of '{': statements follow, not an initialiser or members */
	uint32_t at, n; /* bytes of the text */
	uint32_t line;  /* from 1 */
	uint32_t in;    /* the innermost bracket around it, or NO_TOKEN */
	uint32_t mate;  /* of a bracket: the other one, or NO_TOKEN */
};

struct token_marker { /* from this line of the text on, the compiler counts anew */
	uint32_t line;
	const char *file;
	uint32_t presumed;
};

struct tokens {
	const char *text; /* the caller's */
	size_t n;
	VEC(struct token) token;
	VEC(uint32_t) line; /* where each one begins */
	VEC(struct token_marker) marker;
};

void tokens_init(struct tokens *, struct arena *, const char *file, const char *text, size_t n);
void tokens_free(struct tokens *);

/* The token that begins at the place; NO_TOKEN: none does. */
uint32_t tokens_find(const struct tokens *, struct loc);
uint32_t tokens_line(const struct tokens *,
                     struct loc); /* of the text; 0: the place is elsewhere */
uint32_t tokens_column(const struct tokens *, uint32_t ix); /* in characters, from 1 */
uint32_t tokens_offset(const struct tokens *, uint32_t ix); /* in characters, from 0 */

/* The innermost statement or declaration that ix is part of, from its first token to its last (of
 * an if, while, for or switch: to the end of its head).  *in_head: ix is in such a head. */
uint32_t tokens_statement(const struct tokens *, uint32_t ix, bool *in_head);
uint32_t tokens_statement_end(const struct tokens *, uint32_t start);
/* The first token of the full expression, or of the statement that is one, around ix; of what the
 * if, while, for or switch at ix tests. */
uint32_t tokens_expression(const struct tokens *, uint32_t ix);
/* What the if, while or for at ix tests: [*from, *to); false: nothing that can be seen. */
bool tokens_condition(const struct tokens *, uint32_t ix, uint32_t *from, uint32_t *to);
/* If the operand [from, to) of a condition that ends before 'end' is decided like that: where the
 * operand that is evaluated next may begin; 'end': the condition is decided; NO_TOKEN: this is not
 * to be seen. */
uint32_t tokens_next_operand(const struct tokens *, uint32_t condition, uint32_t end, uint32_t from,
                             uint32_t to, bool value);
bool tokens_is_loop(const struct tokens *, uint32_t ix); /* the keyword of a for, while or do */
/* Where the words of 'part' stand between the two tokens; NO_TOKEN: nowhere. */
uint32_t tokens_search(const struct tokens *, uint32_t from, uint32_t to,
                       const struct tokens *part);
/* The closing parenthesis of the call whose function begins at ix; NO_TOKEN: it is no call. */
uint32_t tokens_call_end(const struct tokens *, uint32_t ix);
/* The call of the function at ix, or the only one among the arguments of a macro at ix. */
uint32_t tokens_find_call(const struct tokens *, uint32_t ix, const char *function);
/* Does the name, perhaps, mean the same variable everywhere? */
bool tokens_is_global(const struct tokens *, const char *name, size_t n);
/* Does the function around ix declare the name, too? */
bool tokens_is_shadowed(const struct tokens *, uint32_t ix, const char *name, size_t n);
bool tokens_is_parameter(const struct tokens *, uint32_t ix, const char *name,
                         size_t n); /* of it */
/* Does the name mean a parameter or local variable at ix that the function around it declares once,
 * and before? */
bool tokens_is_local(const struct tokens *, uint32_t ix, const char *name, size_t n);
bool tokens_define(const struct tokens *, const char *function); /* with a body */
/* Does the name occur between the two tokens, both included? */
bool tokens_mention(const struct tokens *, uint32_t from, uint32_t to, const char *name, size_t n);
/* Does the way in the text from one token to a later one leave a block that the first is in? */
bool tokens_leave_block(const struct tokens *, uint32_t from, uint32_t to);

#endif
