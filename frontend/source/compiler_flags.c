#include "frontend/source/compiler_flags.h"

#include <string.h>

/* How a flag is spelled: WHOLE "-c"; PREFIX "-O2", and the rest says how; VALUE "-I dir" or
 * "-Idir"; NEXT "-MF file", the value is a word of its own; EQUALS "--sysroot=dir" or
 * "--sysroot dir". */
enum spelling { WHOLE, PREFIX, VALUE, NEXT, EQUALS };

#define HANDED_ON COMPILER_FLAG_HANDED_ON
#define OFFERED   COMPILER_FLAG_OFFERED
#define DROPPED   COMPILER_FLAG_DROPPED
#define TEXT      FLAG_VALUE_TEXT
#define PATH      FLAG_VALUE_PATH
#define SEARCHED  FLAG_VALUE_SEARCHED

struct entry {
	const char *text;
	enum spelling spelling;
	enum compiler_flag what;
	enum compiler_flag_value value;
};

/* The first line that fits counts. */
static const struct entry table[] = {
    /* clang-format off */
    {"-isystem",                  VALUE,   HANDED_ON,   PATH},
    {"-include",                  VALUE,   HANDED_ON,   SEARCHED},
    {"-idirafter",                VALUE,   HANDED_ON,   PATH},
    {"-isysroot",                 VALUE,   HANDED_ON,   PATH},
    {"-iquote",                   VALUE,   HANDED_ON,   PATH},
    {"-imacros",                  VALUE,   HANDED_ON,   SEARCHED},
    {"-iprefix",                  VALUE,   HANDED_ON,   PATH},
    {"-iwithprefixbefore",        VALUE,   HANDED_ON,   TEXT},
    {"-iwithprefix",              VALUE,   HANDED_ON,   TEXT},
    {"-iwithsysroot",             VALUE,   HANDED_ON,   TEXT},
    {"-I",                        VALUE,   HANDED_ON,   PATH},
    {"-D",                        VALUE,   HANDED_ON,   TEXT},
    {"-U",                        VALUE,   HANDED_ON,   TEXT},
    {"-std=",                     PREFIX,  OFFERED,     TEXT},
    {"-ansi",                     WHOLE,   HANDED_ON,   TEXT},
    {"-undef",                    WHOLE,   HANDED_ON,   TEXT},
    {"-trigraphs",                WHOLE,   HANDED_ON,   TEXT},
    {"-nostdinc",                 WHOLE,   HANDED_ON,   TEXT},
    {"-nostdlibinc",              WHOLE,   HANDED_ON,   TEXT},
    {"-nobuiltininc",             WHOLE,   HANDED_ON,   TEXT},
    {"-pthread",                  WHOLE,   HANDED_ON,   TEXT},
    {"-pthreads",                 WHOLE,   DROPPED,     TEXT},
    {"-Wp,",                      PREFIX,  HANDED_ON,   TEXT},
    {"-Wl,",                      PREFIX,  HANDED_ON,   TEXT}, /* those that rename */
    {"-Ofast",                    WHOLE,   HANDED_ON,   TEXT}, /* for compiler_flag_is_unread */
    /* code generation: what may change types or the preprocessor's mind is kept */
    {"-fsigned-char",             WHOLE,   HANDED_ON,   TEXT},
    {"-funsigned-char",           WHOLE,   HANDED_ON,   TEXT},
    {"-fno-signed-char",          WHOLE,   HANDED_ON,   TEXT},
    {"-fno-unsigned-char",        WHOLE,   HANDED_ON,   TEXT},
    {"-fshort-enums",             WHOLE,   HANDED_ON,   TEXT},
    {"-fno-short-enums",          WHOLE,   HANDED_ON,   TEXT},
    {"-fshort-wchar",             WHOLE,   HANDED_ON,   TEXT},
    {"-fno-short-wchar",          WHOLE,   HANDED_ON,   TEXT},
    {"-fpack-struct",             PREFIX,  HANDED_ON,   TEXT},
    {"-fms-extensions",           WHOLE,   HANDED_ON,   TEXT},
    {"-fplan9-extensions",        WHOLE,   OFFERED,     TEXT},
    {"-fgnu89-inline",            WHOLE,   HANDED_ON,   TEXT},
    {"-ffreestanding",            WHOLE,   HANDED_ON,   TEXT},
    {"-fhosted",                  WHOLE,   HANDED_ON,   TEXT},
    {"-fopenmp",                  PREFIX,  OFFERED,     TEXT},
    {"-fplugin",                  PREFIX,  DROPPED,     TEXT},
    {"-fdump-",                   PREFIX,  DROPPED,     TEXT},
    {"-flto",                     PREFIX,  DROPPED,     TEXT},
    {"-fprofile",                 PREFIX,  DROPPED,     TEXT},
    {"-fdiagnostics",             PREFIX,  DROPPED,     TEXT},
    {"-f",                        PREFIX,  OFFERED,     TEXT},
    {"-mlong-double-",            PREFIX,  OFFERED,     TEXT},
    {"-m",                        PREFIX,  OFFERED,     TEXT},
    /* what is made, and where it goes */
    {"-o",                        VALUE,   DROPPED,     TEXT},
    {"-MF",                       VALUE,   DROPPED,     TEXT},
    {"-MT",                       VALUE,   DROPPED,     TEXT},
    {"-MQ",                       VALUE,   DROPPED,     TEXT},
    {"-MJ",                       VALUE,   DROPPED,     TEXT},
    {"-M",                        PREFIX,  DROPPED,     TEXT},
    {"-c",                        WHOLE,   DROPPED,     TEXT},
    {"-S",                        WHOLE,   DROPPED,     TEXT},
    {"-E",                        WHOLE,   DROPPED,     TEXT},
    {"-C",                        WHOLE,   DROPPED,     TEXT},
    {"-CC",                       WHOLE,   DROPPED,     TEXT},
    {"-P",                        WHOLE,   DROPPED,     TEXT},
    {"-H",                        WHOLE,   DROPPED,     TEXT},
    {"-pipe",                     WHOLE,   DROPPED,     TEXT},
    {"-save-temps",               PREFIX,  DROPPED,     TEXT},
    {"-aux-info",                 NEXT,    DROPPED,     TEXT},
    {"-dumpbase-ext",             NEXT,    DROPPED,     TEXT},
    {"-dumpbase",                 NEXT,    DROPPED,     TEXT},
    {"-dumpdir",                  NEXT,    DROPPED,     TEXT},
    {"-specs=",                   PREFIX,  DROPPED,     TEXT},
    {"-B",                        VALUE,   DROPPED,     TEXT},
    /* how good it is, and what is said about it */
    {"-O",                        PREFIX,  DROPPED,     TEXT},
    {"-g",                        PREFIX,  DROPPED,     TEXT},
    {"-pg",                       WHOLE,   DROPPED,     TEXT},
    {"-W",                        PREFIX,  DROPPED,     TEXT},
    {"-w",                        WHOLE,   DROPPED,     TEXT},
    {"-pedantic",                 PREFIX,  DROPPED,     TEXT},
    {"-Qunused-arguments",        WHOLE,   DROPPED,     TEXT},
    /* the assembler and the linker */
    {"-Xlinker",                  NEXT,    DROPPED,     TEXT},
    {"-Xassembler",               NEXT,    DROPPED,     TEXT},
    {"-l",                        VALUE,   DROPPED,     TEXT},
    {"-L",                        VALUE,   DROPPED,     TEXT},
    {"-T",                        VALUE,   DROPPED,     TEXT},
    {"-u",                        NEXT,    DROPPED,     TEXT},
    {"-z",                        NEXT,    DROPPED,     TEXT},
    {"-s",                        WHOLE,   DROPPED,     TEXT},
    {"-r",                        WHOLE,   DROPPED,     TEXT},
    {"-rdynamic",                 WHOLE,   DROPPED,     TEXT},
    {"-shared",                   PREFIX,  DROPPED,     TEXT},
    {"-static",                   PREFIX,  DROPPED,     TEXT},
    {"-pie",                      WHOLE,   DROPPED,     TEXT},
    {"-no-pie",                   WHOLE,   DROPPED,     TEXT},
    {"-nostdlib",                 WHOLE,   DROPPED,     TEXT},
    {"-nodefaultlibs",            WHOLE,   DROPPED,     TEXT},
    {"-nostartfiles",             WHOLE,   DROPPED,     TEXT},
    {"-nolibc",                   WHOLE,   DROPPED,     TEXT},
    /* clang-format on */
};

