/* frontend/extension: pragmas and attributes that must be said, found in texts. */
#include "frontend/source/extension.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/check.h"

/* What a program of these texts has to say: "#pragma omp @3; attribute 'x' @0 refused". */
static const char *said(const char *a, const char *b) {
	static char out[1024];
	struct extension_text text[] = {{a, strlen(a), NULL, NULL}, {b, strlen(b), NULL, NULL}};
	struct extension_uses uses = {0};
	size_t n = 0;
	out[0] = 0;
	extension_scan(text, 2, &uses);
	for (size_t i = 0; i < uses.n; i++)
		n +=
		    (size_t)snprintf(out + n, sizeof out - n, "%s%s @%zu%s", n ? "; " : "", uses.at[i].name,
		                     uses.at[i].at, uses.at[i].is_refused ? " refused" : "");
	bool is_found = uses.n > 0;
	vec_free(&uses);
	if (is_found) /* the quick look misses nothing */
		CHECK(extension_is_likely(a, strlen(a)) || extension_is_likely(b, strlen(b)));
	return out;
}

static bool is_same(const char *got, const char *expected) {
	if (strcmp(got, expected) != 0)
		fprintf(stderr, "got      %s\nexpected %s\n", got, expected);
	return !strcmp(got, expected);
}

#define SAYS(a, expected) CHECK(is_same(said(a, ""), expected))

static void test_pragmas(void) {
	SAYS("#pragma omp parallel\n", "#pragma omp @0");
	SAYS("  #  pragma   omp\n", "#pragma omp @2");
	SAYS("#pragma once\n#pragma GCC diagnostic push\n#pragma pack(1)\n#pragma\n", "");
	SAYS("/* #pragma omp */ // #pragma omp\nchar *s = \"_Pragma(\\\"omp\\\")\";\n", "");
	SAYS("#pragma STDC FP_CONTRACT OFF\n#pragma STDC FP_CONTRACT ON\n",
	     "#pragma STDC FP_CONTRACT @29");
	SAYS("#pragma GCC something new\n", "#pragma GCC something @0");
	SAYS("#pragma unheard of\n", "#pragma unheard @0");
	SAYS("x _Pragma(\"omp for\") y", "#pragma omp @2");
	SAYS("x _Pragma(\"once\") y", "");
	SAYS("__pragma(acc loop)", "#pragma acc @0");
}

static void test_attributes(void) {
	SAYS("int x __attribute__((packed, __aligned__(8), scalar_storage_order(\"b\")));",
	     "attribute 'scalar_storage_order' @6");
	SAYS("int x __attribute((__unused__));", "");
	SAYS("[[gnu::naked]] void f(void); int y = a[b[0]];", "attribute 'naked' @1 refused");
	SAYS("[[nodiscard, gnu::new_one(1, 2)]] int f(void);", "attribute 'new_one' @1");
	SAYS("__declspec(dllimport) int x; __declspec(novel) int y;", "attribute 'novel' @29");
	SAYS("__attribute__((", "");
	SAYS("__attribute__((novel", "attribute 'novel' @0");
	SAYS("int __seg_gs *p;", "'__seg_gs' @4 refused");
	CHECK(extension_attribute("__weak__", 8) && !extension_attribute("wea", 3));
}

static void test_macros(void) {
	SAYS("#define P(x) _Pragma(#x)\n#define Q P(omp for)\n", "");
	SAYS("#define P(x) _Pragma(#x)\n#define Q P(omp for)\nQ\n", "#pragma omp @46");
	SAYS("#define P(x) _Pragma(#x)\nP(omp for) P(once)\n", "#pragma omp @25");
	SAYS("#define Q P(omp for)\n#define P(x) _Pragma(#x)\nQ\n", "#pragma omp @46");
	SAYS("#define A(...) __attribute__((__VA_ARGS__))\nA(unused) A(novel) int x;\n",
	     "attribute 'novel' @54");
	SAYS("#define B novel\n__attribute__((B)) int x;\n", "attribute 'novel' @16");
	SAYS("#define B B\n__attribute__((B)) int x; B\n", "attribute 'B' @12");
	CHECK(is_same(said("#define P _Pragma(\"omp\")\n", "P"), "#pragma omp @0"));
}

/* What gcc and clang do not agree about. */
static void test_pack(void) {
	SAYS("#pragma pack(push, 1)\n#pragma pack(pop, here)\n#pragma pack()\n", "");
	SAYS("#define N 1\n#pragma pack(N)\n#pragma pack(push, N)\n",
	     "#pragma pack @12; #pragma pack @28");
	SAYS("struct a {\n#pragma pack(1)\n};\n#pragma pack(1)\n", "#pragma pack @11");
	SAYS("struct a f(void) {\n#pragma pack(1)\n}\nstruct a x = {\n#pragma pack(1)\n};\n", "");
	SAYS("union {\nstruct { int a; } b;\n#pragma pack(1)\n};", "#pragma pack @29");
	SAYS("#pragma ms_struct on\n", "#pragma ms_struct @0");
}

static void test_sections(void) {
	SAYS("__attribute__((section(\".init_array\"))) int x;", "section .init_array @0");
	SAYS("__attribute__((section(\".fini_array.00010\"))) int x;", "section .fini_array @0");
	SAYS("__attribute__((section(\".init_arrays\"), section(\".data\"))) int x;", "");
	SAYS("#define S \".ctors\"\n__attribute__((__section__(S))) int x;", "section .ctors @19");
	SAYS("#define S(x) __attribute__((section(x)))\nS(\".init\") S(\".text\") int x;",
	     "section .init @41");
}

static void test_digraphs(void) {
	SAYS("%:pragma omp\n", "#pragma omp @1");
	SAYS("?\?=pragma omp\n", "#pragma omp @2");
	SAYS("x %:pragma omp\n", "");
}

/* Each line of the list is found by its own name. */
static void test_table(void) {
	static const struct {
		const char *name;
		bool is_pragma;
	} all[] = {
#define PRAGMA(words, what, remark)   {words, true},
#define ATTRIBUTE(name, what, remark) {name, false},
#include "frontend/source/extensions.def"
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		size_t n = strlen(all[i].name);
		const struct extension *e = all[i].is_pragma ? extension_pragma(all[i].name, n)
		                                             : extension_attribute(all[i].name, n);
		CHECK(e && !strcmp(e->name, all[i].name));
	}
}

int main(void) {
	test_pragmas();
	test_attributes();
	test_macros();
	test_pack();
	test_sections();
	test_digraphs();
	test_table();
	return check_done("extension");
}
