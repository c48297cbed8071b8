/* Lowering on demand.  Of the lists of frontend/units/symbols.h, fe_link drains bodies and values,
 * then asks the library for all that is missing at once (one parse), and so on until nothing is
 * left. */
#include "frontend/program/link.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/code/lower_keep.h"
#include "frontend/lower/lower.h"
#include "frontend/lower/lower_async.h"
#include "frontend/lower/lower_known.h"
#include "frontend/machine/lower_asm.h"
#include "frontend/machine/lower_simd.h"
#include "frontend/program/atexit.h"
#include "frontend/program/contract_link.h"
#include "frontend/program/entry.h"
#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/source/extension.h"
#include "frontend/source/names.h"
#include "frontend/source/prototype.h"
#include "frontend/source/pure.h"
#include "frontend/source/strength.h"
#include "frontend/units/defs.h"
#include "frontend/units/index.h"
#include "frontend/units/models.h"
#include "frontend/units/symbols.h"
#include "frontend/units/units.h"
#include "goto/analysis/sync_calls.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/base/vec.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"

static void lower_body(struct fe *fe, struct fe_def *def) {
	struct symbol *s = def->symbol;
	if (s->function)
		return;
	CXCursor first = clang_getCanonicalCursor(def->cursor);
	struct function *f = prog_add_function(fe->prog, s);
	if (def->contract) {
		fe_contract_lower(fe, def, f);
		return;
	}
	f->is_model = def->unit->is_model;
	f->is_noreturn =
	    def->is_noreturn || fe_attributes(def->cursor).noreturn || fe_attributes(first).noreturn;
	f->is_atomic =
	    !strncmp(def->display, "__VERIFIER_atomic_", 18) && !fe_is_atomic_section(def->display);
	fe_lower_function(fe, def->unit, def->cursor, f);
	fe_pure_check(fe, f, def->cursor);
}

static void lower_value(struct fe *fe, struct static_value *v) {
	struct static_value now = *v; /* more values may move the list */
	v->unit = NULL;
	if (now.unit)
		fe_lower_static_init(fe, now.unit, fe->symbols->init, now.symbol, now.init);
}

/* Lowers the values that need the tree of this unit. */
static void finish_values(struct fe *fe, const struct fe_unit *unit) {
	struct fe_symbols *l = fe->symbols;
	for (size_t i = l->nvalues; i < l->value.n; i++)
		if (l->value.at[i].unit == unit)
			lower_value(fe, &l->value.at[i]);
}

static void make_room(struct fe *fe, const struct fe_unit *but) {
	while (fe_units_are_many(fe)) {
		struct fe_unit *oldest = fe_units_oldest(fe, but);
		if (!oldest)
			return;
		finish_values(fe, oldest);
		fe_unit_unload(fe, oldest);
	}
}

/* The next body in line; if trees are short of memory, one whose tree is there. */
static struct fe_def *next_body(struct fe *fe) {
	struct fe_symbols *l = fe->symbols;
	size_t ix = l->nbodies;
	if (fe->was_freed || fe_units_are_many(fe))
		for (size_t i = ix; i < l->body.n; i++)
			if (l->body.at[i]->unit->tu) {
				ix = i;
				break;
			}
	struct fe_def *def = l->body.at[ix];
	memmove(l->body.at + l->nbodies + 1, l->body.at + l->nbodies,
	        (ix - l->nbodies) * sizeof *l->body.at);
	l->nbodies++;
	return def;
}

static void drain(struct fe *fe) {
	struct fe_symbols *l = fe->symbols;
	while (l->nbodies < l->body.n || l->nvalues < l->value.n) {
		if (l->nbodies == l->body.n) {
			lower_value(fe, &l->value.at[l->nvalues++]);
			continue;
		}
		struct fe_def *def = next_body(fe);
		make_room(fe, def->unit);
		fe_read_definition(fe, def);
		if (def->is_deferred)
			fe_settle(fe, def);
		if (def->is_function)
			lower_body(fe, def);
	}
	l->body.n = l->value.n = l->nbodies = l->nvalues = 0;
}

/* What a function without a body is declared to do, or not to do; noted while the declaration is
 * there. */
