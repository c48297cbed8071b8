#include "solvers/smtlib/smtlib_write.h"

#include <stdio.h>
#include <string.h>

#include "util/text/diag.h"

enum { INLINED = 1, NAMED = 2 }; /* NAMED, of a variable: declared */
enum { DEEP = 24 };              /* text that nests deeper gets a name */

/* What one call of smtlib_define finds below its roots. */
struct batch {
	struct map uses; /* by operation: number of users here, at most 2, plus 4 times its depth */
	term_list order; /* operations that are to be written, operands first */
	term_list var;   /* variables to declare */
};

void smtlib_writer_init(struct smtlib_writer *w, struct terms *ts) {
	*w = (struct smtlib_writer){.terms = ts};
}

void smtlib_writer_free(struct smtlib_writer *w) {
	vec_free(&w->text);
	vec_free(&w->var);
	vec_free(&w->stack);
	map_free(&w->seen);
}

static void put_n(struct smtlib_writer *w, const char *text, size_t n) {
	vec_reserve(&w->text, w->text.n + n);
	memcpy(w->text.at + w->text.n, text, n);
	w->text.n += n;
}

void smtlib_put(struct smtlib_writer *w, const char *text) {
	put_n(w, text, strlen(text));
}

void smtlib_put_number(struct smtlib_writer *w, uint64_t number) {
	char digit[24], *at = digit + sizeof digit;
	do
		*--at = (char)('0' + number % 10);
	while (number /= 10);
	put_n(w, at, (size_t)(digit + sizeof digit - at));
}

static void put_vector_sort(struct smtlib_writer *w, uint32_t width) {
	smtlib_put(w, "(_ BitVec ");
	smtlib_put_number(w, width);
	smtlib_put(w, ")");
}

static void put_sort(struct smtlib_writer *w, struct sort s) {
	if (s.kind == SORT_BOOL) {
		smtlib_put(w, "Bool");
	} else if (s.kind == SORT_BV) {
		put_vector_sort(w, s.width);
	} else {
		smtlib_put(w, "(Array ");
		put_vector_sort(w, s.width);
		smtlib_put(w, " ");
		put_vector_sort(w, s.elem);
		smtlib_put(w, ")");
	}
}

static void put_name(struct smtlib_writer *w, term t) {
	smtlib_put(w, term_kind(w->terms, t) == TERM_VAR ? "v" : "t");
	smtlib_put_number(w, t.ix);
}

static void put_constant(struct smtlib_writer *w, term t) {
	uint64_t value;
	if (term_sort(w->terms, t).kind == SORT_BOOL) {
		smtlib_put(w, term_is_true(w->terms, t) ? "true" : "false");
		return;
	}
	smtlib_put(w, "(_ bv");
	if (term_get_u64(w->terms, t, &value)) {
		smtlib_put_number(w, value);
	} else {
		struct arena *a = arena_open();
		smtlib_put(w, bits_print(a, term_bits(w->terms, t), false, 10));
		arena_close(a);
	}
	smtlib_put(w, " ");
	smtlib_put_number(w, term_width(w->terms, t));
	smtlib_put(w, ")");
}

static const char *const operator_text[TERM_KIND_N] = {
    [TERM_NOT] = "(not",       [TERM_AND] = "(and",     [TERM_EQ] = "(=",
    [TERM_ITE] = "(ite",       [TERM_BVNOT] = "(bvnot", [TERM_BVNEG] = "(bvneg",
    [TERM_BVAND] = "(bvand",   [TERM_BVOR] = "(bvor",   [TERM_BVXOR] = "(bvxor",
    [TERM_ADD] = "(bvadd",     [TERM_MUL] = "(bvmul",   [TERM_UDIV] = "(bvudiv",
    [TERM_UREM] = "(bvurem",   [TERM_SDIV] = "(bvsdiv", [TERM_SREM] = "(bvsrem",
    [TERM_SHL] = "(bvshl",     [TERM_LSHR] = "(bvlshr", [TERM_ASHR] = "(bvashr",
    [TERM_ULT] = "(bvult",     [TERM_SLT] = "(bvslt",   [TERM_CONCAT] = "(concat",
    [TERM_SELECT] = "(select", [TERM_STORE] = "(store",
};

