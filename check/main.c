/* cbmc-mt-check: checks what cbmc-mt --certificate wrote (docs/certificates.md).
 *
 * This folder shares no code with the solvers, so that a mistake of theirs is not repeated here. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "check/base.h"
#include "check/certificate.h"
#include "check/proof.h"

static const char usage[] =
    "usage: cbmc-mt-check [OPTION] FOLDER | FILE.proof...\n"
    "\n"
    "Checks the certificate that 'cbmc-mt --certificate FOLDER' wrote, or single proofs of it.\n"
    "\n"
    "  --export DIR   also write each query for other checkers: NNNN-K.cnf in DIMACS, NNNN-K.drat\n"
    "                 in DRAT, as for 'drat-trim NNNN-K.cnf NNNN-K.drat'\n"
    "  --sources DIR  the sources that the certificate names are there, not in the current folder\n"
    "  --no-sources   they are not compared: that it is about them is not checked\n"
    "  --quiet        no line per proof\n"
    "  --help         this text\n"
    "\n"
    "Exit code: 0 all proofs are right, and about these sources; 1 one is not, or is missing;\n"
    "2 wrong usage or no memory; 3 nothing is wrong, but there is no query to be checked.\n";

static const char safe[] = "VERIFICATION SUCCESSFUL"; /* how a verdict that needs proofs begins */

struct totals {
	uint64_t queries;
	size_t proofs;
	bool wrong;
	bool quiet;
	bool no_sources;
	bool no_verdict;           /* that rests on proofs */
	const char *sources;       /* the folder; NULL: the current one */
	const char *export_folder; /* or NULL */
};

static char *join(const char *folder, const char *name) {
	size_t n = strlen(folder) + strlen(name) + 2;
	char *path = base_alloc(n);
	snprintf(path, n, "%s/%s", folder, name);
	return path;
}

static void reject(struct totals *t, const char *file, size_t line, const char *why) {
	t->wrong = true;
	fflush(stdout);
	if (line)
		fprintf(stderr, "%s:%zu: %s\n", file, line, why);
	else
		fprintf(stderr, "%s: %s\n", file, why);
}

static const char *plural(uint64_t n, const char *one, const char *many) {
	return n == 1 ? one : many;
}

static char *export_prefix(const struct totals *t, const char *path) {
	const char *name = strrchr(path, '/');
	char *prefix = join(t->export_folder, name ? name + 1 : path);
	size_t n = strlen(prefix);
	if (n > 6 && !strcmp(prefix + n - 6, ".proof"))
		prefix[n - 6] = '\0';
	return prefix;
}

/* Is each query the one that the certificate is about? */
static bool has_digests(const struct proof_result *r, const struct certificate_proof *expected) {
	for (size_t i = 0; i < r->digest.n; i++)
		if (strcmp(r->digest.at[i].text, expected->digest.at[i]) != 0)
			return false;
	return true;
}

/* 'expected': what certificate.json says of it; NULL: there is none. */
static void check_proof(struct totals *t, const char *path,
                        const struct certificate_proof *expected) {
	char *prefix = t->export_folder ? export_prefix(t, path) : NULL;
	struct proof_result r = proof_check(path, prefix);
	free(prefix);
	t->proofs++;
	char text[100];
	const char *wrong = r.wrong;
	if (!wrong && expected && expected->queries != r.queries) {
		snprintf(text, sizeof text, "has %llu %s; certificate.json says %llu",
		         (unsigned long long)r.queries, plural(r.queries, "query", "queries"),
		         (unsigned long long)expected->queries);
		wrong = text;
	} else if (!wrong && expected && !has_digests(&r, expected)) {
		wrong = "a query is not the one that certificate.json is about";
	}
	free(r.digest.at);
	if (wrong) {
		reject(t, path, r.line, wrong);
		return;
	}
	t->queries += r.queries;
	if (!t->quiet)
		printf("%s: %llu %s, %llu learnt clauses, %llu lemmas of the order\n", path,
		       (unsigned long long)r.queries, plural(r.queries, "query", "queries"),
		       (unsigned long long)r.learnt, (unsigned long long)r.lemmas);
}

