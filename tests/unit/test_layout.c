/* Layouts of records on three targets, written as "size/align name@bit ...", and what types of
 * declarations become. */
#include "frontend/units/layout.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/source/target.h"
#include "frontend/units/units.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

enum { X86_64, I386, AARCH64, NTARGETS };

static const char *const triple[NTARGETS] = {"x86_64-linux-gnu", "i386-linux-gnu",
                                             "aarch64-linux-gnu"};

static const char source[] =
    "struct plain { char c; int i; short s; long l; char *p; };\n"
    "struct wide { char c; long long q; double d; long double x; };\n"
    "struct bits { int a : 3; unsigned b : 5; int : 0; char c : 4; _Bool f : 1; short s : 9; };\n"
    "struct longbits { int a : 20; long long b : 40; int c : 5; };\n"
    "struct packed { char c; int i; long l; } __attribute__((packed));\n"
    "struct packbits { char c : 5; int i : 12; int j : 20; } __attribute__((packed));\n"
    "struct pragma_a { char c; int i; };\n"
    "#pragma pack(push, 2)\n"
    "struct pragma_b { char c; int i; };\n"
    "#pragma pack(pop)\n"
    "struct aligned { char c; int i __attribute__((aligned(16))); };\n"
    "struct over { char c; } __attribute__((aligned(32)));\n"
    "union u { char c[5]; int i; double d; };\n"
    "struct anon { int x; union { int a; float b; struct { char lo, hi; }; }; int : 7; int y; };\n"
    "struct flex { int n; char data[]; };\n"
    "struct zero { int n; char data[0]; long l; };\n"
    "struct empty {};\n"
    "struct list { struct list *next; int v; };\n"
    "struct outer { struct list in; struct list arr[2]; };\n"
    "struct atom { char c; _Atomic int a; _Atomic long long q; };\n"
    "#ifdef __SIZEOF_INT128__\n"
    "struct i128 { char c; __int128 v; };\n"
    "#else\n"
    "struct i128 { char c; };\n"
    "#endif\n"
    "struct { int only; } unnamed;\n"
    "typedef struct { int q; } named_t; named_t by_typedef;\n"
    "enum color { RED, GREEN }; struct en { enum color c; enum { BIG = 1LL << 40 } b; };\n"
    "enum __attribute__((packed)) tiny { T }; struct tn { enum tiny a, b; };\n";

