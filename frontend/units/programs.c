#include "frontend/units/programs.h"

#include "frontend/source/strength.h"
#include "frontend/units/compile_db.h"
#include "frontend/units/index.h"
#include "frontend/units/index_unit.h"
#include "frontend/units/units.h"
#include "util/base/intern.h"
#include "util/text/diag.h"
#include "util/text/nearest.h"

struct looking {
	bool found, external;
	struct loc loc;
};

static struct looking look_for(const struct fe_unit *unit, const char *name) {
	const struct index_unit *known = unit->known;
	const char *interned = intern(name);
	for (size_t i = 0; i < known->def.n; i++) {
		const struct index_def *d = &known->def.at[i];
		if (d->name == interned && d->is_function && d->strength != FE_DECLARED)
			return (struct looking){true, !d->is_static, d->loc};
	}
	return (struct looking){0};
}

/* The unit in which the function is; static ones only if there is no other.  *n: how many have it
 * that a linker would not accept together. */
static size_t find_definition(const struct fe *fe, const char *name, size_t *n) {
	size_t at = SIZE_MAX;
	*n = 0;
	for (size_t i = 0; i < fe->unit.n; i++) {
		struct looking l = look_for(fe->unit.at[i], name);
		if (!l.found || (!l.external && at != SIZE_MAX))
			continue;
		if (l.external)
			++*n;
		if (*n <= 1)
			at = i;
	}
	return at;
}

static const char *sources_for(const struct compile_db *db, const char *target) {
	const char *list = "";
	for (size_t i = 0; i < db->c.n; i++)
		if (compiled_is_for(&db->c.at[i], target))
			list = intern_printf("%s %s", list, db->c.at[i].shown);
	return list;
}

_Noreturn static void several(const struct fe *fe, const struct compile_db *db, const char *name) {
	size_t n = 0;
	for (size_t i = 0; i < fe->unit.n; i++)
		n += look_for(fe->unit.at[i], name).external;
	diag_error(NO_LOC,
	           "'%s' lists several programs: '%s' is defined in %zu files; name the sources of "
	           "one of them",
	           db->path, name, n);
	for (size_t i = 0; i < fe->unit.n; i++) {
		struct looking l = look_for(fe->unit.at[i], name);
		if (!l.external)
			continue;
		const struct compiled *c = &db->c.at[i];
		if (c->target.n)
			diag_note(l.loc, "%s: cbmc-mt -p %s%s", c->target.at[0], fe->config->compile_db,
			          sources_for(db, c->target.at[0]));
		else
			diag_note(l.loc, "one '%s' is here", name);
	}
	fatal(EXIT_INPUT, NO_LOC, "which '%s' is meant?", name);
}

static bool shares_target(const struct compiled *a, const struct compiled *b) {
	for (size_t i = 0; i < a->target.n; i++)
		if (compiled_is_for(b, a->target.at[i]))
			return true;
	return false;
}

/* Is this one of the units of a target that is a program? */
static bool is_of_program(const struct fe *fe, const struct compile_db *db, const bool *has_main,
                          size_t unit) {
	for (size_t i = 0; i < fe->unit.n; i++)
		if (has_main[i] && (i == unit || shares_target(&db->c.at[i], &db->c.at[unit])))
			return true;
	return false;
}

/* Of a file that is compiled in two ways, one can be linked. */
static void check_once(const struct compile_db *db, const bool *chosen, size_t unit) {
	for (size_t i = 0; i < unit; i++)
		if (chosen[i] && db->c.at[i].file == db->c.at[unit].file)
			fatal(
			    EXIT_INPUT, NO_LOC,
			    "'%s' lists '%s' more than once, with %s; name the sources, and give the flags by "
			    "hand instead of -p",
			    db->path, db->c.at[unit].shown, compiled_difference(&db->c.at[i], &db->c.at[unit]));
}

/* Is the file of this unit compiled by one of these? */
static bool is_among(const struct compile_db *db, const bool *own, size_t unit) {
	for (size_t i = 0; i < db->c.n; i++)
		if (own[i] && db->c.at[i].file == db->c.at[unit].file)
			return true;
	return false;
}

static void compare_names(const struct index_unit *known, struct nearest *near) {
	for (size_t i = 0; i < known->def.n; i++)
		if (known->def.at[i].is_function && known->def.at[i].strength != FE_DECLARED)
			nearest_try(near, known->def.at[i].name);
}

_Noreturn static void missing(const struct fe *fe, const struct compile_db *db, const char *name) {
	struct nearest near = {.name = name};
	for (size_t i = 0; i < fe->unit.n; i++)
		compare_names(fe->unit.at[i]->known, &near);
	const char *meant = nearest_found(&near);
	if (meant)
		fatal(EXIT_INPUT, NO_LOC, "'%s' lists no file with a function '%s'; did you mean '%s'?",
		      db->path, name, meant);
	const char *suspects = fe_index_suspects(fe);
	if (suspects)
		fatal(EXIT_INPUT, NO_LOC, "'%s' lists no file with a function '%s'; it may be in %s",
		      db->path, name, suspects);
	fatal(EXIT_INPUT, NO_LOC, "'%s' lists no file with a function '%s'; use --function F", db->path,
	      name);
}

/* The unit that defines the function. */
static size_t definition(const struct fe *fe, const struct compile_db *db, const char *name) {
	size_t n, at = find_definition(fe, name, &n);
	if (at == SIZE_MAX)
		missing(fe, db, name);
	if (n > 1)
		several(fe, db, name);
	return at;
}

static const char *entry_of(const struct fe_config *c) {
	return c->enforce ? c->enforce : c->entry ? c->entry : "main";
}

void programs_choose(struct fe *fe, const struct compile_db *db) {
	size_t n = fe->unit.n;
	size_t entry = definition(fe, db, entry_of(fe->config));
	for (size_t i = 0; i < fe->config->nlater; i++)
		definition(fe, db, fe->config->later[i]);
	bool *has_main = mem_alloc(n * sizeof *has_main), *chosen = mem_alloc(n * sizeof *chosen);
	bool *own = mem_alloc(n * sizeof *own);
	for (size_t i = 0; i < n; i++)
		has_main[i] = look_for(fe->unit.at[i], "main").found;
	for (size_t i = 0; i < n; i++)
		own[i] = entry == i || shares_target(&db->c.at[entry], &db->c.at[i]);
	/* Libraries; a file that the program compiles itself is not taken from one of them. */
	for (size_t i = 0; i < n; i++)
		chosen[i] = own[i] || (!is_of_program(fe, db, has_main, i) && !is_among(db, own, i));
	for (size_t i = 0; i < n; i++)
		if (chosen[i])
			check_once(db, chosen, i);
	fe_units_keep(fe, chosen);
	mem_free(own);
	mem_free(chosen);
	mem_free(has_main);
}
