/* Terms as SMT-LIB 2 text.  An operation that is used more than once gets a name in a let, so the
 * text is as large as the graph, and all walks keep a stack of their own. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "solvers/term/term.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

enum { DONE = 4 };

struct frame {
	term t;
	uint32_t next; /* operand to visit */
};

struct printer {
	struct terms *terms;
	VEC(char) text;
	VEC(struct frame) stack;
	VEC(term) shared; /* operands before users */
	VEC(term) var;
	bool arrays;
	uint8_t *uses;    /* by term: number of users seen, at most 2 */
	uint32_t *let_ix; /* by term: number of its let plus one; 0: none or not yet */
};

static void put(struct printer *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(struct printer *p, const char *format, ...) {
	va_list ap, again;
	va_start(ap, format);
	va_copy(again, ap);
	size_t n = (size_t)vsnprintf(NULL, 0, format, ap);
	va_end(ap);
	vec_reserve(&p->text, p->text.n + n + 1);
	vsnprintf(p->text.at + p->text.n, n + 1, format, again);
	va_end(again);
	p->text.n += n;
}

static const char *const operator_name[TERM_KIND_N] = {
    [TERM_NOT] = "not",       [TERM_AND] = "and",     [TERM_EQ] = "=",
    [TERM_ITE] = "ite",       [TERM_BVNOT] = "bvnot", [TERM_BVNEG] = "bvneg",
    [TERM_BVAND] = "bvand",   [TERM_BVOR] = "bvor",   [TERM_BVXOR] = "bvxor",
    [TERM_ADD] = "bvadd",     [TERM_MUL] = "bvmul",   [TERM_UDIV] = "bvudiv",
    [TERM_UREM] = "bvurem",   [TERM_SDIV] = "bvsdiv", [TERM_SREM] = "bvsrem",
    [TERM_SHL] = "bvshl",     [TERM_LSHR] = "bvlshr", [TERM_ASHR] = "bvashr",
    [TERM_ULT] = "bvult",     [TERM_SLT] = "bvslt",   [TERM_CONCAT] = "concat",
    [TERM_SELECT] = "select", [TERM_STORE] = "store",
};

static void put_sort(struct printer *p, struct sort s) {
	if (s.kind == SORT_BOOL)
		put(p, "Bool");
	else if (s.kind == SORT_BV)
		put(p, "(_ BitVec %u)", s.width);
	else
		put(p, "(Array (_ BitVec %u) (_ BitVec %u))", s.width, s.elem);
}

static bool is_simple_symbol(const char *name) {
	if (!*name || isdigit((unsigned char)*name))
		return false;
	for (const char *s = name; *s; s++)
		if (!isalnum((unsigned char)*s) && !strchr("~!@$%^&*_-+=<>.?/", *s))
			return false;
	return true;
}

static void put_name(struct printer *p, const char *name) {
	if (is_simple_symbol(name)) {
		put(p, "%s", name);
		return;
	}
	put(p, "|");
	for (const char *s = name; *s; s++)
		put(p, "%c", *s == '|' || *s == '\\' ? '_' : *s);
	put(p, "|");
}

static void put_leaf(struct printer *p, term t) {
	const struct terms *ts = p->terms;
	if (term_kind(ts, t) == TERM_VAR) {
		put_name(p, term_name(ts, t));
	} else if (term_sort(ts, t).kind == SORT_BOOL) {
		put(p, "%s", term_is_true(ts, t) ? "true" : "false");
	} else {
		struct arena *a = arena_open();
		put(p, "(_ bv%s %u)", bits_print(a, term_bits(ts, t), false, 10), term_width(ts, t));
		arena_close(a);
	}
}

static void put_operator(struct printer *p, term t) {
	const struct terms *ts = p->terms;
	switch (term_kind(ts, t)) {
	case TERM_EXTRACT: put(p, "((_ extract %u %u)", term_high(ts, t), term_low(ts, t)); break;
	case TERM_ZEXT:
	case TERM_SEXT:
		put(p, "((_ %s_extend %u)", term_kind(ts, t) == TERM_ZEXT ? "zero" : "sign",
		    term_width(ts, t) - term_width(ts, term_arg(ts, t, 0)));
		break;
	case TERM_CONST_ARRAY:
		put(p, "((as const ");
		put_sort(p, term_sort(ts, t));
		put(p, ")");
		break;
	default: put(p, "(%s", operator_name[term_kind(ts, t)]);
	}
}

/* Counts uses below a root; operations used twice end up in 'shared', variables in 'var'. */
static void count_uses(struct printer *p, term root) {
	const struct terms *ts = p->terms;
	struct frame f = {root, 0};
	vec_push(&p->stack, f);
	while (p->stack.n) {
		struct frame *top = &vec_last(&p->stack);
		unsigned uses = 0;
		if (top->next == 0) {
			uses = p->uses[top->t.ix];
			p->uses[top->t.ix] = uses ? 2 : 1;
			p->arrays = p->arrays || term_sort(ts, top->t).kind == SORT_ARRAY;
			if (!uses && term_kind(ts, top->t) == TERM_VAR)
				vec_push(&p->var, top->t);
		}
		if (uses || top->next == term_nargs(ts, top->t)) {
			p->stack.n--;
			continue;
		}
		f.t = term_arg(ts, top->t, top->next++);
		vec_push(&p->stack, f);
	}
}

/* Numbers the shared operations below a root, operands first. */
static void number_shared(struct printer *p, term root) {
	const struct terms *ts = p->terms;
	struct frame f = {root, 0};
	vec_push(&p->stack, f);
	while (p->stack.n) {
		struct frame *top = &vec_last(&p->stack);
		term t = top->t;
		if (top->next == 0 && p->uses[t.ix] & DONE) {
			p->stack.n--;
			continue;
		}
		if (top->next < term_nargs(ts, t)) {
			f.t = term_arg(ts, t, top->next++);
			vec_push(&p->stack, f);
			continue;
		}
		p->stack.n--;
		if (p->uses[t.ix] == 2 && term_nargs(ts, t)) {
			vec_push(&p->shared, t);
			p->let_ix[t.ix] = (uint32_t)p->shared.n;
		}
		p->uses[t.ix] |= DONE;
	}
}

/* The text of a term; shared operations below it by name. */
static void put_term(struct printer *p, term root) {
	const struct terms *ts = p->terms;
	struct frame f = {root, 0};
	vec_push(&p->stack, f);
	while (p->stack.n) {
		struct frame *top = &vec_last(&p->stack);
		term t = top->t;
		if (top->next == 0) {
			bool named = !term_eq(t, root) && p->let_ix[t.ix];
			if (named)
				put(p, "?%u", p->let_ix[t.ix] - 1);
			else if (!term_nargs(ts, t))
				put_leaf(p, t);
			else
				put_operator(p, t);
			if (named || !term_nargs(ts, t)) {
				p->stack.n--;
				continue;
			}
		}
		if (top->next == term_nargs(ts, t)) {
			put(p, ")");
			p->stack.n--;
			continue;
		}
		put(p, " ");
		f.t = term_arg(ts, t, top->next++);
		vec_push(&p->stack, f);
	}
}

static void put_use(struct printer *p, term t) {
	if (p->let_ix[t.ix])
		put(p, "?%u", p->let_ix[t.ix] - 1);
	else
		put_term(p, t);
}

/* The conjunction of all terms, or the only one, below its lets. */
static void put_all(struct printer *p, const term *t, size_t n) {
	for (size_t i = 0; i < n; i++)
		number_shared(p, t[i]);
	for (size_t i = 0; i < p->shared.n; i++) {
		put(p, "(let ((?%zu ", i);
		put_term(p, p->shared.at[i]);
		put(p, "))\n");
	}
	if (n == 0)
		put(p, "true");
	if (n > 1)
		put(p, "(and");
	for (size_t i = 0; i < n; i++) {
		put(p, "%s", n > 1 ? "\n " : "");
		put_use(p, t[i]);
	}
	if (n > 1)
		put(p, ")");
	for (size_t i = 0; i < p->shared.n; i++)
		put(p, ")");
}

static struct printer start(struct terms *ts) {
	size_t n = terms_count(ts) + 1;
	return (struct printer){
	    .terms = ts,
	    .uses = mem_alloc(n),
	    .let_ix = mem_alloc(n * sizeof(uint32_t)),
	};
}

static char *finish(struct printer *p, struct arena *arena) {
	char *text = arena_copy(arena, p->text.at, p->text.n + 1);
	vec_free(&p->text);
	vec_free(&p->stack);
	vec_free(&p->shared);
	vec_free(&p->var);
	mem_free(p->uses);
	mem_free(p->let_ix);
	return text;
}

char *term_print(struct terms *ts, struct arena *arena, term t) {
	struct printer p = start(ts);
	if (!t.ix)
		BUG("no term to print");
	count_uses(&p, t);
	put_all(&p, &t, 1);
	return finish(&p, arena);
}

char *terms_print_query(struct terms *ts, struct arena *arena, const term *assertion, size_t n) {
	struct printer p = start(ts);
	for (size_t i = 0; i < n; i++)
		count_uses(&p, assertion[i]);
	put(&p, "(set-logic %s)\n", p.arrays ? "QF_ABV" : "QF_BV");
	for (size_t i = 0; i < p.var.n; i++) {
		put(&p, "(declare-fun ");
		put_leaf(&p, p.var.at[i]);
		put(&p, " () ");
		put_sort(&p, term_sort(ts, p.var.at[i]));
		put(&p, ")\n");
	}
	put(&p, "(assert ");
	put_all(&p, assertion, n);
	put(&p, ")\n(check-sat)\n");
	return finish(&p, arena);
}
