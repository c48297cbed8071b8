/* --thread f --thread 'g x 3' --init setup --final check: a program without main.
 *
 *   shared objects are made, init is called, threads are started, all are joined, final is called
 *
 * Each thread runs a function that makes the arguments that are not given and calls what the user
 * has named.  Pointers to structures of one type, in several of these calls, point to one object:
 * otherwise threads would have nothing in common.  If init returns such a pointer, that is it.
 */
#include "frontend/program/entry.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_build.h"
#include "frontend/code/lower_code.h"
#include "frontend/code/lower_keep.h"
#include "frontend/code/lower_value.h"
#include "frontend/program/entry_spec.h"
#include "frontend/units/defs.h"
#include "frontend/units/symbols.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

enum { MAX_WORDS = 32 };

struct thread_call {
	const char *option, *text; /* "thread", "f x 3" */
	const char *word[MAX_WORDS];
	uint32_t nwords;
	const char *prefix; /* of its parameters in the report: "f." */
	struct fe_def *def;
	struct entry_params params;
	const struct type *returns; /* a structure that its result points to; or NULL */
};

struct shared {
	const struct type *type;
	uint32_t ncalls;       /* that have a parameter of it */
	struct symbol *symbol; /* points to it */
	bool by_init;          /* what init returns */
	const char *users;     /* "push.q and pop.q" */
	const char *words;
};

struct threads {
	struct fe *fe;
	struct entry_spec spec;
	VEC(struct thread_call) call; /* init, threads, final */
	VEC(struct shared) shared;
	bool has_init, has_final;
};

_Noreturn static void refuse(const struct thread_call *c, const char *message) {
	fatal(EXIT_USAGE, NO_LOC, "--%s '%s': %s", c->option, c->text, message);
}

static void add_call(struct threads *t, const char *option, const char *text) {
	struct thread_call c = {.option = option, .text = text};
	for (const char *at = text; *at;) {
		size_t blank = strspn(at, " \t,"), n = strcspn(at + blank, " \t,");
		if (n && c.nwords == MAX_WORDS)
			refuse(&c, "too many arguments");
		if (n)
			c.word[c.nwords++] = intern_n(at + blank, n);
		at += blank + n;
	}
	if (!c.nwords)
		refuse(&c, "the name of a function is expected");
	vec_push(&t->call, c);
}

/* --- Arguments that are given. --- */

static const struct expr *read_number(struct fe *fe, const struct thread_call *c, const char *word,
                                      const struct type *type) {
	char *end;
	errno = 0;
	long long value = strtoll(word, &end, 0);
	if (*end || errno)
		refuse(c, arena_printf(fe->arena, "'%s' is no number", word));
	if (!type_is_integer(type))
		refuse(c, arena_printf(fe->arena, "%s is no value of type %s", word,
		                       type_print(fe->arena, type)));
	return expr_cast(fe->arena, type,
	                 expr_u64(fe->arena, type_int(fe->types, 64, true), (uint64_t)value));
}

static const struct expr *read_variable(struct fe *fe, const struct thread_call *c,
                                        const char *word, const struct type *type) {
	bool is_address = *word == '&';
	struct symbol *s = fe_find_variable(fe, word + is_address);
	if (!s)
		refuse(c, arena_printf(fe->arena, "there is no variable '%s'", word + is_address));
	const struct expr *e = expr_symbol(fe->arena, s);
	if (is_address)
		e = expr_addr(fe->arena, fe->types, e);
	else if (s->type->kind == TYPE_ARRAY)
		e = expr_decay(fe->arena, fe->types, e);
	bool fits = e->type == type || (type_is_arithmetic(e->type) && type_is_arithmetic(type)) ||
	            (e->type->kind == TYPE_POINTER && type->kind == TYPE_POINTER &&
	             (e->type->elem == type->elem || e->type->elem->kind == TYPE_VOID ||
	              type->elem->kind == TYPE_VOID || fe_types_agree(e->type, type)));
	if (!fits)
		refuse(c, arena_printf(fe->arena, "%s is no %s", word, type_print(fe->arena, type)));
	return e->type == type ? e : expr_cast(fe->arena, type, e);
}

static void give(struct threads *t, struct thread_call *c, uint32_t i) {
	struct entry_param *p = &c->params.at[i];
	const char *word = c->word[i + 1];
	if (!strcmp(word, "_"))
		return;
	p->shape = SHAPE_GIVEN;
	p->length_of = NO_PARAMETER;
	if (!strcmp(word, "null") || !strcmp(word, "NULL")) {
		if (p->type->kind != TYPE_POINTER)
			refuse(c, "null is a value of pointers only");
		p->given = expr_u64(t->fe->arena, p->type, 0);
	} else if (isdigit((unsigned char)*word) || *word == '-' || *word == '+')
		p->given = read_number(t->fe, c, word, p->type);
	else
		p->given = read_variable(t->fe, c, word, p->type);
	fe_note_argument(t->fe, arena_printf(t->fe->arena, "%s%s", c->prefix, p->name), word, false);
}

