/* Inputs besides nondeterministic values of variables: arguments of main, text that is read,
 * environment variables, and objects that no file defines. */
#include <string.h>

#include "symex/replay/trace/trace.h"
#include "symex/step/frame.h"
#include "symex/step/value/show.h"

enum { MOST_BYTES = 4096, MOST_PARTS = 64 };

static term plus(struct symex *x, term pointer, uint64_t bytes) {
	return ptr_add(x, pointer, term_u64(x->ts, x->address_bits, bytes));
}

/* Reads up to n bytes behind a pointer; fewer if the object ends.  x->content.fresh_bytes is
 * restored: the search continues after the replay, and the program has not read these bytes. */
static uint64_t read_bytes(struct symex *x, struct state *st, term at, uint64_t n, uint8_t *to) {
	uint32_t id;
	term offset;
	uint64_t first, size, value, top = 0;
	if (!ptr_known(x, at, &id, &offset) || !id || !term_get_u64(x->ts, offset, &first) ||
	    !term_get_u64(x->ts, x->object.at[id].size, &size) || first > size)
		return 0;
	const struct content *c = memory_get(x, st, id);
	bool had = c && map_get(&x->content.fresh_bytes, c->choice, &top);
	uint64_t i = 0;
	for (; c && i < n && i < size - first && i < MOST_BYTES; i++) {
		term byte = memory_read(x, st, plus(x, at, i), (struct scalar){1, false});
		to[i] = term_get_u64(x->ts, byte, &value) ? (uint8_t)value : 0;
	}
	if (had)
		map_put(&x->content.fresh_bytes, c->choice, top);
	return i;
}

static char *text_at(struct symex *x, struct state *st, term at, uint64_t n, bool ends_at_zero) {
	uint8_t *bytes = mem_alloc(MOST_BYTES);
	uint64_t got = read_bytes(x, st, at, n, bytes), length = got;
	const uint8_t *end = ends_at_zero && got ? memchr(bytes, 0, got) : NULL;
	if (end)
		length = (uint64_t)(end - bytes);
	char *text = show_string(trace_arena(x), bytes, length);
	mem_free(bytes);
	return text;
}

static struct step *add(struct symex *x, struct state *st, const char *name, const char *value) {
	struct step *step = trace_add(x, st, STEP_INPUT);
	step->lhs = name;
	step->value = value;
	step->typed = true;
	if (step->in_model)
		step->loc = state_user_loc(st);
	return step;
}

/* --- Input of models. --- */

static const struct type *number_type(struct symex *x, char how, uint64_t bytes) {
	if (how == 'f')
		return type_float(x->prog->types, bytes > 8 ? 80 : (uint32_t)bytes * 8, bytes,
		                  (uint32_t)bytes);
	return type_int(x->prog->types, (uint32_t)bytes * 8, how == 'd');
}

/* __mc_input(at, bytes, how): text, or a number, stored at 'at'. */
static void typed_bytes(struct symex *x, struct state *st, const struct ins *i, const char *name) {
	term at = eval(x, st, i->arg[0]);
	uint64_t n, how;
	if (!term_get_u64(x->ts, eval(x, st, i->arg[1]), &n) ||
	    !term_get_u64(x->ts, eval(x, st, i->arg[2]), &how))
		return;
	if (how == 's' || n == 0 || n > 16) {
		add(x, st, name, text_at(x, st, at, n, false));
		return;
	}
	const struct type *t = number_type(x, (char)how, n);
	add(x, st, name, show_value(x, trace_arena(x), t, memory_read(x, st, at, scalar_of(t))));
}

/* __mc_input_byte(c): one character, or the end of the file. */
static void typed_byte(struct symex *x, struct state *st, const struct ins *i, const char *name) {
	uint64_t c;
	if (!term_get_u64(x->ts, eval(x, st, i->arg[0]), &c))
		return;
	uint8_t byte = (uint8_t)c;
	add(x, st, name, c > 255 ? "end of file" : show_string(trace_arena(x), &byte, 1));
}

/* __mc_input_variable(name, text, bytes): an environment variable. */
static void typed_variable(struct symex *x, struct state *st, const struct ins *i) {
	struct arena *a = trace_arena(x);
	uint64_t n;
	if (!term_get_u64(x->ts, eval(x, st, i->arg[2]), &n))
		return;
	const char *name = text_at(x, st, eval(x, st, i->arg[0]), MOST_BYTES, true);
	const char *value = n ? text_at(x, st, eval(x, st, i->arg[1]), n, true) : "not set";
	add(x, st, arena_printf(a, "getenv(%s)", name), value);
}

