/* Which files of a unit are read for pragmas and attributes, and which of these count. */
#include "frontend/source/extension.h"

#include <string.h>

#include "frontend/source/clang.h"
#include "frontend/source/parse.h"
#include "util/base/intern.h"
#include "util/text/diag.h"

struct found {        /* one that must be said, or is refused */
	const char *file; /* interned path */
	size_t at;
	struct loc loc;
	const char *name, *remark;
	bool is_read, is_refused, is_told;
};

struct fe_extensions { /* of a unit */
	VEC(struct found) found;
	VEC(const char *) weak; /* interned names */
};

struct ext_file {
	CXFile file;
	const char *path; /* interned */
	const char *text;
	size_t n;
};

struct left_out { /* by the preprocessor, of a file */
	const char *path;
	unsigned from, to;
};

struct search {
	CXTranslationUnit tu;
	VEC(struct ext_file) file;
	VEC(struct left_out) left_out;
};

static const char *path_of(CXFile file) {
	CXString name = clang_getFileName(file);
	const char *text = clang_getCString(name), *path = text ? intern(text) : NULL;
	clang_disposeString(name);
	return path;
}

static void on_file(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	struct search *s = data;
	(void)stack;
	if (n && clang_Location_isInSystemHeader(clang_getLocationForOffset(s->tu, file, 0)))
		return;
	for (size_t i = 0; i < s->file.n; i++)
		if (clang_File_isEqual(s->file.at[i].file, file))
			return;
	struct ext_file f = {.file = file, .path = path_of(file)};
	f.text = clang_getFileContents(s->tu, file, &f.n);
	if (f.text && f.path)
		vec_push(&s->file, f);
}

static void on_range(struct search *s, CXSourceRange range) {
	CXFile file, other;
	struct left_out l = {0};
	clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, &l.from);
	clang_getFileLocation(clang_getRangeEnd(range), &other, NULL, NULL, &l.to);
	if (!file)
		return;
	l.path = path_of(file);
	vec_push(&s->left_out, l);
}

/* Only a record of preprocessing knows what was left out: the file is parsed again for it. */
static void find_left_out(struct fe *fe, struct fe_source *source, struct search *s) {
	CXTranslationUnit tu = fe_parse_preprocessed(fe, source);
	CXSourceRangeList *all = tu ? clang_getAllSkippedRanges(tu) : NULL;
	for (unsigned i = 0; all && i < all->count; i++)
		on_range(s, all->ranges[i]);
	if (all)
		clang_disposeSourceRangeList(all);
	if (tu)
		clang_disposeTranslationUnit(tu);
}

static bool is_left_out(void *data, uint32_t file, size_t at) {
	const struct search *s = data;
	const struct ext_file *f = &s->file.at[file];
	for (size_t i = 0; i < s->left_out.n; i++)
		if (s->left_out.at[i].path == f->path && at >= s->left_out.at[i].from &&
		    at <= s->left_out.at[i].to)
			return true;
	return false;
}

static struct found take(const struct search *s, const struct extension_use *u) {
	const struct ext_file *f = &s->file.at[u->file];
	CXSourceLocation where = clang_getLocationForOffset(s->tu, f->file, (unsigned)u->at);
	return (struct found){.file = f->path,
	                      .at = u->at,
	                      .loc = clang_Location_isInSystemHeader(where) ? NO_LOC : fe_loc(where),
	                      .name = u->name,
	                      .remark = u->remark,
	                      .is_read = u->is_read,
	                      .is_refused = u->is_refused};
}

static void tell(struct fe *fe, struct found *f) {
	if (!f->is_told)
		vec_push(&fe->prog->ignored,
		         ((struct ignored){f->loc, intern_printf("that %s is %s%s", f->name,
		                                                 f->is_read ? "read" : "ignored",
		                                                 f->remark ? f->remark : "")}));
	f->is_told = true;
}

struct extent {
	const char *path;
	unsigned from, to;
};

static struct extent extent_of(CXCursor c) {
	CXFile file;
	struct extent e = {0};
	CXSourceRange range = clang_getCursorExtent(c);
	clang_getFileLocation(clang_getRangeStart(range), &file, NULL, NULL, &e.from);
	clang_getFileLocation(clang_getRangeEnd(range), NULL, NULL, NULL, &e.to);
	e.path = file ? path_of(file) : NULL;
	return e;
}

static bool is_inside(const struct found *f, const struct extent *e) {
	return f->file == e->path && f->at >= e->from && f->at < e->to;
}

/* Clang's interface has no kind for assembly outside of functions. */
static bool is_assembly(CXCursor c) {
	if (clang_getCursorKind(c) != CXCursor_UnexposedDecl ||
	    clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		return false;
	CXString s = clang_getCursorPrettyPrinted(c, NULL);
	const char *text = clang_getCString(s);
	bool found = text && (!strncmp(text, "asm", 3) || !strncmp(text, "__asm", 5));
	clang_disposeString(s);
	return found;
}

static enum CXChildVisitResult tell_assembly(CXCursor c, CXCursor parent, CXClientData data) {
	struct fe *fe = data;
	(void)parent;
	if (is_assembly(c))
		vec_push(&fe->prog->ignored,
		         ((struct ignored){fe_cursor_loc(c),
		                           intern("that assembly outside of functions is ignored")}));
	return CXChildVisit_Continue;
}

static enum CXChildVisitResult leave_functions(CXCursor c, CXCursor parent, CXClientData data) {
	struct fe_extensions *x = data;
	(void)parent;
	if (clang_getCursorKind(c) != CXCursor_FunctionDecl ||
	    !clang_equalCursors(clang_getCursorDefinition(c), c) ||
	    clang_Location_isInSystemHeader(clang_getCursorLocation(c)))
		return CXChildVisit_Continue;
	struct extent e = extent_of(c);
	for (size_t i = 0; i < x->found.n; i++)
		x->found.at[i].is_told |= is_inside(&x->found.at[i], &e);
	return CXChildVisit_Continue;
}

/* What is in no function counts at once. */
static void tell_outside(struct fe *fe, struct fe_unit *unit) {
	struct fe_extensions *x = unit->extensions;
	clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), leave_functions, x);
	for (size_t i = 0; i < x->found.n; i++) {
		bool is_outside = !x->found.at[i].is_told;
		x->found.at[i].is_told = false;
		if (is_outside)
			tell(fe, &x->found.at[i]);
	}
}

