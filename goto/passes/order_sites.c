#include "goto/passes/order_sites.h"

#include <string.h>

#include "goto/program/rewrite.h"
#include "util/base/intern.h"

/* --- Orders. --- */

/* acquires, releases, sequentially consistent */
static unsigned strength(enum mem_order o) {
	static const unsigned char bits[MEM_ORDER_N] = {[MEM_CONSUME] = 1,
	                                                [MEM_ACQUIRE] = 1,
	                                                [MEM_RELEASE] = 2,
	                                                [MEM_ACQ_REL] = 3,
	                                                [MEM_SEQ_CST] = 7};
	return bits[o];
}

bool order_is_weaker(enum mem_order a, enum mem_order than) {
	return strength(a) != strength(than) && (strength(a) & strength(than)) == strength(a);
}

const enum mem_order *order_sites_choices(enum order_site_kind kind) {
	static const enum mem_order load[] = {MEM_RELAXED, MEM_ACQUIRE, MEM_SEQ_CST, MEM_PLAIN};
	static const enum mem_order store[] = {MEM_RELAXED, MEM_RELEASE, MEM_SEQ_CST, MEM_PLAIN};
	static const enum mem_order both[] = {MEM_RELAXED, MEM_ACQUIRE, MEM_RELEASE,
	                                      MEM_ACQ_REL, MEM_SEQ_CST, MEM_PLAIN};
	switch (kind) {
	case SITE_LOAD:
	case SITE_FAILURE: return load;
	case SITE_STORE: return store;
	case SITE_RMW:
	case SITE_FENCE: return both;
	case SITE_BEFORE: break;
	}
	return both + 1;
}

/* --- Finding sites. --- */

/* Does an expression read atomically?  is_access: an lvalue is read, not only named.  *order,
 * *failure: of the first such read, *object: what it reads. */
static bool reads(const struct expr *e, bool is_access, const struct expr **first) {
	if (!e)
		return false;
	if (is_access && expr_is_lvalue(e) && e->order != MEM_PLAIN) {
		*first = e;
		return true;
	}
	bool named = e->kind == EXPR_ADDR || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (reads(e->arg[i], !(named && i == 0), first))
			return true;
	return false;
}

static bool ins_reads(const struct ins *i, const struct expr **first) {
	bool found = reads(i->lhs, false, first) || reads(i->rhs, true, first);
	for (uint32_t k = 0; k < i->nargs && !found; k++)
		found = reads(i->arg[k], true, first);
	return found;
}

static bool ins_writes(const struct ins *i) {
	return i->lhs && i->lhs->order != MEM_PLAIN &&
	       (i->kind == INS_ASSIGN || i->kind == INS_CALL || i->kind == INS_HAVOC);
}

struct finding {
	const struct goto_prog *prog;
	struct order_sites *sites;
	uint32_t function;
};

/* As the user writes it; NULL: it has no name, or one that lowering has made up. */
static const char *name_of(const struct finding *f, const struct expr *lvalue) {
	const char *text = expr_print(f->prog->arena, lvalue);
	return text && !strpbrk(text, "$@") ? intern(text) : NULL;
}

static void add(struct finding *f, enum order_site_kind kind, uint32_t from, uint32_t to,
                const struct expr *object, enum mem_order order) {
	const struct function *function = f->prog->function.at[f->function];
	struct order_site s = {.kind = kind,
	                       .function = f->function,
	                       .from = from,
	                       .to = to,
	                       .loc = function->ins.at[from].loc,
	                       .in = function->symbol->display,
	                       .object = object ? name_of(f, object) : NULL,
	                       .order = order};
	vec_push(&f->sites->at, s);
}

static uint32_t section_end(const struct function *f, uint32_t begin) {
	uint32_t pc = begin;
	while (pc + 1 < f->ins.n && f->ins.at[pc].kind != INS_ATOMIC_END)
		pc++;
	return pc;
}

/* An operation that is a section: read, write or both, of one object. */
static void add_operation(struct finding *f, uint32_t from, uint32_t to) {
	const struct function *function = f->prog->function.at[f->function];
	const struct expr *read = NULL, *written = NULL, *e;
	for (uint32_t pc = from; pc <= to; pc++) {
		const struct ins *i = &function->ins.at[pc];
		if (!read && ins_reads(i, &e))
			read = e;
		if (!written && ins_writes(i))
			written = i->lhs;
	}
	if (!read && !written)
		return;
	enum order_site_kind kind = !written ? SITE_LOAD : read ? SITE_RMW : SITE_STORE;
	const struct expr *object = read ? read : written;
	add(f, SITE_BEFORE, from, to, object, MEM_PLAIN);
	add(f, kind, from, to, object, object->order);
	if (read && read->failure_order != MEM_PLAIN)
		add(f, SITE_FAILURE, from, to, read, read->failure_order);
}

static void add_instruction(struct finding *f, uint32_t pc) {
	const struct ins *i = &f->prog->function.at[f->function]->ins.at[pc];
	const struct expr *read;
	bool is_read = ins_reads(i, &read), is_written = ins_writes(i);
	if (i->kind == INS_FENCE)
		add(f, SITE_FENCE, pc, pc, NULL, i->order);
	if (is_read || is_written)
		add(f, SITE_BEFORE, pc, pc, is_read ? read : i->lhs, MEM_PLAIN);
	if (is_read)
		add(f, SITE_LOAD, pc, pc, read, read->order);
	if (is_written)
		add(f, SITE_STORE, pc, pc, i->lhs, i->lhs->order);
}

