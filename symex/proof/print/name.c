#include "symex/proof/print/name.h"

#include <ctype.h>
#include <string.h>

#include "solvers/rewrite/substitute.h"
#include "symex/proof/relation/object.h"

static const struct symbol *symbol_of(const struct views *v, const struct part *p) {
	if (p->kind == PART_CELL)
		return v->x->object.at[p->owner].symbol;
	return p->kind == PART_REGISTER && p->at < p->function->local.n ? p->function->local.at[p->at]
	                                                                : NULL;
}

/* --- Parts that are the same variable. --- */

static bool has_name(const struct views *v, const struct part *p) {
	if (p->kind == PART_NUMBER || p->kind == PART_COUNTER)
		return true;
	const struct symbol *s = symbol_of(v, p);
	return p->name && p->type && s && !s->is_model && !(p->function && p->function->is_model);
}

static bool are_same(const struct views *v, const struct part *a, const struct part *b) {
	if (a->kind != b->kind || a->is_shared || b->is_shared || a->width != b->width)
		return false;
	if (a->kind == PART_NUMBER)
		return true;
	return symbol_of(v, a) == symbol_of(v, b) && a->at == b->at && a->is_pointer == b->is_pointer &&
	       a->type == b->type;
}

static void find_names(struct variable_names *n) {
	const struct relation *r = n->v->r;
	for (uint32_t i = 0; i < r->part.n; i++) {
		n->stands[i] = has_name(n->v, &r->part.at[i]) ? i : NO_PART;
		for (uint32_t k = 0; k < i && n->stands[i] == i; k++)
			if (n->stands[k] == k && are_same(n->v, &r->part.at[k], &r->part.at[i]))
				n->stands[i] = k;
	}
}

/* --- Who changes shared parts. --- */

static void find_writers(struct variable_names *n) {
	const struct relation *r = n->v->r;
	for (size_t i = 0; i < r->part.n; i++)
		n->writer[i] = NO_WRITER;
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct edge *e = &r->edge.at[i];
		uint32_t tid = r->point.at[e->from].tid;
		for (uint32_t k = 0; k < e->nshared; k++) {
			uint32_t *writer = &n->writer[e->shared[k].part];
			*writer = *writer == NO_WRITER || *writer == tid ? tid : MANY_WRITERS;
		}
	}
}

/* Threads do not stop before they change a variable that no other thread accesses.  So what is
 * known about it while another thread is in view may not hold if that thread could stop there. */
static bool is_seen_by(const struct variable_names *n, uint32_t part, uint32_t tid) {
	const struct symbol *s = symbol_of(n->v, &n->v->r->part.at[part]);
	return s->is_shared || s->storage == STORAGE_AUTO || n->writer[part] == NO_WRITER ||
	       n->writer[part] == tid;
}

/* --- Objects of the library: locks, numbers of threads. --- */

/* Does a library function execute the step? */
static bool is_library_step(const struct control_point *p) {
	const struct function *f = p->st.frame->function;
	const struct ins *ins = &f->ins.at[p->st.pc];
	return f->is_model ||
	       (ins->kind == INS_CALL && ins->rhs->kind == EXPR_SYMBOL && ins->rhs->symbol->is_model);
}

static void find_library(struct variable_names *n) {
	const struct relation *r = n->v->r;
	for (size_t i = 0; i < r->edge.n; i++) {
		const struct edge *e = &r->edge.at[i];
		if (e->from == NO_POINT || !is_library_step(&r->point.at[e->from]))
			continue;
		for (uint32_t k = 0; k < e->nshared; k++)
			n->is_library[e->shared[k].part] = true;
		for (uint32_t k = 0; k < e->to.nown; k++) {
			const struct part *p = &r->part.at[e->to.own[k].part];
			n->is_library[e->to.own[k].part] |=
			    p->kind == PART_CELL && !term_eq(e->to.own[k].value, p->var[1]);
		}
	}
	for (uint32_t i = 0; i < r->part.n; i++)
		if (n->is_library[i] && n->stands[i] != NO_PART)
			n->is_library[n->stands[i]] = true;
}

/* --- Scopes. --- */

/* How many variables on the stack of the function the user calls so. */
static uint32_t count_locals(const struct function *f, const char *display) {
	uint32_t n = 0;
	for (size_t i = 0; i < f->local.n; i++)
		n += !f->local.at[i]->is_temp && !strcmp(f->local.at[i]->display, display);
	return n;
}

/* Is it a static variable of a block?  Its name is FUNCTION::SCOPE::x. */
static bool is_static_local(const struct symbol *s, size_t *function) {
	for (const char *at = strstr(s->name, "::"); at; at = strstr(at + 2, "::")) {
		const char *digit = at + 2;
		while (isdigit((unsigned char)*digit))
			digit++;
		if (digit > at + 2 && digit[0] == ':' && digit[1] == ':') {
			*function = (size_t)(at - s->name);
			return true;
		}
	}
	return false;
}