static void put_operator(struct smtlib_writer *w, term t) {
	const struct terms *ts = w->terms;
	switch (term_kind(ts, t)) {
	case TERM_EXTRACT:
		smtlib_put(w, "((_ extract ");
		smtlib_put_number(w, term_high(ts, t));
		smtlib_put(w, " ");
		smtlib_put_number(w, term_low(ts, t));
		smtlib_put(w, ")");
		break;
	case TERM_ZEXT:
	case TERM_SEXT:
		smtlib_put(w, term_kind(ts, t) == TERM_ZEXT ? "((_ zero_extend " : "((_ sign_extend ");
		smtlib_put_number(w, term_width(ts, t) - term_width(ts, term_arg(ts, t, 0)));
		smtlib_put(w, ")");
		break;
	case TERM_CONST_ARRAY:
		smtlib_put(w, "((as const ");
		put_sort(w, term_sort(ts, t));
		smtlib_put(w, ")");
		break;
	default: smtlib_put(w, operator_text[term_kind(ts, t)]);
	}
}

static uint64_t how_seen(const struct smtlib_writer *w, term t) {
	uint64_t how = 0;
	map_get(&w->seen, t.ix, &how);
	return how;
}

/* True: the operands of t are to be visited. */
static bool enter(struct smtlib_writer *w, struct batch *b, term t) {
	enum term_kind k = term_kind(w->terms, t);
	uint64_t uses = 0;
	if (k == TERM_CONST || how_seen(w, t) == NAMED)
		return false;
	if (k == TERM_VAR) {
		vec_push(&b->var, t);
		map_put(&w->seen, t.ix, NAMED);
		return false;
	}
	map_get(&b->uses, t.ix, &uses);
	map_put(&b->uses, t.ix, uses ? 2 : 1);
	return !uses;
}

static void visit(struct smtlib_writer *w, struct batch *b, term root) {
	struct smtlib_frame f = {root, 0};
	if (enter(w, b, root))
		vec_push(&w->stack, f);
	while (w->stack.n) {
		struct smtlib_frame *top = &vec_last(&w->stack);
		if (top->next == term_nargs(w->terms, top->t)) {
			vec_push(&b->order, top->t);
			w->stack.n--;
			continue;
		}
		f.t = term_arg(w->terms, top->t, top->next++);
		if (enter(w, b, f.t))
			vec_push(&w->stack, f);
	}
}

/* Levels of text below and with an operation, names counting nothing. */
static uint64_t depth_of(struct smtlib_writer *w, struct batch *b, term t) {
	uint64_t deepest = 0;
	for (uint32_t i = 0; i < term_nargs(w->terms, t); i++) {
		term arg = term_arg(w->terms, t, i);
		uint64_t value = 0;
		if (how_seen(w, arg) != NAMED && map_get(&b->uses, arg.ix, &value) && value >> 2 > deepest)
			deepest = value >> 2;
	}
	return deepest + 1;
}

static void declare(struct smtlib_writer *w, const struct batch *b) {
	for (size_t i = 0; i < b->var.n; i++) {
		term v = b->var.at[i];
		smtlib_put(w, "(declare-fun ");
		put_name(w, v);
		smtlib_put(w, " () ");
		put_sort(w, term_sort(w->terms, v));
		smtlib_put(w, ")\n");
		vec_push(&w->var, v);
	}
}

static void define(struct smtlib_writer *w, term t, bool let) {
	smtlib_put(w, let ? "(let ((" : "(define-fun ");
	put_name(w, t);
	smtlib_put(w, let ? " " : " () ");
	if (!let) {
		put_sort(w, term_sort(w->terms, t));
		smtlib_put(w, " ");
	}
	smtlib_put_term(w, t);
	smtlib_put(w, let ? "))\n" : ")\n");
	map_put(&w->seen, t.ix, NAMED);
}

