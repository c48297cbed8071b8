#include "cli/compiler_flags.h"

#include <string.h>

/* How a flag is spelled: WHOLE "-c"; PREFIX "-O2", and the rest says how; VALUE "-I dir" or
 * "-Idir"; NEXT "-MF file", the value is a word of its own. */
enum spelling { WHOLE, PREFIX, VALUE, NEXT };

/* The first line that fits counts. */
static const struct {
	const char *text;
	enum spelling spelling;
	enum compiler_flag what;
} table[] = {
    /* clang-format off */
    {"-isystem",          VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-include",          VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-idirafter",        VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-isysroot",         VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-iquote",           VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-imacros",          VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-iprefix",          VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-iwithprefixbefore", VALUE, COMPILER_FLAG_HANDED_ON},
    {"-iwithprefix",      VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-I",                VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-D",                VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-U",                VALUE,  COMPILER_FLAG_HANDED_ON},
    {"-std=",             PREFIX, COMPILER_FLAG_HANDED_ON},
    {"-ansi",             WHOLE,  COMPILER_FLAG_HANDED_ON},
    {"-undef",            WHOLE,  COMPILER_FLAG_HANDED_ON},
    {"-trigraphs",        WHOLE,  COMPILER_FLAG_HANDED_ON},
    {"-nostdinc",         WHOLE,  COMPILER_FLAG_HANDED_ON},
    {"-nobuiltininc",     WHOLE,  COMPILER_FLAG_HANDED_ON},
    {"-pthread",          WHOLE,  COMPILER_FLAG_HANDED_ON},
    {"-pthreads",         WHOLE,  COMPILER_FLAG_DROPPED},
    {"-Wp,",              PREFIX, COMPILER_FLAG_HANDED_ON},
    {"-fplugin",          PREFIX, COMPILER_FLAG_DROPPED},
    {"-fdump-",           PREFIX, COMPILER_FLAG_DROPPED},
    {"-flto",             PREFIX, COMPILER_FLAG_DROPPED},
    {"-fprofile",         PREFIX, COMPILER_FLAG_DROPPED},
    {"-fdiagnostics",     PREFIX, COMPILER_FLAG_DROPPED},
    {"-f",                PREFIX, COMPILER_FLAG_HANDED_ON},
    {"-m",                PREFIX, COMPILER_FLAG_HANDED_ON},
    /* what is made, and where it goes */
    {"-o",                VALUE,  COMPILER_FLAG_DROPPED},
    {"-MF",               VALUE,  COMPILER_FLAG_DROPPED},
    {"-MT",               VALUE,  COMPILER_FLAG_DROPPED},
    {"-MQ",               VALUE,  COMPILER_FLAG_DROPPED},
    {"-MJ",               VALUE,  COMPILER_FLAG_DROPPED},
    {"-M",                PREFIX, COMPILER_FLAG_DROPPED},
    {"-c",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-S",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-E",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-C",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-CC",               WHOLE,  COMPILER_FLAG_DROPPED},
    {"-P",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-H",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-pipe",             WHOLE,  COMPILER_FLAG_DROPPED},
    {"-save-temps",       PREFIX, COMPILER_FLAG_DROPPED},
    {"-aux-info",         NEXT,   COMPILER_FLAG_DROPPED},
    {"-dumpbase",         NEXT,   COMPILER_FLAG_DROPPED},
    {"-dumpdir",          NEXT,   COMPILER_FLAG_DROPPED},
    {"-specs=",           PREFIX, COMPILER_FLAG_DROPPED},
    {"-B",                VALUE,  COMPILER_FLAG_DROPPED},
    /* how good it is, and what is said about it */
    {"-O",                PREFIX, COMPILER_FLAG_DROPPED},
    {"-g",                PREFIX, COMPILER_FLAG_DROPPED},
    {"-pg",               WHOLE,  COMPILER_FLAG_DROPPED},
    {"-W",                PREFIX, COMPILER_FLAG_DROPPED},
    {"-w",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-pedantic",         PREFIX, COMPILER_FLAG_DROPPED},
    {"-Qunused-arguments", WHOLE, COMPILER_FLAG_DROPPED},
    /* the assembler and the linker */
    {"-Xlinker",          NEXT,   COMPILER_FLAG_DROPPED},
    {"-Xassembler",       NEXT,   COMPILER_FLAG_DROPPED},
    {"-l",                VALUE,  COMPILER_FLAG_DROPPED},
    {"-L",                VALUE,  COMPILER_FLAG_DROPPED},
    {"-T",                VALUE,  COMPILER_FLAG_DROPPED},
    {"-u",                NEXT,   COMPILER_FLAG_DROPPED},
    {"-z",                NEXT,   COMPILER_FLAG_DROPPED},
    {"-s",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-r",                WHOLE,  COMPILER_FLAG_DROPPED},
    {"-rdynamic",         WHOLE,  COMPILER_FLAG_DROPPED},
    {"-shared",           PREFIX, COMPILER_FLAG_DROPPED},
    {"-static",           PREFIX, COMPILER_FLAG_DROPPED},
    {"-pie",              WHOLE,  COMPILER_FLAG_DROPPED},
    {"-no-pie",           WHOLE,  COMPILER_FLAG_DROPPED},
    {"-nostdlib",         WHOLE,  COMPILER_FLAG_DROPPED},
    {"-nodefaultlibs",    WHOLE,  COMPILER_FLAG_DROPPED},
    {"-nostartfiles",     WHOLE,  COMPILER_FLAG_DROPPED},
    {"-nolibc",           WHOLE,  COMPILER_FLAG_DROPPED},
    /* clang-format on */
};

struct compiler_flag_found compiler_flag_find(const char *arg) {
	for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
		size_t n = strlen(table[i].text);
		bool longer = table[i].spelling == PREFIX || table[i].spelling == VALUE;
		if (strncmp(arg, table[i].text, n) != 0 || (arg[n] && !longer))
			continue;
		bool has_value = table[i].spelling == VALUE || table[i].spelling == NEXT;
		return (struct compiler_flag_found){table[i].what, has_value, n};
	}
	return (struct compiler_flag_found){.what = COMPILER_FLAG_UNKNOWN};
}