static const struct layout_case {
	const char *tag;
	const char *expected[NTARGETS];
} cases[] = {
    {"plain",
     {"32/8 c@0 i@32 s@64 l@128 p@192", "20/4 c@0 i@32 s@64 l@96 p@128",
      "32/8 c@0 i@32 s@64 l@128 p@192"}},
    {"wide",
     {"48/16 c@0 q@64 d@128 x@256", "32/4 c@0 q@32 d@96 x@160", "48/16 c@0 q@64 d@128 x@256"}},
    {"bits",
     {"8/4 a@0:3 b@3:5 -@32:0 c@32:4 f@36:1 s@37:9", "8/4 a@0:3 b@3:5 -@32:0 c@32:4 f@36:1 s@37:9",
      "8/4 a@0:3 b@3:5 -@32:0 c@32:4 f@36:1 s@37:9"}},
    {"longbits",
     {"16/8 a@0:20 b@20:40 c@64:5", "12/4 a@0:20 b@20:40 c@64:5", "16/8 a@0:20 b@20:40 c@64:5"}},
    {"packed", {"13/1 c@0 i@8 l@40", "9/1 c@0 i@8 l@40", "13/1 c@0 i@8 l@40"}},
    {"packbits",
     {"5/1 c@0:5 i@5:12 j@17:20", "5/1 c@0:5 i@5:12 j@17:20", "5/1 c@0:5 i@5:12 j@17:20"}},
    {"pragma_a", {"8/4 c@0 i@32", "8/4 c@0 i@32", "8/4 c@0 i@32"}},
    {"pragma_b", {"6/2 c@0 i@16", "6/2 c@0 i@16", "6/2 c@0 i@16"}},
    {"aligned", {"32/16 c@0 i@128", "32/16 c@0 i@128", "32/16 c@0 i@128"}},
    {"over", {"32/32 c@0", "32/32 c@0", "32/32 c@0"}},
    {"u", {"8/8 c@0 i@0 d@0", "8/4 c@0 i@0 d@0", "8/8 c@0 i@0 d@0"}},
    {"anon",
     {"16/4 x@0 -@32 -@64:7 y@96", "16/4 x@0 -@32 -@64:7 y@96", "16/4 x@0 -@32 -@64:7 y@96"}},
    {"flex", {"4/4 n@0 data@32", "4/4 n@0 data@32", "4/4 n@0 data@32"}},
    {"zero", {"16/8 n@0 data@32 l@64", "8/4 n@0 data@32 l@32", "16/8 n@0 data@32 l@64"}},
    {"empty", {"0/1", "0/1", "0/1"}},
    {"list", {"16/8 next@0 v@64", "8/4 next@0 v@32", "16/8 next@0 v@64"}},
    {"outer", {"48/8 in@0 arr@128", "24/4 in@0 arr@64", "48/8 in@0 arr@128"}},
    {"atom", {"16/8 c@0 a@32 q@64", "16/8 c@0 a@32 q@64", "16/8 c@0 a@32 q@64"}},
    {"i128", {"32/16 c@0 v@128", "1/1 c@0", "32/16 c@0 v@128"}},
    {"en", {"16/8 c@0 b@64", "12/4 c@0 b@32", "16/8 c@0 b@64"}},
    {"tn", {"2/1 a@0 b@8", "2/1 a@0 b@8", "2/1 a@0 b@8"}},
    {"unnamed", {"4/4 only@0", "4/4 only@0", "4/4 only@0"}},
    {"by_typedef", {"4/4 q@0", "4/4 q@0", "4/4 q@0"}},
};

struct session {
	struct fe fe;
	struct fe_config config;
	struct target probed;
};

static void open_session(struct session *s, const char *target, const char *const *text, size_t n) {
	memset(s, 0, sizeof *s);
	s->fe.config = &s->config;
	s->fe.prog = prog_open();
	s->fe.arena = s->fe.prog->arena;
	s->fe.types = s->fe.prog->types;
	s->fe.index = clang_createIndex(0, 0);
	s->fe.layout = fe_layout_open();
	for (size_t i = 0; i < n; i++) {
		struct CXUnsavedFile file = {intern_printf("layout%zu.c", i), text[i], strlen(text[i])};
		struct fe_source src = {.file = file.Filename, .unsaved = &file, .nunsaved = 1};
		fe_target_flags(&src.flags, target);
		struct fe_unit *unit = fe_units_add(&s->fe, &src);
		fe_unit_load(&s->fe, unit);
		fe_target_probe(&s->probed, s->fe.index, &unit->source->flags);
	}
}

static void close_session(struct session *s) {
	fe_layout_close(s->fe.layout);
	fe_units_close(&s->fe);
	clang_disposeIndex(s->fe.index);
	prog_close(s->fe.prog);
}

struct search {
	const char *name;
	CXCursor found;
};

static enum CXChildVisitResult look(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	struct search *s = data;
	CXString spelling = clang_getCursorSpelling(c);
	bool hit = !strcmp(clang_getCString(spelling), s->name);
	clang_disposeString(spelling);
	if (hit)
		s->found = c;
	return hit ? CXChildVisit_Break : CXChildVisit_Recurse;
}

static CXCursor find(const struct session *s, size_t unit, const char *name) {
	struct search search = {name, clang_getNullCursor()};
	clang_visitChildren(clang_getTranslationUnitCursor(s->fe.unit.at[unit]->tu), look, &search);
	CHECK(!clang_Cursor_isNull(search.found));
	return search.found;
}