/* In a compilation database; what is not here is as above. */
static const struct entry recorded[] = {
    /* clang-format off */
    /* the target; see frontend/source/target.h */
    {"-m32",                      WHOLE,   HANDED_ON,   TEXT},
    {"-m64",                      WHOLE,   HANDED_ON,   TEXT},
    {"--target",                  EQUALS,  HANDED_ON,   TEXT},
    {"-target",                   NEXT,    HANDED_ON,   TEXT},
    /* headers */
    {"--sysroot",                 EQUALS,  HANDED_ON,   PATH},
    {"--include-directory-after", EQUALS,  HANDED_ON,   PATH},
    {"--include-directory",       EQUALS,  HANDED_ON,   PATH},
    {"--include",                 EQUALS,  HANDED_ON,   SEARCHED},
    {"--imacros",                 EQUALS,  HANDED_ON,   SEARCHED},
    {"--define-macro",            EQUALS,  HANDED_ON,   TEXT},
    {"--undefine-macro",          EQUALS,  HANDED_ON,   TEXT},
    {"-include-pch",              NEXT,    DROPPED,     SEARCHED},
    {"-iframework",               VALUE,   HANDED_ON,   PATH},
    {"-F",                        VALUE,   HANDED_ON,   PATH},
    {"-x",                        VALUE,   HANDED_ON,   TEXT},
    {"-ObjC",                     WHOLE,   DROPPED,     TEXT},
    /* warnings are of use to who asks for them */
    {"-Wa,",                      PREFIX,  DROPPED,     TEXT},
    {"-Werror",                   PREFIX,  HANDED_ON,   TEXT},
    {"-W",                        PREFIX,  OFFERED,     TEXT},
    {"-w",                        WHOLE,   HANDED_ON,   TEXT},
    {"-pedantic",                 PREFIX,  HANDED_ON,   TEXT},
    {"--pedantic",                PREFIX,  OFFERED,     TEXT},
    {"--std",                     EQUALS,  OFFERED,     TEXT},
    {"--ansi",                    WHOLE,   HANDED_ON,   TEXT},
    /* about the code, and files beside it */
    {"-fpass-plugin",             PREFIX,  DROPPED,     TEXT},
    {"-fno-lto",                  WHOLE,   DROPPED,     TEXT},
    {"-fuse-",                    PREFIX,  DROPPED,     TEXT},
    {"-ftest-coverage",           WHOLE,   DROPPED,     TEXT},
    {"-fcoverage",                PREFIX,  DROPPED,     TEXT},
    {"-fno-diagnostics",          PREFIX,  DROPPED,     TEXT},
    {"-fcolor-diagnostics",       WHOLE,   DROPPED,     TEXT},
    {"-fno-color-diagnostics",    WHOLE,   DROPPED,     TEXT},
    {"-fmessage-length",          PREFIX,  DROPPED,     TEXT},
    {"-fmax-errors",              PREFIX,  DROPPED,     TEXT},
    {"-ferror-limit",             PREFIX,  DROPPED,     TEXT},
    {"-fsanitize",                PREFIX,  DROPPED,     TEXT},
    {"-fno-sanitize",             PREFIX,  DROPPED,     TEXT},
    {"-fmodule",                  PREFIX,  DROPPED,     TEXT},
    {"-fno-module",               PREFIX,  DROPPED,     TEXT},
    {"-fdebug-",                  PREFIX,  DROPPED,     TEXT},
    {"-fpch-",                    PREFIX,  DROPPED,     TEXT},
    {"-fpreprocessed",            WHOLE,   DROPPED,     TEXT},
    {"-fdirectives-only",         WHOLE,   DROPPED,     TEXT},
    {"-fstack-usage",             WHOLE,   DROPPED,     TEXT},
    {"-fcallgraph-info",          PREFIX,  DROPPED,     TEXT},
    {"-fsave-optimization-record", PREFIX,  DROPPED,     TEXT},
    {"-ftime-report",             PREFIX,  DROPPED,     TEXT},
    {"-ftime-trace",              PREFIX,  DROPPED,     TEXT},
    {"-frandom-seed",             PREFIX,  DROPPED,     TEXT},
    {"-fsyntax-only",             WHOLE,   DROPPED,     TEXT},
    {"-fcf-protection",           PREFIX,  DROPPED,     TEXT},
    {"-mllvm",                    NEXT,    DROPPED,     TEXT},
    {"-gcc-toolchain",            NEXT,    DROPPED,     TEXT},
    {"-nopie",                    WHOLE,   DROPPED,     TEXT},
    /* other compilers, and options of theirs that have a value */
    {"-Xclang",                   NEXT,    DROPPED,     TEXT},
    {"-Xpreprocessor",            NEXT,    DROPPED,     TEXT},
    {"-Xanalyzer",                NEXT,    DROPPED,     TEXT},
    {"-Xarch_",                   PREFIX,  DROPPED,     TEXT},
    {"-arch",                     NEXT,    DROPPED,     TEXT},
    {"-A",                        VALUE,   DROPPED,     TEXT},
    {"-G",                        VALUE,   DROPPED,     TEXT},
    {"-wrapper",                  NEXT,    DROPPED,     TEXT},
    {"-framework",                NEXT,    DROPPED,     TEXT},
    {"-weak_framework",           NEXT,    DROPPED,     TEXT},
    {"-index-store-path",         NEXT,    DROPPED,     TEXT},
    {"-install_name",             NEXT,    DROPPED,     TEXT},
    {"-resource-dir",             EQUALS,  DROPPED,     TEXT},
    {"-plugin",                   PREFIX,  DROPPED,     TEXT},
    {"-working-directory",        EQUALS,  DROPPED,     TEXT},
    {"-no-canonical-prefixes",    WHOLE,   DROPPED,     TEXT},
    {"-no-integrated",            PREFIX,  DROPPED,     TEXT},
    {"-integrated-as",            WHOLE,   DROPPED,     TEXT},
    {"-stdlib=",                  PREFIX,  DROPPED,     TEXT},
    {"-rtlib=",                   PREFIX,  DROPPED,     TEXT},
    {"-nostdinc++",               WHOLE,   DROPPED,     TEXT},
    {"-rpath",                    NEXT,    DROPPED,     TEXT},
    {"-time",                     PREFIX,  DROPPED,     TEXT},
    {"-print",                    PREFIX,  DROPPED,     TEXT},
    {"-emit-llvm",                WHOLE,   DROPPED,     TEXT},
    {"-Q",                        PREFIX,  DROPPED,     TEXT},
    {"-v",                        WHOLE,   DROPPED,     TEXT},
    {"-###",                      WHOLE,   DROPPED,     TEXT},
    {"-EB",                       WHOLE,   OFFERED,     TEXT},
    {"-EL",                       WHOLE,   OFFERED,     TEXT},
    {"-K",                        PREFIX,  DROPPED,     TEXT},
    {"-R",                        PREFIX,  DROPPED,     TEXT},
    {"--param",                   EQUALS,  DROPPED,     TEXT},
    {"--specs",                   EQUALS,  DROPPED,     TEXT},
    {"--output",                  EQUALS,  DROPPED,     TEXT},
    {"--serialize-diagnostics",   NEXT,    DROPPED,     TEXT},
    {"--config",                  EQUALS,  DROPPED,     TEXT},
    {"--gcc-toolchain",           EQUALS,  DROPPED,     TEXT},
    {"--gcc-install-dir",         EQUALS,  DROPPED,     TEXT},
    {"--analyzer",                PREFIX,  DROPPED,     TEXT},
    {"--analyze",                 PREFIX,  DROPPED,     TEXT},
    {"--coverage",                WHOLE,   DROPPED,     TEXT},
    {"--optimize",                PREFIX,  DROPPED,     TEXT},
    {"--debug",                   WHOLE,   DROPPED,     TEXT},
    {"--compile",                 WHOLE,   DROPPED,     TEXT},
    {"--verbose",                 WHOLE,   DROPPED,     TEXT},
    {"--save-temps",              PREFIX,  DROPPED,     TEXT},
    {"--ld-path",                 PREFIX,  DROPPED,     TEXT},
    {"--rtlib",                   PREFIX,  DROPPED,     TEXT},
    {"--stdlib",                  PREFIX,  DROPPED,     TEXT},
    {"--unwindlib",               PREFIX,  DROPPED,     TEXT},
    {"--driver-mode",             PREFIX,  DROPPED,     TEXT},
    {"--no-warnings",             WHOLE,   DROPPED,     TEXT},
    {"--warn-",                   PREFIX,  DROPPED,     TEXT},
    {"--extra-warnings",          WHOLE,   DROPPED,     TEXT},
    /* clang-format on */
};