/* An array whose length is given is no array of the length that would have been made. */
static void give_all(struct threads *t, struct thread_call *c) {
	if (c->nwords - 1 > c->params.n)
		refuse(c, arena_printf(t->fe->arena, "%s has %u parameter%s", c->def->display, c->params.n,
		                       c->params.n == 1 ? "" : "s"));
	for (uint32_t i = 0; i + 1 < c->nwords; i++)
		give(t, c, i);
	for (uint32_t i = 0; i < c->params.n; i++) {
		struct entry_param *p = &c->params.at[i];
		if (p->shape != SHAPE_ARRAY || p->length == NO_PARAMETER)
			continue;
		struct entry_param *n = &c->params.at[p->length];
		if (n->shape != SHAPE_GIVEN)
			continue;
		if (n->given->kind != EXPR_CONST)
			refuse(c, arena_printf(t->fe->arena, "the length of %s has to be a number", p->name));
		int64_t value = bits_to_i64(n->given->bits);
		if (value < 0)
			refuse(c, arena_printf(t->fe->arena, "the length of %s is negative", p->name));
		n->low = n->high = value;
	}
	for (uint32_t i = 0; i < c->params.n; i++) {
		uint32_t of = c->params.at[i].length_of;
		if (of != NO_PARAMETER && c->params.at[of].shape == SHAPE_GIVEN)
			c->params.at[i].length_of = NO_PARAMETER;
	}
}

/* --- Objects that calls share. --- */

static struct shared *find_shared(struct threads *t, const struct type *type, bool add) {
	for (size_t i = 0; i < t->shared.n; i++)
		if (t->shared.at[i].type == type)
			return &t->shared.at[i];
	if (!add)
		return NULL;
	vec_push(&t->shared, ((struct shared){.type = type}));
	return &vec_last(&t->shared);
}

static bool may_share(const struct entry_param *p) {
	return p->shape == SHAPE_OBJECT && !p->spec && type_is_record(p->points) &&
	       !entry_is_stream(p->points);
}

static void count_shared(struct threads *t) {
	for (size_t i = 0; i < t->call.n; i++) {
		const struct thread_call *c = &t->call.at[i];
		for (uint32_t k = 0; k < c->params.n; k++)
			if (may_share(&c->params.at[k]))
				find_shared(t, c->params.at[k].points, true)->ncalls++;
	}
	const struct type *made = t->has_init ? t->call.at[0].returns : NULL;
	struct shared *s = made ? find_shared(t, made, false) : NULL;
	if (s)
		s->by_init = true;
}

/* The parameters are what the variable points to. */
static void share(struct threads *t) {
	struct fe *fe = t->fe;
	for (size_t i = 0; i < t->shared.n; i++) {
		struct shared *s = &t->shared.at[i];
		if (s->ncalls < 2 && !s->by_init)
			continue;
		const char *name = intern_printf("__mc_shared::%zu", i);
		s->symbol =
		    prog_add_symbol(fe->prog, name, type_pointer(fe->types, s->type), STORAGE_STATIC);
		s->symbol->is_temp = true;
	}
	for (size_t i = 0; i < t->call.n; i++) {
		struct thread_call *c = &t->call.at[i];
		for (uint32_t k = 0; k < c->params.n; k++) {
			struct entry_param *p = &c->params.at[k];
			struct shared *s = may_share(p) ? find_shared(t, p->points, false) : NULL;
			bool is_own = s && s->by_init && t->has_init && i == 0; /* it makes it only later */
			if (!s || !s->symbol || is_own)
				continue;
			p->shape = SHAPE_SHARED;
			if (!s->users)
				s->symbol->display = p->name;
			const struct expr *e = expr_symbol(fe->arena, s->symbol);
			p->given = e->type == p->type ? e : expr_cast(fe->arena, p->type, e);
			const char *user = arena_printf(fe->arena, "%s%s", c->prefix, p->name);
			s->users = s->users ? arena_printf(fe->arena, "%s, %s", s->users, user) : user;
		}
	}
}

static void make_shared(struct threads *t, struct entry_maker *m) {
	for (size_t i = 0; i < t->shared.n; i++) {
		struct shared *s = &t->shared.at[i];
		if (!s->symbol || s->by_init)
			continue;
		m->has_locks = m->has_links = m->has_deeper = false;
		entry_make_object(m, expr_symbol(m->lw->arena, s->symbol), s->type, 1);
		s->words = arena_printf(m->lw->arena, "point to one %s that they share%s",
		                        type_print(m->lw->arena, s->type), entry_object_remarks(m));
	}
}

static void take_from_init(struct threads *t, struct entry_maker *m, const struct expr *result) {
	struct shared *s =
	    result && t->call.at[0].returns ? find_shared(t, t->call.at[0].returns, false) : NULL;
	if (!s || !s->by_init)
		return;
	const struct expr *null = expr_u64(m->lw->arena, result->type, 0);
	lw_assume(m->lw, expr_binary(m->lw->arena, EXPR_NE, type_c_int(m->lw->types), result, null));
	lw_assign(m->lw, expr_symbol(m->lw->arena, s->symbol), result);
	s->words = arena_printf(m->lw->arena, "what %s returns, which is not null",
	                        t->call.at[0].def->display);
}

