#include "frontend/lower/lower_clause.h"

#include "frontend/code/lower_body.h"
#include "frontend/code/lower_code.h"
#include "frontend/lower/lower_expr.h"
#include "util/text/diag.h"

void lw_clause(struct lw *lw, CXCursor condition, bool is_assumed, enum property_class class,
               const char *written, const char *says) {
	enum lw_context outer = lw->context;
	bool wraps = lw->wraps;
	lw->context = is_assumed ? LW_ASSUMED : LW_ASSERTED;
	lw->wraps = true;
	lw->trusted = is_assumed && class == PROPERTY_POSTCONDITION;
	lw_scope_open(lw, false);
	const struct expr *e = lw_value(lw, condition);
	if (!e || !type_is_scalar(e->type))
		fatal(EXIT_INPUT, lw->loc, "a clause has to be a condition");
	if (is_assumed) {
		lw_emit(lw, (struct ins){.kind = INS_ASSUME, .rhs = e, .text = written});
	} else {
		uint32_t p = prog_add_property(lw->fe->prog, lw->f, class, lw->loc, says);
		lw_emit(lw, (struct ins){.kind = INS_ASSERT, .rhs = e, .property = p, .text = written});
	}
	lw_scope_close(lw);
	lw->wraps = wraps;
	lw->trusted = false;
	lw->context = outer;
}
