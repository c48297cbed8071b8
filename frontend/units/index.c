#include "frontend/units/index.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include "frontend/source/attribute.h"
#include "frontend/source/clang.h"
#include "frontend/source/diagnostics.h"
#include "frontend/source/inputs.h"
#include "frontend/source/parse.h"
#include "frontend/source/strength.h"
#include "frontend/units/index_store.h"
#include "frontend/units/index_unit.h"
#include "util/base/intern.h"
#include "util/base/map.h"
#include "util/base/threshold.h"
#include "util/text/diag.h"

static bool is_open_array(CXCursor c) {
	return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_IncompleteArray;
}

static bool is_array(CXCursor c) {
	return clang_getCanonicalType(clang_getCursorType(c)).kind == CXType_ConstantArray;
}

struct scan {
	struct index_unit *unit;
	struct map weak; /* interned names that were declared weak */
};

static void add(struct scan *s, CXCursor c, bool is_function, bool has_body) {
	struct index_def d = {
	    .name = fe_linker_name(c),
	    .is_function = is_function,
	    .is_static = clang_getCursorLinkage(c) == CXLinkage_Internal,
	    .constructor = NO_PRIORITY,
	    .destructor = NO_PRIORITY,
	};
	/* The type says that a function does not return; of a static one that is seen in its unit. */
	if (clang_Cursor_hasAttrs(c) || (is_function && !d.is_static)) {
		struct fe_attributes a = fe_attributes(c);
		d.is_weak = a.weak;
		d.alias = a.alias;
		has_body &= !a.alias; /* clang calls it a definition */
		d.is_noreturn = a.noreturn;
		d.constructor = a.constructor;
		d.destructor = a.destructor;
	}
	if (d.is_weak)
		map_put(&s->weak, map_key(d.name), 1);
	d.strength = fe_strength_of(c, has_body, map_get(&s->weak, map_key(d.name), NULL));
	bool says = d.is_weak || d.is_noreturn || d.alias || d.constructor != NO_PRIORITY ||
	            d.destructor != NO_PRIORITY || (!is_function && is_array(c));
	if (d.strength == FE_DECLARED && !says)
		return;
	d.is_sized = !is_function && !is_open_array(c);
	d.loc = fe_cursor_loc(c);
	d.type = d.is_static ? 0 : fe_index_type(c);
	vec_push(&s->unit->def, d);
}

/* Cursors do not tell that a function had a body that was left out; this does. */
static void visit(CXClientData data, const CXIdxDeclInfo *info) {
	CXCursor c = info->cursor;
	enum CXCursorKind kind = clang_getCursorKind(c);
	bool is_function = kind == CXCursor_FunctionDecl;
	if (!is_function && kind != CXCursor_VarDecl)
		return;
	if (clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		return;
	/* A variable that only this unit sees is met when the unit is parsed. */
	if (!is_function && clang_getCursorLinkage(c) == CXLinkage_Internal)
		return;
	if (!is_function || info->isDefinition || clang_Cursor_hasAttrs(c))
		add(data, c, is_function, info->isDefinition);
}

/* The first error, to tell why a unit is left out. */
static void note_problem(struct index_unit *unit, CXTranslationUnit tu) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(tu);
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++) {
		CXDiagnostic d = clang_getDiagnosticInSet(all, i);
		if (!fe_is_error(d) || unit->nproblems++)
			continue;
		CXString text = clang_getDiagnosticSpelling(d);
		unit->problem = intern(clang_getCString(text));
		unit->place = fe_loc(clang_getDiagnosticLocation(d));
		clang_disposeString(text);
	}
	unit->state = unit->nproblems ? INDEX_BROKEN : INDEX_READ;
}

static void on_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	struct index_unit *unit = data;
	(void)stack, (void)n;
	CXString name = clang_getFileName(file);
	if (clang_getCString(name))
		vec_push(&unit->file, intern(clang_getCString(name)));
	clang_disposeString(name);
}

static void scan(struct fe *fe, CXTranslationUnit tu, struct index_unit *known) {
	struct scan s = {.unit = known};
	IndexerCallbacks callbacks = {.indexDeclaration = visit};
	CXIndexAction action = clang_IndexAction_create(fe->index);
	note_problem(known, tu);
	clang_indexTranslationUnit(action, &s, &callbacks, sizeof callbacks, CXIndexOpt_None, tu);
	clang_IndexAction_dispose(action);
	clang_getInclusions(tu, on_inclusion, known);
	map_free(&s.weak);
	clang_disposeTranslationUnit(tu);
}

static void read_unit(struct fe *fe, struct fe_unit *unit, struct index_unit *known) {
	inputs_file(unit->file);
	if (access(unit->file, R_OK)) {
		known->state = INDEX_MISSING;
		return;
	}
	CXTranslationUnit tu = fe_parse_outline(fe, unit->source, false);
	if (tu) {
		scan(fe, tu, known);
		return;
	}
	known->state = INDEX_BROKEN;
	known->nproblems = 1;
	known->problem = intern("clang does not accept the flags");
}

