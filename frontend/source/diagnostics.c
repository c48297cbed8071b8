#include "frontend/source/diagnostics.h"

#include <stdio.h>
#include <string.h>

#include "util/base/intern.h"
#include "util/base/vec.h"
#include "util/text/diag.h"

#define MAX_ERRORS 20 /* as clang's -ferror-limit */
#define WINDOW     160

bool fe_is_error(CXDiagnostic d) {
	if (clang_getDiagnosticSeverity(d) < CXDiagnostic_Error)
		return false;
	CXString s = clang_getDiagnosticCategoryText(d);
	bool tolerated = !strcmp(clang_getCString(s), "Inline Assembly Issue");
	clang_disposeString(s);
	return !tolerated;
}

/* Here and elsewhere the set is asked for once: clang_getNumDiagnostics and clang_getDiagnostic
 * build it anew with every call if there are notes. */
unsigned fe_count_errors(CXTranslationUnit unit) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	unsigned errors = 0;
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all); i++)
		errors += fe_is_error(clang_getDiagnosticInSet(all, i));
	return errors;
}

static void colour(const char *code) {
	if (diag_colour())
		fputs(code, stderr);
}

/* A position in a file; of a macro, where it is expanded. */
struct position {
	CXFile file;
	unsigned line, col, offset;
};

static struct position position_of(CXSourceLocation loc) {
	struct position p = {0};
	clang_getFileLocation(loc, &p.file, &p.line, &p.col, &p.offset);
	return p;
}

struct include_search {
	CXFile wanted;
	VEC(CXSourceLocation) stack;
	bool found;
};

static void on_inclusion(CXFile file, CXSourceLocation *stack, unsigned n, CXClientData data) {
	struct include_search *s = data;
	if (s->found || !clang_File_isEqual(file, s->wanted))
		return;
	s->found = true;
	for (unsigned i = 0; i < n; i++)
		vec_push(&s->stack, stack[i]);
}

static void print_include_stack(CXTranslationUnit unit, CXFile file) {
	struct include_search s = {.wanted = file};
	clang_getInclusions(unit, on_inclusion, &s);
	for (size_t i = s.stack.n; i-- > 0;) {
		CXString name;
		unsigned line, col;
		clang_getPresumedLocation(s.stack.at[i], &name, &line, &col);
		fprintf(stderr, "In file included from %s:%u:\n", clang_getCString(name), line);
		clang_disposeString(name);
	}
	vec_free(&s.stack);
}

/* The part of the marker line under a source line: ranges as '~', then the caret. */
static void mark_ranges(CXDiagnostic d, struct position at, char *mark, size_t n) {
	for (unsigned i = 0; i < clang_getDiagnosticNumRanges(d); i++) {
		CXSourceRange range = clang_getDiagnosticRange(d, i);
		struct position from = position_of(clang_getRangeStart(range));
		struct position to = position_of(clang_getRangeEnd(range));
		if (!clang_File_isEqual(from.file, at.file) || from.line > at.line || to.line < at.line)
			continue;
		size_t first = from.line < at.line ? 1 : from.col;
		size_t end = to.line > at.line ? n + 1 : to.col;
		for (size_t col = first; col < end && col <= n; col++)
			mark[col - 1] = '~';
	}
	if (at.col && at.col <= n + 1)
		mark[at.col - 1] = '^';
}

static void print_marks(const char *line, const char *mark, size_t from, size_t to) {
	while (to > from && !mark[to - 1])
		to--;
	fputs("      | ", stderr);
	colour("\033[0;1;32m");
	for (size_t i = from; i < to; i++)
		fputc(mark[i] ? mark[i] : line[i] == '\t' ? '\t' : ' ', stderr);
	colour("\033[0m");
	fputc('\n', stderr);
}

static void print_fixits(CXDiagnostic d, struct position at, const char *line, size_t from) {
	for (unsigned i = 0; i < clang_getDiagnosticNumFixIts(d); i++) {
		CXSourceRange range;
		CXString text = clang_getDiagnosticFixIt(d, i, &range);
		struct position p = position_of(clang_getRangeStart(range));
		const char *s = clang_getCString(text);
		if (p.line == at.line && clang_File_isEqual(p.file, at.file) && p.col > from &&
		    !strchr(s, '\n') && *s) {
			fputs("      | ", stderr);
			for (size_t k = from; k + 1 < p.col; k++)
				fputc(line[k] == '\t' ? '\t' : ' ', stderr);
			colour("\033[32m");
			fputs(s, stderr);
			colour("\033[0m");
			fputc('\n', stderr);
		}
		clang_disposeString(text);
	}
}

