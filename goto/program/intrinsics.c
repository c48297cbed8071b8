#include "goto/program/intrinsics.h"

#include <stddef.h>
#include <string.h>

static const struct {
	const char *name;
	enum intrinsic_by by;
	enum intrinsic_write writes;
	bool is_plain;
} intrinsics[INTRINSIC_N] = {
    [INTRINSIC_NONE] = {"", INTRINSIC_BY_NOBODY, INTRINSIC_WRITES_NOTHING, false},
#define PLAIN   true
#define REFUSED false
#define INTRINSIC(name, text, by, slice, writes, loop)                                             \
	[INTRINSIC_##name] = {text, INTRINSIC_BY_##by, INTRINSIC_WRITES_##writes, loop},
#include "goto/program/intrinsics.def"
#undef INTRINSIC
#undef PLAIN
#undef REFUSED
};

static bool begins(const char *name, const char *with) {
	return strncmp(name, with, strlen(with)) == 0;
}

bool intrinsic_is_internal(const char *name) {
	return begins(name, "__mc_");
}

bool intrinsic_is_of_client(const char *name) {
	return begins(name, "__mt_");
}

enum intrinsic intrinsic_find(const char *name) {
	if (!intrinsic_is_internal(name) && !intrinsic_is_of_client(name))
		return INTRINSIC_NONE;
	for (int i = INTRINSIC_NONE + 1; i < INTRINSIC_N; i++) {
		const char *text = intrinsics[i].name;
		size_t n = strlen(text);
		bool is_prefix = text[n - 1] == '_';
		if (strncmp(name, text, n) == 0 && (is_prefix || name[n] == 0))
			return (enum intrinsic)i;
	}
	return INTRINSIC_NONE;
}

const char *intrinsic_name(enum intrinsic i) {
	return intrinsics[i].name;
}

enum intrinsic_by intrinsic_by(enum intrinsic i) {
	return intrinsics[i].by;
}

enum intrinsic_write intrinsic_writes(enum intrinsic i) {
	return intrinsics[i].writes;
}

bool intrinsic_is_plain(enum intrinsic i) {
	return intrinsics[i].is_plain;
}