/* Decides operands first what gets a name, and writes that; returns how many did. */
static size_t define_named(struct smtlib_writer *w, struct batch *b, bool let) {
	size_t named = 0;
	for (size_t i = 0; i < b->order.n; i++) {
		term t = b->order.at[i];
		uint64_t value = 0, depth = depth_of(w, b, t);
		map_get(&b->uses, t.ix, &value);
		if (value == 2 || depth >= DEEP || how_seen(w, t) == INLINED) {
			map_put(&w->seen, t.ix, 0);
			define(w, t, let);
			named++;
		} else {
			map_put(&b->uses, t.ix, value | depth << 2);
			map_put(&w->seen, t.ix, INLINED);
		}
	}
	return named;
}

static void batch_free(struct batch *b) {
	map_free(&b->uses);
	vec_free(&b->order);
	vec_free(&b->var);
}

void smtlib_define(struct smtlib_writer *w, const term *root, size_t n) {
	struct batch b = {0};
	for (size_t i = 0; i < n; i++)
		visit(w, &b, root[i]);
	declare(w, &b);
	define_named(w, &b, false);
	batch_free(&b);
}

void smtlib_put_term(struct smtlib_writer *w, term root) {
	struct smtlib_frame f = {root, 0};
	vec_push(&w->stack, f);
	while (w->stack.n) {
		struct smtlib_frame *top = &vec_last(&w->stack);
		term t = top->t;
		if (!top->next) {
			bool constant = term_kind(w->terms, t) == TERM_CONST;
			if (constant)
				put_constant(w, t);
			else if (how_seen(w, t) == NAMED)
				put_name(w, t);
			else
				put_operator(w, t);
			if (constant || how_seen(w, t) == NAMED) {
				w->stack.n--;
				continue;
			}
		}
		if (top->next == term_nargs(w->terms, t)) {
			smtlib_put(w, ")");
			w->stack.n--;
			continue;
		}
		smtlib_put(w, " ");
		f.t = term_arg(w->terms, t, top->next++);
		vec_push(&w->stack, f);
	}
}

void smtlib_put_assertion(struct smtlib_writer *w, const term *root, size_t n) {
	struct batch b = {0};
	for (size_t i = 0; i < n; i++)
		visit(w, &b, root[i]);
	declare(w, &b);
	smtlib_put(w, "(assert ");
	size_t lets = define_named(w, &b, true);
	smtlib_put(w, n > 1 ? "(and" : n ? "" : "true");
	for (size_t i = 0; i < n; i++) {
		smtlib_put(w, n > 1 ? "\n" : "");
		smtlib_put_term(w, root[i]);
	}
	for (size_t i = n > 1 ? 0 : 1; i <= lets; i++)
		smtlib_put(w, ")");
	smtlib_put(w, ")\n");
	batch_free(&b);
}

enum smtlib_arrays smtlib_arrays_in(const struct terms *ts, const term *root, size_t n) {
	struct map seen = {0};
	term_list todo = {0};
	enum smtlib_arrays most = SMTLIB_NO_ARRAYS;
	for (size_t i = 0; i < n; i++)
		vec_push(&todo, root[i]);
	while (todo.n) {
		term t = vec_pop(&todo);
		if (!term_nargs(ts, t) || map_get(&seen, t.ix, NULL))
			continue;
		map_put(&seen, t.ix, 1);
		if (term_kind(ts, t) == TERM_CONST_ARRAY)
			most = SMTLIB_CONST_ARRAYS;
		for (uint32_t i = 0; i < term_nargs(ts, t); i++) {
			term arg = term_arg(ts, t, i);
			if (term_sort(ts, arg).kind == SORT_ARRAY && most == SMTLIB_NO_ARRAYS)
				most = SMTLIB_ARRAYS;
			vec_push(&todo, arg);
		}
	}
	vec_free(&todo);
	map_free(&seen);
	return most;
}