static bool fits(const struct entry *e, const char *arg) {
	size_t n = strlen(e->text);
	if (strncmp(arg, e->text, n) != 0)
		return false;
	if (e->spelling == EQUALS)
		return !arg[n] || arg[n] == '=';
	return !arg[n] || e->spelling == PREFIX || e->spelling == VALUE;
}

static bool find(const struct entry *e, size_t n, const char *arg,
                 struct compiler_flag_found *found) {
	for (size_t i = 0; i < n; i++) {
		if (!fits(&e[i], arg))
			continue;
		size_t length = strlen(e[i].text);
		bool has_value = e[i].spelling != WHOLE && e[i].spelling != PREFIX;
		if (e[i].spelling == EQUALS && arg[length] == '=')
			length++;
		*found = (struct compiler_flag_found){e[i].what, e[i].value, has_value, length};
		return true;
	}
	return false;
}

/* Other names for what is called: -Wl,-z,now,--wrap=f. */
static bool renames(const char *flag) {
	return strstr(flag, ",--wrap") || strstr(flag, ",-wrap") || strstr(flag, ",--defsym") ||
	       strstr(flag, ",-init") || strstr(flag, ",-fini");
}

struct compiler_flag_found compiler_flag_find(const char *arg) {
	struct compiler_flag_found found = {.what = COMPILER_FLAG_UNKNOWN};
	find(table, sizeof table / sizeof *table, arg, &found);
	if (!strncmp(arg, "-Wl,", 4) && !renames(arg))
		found.what = COMPILER_FLAG_DROPPED;
	return found;
}