/* --- The code. --- */

static struct symbol *make_thread(struct threads *t, struct thread_call *c, size_t number) {
	struct fe *fe = t->fe;
	struct lw lw;
	const struct type *pointer = type_void_pointer(fe->types);
	const struct type *type = type_func(fe->types, pointer, &pointer, 1, false, false);
	struct function *f = fe_open_function(
	    fe, &lw, c->def, intern_printf("__mc_thread::%zu", number), type, c->def->display);
	struct symbol *data = lw_new_symbol(&lw, "data", pointer);
	data->is_param = data->is_temp = true;
	f->nparams = 1;
	struct entry_maker m = {.fe = fe, .lw = &lw, .spec = &t->spec};
	fe_useful_call(&m, c->def, &c->params, c->prefix);
	fe_close_function(&lw, expr_u64(lw.arena, pointer, 0));
	return f->symbol;
}

static void start_and_join(struct threads *t, struct lw *lw) {
	size_t first = t->has_init, n = t->call.n - first - t->has_final;
	const struct type *id = type_int(lw->types, t->fe->prog->target.long_bits, false);
	const struct expr **thread = arena_array(lw->arena, const struct expr *, n + 1);
	for (size_t i = 0; i < n; i++) {
		struct symbol *body = make_thread(t, &t->call.at[first + i], i + 1);
		const struct expr *arg = lw_addr(lw, expr_symbol(lw->arena, body));
		thread[i] = lw_temp(lw, id);
		lw_call(lw, thread[i], lw_named(lw, "__model_start", id, &arg->type, 1), 1, &arg);
		vec_last(&lw->code).ins.hidden = true;
	}
	for (size_t i = 0; i < n; i++) {
		lw_call(lw, NULL, lw_named(lw, "__model_finish", type_void(lw->types), &id, 1), 1,
		        &thread[i]);
		vec_last(&lw->code).ins.hidden = true;
	}
}

static void note_shared(struct threads *t) {
	for (size_t i = 0; i < t->shared.n; i++)
		if (t->shared.at[i].users && t->shared.at[i].words)
			fe_note_argument(t->fe, t->shared.at[i].users, t->shared.at[i].words, false);
}

/* Two calls of one function are told apart by a number. */
static void name_calls(struct threads *t) {
	for (size_t i = 0; i < t->call.n; i++) {
		struct thread_call *c = &t->call.at[i];
		unsigned before = 0, all = 0;
		for (size_t k = 0; k < t->call.n; k++) {
			bool same = !strcmp(t->call.at[k].word[0], c->word[0]);
			all += same;
			before += same && k < i;
		}
		c->prefix = all > 1 ? intern_printf("%s#%u.", c->word[0], before + 1)
		                    : intern_printf("%s.", c->word[0]);
	}
}

static void read_calls(struct threads *t) {
	const struct fe_config *config = t->fe->config;
	if (config->init)
		add_call(t, "init", config->init);
	for (size_t i = 0; i < config->nthreads; i++)
		add_call(t, "thread", config->thread[i]);
	if (config->final)
		add_call(t, "final", config->final);
	t->has_init = config->init != NULL;
	t->has_final = config->final != NULL;
	name_calls(t);
	for (size_t i = 0; i < t->call.n; i++) {
		struct thread_call *c = &t->call.at[i];
		c->def = fe_find_function(t->fe, c->word[0]);
		c->params = entry_params_of(t->fe, c->def, &t->spec);
		const struct type *result = c->def->symbol->type->elem;
		if (result->kind == TYPE_POINTER && type_is_record(result->elem))
			c->returns = result->elem;
		give_all(t, c);
	}
	fe_check_spec(t->fe, &t->spec, "none of the functions");
}

void fe_make_threads(struct fe *fe) {
	struct threads t = {.fe = fe};
	struct lw lw;
	struct arena_mark mark = arena_mark(lw_keep_of(fe)->scratch);
	const struct type *type = type_func(fe->types, type_void(fe->types), NULL, 0, false, false);
	fe_read_spec(fe, &t.spec);
	read_calls(&t);
	count_shared(&t);
	share(&t);
	struct fe_def *like = t.call.at[0].def;
	struct function *f = fe_open_function(fe, &lw, like, "__mc_call", type, "start");
	struct entry_maker m = {.fe = fe, .lw = &lw, .spec = &t.spec};
	make_shared(&t, &m);
	if (t.has_init)
		take_from_init(&t, &m, fe_useful_call(&m, like, &t.call.at[0].params, t.call.at[0].prefix));
	start_and_join(&t, &lw);
	if (t.has_final) {
		struct thread_call *last = &vec_last(&t.call);
		fe_useful_call(&m, last->def, &last->params, last->prefix);
	}
	fe_close_function(&lw, NULL);
	note_shared(&t);
	arena_release(fe->lower->scratch, mark);
	fe->prog->entry = f->symbol;
	vec_free(&t.call);
	vec_free(&t.shared);
	spec_free(&t.spec);
	entry_functions_close(fe);
}