void order_sites_find(const struct goto_prog *prog, struct order_sites *sites) {
	struct finding f = {.prog = prog, .sites = sites};
	for (; f.function < prog->function.n; f.function++) {
		const struct function *function = prog->function.at[f.function];
		if (function->is_model || function->symbol == prog->init)
			continue;
		for (uint32_t pc = 0; pc < function->ins.n; pc++) {
			const struct ins *i = &function->ins.at[pc];
			if (i->kind == INS_ATOMIC_BEGIN && i->operation) {
				uint32_t end = section_end(function, pc);
				add_operation(&f, pc, end);
				pc = end;
			} else
				add_instruction(&f, pc);
		}
	}
}

void order_sites_free(struct order_sites *s) {
	vec_free(&s->at);
}

/* --- Other orders. --- */

struct order_setting {
	struct goto_prog *prog;
	const struct order_site *site;
	enum mem_order order;
};

static const struct expr *ordered(const struct order_setting *s, const struct expr *e) {
	bool is_failure = s->site->kind == SITE_FAILURE;
	if (s->order == MEM_PLAIN)
		return expr_ordered(s->prog->arena, e, MEM_PLAIN, MEM_PLAIN);
	return expr_ordered(s->prog->arena, e, is_failure ? e->order : s->order,
	                    is_failure && e->failure_order != MEM_PLAIN ? s->order : e->failure_order);
}

/* The expression with other orders of what it reads. */
static const struct expr *with_reads(const struct order_setting *s, const struct expr *e,
                                     bool is_access) {
	if (!e)
		return NULL;
	struct expr copy = *e;
	bool named = e->kind == EXPR_ADDR || e->kind == EXPR_MEMBER || e->kind == EXPR_INDEX,
	     differs = 0;
	for (uint32_t i = 0; i < e->nargs; i++) {
		copy.arg[i] = with_reads(s, e->arg[i], !(named && i == 0));
		differs |= copy.arg[i] != e->arg[i];
	}
	const struct expr *result = differs ? arena_copy(s->prog->arena, &copy, sizeof copy) : e;
	return is_access && expr_is_lvalue(e) && e->order != MEM_PLAIN ? ordered(s, result) : result;
}

static void set_instruction(const struct order_setting *s, struct ins *i) {
	enum order_site_kind kind = s->site->kind;
	if (kind == SITE_FENCE)
		i->order = s->order;
	if (kind == SITE_LOAD || kind == SITE_RMW || kind == SITE_FAILURE) {
		i->lhs = with_reads(s, i->lhs, false);
		i->rhs = with_reads(s, i->rhs, true);
		const struct expr **arg = arena_array(s->prog->arena, const struct expr *, i->nargs + 1);
		for (uint32_t k = 0; k < i->nargs; k++)
			arg[k] = with_reads(s, i->arg[k], true);
		i->arg = i->nargs ? arg : i->arg;
	}
	if ((kind == SITE_STORE || kind == SITE_RMW) && ins_writes(i))
		i->lhs = ordered(s, i->lhs);
}

/* Fences that are new, before the instructions where they are to be. */
static void insert_fences(struct goto_prog *prog, const struct order_sites *sites,
                          const enum mem_order *order, uint32_t function) {
	struct rewrite r;
	struct function *f = prog->function.at[function];
	rewrite_open(&r, f);
	for (uint32_t pc = 0; pc < f->ins.n; pc++) {
		struct ins in = f->ins.at[pc];
		rewrite_at(&r, pc);
		for (size_t i = 0; i < sites->at.n; i++) {
			const struct order_site *s = &sites->at.at[i];
			if (s->kind == SITE_BEFORE && s->function == function && s->from == pc &&
			    order[i] != MEM_PLAIN)
				rewrite_add(&r, (struct ins){.kind = INS_FENCE, .order = order[i], .loc = in.loc});
		}
		rewrite_keep(&r, in);
	}
	rewrite_close(&r);
}

void order_sites_set(struct goto_prog *prog, const struct order_sites *sites,
                     const enum mem_order *order) {
	for (size_t i = 0; i < sites->at.n; i++) {
		struct order_setting s = {prog, &sites->at.at[i], order[i]};
		struct function *f = prog->function.at[s.site->function];
		for (uint32_t pc = s.site->from; pc <= s.site->to; pc++)
			if (order[i] != MEM_PLAIN && s.site->kind != SITE_BEFORE)
				set_instruction(&s, &f->ins.at[pc]);
	}
	for (uint32_t k = 0; k < prog->function.n; k++) {
		bool is_wanted = false;
		for (size_t i = 0; i < sites->at.n && !is_wanted; i++)
			is_wanted = order[i] != MEM_PLAIN && sites->at.at[i].kind == SITE_BEFORE &&
			            sites->at.at[i].function == k;
		if (is_wanted)
			insert_fences(prog, sites, order, k);
	}
}

void order_sites_plain(struct goto_prog *prog, const struct order_sites *sites, size_t site) {
	struct order_setting s = {prog, &sites->at.at[site], MEM_PLAIN};
	struct function *f = prog->function.at[s.site->function];
	for (uint32_t pc = s.site->from; pc <= s.site->to; pc++)
		set_instruction(&s, &f->ins.at[pc]);
}
