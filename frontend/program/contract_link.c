/* Contracts in the linked program: which functions they are of, and how they change it. */
#include "frontend/program/contract_link.h"

#include <string.h>

#include "frontend/contract/contract_reach.h"
#include "frontend/contract/contract_state.h"
#include "frontend/contract/contract_writes.h"
#include "frontend/lower/lower.h"
#include "frontend/source/contract.h"
#include "frontend/source/names.h"
#include "frontend/source/strength.h"
#include "frontend/units/defs.h"
#include "frontend/units/units.h"
#include "goto/program/rewrite.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"

/* --- Whose contracts. --- */

static bool is_contract(const struct fe_def *def) {
	return !strncmp(def->display, "__contract_", 11);
}

/* By its name, or by that of a static function. */
static struct fe_def *function_named(struct fe_defs *defs, const char *option, const char *name) {
	struct fe_def *found = fe_defs_find(defs, name);
	for (size_t i = 0; !found && i < fe_defs_count(defs); i++) {
		struct fe_def *def = fe_defs_at(defs, i);
		if (def->is_function && def->unit && !def->unit->is_model && !strcmp(def->display, name))
			found = def;
	}
	if (found && found->is_function && !is_contract(found))
		return found;
	struct nearest near = {.name = name};
	for (size_t i = 0; i < fe_defs_count(defs); i++) {
		const struct fe_def *def = fe_defs_at(defs, i);
		if (def->is_function && !is_contract(def) && !def->is_system)
			nearest_try(&near, def->display);
	}
	const char *meant = nearest_found(&near);
	fatal(EXIT_INPUT, NO_LOC,
	      meant ? "%s: no function '%s'; did you mean '%s'?" : "%s: no function '%s'", option, name,
	      meant);
}

/* The function that contract.c has made of its clauses, of the same unit if there is one. */
static struct fe_def *contract_of(struct fe_defs *defs, const struct fe_def *of, const char *prefix,
                                  const char *option) {
	const char *name = intern_printf("%s%s", prefix, of->display);
	struct fe_def *found = NULL;
	for (size_t i = 0; i < fe_defs_count(defs); i++) {
		struct fe_def *def = fe_defs_at(defs, i);
		if (def->is_function && !strcmp(def->display, name) && (!found || def->unit == of->unit))
			found = def;
	}
	if (!found)
		fatal(EXIT_INPUT, of->loc,
		      "%s: '%s' has no contract: no __CPROVER_requires, __CPROVER_ensures, "
		      "__CPROVER_assigns or __CPROVER_frees stands behind a declaration of it",
		      option, of->display);
	return found;
}

struct fe_def *fe_contract_prepare(struct fe *fe, struct fe_defs *defs) {
	const struct fe_config *config = fe->config;
	for (size_t i = 0; i < config->nreplace; i++) {
		static const char option[] = "--replace-call-with-contract";
		struct fe_def *def = function_named(defs, option, config->replace[i]);
		def->contract = contract_of(defs, def, CONTRACT_REPLACE, option);
	}
	if (!config->enforce)
		return NULL;
	static const char option[] = "--enforce-contract";
	struct fe_def *def = function_named(defs, option, config->enforce);
	if (def->strength == FE_DECLARED)
		fatal(EXIT_INPUT, def->loc, "%s: '%s' has no body to check", option, def->display);
	if (def->contract)
		fatal(EXIT_INPUT, def->loc,
		      "the contract of '%s' cannot be checked and stand for its body at the same time",
		      def->display);
	struct fe_contract *c = contract_state(fe);
	c->entry = contract_of(defs, def, CONTRACT_ENFORCE, option);
	c->name = def->display;
	fe_unit_load(fe, def->unit);
	for (int i = 0; i < clang_Cursor_getNumArguments(def->cursor); i++) {
		CXString name = clang_getCursorSpelling(clang_Cursor_getArgument(def->cursor, (unsigned)i));
		vec_push(&c->parameter, intern(clang_getCString(name)));
		clang_disposeString(name);
	}
	c->entry->display = def->display; /* properties are called by it */
	return c->entry;
}

