/* Trace-driven verification: a program under one test vector, and every schedule.
 *
 * Yang and Sakallah, Trace-Driven Verification of Multithreaded Programs (ICFEM 2010), the loop of
 * figure 2: run; ask whether an interleaving of what was executed violates a property (phi); if
 * not, whether an execution under the same inputs may do something else (psi); let the answer guide
 * the next run.  Where we deviate:
 *
 *  - phi is over the statements of all runs so far, not of the last one (unfold.h).  So the set
 *    chi of inspected traces (section 4.2) needs no clauses: each trace of phi is inspected, and
 *    each model of psi is a trace that no run has had.
 *  - Psi of the paper (section 3.2) lets a statement that was not executed do anything, and keeps
 *    only its control flow; so it holds wherever an execution leaves what was executed before an
 *    assertion.  Ours asks for just that, with occurrences of a statement kept apart rather than
 *    collapsed.  An execution that leaves is always worth a run, and if there is none, there is no
 *    execution that the runs do not cover.
 *  - Steps are events with an order (symex/events/), not copies of all variables for each step.  An
 *    event is what another thread may see of a step, and an order of events is an interleaving up
 *    to the order of steps that do not depend on each other; so the two are equivalent for every
 *    property that is checked at an event, or in one thread between two.  This includes the
 *    optimisations of section 5; --no-reduction=peephole and local-ssa do without them.
 *  - Besides assertions, all properties of the program are checked.  What the program does not
 *    initialise is no input, and any value of it is covered.
 */
#include "symex/concrete/cover.h"
#include "symex/concrete/prediction.h"
#include "symex/config.h"
#include "symex/events/events_search.h"
#include "symex/generalise/refuse.h"
#include "symex/generalise/unfold.h"
#include "symex/reduction.h"
#include "symex/replay/run/inputs.h"
#include "symex/strategy.h"
#include "util/text/diag.h"

static void cover_run(void *context, const struct run_trace *t) {
	const struct symex *x = context;
	cover_add(x->config->cover, t);
}

/* SUCCESSFUL holds for the vector only. */
static void qualify(struct symex *x, const struct inputs *vector) {
	result_gap(x->result, GAP_RUNS, NO_LOC, "the inputs given");
	if (!x->config->prediction->is_given && vector->bound.n)
		result_remark(x->result, GAP_RUNS, "no --inputs: all inputs were zero");
}

static bool tdv(struct symex *x) {
	const struct prediction *p = x->config->prediction;
	struct inputs vector = {
	    .kind = p->inputs, .seed = p->input_seed, .given = p->given, .ngiven = p->ngiven};
	struct unfolding u;
	unfold_open(&u, x, &vector);
	u.on_run = cover_run;
	u.context = x;
	enum unfolded how = u.e.unsupported ? UNFOLD_UNSUPPORTED : unfold_all(&u);
	unfold_conclude(&u, how);
	/* Another strategy would answer for all inputs. */
	if (how == UNFOLD_UNSUPPORTED)
		result_gap(x->result, GAP_UNSUPPORTED, u.e.unsupported_loc, "%s under --strategy=tdv",
		           u.e.unsupported);
	qualify(x, &vector);
	unfold_close(&u);
	inputs_free(&vector);
	return true;
}

static const struct refusal refuses[] = {UNFOLD_REFUSES("--strategy=tdv"), REFUSE_PROGRESS, {0}};

const struct strategy strategy_tdv = {
    .name = "tdv",
    .help = "run the program on given inputs, and check every schedule for these inputs",
    .paper = "Yang and Sakallah, ICFEM 2010",
    .reductions = EVENTS_REDUCTIONS | REDUCTION_BIT(PEEPHOLE) | REDUCTION_BIT(LOCAL_SSA) |
                  REDUCTION_BIT(WAITING_ITERATIONS),
    .refuses = refuses,
    .covers = COVERS_SOME,
    .misses = "violations that need other inputs than those given",
    .makes_runs = true,
    .one_thread = true,
    .finds_order = true,
    .run = tdv,
};