static void note_promises(struct fe *fe, struct fe_def *def) {
	if (def->strength != FE_DECLARED || clang_Cursor_isNull(def->cursor) || !def->is_function)
		return;
	if (fe->config->prototypes)
		def->prototype = fe_prototype(fe, def->cursor);
	CXCursor first = clang_getCanonicalCursor(def->cursor);
	for (int i = 0; i < 2; i++) {
		CXCursor c = i ? first : def->cursor;
		if (clang_Cursor_hasAttrs(c))
			def->is_pure |= fe_attribute(c, "pure", NULL) || fe_attribute(c, "const", NULL);
	}
}

static void make_promises(struct fe *fe, struct fe_def *def) {
	note_promises(fe, def);
	if (def->strength != FE_DECLARED || !def->is_function)
		return;
	if (def->prototype)
		def->symbol->prototype = def->prototype;
	def->symbol->is_pure |= def->is_pure;
}

/* Parses what the library has of the missing; false: it has none of it. */
static bool load_models(struct fe *fe) {
	struct fe_symbols *l = fe->symbols;
	VEC(const char *) name = {0};
	for (size_t i = 0; i < l->missing.n; i++)
		vec_push(&name, l->missing.at[i]->name);
	fe_models_parse(fe, name.at, name.n);
	vec_free(&name);
	const char *suspects = fe_index_suspects(fe);
	for (size_t i = 0; i < l->missing.n; i++) {
		const struct fe_def *def = l->missing.at[i];
		if (suspects && def->strength == FE_DECLARED && def->unit && !def->unit->is_model)
			diag_warn(def->loc, "'%s' is needed, and defined nowhere; it may be in %s",
			          def->display, suspects);
		fe_adopt(fe, l->missing.at[i]);
		make_promises(fe, l->missing.at[i]);
	}
	l->missing.n = 0;
	return l->body.n || l->value.n;
}

/* Several functions are checked one after the other: none of them is missed an hour later. */
static void check_later_entries(struct fe *fe) {
	for (size_t i = 0; i < fe->config->nlater; i++)
		fe_find_def(fe, fe->config->later[i]);
}

struct ordered { /* functions that run by themselves, in order */
	VEC(struct symbol *) symbol;
	VEC(uint32_t) priority;
};

static uint32_t priority_of(const struct fe_def *def, bool constructor) {
	if (def->strength == FE_DECLARED || !def->is_function)
		return NO_PRIORITY;
	return constructor ? def->constructor : def->destructor;
}

/* Constructors run from the lowest priority to the highest, equal ones as they come; destructors
 * the other way round. */
static struct ordered in_order(struct fe *fe, bool constructor) {
	struct ordered o = {0};
	for (size_t i = 0; i < fe_defs_count(fe->symbols->defs); i++) {
		struct fe_def *def = fe_defs_at(fe->symbols->defs, i);
		uint32_t priority = priority_of(def, constructor);
		if (priority == NO_PRIORITY)
			continue;
		struct symbol *symbol = fe_symbol_of_def(fe, def, clang_getNullCursor());
		vec_push(&o.symbol, symbol);
		vec_push(&o.priority, priority);
		size_t j = o.symbol.n - 1;
		for (; j > 0 &&
		       (constructor ? o.priority.at[j - 1] > priority : o.priority.at[j - 1] <= priority);
		     j--) {
			o.symbol.at[j] = o.symbol.at[j - 1];
			o.priority.at[j] = o.priority.at[j - 1];
		}
		o.symbol.at[j] = symbol;
		o.priority.at[j] = priority;
	}
	return o;
}

static void free_ordered(struct ordered *o) {
	vec_free(&o->symbol);
	vec_free(&o->priority);
}

static void close_init(struct fe *fe, const struct ordered *constructors) {
	struct function *init = fe->symbols->init;
	for (size_t i = 0; i < constructors->symbol.n; i++) {
		struct symbol *s = constructors->symbol.at[i];
		ins_add(init, (struct ins){.kind = INS_CALL,
		                           .loc = s->loc,
		                           .hidden = true,
		                           .rhs = expr_symbol(fe->arena, s)});
	}
	ins_add(init, (struct ins){.kind = INS_END, .hidden = true});
}

