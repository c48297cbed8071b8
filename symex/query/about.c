#include "symex/query/about.h"

#include <stdio.h>
#include <string.h>

#include "solvers/proof_file.h"
#include "symex/config.h"

static struct proof_folder *folder_of(const struct symex *x) {
	return x->config->solver_config.proofs;
}

void about(const struct symex *x, const char *text) {
	struct proof_folder *f = folder_of(x);
	if (f)
		snprintf(f->about, sizeof f->about, "%s", text);
}

void about_violations(const struct symex *x) {
	about(x, "violations");
}

void about_place(const struct symex *x, struct loc loc) {
	struct proof_folder *f = folder_of(x);
	char place[sizeof f->about];
	if (!f || !loc.file)
		return;
	size_t n = strlen(f->about), left = sizeof f->about - n;
	bool is_first = !strchr(f->about, ':');
	snprintf(place, sizeof place, " %s:%u", loc.file, loc.line);
	const char *same = strstr(f->about, place);
	char end = same ? same[strlen(place)] : '0';
	if (end == ',' || !end || strlen(place) + 8 > left)
		return;
	snprintf(f->about + n, left, "%s%s", is_first ? " at" : ",", place);
}