struct compiler_flag_found compiler_flag_find_recorded(const char *arg) {
	struct compiler_flag_found found;
	if (find(recorded, sizeof recorded / sizeof *recorded, arg, &found))
		return found;
	return compiler_flag_find(arg);
}

/* The verdict says that these are ignored.  -fwrapv is not among them: we wrap around. */
static const char *const unread[] = {
    "-ftrapv",
    "-Ofast",
    "-ffast-math",
    "-funsafe-math-optimizations",
    "-fassociative-math",
    "-freciprocal-math",
    "-ffinite-math-only",
    "-fno-honor-nans",
    "-fno-honor-infinities",
    "-fno-signed-zeros",
    "-fapprox-func",
    "-fcx-limited-range",
    "-fcx-fortran-rules",
    "-fcomplex-arithmetic=",
    "-fsingle-precision-constant",
    "-fexcess-precision=",
    "-ffp-contract=fast",
    "-ffp-contract=on",
    "-mfpmath=387",
    "-mdaz-ftz",
    "-fdenormal-fp-math",
    "-funsigned-bitfields",
    "-fno-signed-bitfields",
    "-finstrument-functions",
    "-ftrivial-auto-var-init=",
    "-fzero-init-padding-bits=",
    "-fcilkplus",
    "-fgnu-tm",
};

bool compiler_flag_is_unread(const char *flag) {
	if (!strncmp(flag, "-Wl,", 4))
		return renames(flag);
	for (size_t i = 0; i < sizeof unread / sizeof *unread; i++)
		if (!strncmp(flag, unread[i], strlen(unread[i])))
			return true;
	return false;
}
