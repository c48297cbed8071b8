#include "witness/cexpr.h"

#include <string.h>

#include "goto/program/operators.h"
#include "witness/cleaf.h"
#include "witness/coperator.h"
#include "witness/cparser.h"
#include "witness/ctypename.h"

enum { MAX_DEPTH = 200, MAX_LENGTH = 1 << 16 };

static const struct expr *conditional(struct cparser *);
static const struct expr *unary(struct cparser *);

static const struct expr *backslash(struct cparser *p) {
	if (cparser_take_acsl(p, "result"))
		return p->scope->result ? p->scope->result
		                        : cparser_fail(p, "\\result where nothing is returned");
	if (cparser_take_acsl(p, "true"))
		return coperator_number(p, coperator_int(p), 1);
	if (cparser_take_acsl(p, "false"))
		return coperator_number(p, coperator_int(p), 0);
	return cparser_fail(p, "'%.20s' is not understood", p->next.at);
}

static const struct expr *primary(struct cparser *p) {
	if (cparser_take(p, "(")) {
		const struct expr *e = conditional(p);
		return e && cparser_expect(p, ")") ? e : NULL;
	}
	if (cparser_is_next(p, "\\"))
		return backslash(p);
	if (p->next.kind == CLEX_CHARACTER)
		return cleaf_character(p);
	if (p->next.kind == CLEX_NUMBER)
		return cleaf_constant(p);
	return cleaf_name(p);
}

static const struct expr *member(struct cparser *p, const struct expr *e) {
	const char *field = cparser_take_name(p);
	if (!e || !field || !type_is_record(e->type) || !expr_is_lvalue(e))
		return cparser_fail(p, "a member of something that has none");
	const struct expr *m = coperator_member(p, e, field);
	return m ? m : cparser_fail(p, "no member is called '%s'", field);
}

static const struct expr *postfix(struct cparser *p) {
	const struct expr *e = primary(p);
	while (e) {
		if (cparser_take(p, "[")) {
			const struct expr *ix = conditional(p);
			e = ix && cparser_expect(p, "]") ? coperator_element(p, e, ix) : NULL;
		} else if (cparser_take(p, "->")) {
			e = member(p, coperator_deref(p, e));
		} else if (cparser_take(p, ".")) {
			e = member(p, e);
		} else if (cparser_take(p, "++") || cparser_take(p, "--")) {
			return cparser_fail(p, "++ and -- have side effects");
		} else {
			break;
		}
	}
	return e;
}

static const struct expr *arithmetic_unary(struct cparser *p, enum expr_kind kind) {
	const struct expr *e = coperator_scalar(p, unary(p));
	if (!e || !type_is_arithmetic(e->type) || (kind == EXPR_BITNOT && !type_is_integer(e->type)))
		return e ? cparser_fail(p, "an operator with an operand that it does not take") : NULL;
	const struct type *type = coperator_promoted(p, e);
	return expr_unary(p->arena, kind, type, coperator_convert(p, type, e));
}

static const struct expr *address(struct cparser *p) {
	const struct expr *outer = p->defined, *e = unary(p);
	p->defined = outer; /* an address is not followed */
	if (e && !expr_is_lvalue(e))
		return cparser_fail(p, "'&' of something that has no address");
	if (e && e->type->kind == TYPE_FUNC)
		return coperator_value(p, e);
	return e ? expr_addr(p->arena, p->types, e) : NULL;
}

static const struct expr *cast(struct cparser *p, const struct type *type) {
	const struct expr *e = cparser_expect(p, ")") ? coperator_scalar(p, unary(p)) : NULL;
	if (!e)
		return NULL;
	bool odd = (type->kind == TYPE_FLOAT && e->type->kind == TYPE_POINTER) ||
	           (type->kind == TYPE_POINTER && e->type->kind == TYPE_FLOAT);
	if (!type_is_scalar(type) || odd)
		return cparser_fail(p, "a conversion that C does not have");
	return coperator_convert(p, type, e);
}

static const struct expr *size_of(struct cparser *p) {
	struct clex lexer = p->lexer;
	struct clex_token next = p->next;
	const struct type *type = cparser_take(p, "(") ? ctypename_take(p) : NULL;
	if (type && cparser_take(p, ")"))
		return coperator_number(p, type_size(p->types), type->kind == TYPE_VOID ? 1 : type->size);
	p->lexer = lexer;
	p->next = next;
	const struct expr *outer = p->defined, *e = p->error ? NULL : unary(p);
	p->defined = outer; /* nothing is computed */
	if (e && (type_has_vla(e->type) || !e->type->size))
		return cparser_fail(p, "the size of something whose size is not known");
	return e ? coperator_number(p, type_size(p->types), e->type->size) : NULL;
}

static const struct expr *unary_operator(struct cparser *p) {
	if (cparser_take(p, "++") || cparser_take(p, "--"))
		return cparser_fail(p, "++ and -- have side effects");
	if (cparser_take(p, "!"))
		return coperator_not(p, unary(p));
	if (cparser_take(p, "-"))
		return arithmetic_unary(p, EXPR_NEG);
	if (cparser_take(p, "~"))
		return arithmetic_unary(p, EXPR_BITNOT);
	if (cparser_take(p, "*"))
		return coperator_deref(p, unary(p));
	if (cparser_take(p, "&"))
		return address(p);
	if (cparser_take_word(p, "sizeof"))
		return size_of(p);
	if (cparser_take(p, "+")) {
		const struct expr *e = coperator_scalar(p, unary(p));
		return e ? coperator_convert(p, coperator_promoted(p, e), e) : NULL;
	}
	struct clex lexer = p->lexer;
	struct clex_token next = p->next;
	const struct type *type = cparser_take(p, "(") ? ctypename_take(p) : NULL;
	if (type || p->error)
		return type ? cast(p, type) : NULL;
	p->lexer = lexer;
	p->next = next;
	return postfix(p);
}