void fe_contract_lower(struct fe *fe, struct fe_def *def, struct function *f) {
	struct contract_use use = {.contract = f};
	f->is_model = true; /* what is wrong with it is the fault of the call */
	if (def->strength != FE_DECLARED && !def->unit->is_model) {
		const char *name = intern_printf("%s::body", def->symbol->name);
		struct symbol *s = prog_add_symbol(fe->prog, name, def->symbol->type, STORAGE_FUNCTION);
		s->display = def->symbol->display;
		s->loc = def->symbol->loc;
		use.body = prog_add_function(fe->prog, s);
		use.body->is_atomic =
		    !strncmp(def->display, "__VERIFIER_atomic_", 18) && !fe_is_atomic_section(def->display);
	}
	vec_push(&contract_state(fe)->use, use);
	fe_unit_load(fe, def->contract->unit);
	fe_lower_function(fe, def->contract->unit, def->contract->cursor, f);
	if (use.body)
		fe_unit_load(fe, def->unit);
	if (use.body)
		fe_lower_function(fe, def->unit, def->cursor, use.body);
}

/* --- Contracts that stand for bodies. --- */

static bool is_users(const struct symbol *s) {
	return !s->is_model && !s->is_temp && s->storage != STORAGE_FUNCTION;
}

/* What __CPROVER_is_fresh promises was proved for an object that the function knows by no other
 * name. */
static void keep_apart(struct fe *fe, const struct contract_use *use) {
	struct fe_contract *c = fe->contract;
	struct reach r = {0};
	vec_push(&r.function, use->contract);
	if (use->body)
		vec_push(&r.function, use->body);
	reach_all(&r);
	for (size_t i = 0; i < c->apart.n; i++) {
		const struct contract_apart *a = &c->apart.at[i];
		const struct expr *all = expr_u64(fe->arena, type_c_int(fe->types), 1);
		if (a->function != use->contract)
			continue;
		for (size_t k = 0; k < r.variable.n; k++)
			if (is_users(r.variable.at[k]))
				all = contract_and(
				    fe, all,
				    contract_not(fe, contract_same_object(fe, a->pointer, r.variable.at[k])));
		for (uint32_t k = 0; k < use->contract->ins.n; k++) {
			struct ins *in = &use->contract->ins.at[k];
			if (in->kind == INS_ASSIGN && in->lhs->kind == EXPR_SYMBOL && in->lhs->symbol == a->ok)
				in->rhs = all;
		}
	}
	reach_free(&r);
}

/* The contract begins with ghosts as they were; with threads it is one step, and the body is kept
 * beside it, where no execution comes, until it is known what it shares with them. */
static void begin(struct fe *fe, const struct contract_use *use, bool threads) {
	struct fe_contract *c = fe->contract;
	struct function *f = use->contract;
	struct rewrite r;
	rewrite_open(&r, f);
	for (uint32_t i = 0; i < f->ins.n; i++) {
		struct ins in = f->ins.at[i];
		rewrite_at(&r, i);
		if (!i && threads)
			rewrite_add(&r, (struct ins){.kind = INS_ATOMIC_BEGIN, .loc = in.loc});
		for (size_t k = 0; !i && k < c->fresh.n; k++)
			if (c->fresh.at[k].function == f)
				rewrite_add(
				    &r, (struct ins){.kind = INS_ASSIGN,
				                     .loc = in.loc,
				                     .lhs = expr_symbol(fe->arena, c->fresh.at[k].ghost),
				                     .rhs = expr_u64(fe->arena, c->fresh.at[k].ghost->type, 0)});
		if (threads && in.kind == INS_RETURN)
			rewrite_add(&r, (struct ins){.kind = INS_ATOMIC_END, .loc = in.loc});
		if (threads && in.kind == INS_END && f->symbol->type->elem->kind == TYPE_VOID)
			rewrite_add(&r, (struct ins){.kind = INS_ATOMIC_END, .loc = in.loc});
		rewrite_keep(&r, in);
	}
	rewrite_close(&r);
}

static void drop_function(struct goto_prog *prog, const struct function *f) {
	size_t n = 0;
	for (size_t i = 0; i < prog->function.n; i++)
		if (prog->function.at[i] != f)
			prog->function.at[n++] = prog->function.at[i];
	prog->function.n = n;
	f->symbol->function = NULL;
}

/* --- The entry. --- */

