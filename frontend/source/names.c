#include "frontend/source/names.h"

#include <stddef.h>
#include <string.h>

#include "util/text/affix.h"

/* SV-COMP's meaning of these holds whatever body the program gives them, if any. */
bool fe_is_atomic_section(const char *name) {
	return strcmp(name, "__VERIFIER_atomic_begin") == 0 ||
	       strcmp(name, "__VERIFIER_atomic_end") == 0;
}

bool fe_is_verifier_name(const char *name) {
	return starts_with(name, "__VERIFIER_") || starts_with(name, "__CPROVER_") ||
	       starts_with(name, "__ESBMC_") || starts_with(name, "__goblint_");
}

bool fe_is_async_label(const char *label) {
	return starts_with(label, "__CPROVER_ASYNC_");
}

bool fe_is_setjmp(const char *name) {
	static const char *const names[] = {"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return false;
}