static const struct expr *unary(struct cparser *p) {
	if (++p->depth > MAX_DEPTH)
		return cparser_fail(p, "an expression that is nested too deeply");
	const struct expr *e = unary_operator(p);
	p->depth--;
	return e;
}

/* In which order they are tried: "||" before "|", which it begins with.  EXPR_CONST: none is there.
 */
static enum expr_kind take_operator(struct cparser *p, int level) {
	static const enum expr_kind tried[] = {
	    EXPR_LOR, EXPR_LAND, EXPR_BITOR, EXPR_BITXOR, EXPR_BITAND, EXPR_EQ,
	    EXPR_NE,  EXPR_LE,   EXPR_GE,    EXPR_SHL,    EXPR_SHR,    EXPR_LT,
	    EXPR_GT,  EXPR_ADD,  EXPR_SUB,   EXPR_MUL,    EXPR_DIV,    EXPR_REM,
	};
	for (size_t i = 0; i < sizeof tried / sizeof *tried; i++)
		if (operator_level(tried[i]) >= level && cparser_take(p, operator_text(tried[i])))
			return tried[i];
	return EXPR_CONST;
}

/* Operators of this level and above, by precedence climbing. */
static const struct expr *binary(struct cparser *p, int level) {
	if (++p->depth > MAX_DEPTH)
		return cparser_fail(p, "an expression that is nested too deeply");
	const struct expr *e = unary(p);
	enum expr_kind kind;
	while (e && (kind = take_operator(p, level)) != EXPR_CONST) {
		bool selects = kind == EXPR_LAND || kind == EXPR_LOR;
		const struct expr *outer = p->defined;
		p->defined = selects ? NULL : outer;
		const struct expr *right = binary(p, operator_level(kind) + 1);
		if (selects)
			coperator_need_only_if(p, outer, e, kind == EXPR_LAND);
		e = right ? coperator_binary(p, kind, e, right) : NULL;
	}
	p->depth--;
	return e;
}

static const struct expr *choose(struct cparser *p, const struct expr *c) {
	const struct expr *outer = p->defined;
	p->defined = NULL;
	const struct expr *a = conditional(p);
	coperator_need_only_if(p, outer, c, true);
	outer = p->defined;
	p->defined = NULL;
	const struct expr *b = a && cparser_expect(p, ":") ? conditional(p) : NULL;
	coperator_need_only_if(p, outer, c, false);
	c = coperator_scalar(p, c);
	a = coperator_scalar(p, a);
	b = coperator_scalar(p, b);
	if (!a || !b || !c)
		return NULL;
	if (a->type->kind == TYPE_POINTER || b->type->kind == TYPE_POINTER) {
		const struct type *type = a->type->kind == TYPE_POINTER ? a->type : b->type;
		return expr_cond(p->arena, c, coperator_convert(p, type, a), coperator_convert(p, type, b));
	}
	const struct type *type = coperator_common(p, a, b);
	return expr_cond(p->arena, c, coperator_convert(p, type, a), coperator_convert(p, type, b));
}

static const struct expr *implies(struct cparser *p, const struct expr *a) {
	const struct expr *outer = p->defined;
	p->defined = NULL;
	const struct expr *b = conditional(p);
	coperator_need_only_if(p, outer, a, true);
	return coperator_logic(p, EXPR_LOR, coperator_not(p, a), b);
}

/* a ? b : c, and ACSL's a ==> b, which binds to the right like it. */
static const struct expr *conditional(struct cparser *p) {
	if (++p->depth > MAX_DEPTH)
		return cparser_fail(p, "an expression that is nested too deeply");
	const struct expr *e = binary(p, 1);
	if (e && cparser_take(p, "?"))
		e = choose(p, e);
	else if (e && cparser_take(p, "==>"))
		e = implies(p, e);
	p->depth--;
	return e;
}

static const struct expr *parse(const struct cexpr_scope *scope, const char *text,
                                bool is_condition, const char **error) {
	struct cparser p = {.scope = scope,
	                    .prog = scope->prog,
	                    .arena = scope->prog->arena,
	                    .types = scope->prog->types};
	const struct expr *e = NULL;
	cparser_open(&p, text);
	if (strlen(text) > MAX_LENGTH)
		cparser_fail(&p, "an expression of more than %d characters", MAX_LENGTH);
	else
		e = coperator_scalar(&p, conditional(&p));
	while (e && is_condition && cparser_take(&p, ";")) /* GraphML: several, each ends so */
		if (!cparser_is_end(&p))
			e = coperator_logic(&p, EXPR_LAND, e, conditional(&p));
	if (e && !cparser_is_end(&p))
		e = cparser_fail(&p, "'%.20s' is not understood", p.next.at);
	if (e && p.defined && !is_condition)
		e = cparser_fail(&p, "a value that is not always defined");
	if (e && p.defined)
		e = coperator_logic(&p, EXPR_LAND, p.defined, e);
	*error = p.error;
	return p.error ? NULL : e;
}

const struct expr *cexpr_parse(const struct cexpr_scope *scope, const char *text,
                               const char **error) {
	return parse(scope, text, true, error);
}

const struct expr *cexpr_value(const struct cexpr_scope *scope, const char *text,
                               const char **error) {
	return parse(scope, text, false, error);
}