/* --- On all cores. --- */

#define STACK_BYTES ((size_t)256 << 20) /* without bodies, only initial values nest */

enum { MAX_THREADS = 16, UNITS_OF_THREAD = THRESHOLD(8, 1) };

struct job {
	struct fe_unit *unit;
	struct index_unit *known;
	bool is_done;
};

struct crew {
	const struct fe *fe;
	VEC(struct job) job;
	atomic_size_t next;
};

/* What compiles as it is; the rest is left to the thread that may print. */
static void *work(void *data) {
	struct crew *crew = data;
	struct fe fe = *crew->fe;
	fe.index = clang_createIndex(0, 0);
	for (size_t i; (i = atomic_fetch_add(&crew->next, 1)) < crew->job.n;) {
		struct job *job = &crew->job.at[i];
		CXTranslationUnit tu = NULL;
		if (!access(job->unit->file, R_OK))
			tu = fe_parse_outline(&fe, job->unit->source, true);
		job->is_done = tu != NULL;
		if (tu)
			scan(&fe, tu, job->known);
	}
	clang_disposeIndex(fe.index);
	return NULL;
}

static size_t cores(void) {
	cpu_set_t set;
	return sched_getaffinity(0, sizeof set, &set) ? 1 : (size_t)CPU_COUNT(&set);
}

/* Starts what can be started; this thread reads what is left over, if need be all of it. */
static void read_first(struct crew *crew) {
	pthread_t thread[MAX_THREADS];
	pthread_attr_t attr;
	size_t n = 0, wanted = crew->job.n / UNITS_OF_THREAD;
	wanted = wanted < cores() ? wanted : cores();
	wanted = wanted < MAX_THREADS ? wanted : MAX_THREADS;
	if (wanted < 2)
		return;
	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK_BYTES);
	while (n < wanted && !pthread_create(&thread[n], &attr, work, crew))
		n++;
	pthread_attr_destroy(&attr);
	while (n > 0)
		pthread_join(thread[--n], NULL);
}

static void read_units(struct fe *fe, struct index_store *store, struct crew *crew) {
	diag_blame("clang crashed while reading the files of the build");
	read_first(crew);
	for (size_t i = 0; i < crew->job.n; i++) {
		struct job *job = &crew->job.at[i];
		if (!job->is_done)
			read_unit(fe, job->unit, job->known);
		job->unit->known = job->known;
		if (job->known->state == INDEX_READ)
			index_store_missed(store);
	}
	diag_blame(NULL);
}

enum { MAX_WARNINGS = 5, MAX_SUSPECTS = 2 };

static void warn(const struct fe_unit *unit) {
	const struct index_unit *known = unit->known;
	if (known->state == INDEX_MISSING)
		diag_warn(NO_LOC,
		          "there is no '%s', which the build lists: build the project first, if it needs "
		          "this file",
		          unit->file);
	else if (known->state == INDEX_BROKEN)
		diag_warn(known->place, "%s: '%s' does not compile; an error if the program needs it",
		          known->problem, unit->file);
}

/* What a program that is kept rests on, too. */
static void note_inputs(const struct fe_unit *unit) {
	for (size_t i = 0; i < unit->known->file.n; i++)
		inputs_header(unit->known->file.at[i]);
	inputs_flags(&unit->source->flags);
}

void fe_index_units(struct fe *fe) {
	struct index_store *store = index_store_open(fe);
	struct crew crew = {.fe = fe};
	for (size_t i = 0; i < fe->unit.n; i++) {
		struct fe_unit *unit = fe->unit.at[i];
		unit->known = index_store_find(store, unit);
		if (unit->known)
			note_inputs(unit);
		else
			vec_push(&crew.job,
			         ((struct job){unit, arena_new(fe->arena, struct index_unit), false}));
	}
	read_units(fe, store, &crew);
	vec_free(&crew.job);
	index_store_save(store);
	index_store_close(store);
	size_t n = 0;
	for (size_t i = 0; i < fe->unit.n; i++)
		if (fe->unit.at[i]->known->state != INDEX_READ && ++n <= MAX_WARNINGS)
			warn(fe->unit.at[i]);
	if (n > MAX_WARNINGS)
		diag_warn(NO_LOC, "%zu more files are missing or do not compile", n - MAX_WARNINGS);
}

const char *fe_index_suspects(const struct fe *fe) {
	const char *list = NULL;
	size_t n = 0;
	for (size_t i = 0; i < fe->unit.n; i++) {
		const struct fe_unit *u = fe->unit.at[i];
		if (!u->known || u->known->state == INDEX_READ || ++n > MAX_SUSPECTS)
			continue;
		const char *why = u->known->state == INDEX_MISSING ? "is missing" : "does not compile";
		list = intern_printf("%s%s'%s', which %s", list ? list : "", list ? ", or in " : "",
		                     u->file, why);
	}
	return n > MAX_SUSPECTS ? intern_printf("%s, or in %zu more", list, n - MAX_SUSPECTS) : list;
}
