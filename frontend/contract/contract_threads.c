/* Contracts in place of bodies, in programs with threads.
 *
 * A contract speaks of two moments, the call and the return.  In between, other threads run, unless
 * all that the function does to memory beyond its own variables is inside of one atomic section:
 * then the call is one step, and so is the contract.  Anything else is refused; whether memory
 * behind a pointer is shared is not asked.
 */
#include "frontend/contract/contract_writes.h"

#include <string.h>

#include "frontend/contract/contract_reach.h"
#include "util/text/diag.h"

/* Sections that are open, and whether one has been closed before. */
enum { UNSEEN = 0, OUTSIDE = 1, MOST_NESTED = 16, CLOSED = 64 };

static bool names_outside(const struct expr *e) {
	if (!e)
		return false;
	if (e->kind == EXPR_DEREF)
		return true;
	if (e->kind == EXPR_SYMBOL && e->symbol->storage == STORAGE_STATIC && !e->symbol->is_constant)
		return true;
	for (uint32_t i = 0; i < e->nargs; i++)
		if (names_outside(e->arg[i]))
			return true;
	return false;
}

static bool accesses_outside(const struct ins *in) {
	if (names_outside(in->lhs) || names_outside(in->rhs))
		return true;
	for (uint32_t i = 0; i < in->nargs; i++)
		if (names_outside(in->arg[i]))
			return true;
	return false;
}

static const struct ins *outside_access(struct function *f) {
	struct reach r = {0};
	const struct ins *found = NULL;
	vec_push(&r.function, f);
	reach_all(&r);
	for (size_t i = 0; i < r.function.n; i++)
		for (uint32_t k = 0; k < r.function.at[i]->ins.n && !found; k++) {
			const struct ins *in = &r.function.at[i]->ins.at[k];
			bool is_engine =
			    in->kind == INS_CALL && in->rhs->kind == EXPR_SYMBOL && !in->rhs->symbol->function;
			if (accesses_outside(in) || (is_engine && !in->rhs->symbol->is_pure) ||
			    in->kind == INS_ATOMIC_BEGIN)
				found = in;
		}
	reach_free(&r);
	return found;
}

static bool is_access(const struct ins *in) {
	if (accesses_outside(in))
		return true;
	if (in->kind != INS_CALL)
		return false;
	if (in->rhs->kind != EXPR_SYMBOL)
		return true;
	return in->rhs->symbol->function ? outside_access(in->rhs->symbol->function) != NULL
	                                 : !in->rhs->symbol->is_pure;
}

/* The first instruction that is not inside of the one section; NULL: all are. */
static const struct ins *first_outside(struct function *f) {
	uint8_t *state = mem_alloc(f->ins.n + 1);
	const struct ins *wrong = NULL;
	state[0] = OUTSIDE;
	for (bool changed = true; changed && !wrong;) {
		changed = false;
		for (uint32_t pc = 0; pc < f->ins.n && !wrong; pc++) {
			const struct ins *in = &f->ins.at[pc];
			uint8_t now = state[pc], depth = now % CLOSED;
			if (now == UNSEEN)
				continue;
			if (in->kind == INS_ATOMIC_BEGIN) {
				if (now >= CLOSED || in->rhs || depth >= MOST_NESTED)
					wrong = in;
				now++;
			} else if (in->kind == INS_ATOMIC_END) {
				if (depth <= OUTSIDE)
					wrong = in;
				now--;
				if (now % CLOSED == OUTSIDE)
					now = CLOSED + OUTSIDE;
			} else if (depth == OUTSIDE && is_access(in)) {
				wrong = in;
			}
			bool falls = in->kind != INS_END && in->kind != INS_RETURN &&
			             !(in->kind == INS_GOTO && !in->rhs);
			uint32_t next[2] = {falls ? pc + 1 : pc, in->kind == INS_GOTO ? in->target : pc};
			for (int k = 0; k < 2 && !wrong; k++) {
				if (next[k] == pc)
					continue;
				if (state[next[k]] == UNSEEN) {
					state[next[k]] = now;
					changed = true;
				} else if (state[next[k]] != now) {
					wrong = in;
				}
			}
		}
	}
	mem_free(state);
	return wrong;
}

void contract_check_threads(struct fe *fe, const struct contract_use *use) {
	const char *name = use->contract->symbol->display;
	const struct ins *wrong = use->body ? first_outside(use->body) : NULL;
	(void)fe;
	if (wrong)
		fatal(EXIT_INPUT, wrong->loc,
		      "--replace-call-with-contract: the program has threads, and '%s' does this outside "
		      "of one atomic section, so they may come in between; its contract says nothing "
		      "about that",
		      name);
	if (!use->body && outside_access(use->contract))
		fatal(EXIT_INPUT, use->contract->symbol->loc,
		      "--replace-call-with-contract: the program has threads, the contract of '%s' is "
		      "about memory that they may share, and there is no body that shows how it is "
		      "accessed",
		      name);
}