/* Of a flag that we leave out: with it, what has this word would have been something else. */
static void tell_of_word(struct fe *fe, struct search *s, const char *word, const char *name,
                         const char *remark) {
	for (size_t i = 0; i < s->file.n; i++) {
		const char *at = memmem(s->file.at[i].text, s->file.at[i].n, word, strlen(word));
		if (!at)
			continue;
		struct extension_use u = {.file = (uint32_t)i,
		                          .at = (size_t)(at - s->file.at[i].text),
		                          .name = name,
		                          .remark = remark};
		struct found f = take(s, &u);
		tell(fe, &f);
	}
}

static void tell_of_flags(struct fe *fe, const struct fe_source *source, struct search *s) {
	for (size_t i = 0; i < source->unread.flag.n; i++)
		vec_push(&fe->prog->ignored,
		         ((struct ignored){
		             NO_LOC, intern_printf("that %s is ignored", source->unread.flag.at[i])}));
	if (source->has_openmp)
		tell_of_word(fe, s, "_OPENMP", "#pragma omp", ", as without -fopenmp");
	if (source->has_exceptions) { /* not pthread_cleanup_push */
		tell_of_word(fe, s, "cleanup(", "-fexceptions", NULL);
		tell_of_word(fe, s, "cleanup__(", "-fexceptions", NULL);
	}
}

static void note_files(struct goto_prog *prog, const struct search *s) {
	for (size_t i = 0; i < s->file.n; i++) {
		bool is_known = false;
		for (size_t k = 0; k < prog->included.n && !is_known; k++)
			is_known = prog->included.at[k] == s->file.at[i].path;
		if (!is_known)
			vec_push(&prog->included, s->file.at[i].path);
	}
}

void fe_extensions_find(struct fe *fe, struct fe_unit *unit) {
	if (unit->extensions || unit->is_model)
		return;
	struct fe_extensions *x = unit->extensions = arena_new(fe->arena, struct fe_extensions);
	struct search s = {.tu = unit->tu};
	clang_getInclusions(unit->tu, on_file, &s);
	note_files(fe->prog, &s);
	clang_visitChildren(clang_getTranslationUnitCursor(unit->tu), tell_assembly, fe);
	bool is_likely = false;
	for (size_t i = 0; i < s.file.n && !is_likely; i++)
		is_likely = extension_is_likely(s.file.at[i].text, s.file.at[i].n);
	tell_of_flags(fe, unit->source, &s);
	if (is_likely) {
		struct extension_uses uses = {0};
		struct extension_text *text = mem_alloc(s.file.n * sizeof *text);
		find_left_out(fe, unit->source, &s);
		for (size_t i = 0; i < s.file.n; i++)
			text[i] = (struct extension_text){s.file.at[i].text, s.file.at[i].n, is_left_out, &s};
		extension_scan(text, (uint32_t)s.file.n, &uses);
		for (size_t i = 0; i < uses.n; i++) {
			struct found f = take(&s, &uses.at[i]);
			if (!strncmp(f.name, EXTENSION_WEAK, strlen(EXTENSION_WEAK)))
				vec_push(&x->weak, intern(f.name + strlen(EXTENSION_WEAK)));
			else if (f.loc.line)
				vec_push(&x->found, f);
		}
		mem_free(text);
		vec_free(&uses);
		tell_outside(fe, unit);
	}
	vec_free(&s.file);
	vec_free(&s.left_out);
}

bool fe_extensions_weak(const struct fe_unit *unit, const char *name) {
	const struct fe_extensions *x = unit->extensions;
	for (size_t i = 0; x && i < x->weak.n; i++)
		if (x->weak.at[i] == name)
			return true;
	return false;
}

const char *fe_extensions_enter(struct fe *fe, struct fe_unit *unit, CXCursor definition,
                                struct loc *loc) {
	struct fe_extensions *x = unit->extensions;
	const char *refused = NULL;
	if (!x || !x->found.n)
		return NULL;
	struct extent e = extent_of(definition);
	for (size_t i = 0; i < x->found.n; i++) {
		struct found *f = &x->found.at[i];
		if (!is_inside(f, &e))
			continue;
		if (!f->is_refused) {
			tell(fe, f);
		} else if (!refused) {
			refused = f->name;
			*loc = f->loc;
		}
	}
	return refused;
}

void fe_extensions_close(struct fe_unit *unit) {
	if (!unit->extensions)
		return;
	vec_free(&unit->extensions->found);
	vec_free(&unit->extensions->weak);
}