static bool is_in_scope(const struct symbol *s, const struct control_point *p) {
	const struct function *f = p->function;
	size_t n;
	if (s->storage == STORAGE_AUTO)
		return s->slot < f->local.n && f->local.at[s->slot] == s &&
		       count_locals(f, s->display) == 1;
	if (count_locals(f, s->display))
		return false;
	if (is_static_local(s, &n))
		return strlen(f->symbol->name) == n && !strncmp(f->symbol->name, s->name, n);
	return !strcmp(s->name, s->display) || s->loc.file == p->loc.file;
}

static const struct frame *user_frame(const struct control_point *p) {
	const struct frame *f = p->st.frame;
	while (f->up && f->function->is_model)
		f = f->up;
	return f;
}

static void find_visible(struct variable_names *n, uint32_t point) {
	const struct relation *r = n->v->r;
	const struct control_point *p = &r->point.at[point];
	bool *visible = &n->visible[point * r->part.n];
	for (uint32_t i = 0; i < r->part.n; i++) {
		const struct part *part = &r->part.at[i];
		bool is_counter = part->kind == PART_COUNTER;
		visible[i] =
		    n->stands[i] != NO_PART && part->is_shared && part_is_used(r, i) &&
		    (is_counter || (is_in_scope(symbol_of(n->v, part), p) && is_seen_by(n, i, p->tid)));
	}
	for (size_t k = 0; k < p->part.n; k++) {
		uint32_t i = p->part.at[k];
		const struct part *part = &r->part.at[i];
		visible[i] = n->stands[i] != NO_PART &&
		             (part->kind == PART_NUMBER || is_in_scope(symbol_of(n->v, part), p)) &&
		             (part->kind != PART_REGISTER || part->owner == user_frame(p)->canon);
	}
	/* Two activations of one function: the variable has two values. */
	for (size_t k = 0; k < p->part.n; k++)
		for (size_t j = 0; j < k; j++) {
			uint32_t a = p->part.at[j], b = p->part.at[k];
			if (visible[a] && visible[b] && n->stands[a] == n->stands[b])
				visible[a] = visible[b] = false;
		}
}

void names_open(struct variable_names *n, struct views *v) {
	const struct relation *r = v->r;
	*n = (struct variable_names){.v = v};
	n->stands = mem_alloc((r->part.n + 1) * sizeof *n->stands);
	n->visible = mem_alloc(r->point.n * r->part.n + 1);
	n->writer = mem_alloc((r->part.n + 1) * sizeof *n->writer);
	n->is_library = mem_alloc(r->part.n + 1);
	find_names(n);
	find_writers(n);
	find_library(n);
	for (uint32_t i = 0; i < r->point.n; i++)
		find_visible(n, i);
}

void names_close(struct variable_names *n) {
	mem_free(n->stands);
	mem_free(n->writer);
	mem_free(n->is_library);
	mem_free(n->visible);
	map_free(&n->said);
}

bool names_visible(const struct variable_names *n, uint32_t point, uint32_t part) {
	return n->visible[point * n->v->r->part.n + part];
}

/* --- Terms. --- */

struct saying {
	struct variable_names *n;
	bool turned;
};

static term standing(void *context, term var) {
	struct saying *s = context;
	const struct relation *r = s->n->v->r;
	uint64_t known;
	if (!map_get(&s->n->v->renamer.view_of_var, var.ix, &known))
		return NO_TERM;
	uint32_t part = (uint32_t)(known / 4), view = known % 4;
	uint32_t to = s->turned && view ? 3 - view : view;
	return s->n->stands[part] == NO_PART ? NO_TERM : r->part.at[s->n->stands[part]].var[to];
}

static bool is_visible(const struct variable_names *n, term t, uint32_t point1, uint32_t point2) {
	struct terms *ts = n->v->x->ts;
	uint64_t known;
	if (term_kind(ts, t) == TERM_VAR) {
		if (!map_get(&n->v->renamer.view_of_var, t.ix, &known))
			return false;
		uint32_t part = (uint32_t)(known / 4), view = known % 4;
		if (view == 1 || point2 == NO_POINT)
			return names_visible(n, point1, part);
		return names_visible(n, point2, part) && (view || names_visible(n, point1, part));
	}
	for (uint32_t i = 0; i < term_nargs(ts, t); i++)
		if (!is_visible(n, term_arg(ts, t, i), point1, point2))
			return false;
	return true;
}

term names_say(struct variable_names *n, term t, uint32_t point1, uint32_t point2, bool turned) {
	uint64_t key = (uint64_t)t.ix << 1 | turned, known;
	if (!map_get(&n->said, key, &known)) {
		struct saying s = {n, turned};
		struct substitution to = {n->v->x->ts, standing, &s, 0, false, {0}};
		known = substitute(&to, t).ix;
		substitution_free(&to);
		map_put(&n->said, key, known);
	}
	return known && is_visible(n, t, point1, point2) ? (term){(uint32_t)known} : NO_TERM;
}
