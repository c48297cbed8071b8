#include "frontend/units/units.h"

#include <string.h>

#include "frontend/source/extension.h"
#include "frontend/source/parse.h"
#include "frontend/source/target.h"
#include "frontend/units/index_unit.h"
#include "frontend/units/layout.h"
#include "util/base/intern.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

/* What parsed units may take, by default: some fifty. */
#define TREE_BYTES THRESHOLD((size_t)256 << 20, 1)

static const char *unique_name(const struct fe *fe, const char *file) {
	unsigned same = 0;
	for (size_t i = 0; i < fe->unit.n; i++)
		same += fe->unit.at[i]->file == file;
	return same ? intern_printf("%s#%u", file, same + 1) : file;
}

struct fe_unit *fe_units_add(struct fe *fe, const struct fe_source *source) {
	struct fe_unit *unit = arena_new(fe->arena, struct fe_unit);
	unit->source = arena_copy(fe->arena, source, sizeof *source);
	unit->source->file = unit->file = intern(source->file);
	unit->name = unique_name(fe, unit->file);
	unit->id = (uint32_t)fe->unit.n;
	unit->is_model = source->is_model;
	fe_source_prepare(fe, unit->source);
	for (size_t i = 0; i < unit->source->flags.flag.n; i++)
		unit->is_intel |= !strcmp(unit->source->flags.flag.at[i], "-masm=intel");
	vec_push(&fe->unit, unit);
	return unit;
}

/* What its tree takes, as clang counts. */
static size_t tree_bytes(CXTranslationUnit tu) {
	CXTUResourceUsage usage = clang_getCXTUResourceUsage(tu);
	size_t sum = 0;
	for (unsigned i = 0; i < usage.numEntries; i++)
		sum += usage.entries[i].amount;
	clang_disposeCXTUResourceUsage(usage);
	return sum;
}

/* The first unit that is parsed says for which target the program is. */
static void check_target(struct fe *fe, const struct fe_unit *unit) {
	struct target target = {0};
	fe_target_fill(&target, fe->index, unit->tu, &unit->source->flags);
	if (!fe->first_parsed) {
		fe->prog->target = target;
		fe->first_parsed = unit;
	} else if (strcmp(target.triple, fe->prog->target.triple)) {
		fatal(EXIT_INPUT, NO_LOC, "'%s' is for %s but '%s' is for %s", unit->file, target.triple,
		      fe->first_parsed->name, fe->prog->target.triple);
	}
}

void fe_unit_load(struct fe *fe, struct fe_unit *unit) {
	unit->used = ++fe->clock;
	if (unit->tu)
		return;
	diag_say(2, "parsing '%s'%s", unit->file, unit->was_parsed ? " again" : "");
	unit->tu = fe_parse(fe, unit->source, !unit->was_parsed);
	if (!unit->is_model && !unit->was_parsed)
		check_target(fe, unit);
	unit->was_parsed = true;
	if (unit->known) {
		unit->bytes = tree_bytes(unit->tu);
		fe->tree_bytes += unit->bytes;
	}
	if (fe->loaded)
		fe->loaded(fe, unit);
}

static void dispose(struct fe *fe, struct fe_unit *unit) {
	clang_disposeTranslationUnit(unit->tu);
	unit->tu = NULL;
	fe->tree_bytes -= unit->bytes;
	unit->bytes = 0;
}

void fe_unit_unload(struct fe *fe, struct fe_unit *unit) {
	fe->was_freed = true;
	fe->unloads(fe, unit);
	fe_layout_forget(fe->layout, unit->tu);
	dispose(fe, unit);
}

bool fe_units_are_many(const struct fe *fe) {
	size_t limit = fe->config->tree_bytes ? fe->config->tree_bytes : TREE_BYTES;
	return fe->tree_bytes > limit;
}

struct fe_unit *fe_units_oldest(const struct fe *fe, const struct fe_unit *but) {
	struct fe_unit *oldest = NULL;
	for (size_t i = 0; i < fe->unit.n; i++) {
		struct fe_unit *u = fe->unit.at[i];
		if (u != but && u->tu && u->known && (!oldest || u->used < oldest->used))
			oldest = u;
	}
	return oldest;
}

static void close_unit(struct fe *fe, struct fe_unit *unit) {
	if (unit->tu)
		dispose(fe, unit);
	fe_extensions_close(unit);
	vec_free(&unit->source->flags.flag);
	vec_free(&unit->source->unread.flag);
	fe_index_free((struct index_unit *)unit->known);
}

void fe_units_keep(struct fe *fe, const bool *chosen) {
	size_t kept = 0;
	for (size_t i = 0; i < fe->unit.n; i++)
		if (chosen[i])
			fe->unit.at[kept++] = fe->unit.at[i];
		else
			close_unit(fe, fe->unit.at[i]);
	fe->unit.n = kept;
}

void fe_units_close(struct fe *fe) {
	for (size_t i = 0; i < fe->unit.n; i++)
		close_unit(fe, fe->unit.at[i]);
	vec_free(&fe->unit);
}
