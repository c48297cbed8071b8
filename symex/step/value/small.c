#include "symex/step/value/small.h"

#include <stdio.h>
#include <string.h>

#include "symex/config.h"
#include "symex/core/pointer.h"
#include "util/base/intern.h"
#include "util/text/path.h"

uint32_t small_value(struct symex *x, const char *from, const char *name) {
	struct small_inputs *s = x->config->small;
	bool is_meant = false;
	for (uint32_t i = 0; s && i < s->nfrom; i++)
		is_meant |= !strcmp(s->from[i], from);
	if (!is_meant || strlen(name) >= sizeof s->name[0])
		return NOT_SMALL;
	for (uint32_t i = 0; i < s->n; i++)
		if (!strcmp(s->name[i], name))
			return s->value[i];
	if (s->n == MOST_SMALL) {
		s->are_many = true;
		return NOT_SMALL;
	}
	snprintf(s->name[s->n], sizeof s->name[0], "%s", name);
	return s->value[s->n++];
}

/* The text of a string literal; NULL: the pointer points to no literal. */
static const char *literal_text(struct symex *x, term pointer) {
	uint32_t object;
	term offset;
	uint64_t at;
	if (!ptr_known(x, pointer, &object, &offset) || !term_get_u64(x->ts, offset, &at))
		return NULL;
	const struct symbol *s = x->object.at[object].symbol;
	if (!s || !symbol_is_string(s) || at >= s->nbytes)
		return NULL;
	return intern_n((const char *)s->bytes + at,
	                strnlen((const char *)s->bytes + at, s->nbytes - at));
}

static bool is_in_loop(const struct function *f, uint32_t pc) {
	for (uint32_t i = 0; i < f->loop.n; i++)
		if (pc >= f->loop.at[i].head && pc <= f->loop.at[i].back)
			return true;
	return false;
}

static const char *place(struct loc at) {
	return intern_printf("%s:%u", at.file ? path_base(at.file) : "?", at.line);
}

/* The instruction of a frame in the user's code is outside of loops, in the thread of main, and so
 * are all calls above it: then an execution comes there once by this chain of calls. */
const char *small_name(const struct symex *x, const struct state *st, const char *call) {
	uint32_t pc = st->pc;
	const char *name = NULL;
	if (st->tid || x->prog->has_jumps)
		return NULL;
	for (const struct frame *f = st->frame; f; pc = frame_call_pc(f), f = f->up) {
		if (f->is_interrupt || f->recursion > 1)
			return NULL;
		if (f->function->is_model)
			continue;
		if (is_in_loop(f->function, pc))
			return NULL;
		const char *at = place(f->function->ins.at[pc].loc);
		name = name ? intern_printf("%s, called at %s", name, at)
		            : intern_printf("%s at %s", call, at);
	}
	return name;
}

uint32_t small_input(struct symex *x, struct state *st, const char *from, term variable,
                     uint32_t number) {
	if (!x->config->small)
		return NOT_SMALL;
	const char *text = literal_text(x, variable), *call = intern_printf("%s()", from), *name;
	if (text)
		name = intern_printf(strcmp(from, "getenv") ? "%s(%s)" : "%s(\"%s\")", from, text);
	else
		name =
		    small_name(x, st, number > 1 ? intern_printf("number %u of %s", number, call) : call);
	return name ? small_value(x, call, name) : NOT_SMALL;
}
