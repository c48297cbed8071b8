/* Kinds about inputs, decisions and values: what remains where no schedule is to blame. */

#include "symex/why/kind_comparison.h"
#include "symex/why/kind_impl.h"

/* --- Inputs. --- */

/* The fact that is an input, or a choice with which a library function fails; NO_EVENT: none. */
static uint32_t input_of(const struct kind_case *k) {
	const struct kind_fact *f = kind_fact_of(k, FACT_INPUT, 0);
	if (!f)
		f = kind_fact_of(k, FACT_CHOICE, 0);
	return f ? f->first : NO_EVENT;
}

bool kind_not_initialised(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	uint32_t input = input_of(k);
	if (input == NO_EVENT || s->violation == NO_EVENT || event_at(s, input)->kind != STORY_INPUT)
		return false;
	if (event_at(s, input)->variable_kind != VARIABLE_UNINIT)
		return false;
	/* The counterexample knows where it was declared (result/cause_cex.h). */
	kind_role_as(f, input, CAUSE_EVENT_ALLOC);
	kind_role_as(f, s->violation, CAUSE_EVENT_READ);
	return true;
}

/* The CALL of the user in which the environment has chosen the value; or NO_EVENT. */
static uint32_t call_of(const struct story *s, uint32_t input) {
	const struct story_event *e = event_at(s, input);
	if (e->kind == STORY_CALL)
		return input;
	for (uint32_t i = 0; i < events_done(s); i++) {
		uint32_t after = input + i, before = input - i;
		for (unsigned side = 0; side < 2; side++) {
			uint32_t at = side ? before : after;
			if (at >= events_done(s))
				continue;
			const struct story_event *c = event_at(s, at);
			if (c->kind == STORY_CALL && c->thread == e->thread && c->function == e->function &&
			    c->pc == e->pc)
				return at;
		}
	}
	return NO_EVENT;
}

/* Does a branch of the user depend on it? */
static bool is_tested(const struct story *s, uint32_t event) {
	for (uint32_t i = event + 1; event != NO_EVENT && i < events_done(s); i++)
		if (event_at(s, i)->kind == STORY_BRANCH && story_depends(s, i, event))
			return true;
	return false;
}

bool kind_missing_check(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	uint32_t input = input_of(k);
	if (input == NO_EVENT || s->violation == NO_EVENT || !event_at(s, input)->callee)
		return false;
	uint32_t call = call_of(s, input);
	if (call == NO_EVENT || is_tested(s, call) || is_tested(s, input))
		return false;
	if (!story_depends(s, s->violation, call) && !story_depends(s, s->violation, input))
		return false;
	kind_role(f, call);
	kind_role(f, s->violation);
	return true;
}

/* --- Decisions. --- */

static uint32_t decision_of(const struct kind_case *k) {
	const struct kind_fact *f = kind_fact_of(k, FACT_DECISION, 0);
	return f && event_at(k->s, f->first)->kind == STORY_BRANCH ? f->first : NO_EVENT;
}

/* Do the branch and the violation depend on the same read or input? */
static bool depend_on_same(const struct story *s, uint32_t branch) {
	const struct story_event *e = event_at(s, branch);
	for (size_t i = 0; s->violation != NO_EVENT && i < e->uses.n; i++)
		if (story_depends(s, s->violation, e->uses.at[i]))
			return true;
	return false;
}

bool kind_off_by_one(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	uint32_t branch = decision_of(k);
	struct told_comparison c;
	if (branch == NO_EVENT || !comparison_at_border(event_at(s, branch)->value, &c))
		return false;
	bool is_memory = s->class == PROPERTY_BOUNDS || s->class == PROPERTY_POINTER;
	if (c.left == c.right ? !is_memory && !depend_on_same(s, branch)
	                      : !is_memory || !comparison_turns(&c))
		return false;
	kind_role(f, branch);
	f->role[0].neighbour = c.left == c.right;
	return true;
}

/* Does it decide whether a loop goes on?  A jump from behind leads to it, or to what it computes.
 */
static bool is_of_loop(const struct story_event *branch) {
	enum { HEAD = 3 };
	const struct function *f = branch->function;
	for (size_t i = branch->pc + 1; f && i < f->ins.n; i++)
		if (f->ins.at[i].kind == INS_GOTO && f->ins.at[i].target <= branch->pc &&
		    branch->pc - f->ins.at[i].target <= HEAD)
			return true;
	return false;
}

static bool tests_call(const struct story *s, const struct story_event *branch) {
	for (size_t i = 0; i < branch->uses.n; i++)
		if (event_at(s, branch->uses.at[i])->kind == STORY_CALL)
			return true;
	return false;
}

bool kind_wrong_branch(const struct kind_case *k, struct kind_found *f) {
	uint32_t branch = decision_of(k);
	if (branch == NO_EVENT || k->class != CAUSED_BY_DECISION || k->s->class == PROPERTY_LEAK)
		return false; /* a path on which nothing is allocated explains no leak */
	/* The other way may lead past everything, and say nothing. */
	if (is_of_loop(event_at(k->s, branch)) || tests_call(k->s, event_at(k->s, branch)))
		return false;
	kind_role(f, branch);
	return true;
}

/* --- Values. --- */

/* What the values of the violated condition come from: an input, or the last write that it has
 * read; NO_EVENT: constants. */
static uint32_t origin_of(const struct story *s) {
	const struct story_event *v = event_at(s, s->violation);
	for (size_t i = v->uses.n; i-- > 0;) {
		const struct story_event *e = event_at(s, v->uses.at[i]);
		if (e->kind == STORY_INPUT || e->kind == STORY_CALL)
			return v->uses.at[i];
	}
	for (size_t i = v->uses.n; i-- > 0;) {
		uint32_t w = event_at(s, v->uses.at[i])->kind == STORY_READ
		                 ? kind_last_write(s, v->uses.at[i], v->uses.at[i])
		                 : NO_EVENT;
		if (w != NO_EVENT)
			return w;
	}
	return NO_EVENT;
}

bool kind_values(const struct kind_case *k, struct kind_found *f) {
	const struct story *s = k->s;
	if (k->class == CAUSED_BY_ORDER || k->class == CAUSED_BY_DECISION || s->violation == NO_EVENT ||
	    s->class == PROPERTY_LEAK)
		return false;
	uint32_t input = input_of(k);
	if (input != NO_EVENT && !event_at(s, input)->loc.file)
		input = NO_EVENT; /* argc, which no line of the user reads */
	kind_role(f, s->violation);
	kind_role(f, input != NO_EVENT ? input : origin_of(s));
	return true;
}