void trace_typed(struct symex *x, struct state *st, const struct ins *i) {
	const char *name = trace_callee(x, st);
	if (ins_intrinsic(i) == INTRINSIC_INPUT_VARIABLE)
		typed_variable(x, st, i);
	else if (ins_intrinsic(i) == INTRINSIC_INPUT_BYTE)
		typed_byte(x, st, i, name);
	else
		typed_bytes(x, st, i, name);
}

/* --- Inputs at the start. --- */

void trace_argv(struct symex *x, struct state *st, const struct symbol *s, term argv, term argc) {
	struct scalar pointer = scalar_of(s->type);
	uint64_t n;
	if (!term_get_u64(x->ts, argc, &n))
		return;
	names_call(x, trace_names(x), argv, s->display);
	for (uint64_t i = 0; i < n; i++) {
		term text = memory_read(x, st, plus(x, argv, i * pointer.bytes), pointer);
		const char *name =
		    arena_printf(trace_arena(x), "%s[%llu]", s->display, (unsigned long long)i);
		names_call(x, trace_names(x), text, name);
		add(x, st, name, text_at(x, st, text, MOST_BYTES, true));
	}
}

static bool is_text(const struct type *t) {
	return t->kind == TYPE_ARRAY && t->n != ARRAY_OPEN && t->elem->kind == TYPE_INT &&
	       t->elem->bits == 8;
}

static void add_parts(struct symex *x, struct state *st, const struct expr *e, struct loc loc,
                      unsigned *parts) {
	struct arena *a = x->prog->arena;
	const struct type *t = e->type;
	if (++*parts > MOST_PARTS)
		return;
	struct lvalue p = eval_lvalue(x, st, e);
	if (type_is_scalar(t)) {
		add(x, st, show_lvalue(x, st, trace_arena(x), e),
		    show_value(x, trace_arena(x), t, lvalue_read(x, st, &p)))
		    ->loc = loc;
	} else if (is_text(t)) {
		add(x, st, show_lvalue(x, st, trace_arena(x), e),
		    text_at(x, st, lvalue_pointer(x, &p), t->n, false))
		    ->loc = loc;
	} else if (type_is_record(t)) {
		for (uint32_t i = 0; i < t->record->n; i++)
			if (t->record->field[i].type->size)
				add_parts(x, st, expr_member(a, e, &t->record->field[i]), loc, parts);
	} else if (t->kind == TYPE_ARRAY && t->n != ARRAY_OPEN) {
		for (uint64_t i = 0; i < t->n && *parts <= MOST_PARTS; i++)
			add_parts(x, st, expr_index(a, e, expr_u64(a, type_size(x->prog->types), i)), loc,
			          parts);
	}
}

void trace_externs(struct symex *x, struct state *st) {
	for (size_t i = 0; i < x->prog->symbol.n; i++) {
		struct symbol *s = x->prog->symbol.at[i];
		unsigned parts = 0;
		if (s->storage == STORAGE_STATIC && s->is_extern && !s->is_model && !s->nbytes)
			add_parts(x, st, expr_symbol(x->prog->arena, s), s->loc, &parts);
	}
}

/* --- Functions without body and model. --- */

void trace_unmodelled(struct symex *x, struct state *st, const struct symbol *s,
                      const struct argument *arg, uint32_t nargs) {
	struct trace *t = trace_of(x);
	(void)st, (void)s, (void)arg, (void)nargs;
	vec_push(&t->call, t->cex->step.n);
}

/* First what it writes is told, in one step, and then what it returns. */
void trace_mark_call(struct trace *t, size_t n, bool returns) {
	size_t first = n < t->call.n ? t->call.at[n] : t->cex->step.n;
	size_t end = n + 1 < t->call.n ? t->call.at[n + 1] : t->cex->step.n;
	for (size_t i = first; i < end; i++) {
		struct step *s = &t->cex->step.at[i];
		bool is_note = s->kind == STEP_NOTE, is_result = s->kind == STEP_INPUT && s->unmodelled;
		if (!is_note && !is_result)
			break;
		s->guessed |= returns ? is_result : is_note;
	}
}
