#include "tasks/show.h"

#include "cli/session/info.h"
#include "goto/program/print.h"
#include "symex/symex.h"
#include "tasks/missing.h"

bool show_only(const struct options *o) {
	return o->show_symbols || o->show_goto_functions || o->show_loops || o->show_properties ||
	       o->show_slice || o->explain_plan || o->show_missing || o->write_stubs || o->show_api ||
	       o->show_client;
}

bool show_program(const struct options *o, const struct config *config,
                  const struct goto_prog *prog) {
	if (o->show_symbols)
		goto_print_symbols(stdout, prog);
	if (o->show_goto_functions)
		goto_print(stdout, prog);
	if (o->show_slice)
		goto_print_slice(stdout, prog);
	if (o->show_loops)
		goto_print_loops(stdout, prog);
	if (o->show_properties)
		goto_print_properties(stdout, prog);
	if (o->explain_plan)
		symex_explain(stdout, prog, &config->symex);
	if (o->show_missing || o->write_stubs)
		missing_show(o, prog, info_command());
	return show_only(o);
}