static const struct type *type_of(struct session *s, size_t unit, const char *name) {
	return fe_type(&s->fe, clang_getCursorType(find(s, unit, name)));
}

static const char *describe(struct arena *a, const struct type *t) {
	char *out = arena_printf(a, "%llu/%u", (unsigned long long)t->size, t->align);
	for (uint32_t i = 0; i < t->record->n; i++) {
		const struct field *f = &t->record->field[i];
		out = arena_printf(a, "%s %s@%llu", out, f->name ? f->name : "-",
		                   (unsigned long long)f->offset);
		if (f->bit_width != NOT_BITFIELD)
			out = arena_printf(a, "%s:%u", out, f->bit_width);
	}
	return out;
}

static void test_records(void) {
	for (int t = 0; t < NTARGETS; t++) {
		struct session s;
		const char *text = source;
		open_session(&s, triple[t], &text, 1);
		for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
			const char *got = describe(s.fe.arena, type_of(&s, 0, cases[i].tag));
			bool same = cases[i].expected[t] && !strcmp(got, cases[i].expected[t]);
			CHECK(same);
			if (!same)
				printf("%s %s: %s\n", triple[t], cases[i].tag, got);
		}
		CHECK(!memcmp(&s.probed, &s.fe.prog->target, sizeof s.probed));
		close_session(&s);
	}
}

static void test_scalars(void) {
	static const char text[] =
	    "char c; signed char sc; long double ld; __builtin_va_list ap; long long q; _Bool b;\n"
	    "float f; double d; __fp16 *h; _Complex double z; unsigned long ul; _Atomic long al;\n"
	    "typedef int v4 __attribute__((vector_size(16))); v4 vec; __typeof__(ul) same;\n"
	    "const volatile int qualified; enum color { RED } tagged; enum { NIL } plain;\n"
	    "int proto(int, char *, ...); int old(); int a10[10]; int aopen[]; void (*fp)(int);\n"
	    "struct opaque *inc; void vla(int n) { int run_time[n][4]; (void)run_time; }\n";
	static const uint32_t long_double[NTARGETS] = {80, 80, 128};
	static const uint64_t long_double_size[NTARGETS] = {16, 12, 16};
	for (int t = 0; t < NTARGETS; t++) {
		struct session s;
		const char *one = text;
		open_session(&s, triple[t], &one, 1);
		CHECK(type_of(&s, 0, "c")->is_signed == (t != AARCH64));
		CHECK(type_of(&s, 0, "sc")->is_signed && type_of(&s, 0, "sc")->bits == 8);
		CHECK(type_of(&s, 0, "ld")->bits == long_double[t]);
		CHECK(type_of(&s, 0, "ld")->size == long_double_size[t]);
		CHECK(type_of(&s, 0, "q")->align == (t == I386 ? 4 : 8));
		CHECK(type_of(&s, 0, "b") == type_bool(s.fe.types));
		CHECK(type_of(&s, 0, "f")->bits == 32 && type_of(&s, 0, "d")->bits == 64);
		CHECK(type_of(&s, 0, "h")->elem->kind == TYPE_FLOAT);
		CHECK(type_of(&s, 0, "h")->elem->bits == 16);
		CHECK(type_is_complex(type_of(&s, 0, "z")) && !type_is_vector(type_of(&s, 0, "z")));
		CHECK(type_of(&s, 0, "z")->record->n == 2);
		CHECK(type_is_vector(type_of(&s, 0, "vec")) && type_of(&s, 0, "vec")->size == 16);
		CHECK(type_of(&s, 0, "vec")->record->field[0].type->n == 4);
		CHECK(type_of(&s, 0, "same") == type_of(&s, 0, "ul"));
		CHECK(type_of(&s, 0, "ul")->bits == s.fe.prog->target.pointer_bits);
		CHECK(type_of(&s, 0, "al")->is_atomic);
		CHECK(type_unatomic(s.fe.types, type_of(&s, 0, "al"))->bits == type_of(&s, 0, "ul")->bits);
		CHECK(type_of(&s, 0, "qualified") == type_c_int(s.fe.types));
		CHECK(!strcmp(type_of(&s, 0, "tagged")->name, "enum color"));
		CHECK(!type_of(&s, 0, "plain")->name && !type_of(&s, 0, "plain")->is_signed);
		const struct type *proto = type_of(&s, 0, "proto");
		CHECK(proto->kind == TYPE_FUNC && proto->n == 2 && proto->is_variadic);
		CHECK(type_of(&s, 0, "old")->no_prototype);
		CHECK(type_of(&s, 0, "a10")->n == 10 && type_of(&s, 0, "a10")->size == 40);
		CHECK(type_of(&s, 0, "fp")->elem->kind == TYPE_FUNC);
		CHECK(!type_of(&s, 0, "inc")->elem->record->complete);
		const struct type *vla = type_of(&s, 0, "run_time");
		CHECK(vla->n == ARRAY_OPEN && vla->elem->n == 4);
		close_session(&s);
	}
}