/* Objects that the models of locks know as they were initialised. */
static bool holds_lock(const struct type *t) {
	static const char *const files[] = {"pthreadtypes", "semaphore", "threads.h", "struct_mutex",
	                                    "struct_rwlock"};
	if (t->kind == TYPE_ARRAY)
		return holds_lock(t->elem);
	if (!type_is_record(t))
		return false;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		if (t->record->loc.file && strstr(t->record->loc.file, files[i]))
			return true;
	for (uint32_t i = 0; i < t->record->n; i++)
		if (holds_lock(t->record->field[i].type))
			return true;
	return false;
}

static void make_arbitrary(struct fe *fe, struct rewrite *r, const struct expr *lvalue,
                           struct loc loc) {
	const struct type *t = lvalue->type;
	if (holds_lock(t) && t->kind == TYPE_STRUCT && !t->is_atomic) { /* the other members */
		for (uint32_t i = 0; i < t->record->n; i++)
			if (t->record->field[i].name)
				make_arbitrary(fe, r, expr_member(fe->arena, lvalue, &t->record->field[i]), loc);
	} else if (!holds_lock(t)) {
		rewrite_add(r, (struct ins){.kind = INS_HAVOC, .lhs = lvalue, .loc = loc});
	}
}

/* A contract is for every state in which the function may be called. */
static void start_anywhere(struct fe *fe, struct function *entry) {
	struct rewrite r;
	rewrite_open(&r, entry);
	for (uint32_t i = 0; i < entry->ins.n; i++) {
		struct ins in = entry->ins.at[i];
		rewrite_at(&r, i);
		for (size_t k = 0; !i && k < fe->prog->symbol.n; k++) {
			struct symbol *s = fe->prog->symbol.at[k];
			if (is_users(s) && !s->is_constant && s->type->size &&
			    (s->storage == STORAGE_STATIC || s->storage == STORAGE_THREAD))
				make_arbitrary(fe, &r, expr_symbol(fe->arena, s), s->loc);
		}
		rewrite_keep(&r, in);
	}
	rewrite_close(&r);
}

/* A function that a clause calls must not change what the contract speaks of. */
static void check_calls(struct fe *fe, const struct function *contract) {
	for (uint32_t k = 0; k < contract->ins.n; k++) {
		const struct ins *in = &contract->ins.at[k];
		struct symbol *callee =
		    in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL ? in->rhs->symbol : NULL;
		if (!callee || !callee->function || callee->is_model ||
		    !strcmp(callee->display, contract->symbol->display))
			continue;
		struct reach r = {0};
		vec_push(&r.function, callee->function);
		reach_all(&r);
		for (size_t i = 0; i < r.function.n; i++) {
			const struct ins *write = contract_first_write(r.function.at[i]);
			if (!write)
				continue;
			diag_note(write->loc, "it is written here");
			fatal(EXIT_INPUT, in->loc,
			      "a clause has no side effects, but '%s', which it calls, may write memory that "
			      "is not its own",
			      callee->display);
		}
		reach_free(&r);
	}
	(void)fe;
}

static void note_arguments(struct fe *fe) {
	const struct fe_contract *c = fe->contract;
	for (size_t i = 0; i < c->parameter.n; i++)
		vec_push(&fe->prog->argument,
		         ((struct entry_argument){
		             .parameter = c->parameter.at[i],
		             .assumed = intern("any value that __CPROVER_requires allows"),
		         }));
	vec_push(&fe->prog->argument,
	         ((struct entry_argument){
	             .parameter = intern("static variables"),
	             .assumed = intern("any values that __CPROVER_requires allows; locks are free"),
	         }));
}

void fe_contract_finish(struct fe *fe) {
	struct fe_contract *c = fe->contract;
	if (!c)
		return;
	bool threads = c->use.n && reach_threads(fe);
	for (size_t i = 0; i < c->use.n; i++) {
		const struct contract_use *use = &c->use.at[i];
		keep_apart(fe, use);
		check_calls(fe, use->contract);
		if (threads)
			contract_check_threads(fe, use);
		begin(fe, use, threads);
	}
	for (size_t i = 0; i < c->use.n; i++)
		if (c->use.at[i].body)
			drop_function(fe->prog, c->use.at[i].body);
	if (c->entry) {
		note_arguments(fe);
		struct function *entry = c->entry->symbol->function;
		check_calls(fe, entry);
		contract_check_writes(fe, entry);
		start_anywhere(fe, entry);
	}
	contract_check_loops(fe);
	contract_state_close(fe);
}
