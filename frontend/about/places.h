/* frontend/about/places.h -- where things stand in the text of the sources.
 *
 * For changes of the text (fix/): the statements, declarations, names and operators of the user's
 * files as a tree, each with its bytes in the file.  Headers of the system and models are left out.
 * A file that several units include is here once, as the first of them sees it.
 *
 * node[] is in the order of the text, parents before their children; the subtree of node i are the
 * nodes i..node[i].next - 1, so that its children are i + 1, node[i + 1].next, ...  Casts that
 * nobody wrote and parentheses are no nodes.
 *
 * What comes out of a macro's body has the bytes of the macro's call, and is_macro; what is an
 * argument of a macro has its own bytes.  is_broken: there are no such bytes: it begins in one
 * macro and ends elsewhere, or an #if stands between.
 */
#ifndef FRONTEND_ABOUT_PLACES_H
#define FRONTEND_ABOUT_PLACES_H

#include "frontend/fe_config.h"
#include "util/base/loc.h"
#include "util/base/vec.h"

#define NO_NODE UINT32_MAX

enum node_kind {
	NODE_FUNCTION, /* a definition, or a declaration; name */
	NODE_PARAMETER,
	NODE_VARIABLE, /* of a file, or a local one; its children are the initialiser's */
	NODE_RECORD,   /* struct or union; name, or NULL */
	NODE_FIELD,
	NODE_BLOCK,
	NODE_DECLARATION, /* the statement around variables */
	NODE_IF,          /* children: condition, statement, and the other one if there is one */
	NODE_WHILE,       /* children: condition, body */
	NODE_DO,          /* children: body, condition */
	NODE_FOR,         /* children: what there is of its head; last, the body */
	NODE_SWITCH,      /* children: value, body */
	NODE_CASE,        /* also default; last child: the statement */
	NODE_LABEL,       /* name; last child: the statement */
	NODE_RETURN,
	NODE_BREAK,
	NODE_CONTINUE,
	NODE_GOTO, /* name: the label, NULL: computed */
	NODE_EMPTY,
	NODE_CALL,   /* name: of the function, NULL: through a pointer; children: callee, arguments */
	NODE_NAME,   /* use of a variable, parameter, function, enumerator */
	NODE_MEMBER, /* name: of the field; child: the object, if it is written */
	NODE_INDEX,  /* children: array, index */
	NODE_ASSIGN, /* name: the operator, "=", "+="; children: left, right */
	NODE_UNARY,  /* name: the operator, "++", "*", "&", "!" */
	NODE_BINARY, /* name: the operator, "==", "&&" */
	NODE_LITERAL,
	NODE_OTHER, /* any other expression or statement */
};

struct node {
	enum node_kind kind;
	uint32_t parent, next; /* next: the first node that is not in its subtree */
	uint32_t file;         /* index in places.file */
	size_t begin, end;     /* bytes; a statement ends after its ';' */
	size_t name_at;        /* VARIABLE, FIELD, FUNCTION: where the name stands */
	const char *name;      /* or NULL */
	const char *type;      /* of a variable, field or expression, without typedefs; or NULL */
	const char *id;        /* of what is declared or used: the same pointer for the same thing in
	                          all units; or NULL */
	bool is_statement;     /* it stands where a statement stands */
	bool is_macro, is_broken;
	bool is_definition; /* FUNCTION, VARIABLE: or a declaration only */
	bool is_global;     /* VARIABLE: of a file, or static */
	bool is_static;     /* VARIABLE, FUNCTION */
	bool is_postfix;    /* UNARY: x++ */
	bool is_arrow;      /* MEMBER: p->f */
};

struct place_file {
	const char *name; /* as clang opened it, interned */
	const char *text;
	size_t n;
	VEC(size_t) line;  /* where each line begins */
	bool is_source;    /* not only included */
	bool is_generated; /* #line, or line marks: what is in it has been written elsewhere */
};

struct places {
	struct arena *arena;
	VEC(struct place_file) file;
	VEC(struct node) node; /* file after file */
};

/* Reads the sources as fe_load would; ends the program if one does not compile. */
void places_open(struct places *, const struct fe_config *);
void places_free(struct places *);

/* Positions. */
struct loc places_loc(const struct places *, uint32_t file, size_t offset);
/* The smallest node there; NO_NODE: none.  loc.col 0: the first statement of the line. */
uint32_t places_find(const struct places *, struct loc);

/* The tree. */
uint32_t places_child(const struct places *, uint32_t node,
                      unsigned n); /* NO_NODE: there is none */
unsigned places_children(const struct places *, uint32_t node);
uint32_t places_last(const struct places *, uint32_t node); /* child; NO_NODE: none */
/* It, or the smallest around it of this kind; NO_NODE: none. */
uint32_t places_around(const struct places *, uint32_t node, enum node_kind);
/* It, or the smallest around it that stands where a statement stands. */
uint32_t places_statement(const struct places *, uint32_t node);
/* The one before, after it in the same block; NO_NODE: it is the first, the last, or alone. */
uint32_t places_before(const struct places *, uint32_t statement);
uint32_t places_after(const struct places *, uint32_t statement);
bool places_is_in(const struct places *, uint32_t node, uint32_t outer);
/* The declaration, a definition if there is one; NO_NODE: it is not in the user's files. */
uint32_t places_declaration(const struct places *, const char *id);

/* The text. */
const char *places_text(const struct places *, struct arena *, uint32_t node);
/* The blanks at the beginning of the line where the node begins. */
const char *places_indent(const struct places *, struct arena *, uint32_t node);
const char *places_line_end(const struct places *, uint32_t file); /* "\n" or "\r\n" */
/* Is there a preprocessing directive that decides what is compiled between the two? */
bool places_has_condition(const struct places *, uint32_t file, size_t begin, size_t end);

#endif
