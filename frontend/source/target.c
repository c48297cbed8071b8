#include "frontend/source/target.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/base/intern.h"
#include "util/text/diag.h"

#if defined __aarch64__
#define HOST "aarch64-linux-gnu"
#elif defined __x86_64__
#define HOST "x86_64-linux-gnu"
#elif defined __i386__
#define HOST "i386-linux-gnu"
#elif defined __riscv
#define HOST "riscv64-linux-gnu"
#elif defined __powerpc64__
#define HOST "powerpc64le-linux-gnu"
#else
#error "name the host's triple here"
#endif

bool fe_is_target_flag(const char *flag) {
	return !strcmp(flag, "-m32") || !strcmp(flag, "-m64") || !strncmp(flag, "--target=", 9);
}

const char *fe_triple(const char *asked, const char *const *flag, size_t n) {
	if (asked)
		return asked;
	const char *triple = HOST;
	for (size_t i = 0; i < n; i++)
		if (!strcmp(flag[i], "-m32"))
			triple = "i386-linux-gnu";
		else if (!strcmp(flag[i], "-m64"))
			triple = "x86_64-linux-gnu";
		else if (!strncmp(flag[i], "--target=", 9))
			triple = flag[i] + 9;
	return triple;
}

/* The first part of a triple, spelled as Debian names its folders. */
static const char *arch_of(const char *triple) {
	size_t n = strcspn(triple, "-");
	const char *arch = intern_n(triple, n);
	if (n == 4 && arch[0] == 'i' && !strcmp(arch + 2, "86"))
		return "i686";
	if (!strcmp(arch, "amd64"))
		return "x86_64";
	if (!strcmp(arch, "arm64"))
		return "aarch64";
	if (!strncmp(arch, "arm", 3))
		return "arm";
	return arch;
}

const char *fe_target_headers(const char *triple) {
	const char *arch = arch_of(triple), *environment = strrchr(triple, '-');
	if (!strcmp(arch, arch_of(HOST)))
		return NULL;
	return intern_printf("/usr/%s-linux%s/include", arch, environment ? environment : "-gnu");
}

void fe_target_flags(struct fe_flags *flags, const char *triple) {
	vec_push(&flags->flag, "-target");
	vec_push(&flags->flag, intern(triple));
	const char *folder = fe_target_headers(triple);
	if (!folder || access(folder, R_OK))
		return; /* preprocessed files and programs without headers need none */
	vec_push(&flags->flag, "-nostdlibinc");
	vec_push(&flags->flag, "-isystem");
	vec_push(&flags->flag, folder);
	/* Last, for libraries whose headers are the same on every machine. */
	vec_push(&flags->flag, "-idirafter");
	vec_push(&flags->flag, "/usr/include");
}

static uint32_t float_bits(long long mantissa) {
	switch (mantissa) {
	case 24: return 32;
	case 53: return 64;
	case 64: return 80;
	case 113: return 128;
	default: return 0; /* pairs of doubles: not a format of its own */
	}
}

struct probe {
	struct target *target;
};

static enum CXChildVisitResult read_fact(CXCursor c, CXCursor parent, CXClientData data) {
	(void)parent;
	struct target *t = ((struct probe *)data)->target;
	if (clang_getCursorKind(c) != CXCursor_EnumConstantDecl)
		return CXChildVisit_Recurse;
	CXString s = clang_getCursorSpelling(c);
	const char *name = clang_getCString(s);
	long long value = clang_getEnumConstantDeclValue(c);
	if (!strcmp(name, "int_bits"))
		t->int_bits = (uint32_t)value;
	else if (!strcmp(name, "long_bits"))
		t->long_bits = (uint32_t)value;
	else if (!strcmp(name, "mantissa"))
		t->long_double_bits = float_bits(value);
	else if (!strcmp(name, "char_signed"))
		t->char_signed = value;
	else if (!strcmp(name, "big_endian"))
		t->big_endian = value;
	clang_disposeString(s);
	return CXChildVisit_Continue;
}

static void fill_from_unit(struct target *target, CXTranslationUnit unit) {
	CXTargetInfo info = clang_getTranslationUnitTargetInfo(unit);
	CXString triple = clang_TargetInfo_getTriple(info);
	snprintf(target->triple, sizeof target->triple, "%s", clang_getCString(triple));
	target->pointer_bits = (uint32_t)clang_TargetInfo_getPointerWidth(info);
	clang_disposeString(triple);
	clang_TargetInfo_dispose(info);
}

void fe_target_probe(struct target *target, CXIndex index, const struct fe_flags *flags) {
	static const char text[] = "enum { int_bits = sizeof(int) * 8, long_bits = sizeof(long) * 8,"
	                           " mantissa = __LDBL_MANT_DIG__, char_signed = (char)-1 < 0,"
	                           " big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };";
	struct CXUnsavedFile file = {"target-probe.c", text, sizeof text - 1};
	CXTranslationUnit unit;
	if (clang_parseTranslationUnit2(index, file.Filename, flags->flag.at, (int)flags->flag.n, &file,
	                                1, CXTranslationUnit_None, &unit))
		fatal(EXIT_INPUT, NO_LOC, "clang does not accept the target or the compiler flags");
	fill_from_unit(target, unit);
	struct probe probe = {target};
	clang_visitChildren(clang_getTranslationUnitCursor(unit), read_fact, &probe);
	clang_disposeTranslationUnit(unit);
}

struct known_target {
	const char *arch;
	uint32_t pointer_bits, long_bits, long_double_bits;
	bool char_signed;
};

/* A probe costs two milliseconds of the sixty that a small program may take. */
static const struct known_target known_targets[] = {
    {"x86_64", 64, 64, 80, true},
    {"i686", 32, 32, 80, true},
    {"aarch64", 64, 64, 128, false},
};

static bool changes_types(const char *flag) {
	return !strncmp(flag, "-m", 2) || !strcmp(flag, "-funsigned-char") ||
	       !strcmp(flag, "-fsigned-char") || !strcmp(flag, "-fno-signed-char");
}

void fe_target_fill(struct target *target, CXIndex index, CXTranslationUnit unit,
                    const struct fe_flags *flags) {
	fill_from_unit(target, unit);
	bool plain = strstr(target->triple, "linux-gnu") != NULL;
	for (size_t i = 0; i < flags->flag.n; i++)
		plain = plain && !changes_types(flags->flag.at[i]);
	const char *arch = arch_of(target->triple);
	for (size_t i = 0; plain && i < sizeof known_targets / sizeof *known_targets; i++) {
		const struct known_target *k = &known_targets[i];
		if (strcmp(k->arch, arch) || k->pointer_bits != target->pointer_bits)
			continue;
		target->int_bits = 32;
		target->long_bits = k->long_bits;
		target->long_double_bits = k->long_double_bits;
		target->char_signed = k->char_signed;
		target->big_endian = false;
		return;
	}
	fe_target_probe(target, index, flags);
}