static void print_snippet(CXTranslationUnit unit, CXDiagnostic d, struct position at,
                          unsigned line_no) {
	size_t size;
	const char *text = at.file ? clang_getFileContents(unit, at.file, &size) : NULL;
	if (!text || at.offset > size || !at.col)
		return;
	size_t start = at.offset, end = at.offset;
	while (start > 0 && text[start - 1] != '\n')
		start--;
	while (end < size && text[end] != '\n' && text[end] != '\r')
		end++;
	const char *line = text + start;
	size_t n = end - start, from = 0, to = n;
	if (memmem(line, n, "__contract_", 11) || memmem(line, n, "__CPROVER_clause_", 17)) {
		CXString name; /* made of a clause (contract.h), which says more than our code */
		unsigned source, col;
		clang_getPresumedLocation(clang_getDiagnosticLocation(d), &name, &source, &col);
		size_t blank = strspn(line, " ");
		diag_caret((struct loc){intern(clang_getCString(name)), source, (uint32_t)blank + 1}, 1);
		clang_disposeString(name);
		return;
	}
	if (n > WINDOW) {
		from = at.col > WINDOW / 2 ? at.col - WINDOW / 2 : 0;
		to = from + WINDOW < n ? from + WINDOW : n;
	}
	if (at.col > n + 1 || from > to)
		return;
	fprintf(stderr, "%5u | ", line_no);
	for (size_t i = from; i < to; i++)
		fputc((unsigned char)line[i] < ' ' && line[i] != '\t' ? '?' : line[i], stderr);
	fputc('\n', stderr);
	char *mark = mem_alloc(n + 2);
	mark_ranges(d, at, mark, n);
	print_marks(line, mark, from, to < n ? to : n + 1);
	mem_free(mark);
	print_fixits(d, at, line, from);
}

static const char *kind_of(CXDiagnostic d, const char **code) {
	switch (clang_getDiagnosticSeverity(d)) {
	case CXDiagnostic_Fatal: *code = "\033[0;1;31m"; return "fatal error";
	case CXDiagnostic_Error: *code = "\033[0;1;31m"; return "error";
	case CXDiagnostic_Warning: *code = "\033[0;1;35m"; return "warning";
	default: *code = "\033[0;1;36m"; return "note";
	}
}

/* The position according to line markers and #line.  libclang returns that of the macro expansion,
 * which in a long argument list may be some lines before ours. */
static struct loc print_position(CXDiagnostic d, struct position at) {
	CXSourceLocation loc = clang_getDiagnosticLocation(d);
	CXString name;
	unsigned line, raw_line;
	clang_getPresumedLocation(loc, &name, &line, NULL);
	clang_getExpansionLocation(loc, NULL, &raw_line, NULL, NULL);
	line += at.line - raw_line;
	struct loc presumed = {intern(clang_getCString(name)), line, at.col};
	fprintf(stderr, "%s:%u:%u: ", presumed.file, line, at.col);
	clang_disposeString(name);
	return presumed;
}

static unsigned print_head(CXDiagnostic d, struct position at) {
	struct loc loc = NO_LOC;
	diag_other();
	colour("\033[1m");
	if (at.file)
		loc = print_position(d, at);
	else
		fputs("cbmc-mt: ", stderr);
	const char *code, *kind = kind_of(d, &code);
	colour(code);
	fprintf(stderr, "%s: ", kind);
	colour("\033[0m");
	CXString text = clang_getDiagnosticSpelling(d), option = clang_getDiagnosticOption(d, NULL);
	const char *flag = clang_getCString(option);
	fputs(clang_getCString(text), stderr);
	if (flag && *flag)
		fprintf(stderr, " [%s]", flag);
	fputc('\n', stderr);
	if (clang_getDiagnosticSeverity(d) >= CXDiagnostic_Error)
		diag_remember(loc, clang_getCString(text));
	clang_disposeString(text);
	clang_disposeString(option);
	return loc.line;
}

static bool is_include_note(CXDiagnostic d) {
	CXString text = clang_getDiagnosticSpelling(d);
	bool is = !strncmp(clang_getCString(text), "in file included from", 21);
	clang_disposeString(text);
	return is;
}

static void print_one(CXTranslationUnit unit, CXDiagnostic d) {
	struct position at = position_of(clang_getDiagnosticLocation(d));
	if (at.file && clang_getDiagnosticSeverity(d) > CXDiagnostic_Note)
		print_include_stack(unit, at.file);
	unsigned line = print_head(d, at);
	print_snippet(unit, d, at, line);
	CXDiagnosticSet notes = clang_getChildDiagnostics(d);
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(notes); i++) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, i);
		if (!is_include_note(note)) /* said before the error */
			print_one(unit, note);
		clang_disposeDiagnostic(note);
	}
}

void fe_print_diagnostics(CXTranslationUnit unit, bool warnings) {
	CXDiagnosticSet all = clang_getDiagnosticSetFromTU(unit);
	unsigned errors = 0;
	fflush(stdout);
	for (unsigned i = 0; i < clang_getNumDiagnosticsInSet(all) && errors < MAX_ERRORS; i++) {
		CXDiagnostic d = clang_getDiagnosticInSet(all, i);
		bool error = fe_is_error(d);
		errors += error;
		if (error || (warnings && clang_getDiagnosticSeverity(d) == CXDiagnostic_Warning))
			print_one(unit, d);
	}
}