static void test_paths(void) {
	static const char text[] =
	    "struct s { int x; union { int a; struct { int b, c; }; struct { int d; } e; }; } v;\n"
	    "_Atomic struct s w; struct t { int x; };\n";
	struct session s;
	const char *one = text;
	const struct field *path[16];
	open_session(&s, triple[X86_64], &one, 1);
	const struct type *record = type_of(&s, 0, "v");
	CHECK(fe_field_path(&s.fe, record, find(&s, 0, "x"), path) == 1);
	CHECK(path[0]->name == intern("x"));
	CHECK(fe_field_path(&s.fe, record, find(&s, 0, "a"), path) == 2);
	CHECK(!path[0]->name && path[1]->name == intern("a"));
	CHECK(fe_field_path(&s.fe, record, find(&s, 0, "c"), path) == 3);
	CHECK(path[2]->name == intern("c") && path[2]->offset == 32);
	CHECK(fe_field_path(&s.fe, type_of(&s, 0, "w"), find(&s, 0, "c"), path) == 3);
	CHECK(fe_field_path(&s.fe, record, find(&s, 0, "d"), path) == 0); /* 'e' has a name */
	CHECK(fe_field_path(&s.fe, type_of(&s, 0, "t"), find(&s, 0, "c"), path) == 0);
	close_session(&s);
}

/* Records of two units are one type exactly if they are laid out alike. */
static void test_merging(void) {
	static const char *const text[] = {
	    "struct list { struct list *next; struct other *o; int v; } a;\n"
	    "struct other { struct list l; } b; struct differs { int x; } c; struct late *d;\n"
	    "struct ring { struct ring *r; struct differs *p; } e; struct { int i; } f;\n",
	    "struct list { struct list *next; struct other *o; int v; } a;\n"
	    "struct other { struct list l; } b; struct differs { char x; } c;\n"
	    "struct late { int z; } *d; struct ring { struct ring *r; struct differs *p; } e;\n",
	};
	struct session s;
	open_session(&s, triple[X86_64], text, 2);
	CHECK(type_of(&s, 0, "a") == type_of(&s, 1, "a"));
	CHECK(type_of(&s, 0, "b") == type_of(&s, 1, "b"));
	CHECK(type_of(&s, 0, "c") != type_of(&s, 1, "c"));
	CHECK(type_of(&s, 0, "e") != type_of(&s, 1, "e"));
	const struct type *ring = type_of(&s, 1, "e");
	CHECK(ring->record->field[0].type->elem == ring);
	CHECK(ring->record->field[1].type->elem == type_of(&s, 1, "c"));
	const struct type *late = type_of(&s, 0, "d")->elem;
	CHECK(!late->record->complete);
	CHECK(type_of(&s, 1, "d")->elem == late);
	CHECK(late->record->complete && late->size == 4);
	close_session(&s);
}

int main(void) {
	test_records();
	test_scalars();
	test_paths();
	test_merging();
	return check_done("layout");
}