static void open_init(struct fe *fe) {
	const struct type *type = type_func(fe->types, type_void(fe->types), NULL, 0, false, false);
	fe->prog->init = prog_add_symbol(fe->prog, "__mc_init", type, STORAGE_FUNCTION);
	fe->symbols->init = prog_add_function(fe->prog, fe->prog->init);
}

/* A unit that was parsed just now. */
static void scan(struct fe *fe, struct fe_unit *unit) {
	fe_extensions_find(fe, unit);
	fe_defs_scan(fe, fe->symbols->defs, unit);
	fe_check_names(fe);
}

/* One whose tree will be freed. */
static void forget(struct fe *fe, struct fe_unit *unit) {
	struct fe_symbols *l = fe->symbols;
	for (size_t i = 0; i < l->missing.n; i++)
		if (l->missing.at[i]->unit == unit)
			note_promises(fe, l->missing.at[i]);
	fe_symbols_forget(fe, unit->tu);
	fe_defs_forget(l->defs, unit);
	fe_lower_forget(fe, unit->tu);
}

/* What could stand for a call of the library is missing as well, if that call is there. */
static void want_weaker_calls(struct fe *fe) {
	const struct sync_call *call;
	for (size_t i = 0; fe->config->weaker_calls && (call = sync_call_at(i)); i++) {
		const struct symbol *s = *call->weaker ? prog_find(fe->prog, intern(call->name)) : NULL;
		if (s && s->storage == STORAGE_FUNCTION && (!s->function || s->function->is_model) &&
		    fe_models_have(fe, call->weaker))
			fe_named_function(fe, intern(call->weaker), s->type);
	}
}

/* Nothing calls what the operations of a library do by themselves (docs/internals.md, "Concurrent
 * libraries"); they are a part of the program all the same. */
static void want_specification(struct fe *fe) {
	static const char prefix[] = "__mt_spec_";
	for (size_t i = 0; i < fe_defs_count(fe->symbols->defs); i++) {
		struct fe_def *def = fe_defs_at(fe->symbols->defs, i);
		if (def->is_function && def->strength != FE_DECLARED &&
		    !strncmp(def->name, prefix, sizeof prefix - 1))
			fe_symbol_of_def(fe, def, clang_getNullCursor());
	}
}

static const struct lw_demand on_demand = {
    .call = lw_known_call,
    .simd = lw_simd_builtin,
    .assembly = lw_asm_stmt,
    .async = lw_async,
};

void fe_link(struct fe *fe) {
	fe_symbols_open(fe);
	lw_keep_of(fe)->demand = &on_demand;
	struct fe_symbols *l = fe->symbols;
	fe->loaded = scan;
	fe->unloads = forget;
	for (size_t i = 0; i < fe->unit.n; i++)
		if (fe->unit.at[i]->tu) {
			fe_extensions_find(fe, fe->unit.at[i]);
			fe_defs_scan(fe, l->defs, fe->unit.at[i]);
		} else {
			fe_defs_add_known(fe, l->defs, fe->unit.at[i]);
		}
	fe_check_names(fe);
	open_init(fe);
	bool has_threads = fe->config->nthreads > 0;
	struct fe_def *contract = fe_contract_prepare(fe, l->defs), *entry = contract;
	if (!entry)
		entry = fe_find_def(fe, fe->config->entry ? fe->config->entry : "main");
	if (fe->config
	        ->nfiles) /* of a whole build: frontend/units/programs.h has looked at all of it */
		check_later_entries(fe);
	fe->prog->entry = fe_symbol_of_def(fe, entry, clang_getNullCursor());
	if (!contract)
		has_threads ? fe_make_threads(fe) : fe_make_entry(fe, entry);
	struct ordered first = in_order(fe, true), last = in_order(fe, false);
	want_specification(fe);
	do
		do {
			drain(fe);
			want_weaker_calls(fe);
		} while (load_models(fe));
	while (fe_make_later(fe));
	fe_later_close(fe);
	if (!contract)
		fe_note_statics(fe);
	close_init(fe, &first);
	fe_contract_finish(fe);
	fe_call_at_exit(fe, last.symbol.at, last.symbol.n);
	free_ordered(&first);
	free_ordered(&last);
}

void fe_link_close(struct fe *fe) {
	fe_symbols_close(fe);
	fe->loaded = fe->unloads = NULL;
}
