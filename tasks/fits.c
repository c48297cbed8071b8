#include "tasks/fits.h"

#include "cli/session/certificate.h"
#include "cli/session/outputs.h"
#include "tasks/confirm/confirm.h"
#include "tasks/fix.h"
#include "tasks/why_safe.h"

/* What is for one run only. */
static bool is_one_run(const struct options *o, size_t runs, const char **error) {
	bool is_saved = o->save || o->resume, shows_missing = o->show_missing || o->write_stubs;
	if (o->validate_witness && (runs > 1 || outputs_wanted(o)))
		*error = "--validate-witness is for one run, and writes no other files";
	else if (is_saved && (runs > 1 || o->validate_witness))
		*error = arena_printf(o->arena, "--%s is for one run of verification",
		                      o->save ? "save" : "resume");
	else if (shows_missing && runs > 1)
		*error = arena_printf(o->arena, "--%s is for one function to start in",
		                      o->write_stubs ? "write-stubs" : "show-missing");
	else if (o->cover && runs > 1)
		*error = "--cover is for one run: one function to start in, one property";
	else
		return true;
	return false;
}

bool tasks_fit(const struct options *o, size_t runs, const char **error) {
	if (!is_one_run(o, runs, error) || (o->confirm && !confirm_fits(o, error)) ||
	    !certificate_fits(o, error))
		return false;
	if (o->harness && runs > 1) {
		*error = "--harness is for one run: one function to start in, one property";
		return false;
	}
	return (!o->fix || fix_fits(o, runs, error)) && (!o->why_safe || why_safe_fits(o, runs, error));
}