/* Is this file what was verified? */
static void check_source(struct totals *t, const char *path, const struct certificate_source *s) {
	char found[DIGEST_TEXT], text[400];
	if (!s->digest) {
		printf("not certified: what '%s' was, which is on no disk\n", s->file);
		return;
	}
	char *file = t->sources && *s->file != '/' ? join(t->sources, s->file) : NULL;
	const char *name = file ? file : s->file;
	if (!certificate_digest(name, true, found))
		snprintf(text, sizeof text, "its source '%s': %s", name, strerror(errno));
	else if (strcmp(found, s->digest) != 0)
		snprintf(text, sizeof text, "its source '%s' is not what was verified", name);
	else
		*text = '\0';
	if (*text)
		reject(t, path, 0, text);
	free(file);
}

/* What is written there belongs together. */
static void check_list(struct totals *t, const char *path, const struct certificate *c) {
	char found[DIGEST_TEXT];
	uint64_t queries = 0;
	for (size_t i = 0; i < c->proof.n; i++)
		queries += c->proof.at[i].queries;
	if (!certificate_digest(path, false, found) || strcmp(found, c->digest) != 0)
		reject(t, path, 0, "its digest is another: it was changed");
	if (queries != c->queries)
		reject(t, path, 0, "its proofs have not as many queries as it says");
	for (size_t i = 0; i < c->source.n && !t->no_sources; i++)
		check_source(t, path, &c->source.at[i]);
	if (t->no_sources)
		printf("not checked: that the sources are those that were verified\n");
}

static void check_folder(struct totals *t, const char *folder) {
	char *path = join(folder, "certificate.json");
	struct certificate c = certificate_read(path);
	if (c.wrong)
		reject(t, path, c.line, c.wrong);
	else
		check_list(t, path, &c);
	for (size_t i = 0; i < c.proof.n && !c.wrong; i++) {
		char *proof = join(folder, c.proof.at[i].file);
		check_proof(t, proof, &c.proof.at[i]);
		free(proof);
	}
	if (!c.wrong)
		printf("verdict: %s\ndigest: %s\n", c.verdict, c.digest);
	if (!c.wrong && strncmp(c.verdict, safe, sizeof safe - 1) != 0) {
		t->no_verdict = true;
		printf("not certified: this verdict, which rests on no proof\n");
	}
	if (!c.wrong && c.elsewhere)
		printf("not certified: %llu %s that another solver than SAT answered\n",
		       (unsigned long long)c.elsewhere, plural(c.elsewhere, "query", "queries"));
	if (!c.wrong && c.uncertified)
		printf("not certified: %s\n", c.uncertified);
	certificate_free(&c);
	free(path);
}

static int read_options(int argc, char **argv, struct totals *t) {
	int i = 1;
	for (; i < argc && argv[i][0] == '-' && argv[i][1]; i++) {
		if (!strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			exit(EXIT_ACCEPTED);
		} else if (!strcmp(argv[i], "--quiet")) {
			t->quiet = true;
		} else if (!strcmp(argv[i], "--no-sources")) {
			t->no_sources = true;
		} else if (!strcmp(argv[i], "--sources") && i + 1 < argc) {
			t->sources = argv[++i];
		} else if (!strcmp(argv[i], "--export") && i + 1 < argc) {
			t->export_folder = argv[++i];
		} else if (!strcmp(argv[i], "--")) {
			return i + 1;
		} else {
			base_die(EXIT_USAGE, "there is no option %s, or its value is missing; see --help",
			         argv[i]);
		}
	}
	return i;
}

int main(int argc, char **argv) {
	struct totals t = {0};
	int first = read_options(argc, argv, &t);
	if (first == argc)
		base_die(EXIT_USAGE, "which folder? see --help");
	if (t.export_folder && mkdir(t.export_folder, 0777) && errno != EEXIST)
		base_die(EXIT_USAGE, "%s: %s", t.export_folder, strerror(errno));
	for (int i = first; i < argc; i++) {
		struct stat about;
		if (!stat(argv[i], &about) && S_ISDIR(about.st_mode))
			check_folder(&t, argv[i]);
		else
			check_proof(&t, argv[i], NULL);
	}
	bool is_checked = t.queries && !t.no_verdict;
	printf("%s: %llu %s in %zu %s\n",
	       t.wrong      ? "rejected; of the rest are right"
	       : is_checked ? "checked"
	                    : "nothing to check",
	       (unsigned long long)t.queries, plural(t.queries, "query", "queries"), t.proofs,
	       plural(t.proofs, "proof", "proofs"));
	if (fflush(stdout))
		return EXIT_USAGE;
	return t.wrong ? EXIT_REJECTED : is_checked ? EXIT_ACCEPTED : EXIT_NOTHING;
}
