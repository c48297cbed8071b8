/* The models of getopt, getopt_long, getopt_long_only and getsubopt against the real ones, on
 * random command lines. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdbool.h>
#include <unistd.h>

#include "tests/unit/model_host.h"

#define option           model_option
#define optarg           model_optarg
#define optind           model_optind
#define opterr           model_opterr
#define optopt           model_optopt
#define getopt           model_getopt
#define getopt_long      model_getopt_long
#define getopt_long_only model_getopt_long_only
#define getsubopt        model_getsubopt
#include "pthread-models/libc/getopt.c"
#undef option
#undef optarg
#undef optind
#undef opterr
#undef optopt
#undef getopt
#undef getopt_long
#undef getopt_long_only
#undef getsubopt

enum { MAX_ARGS = 6, RUNS = 20000 };

enum kind { PLAIN, LONG, LONG_ONLY };

static int flag;

static int next_real(int argc, char **argv, const char *letters, enum kind kind) {
	static const struct option options[] = {
	    {"alpha", no_argument, NULL, 'A'},      {"alphabet", required_argument, NULL, 'B'},
	    {"beta", required_argument, NULL, 'C'}, {"gamma", optional_argument, NULL, 'D'},
	    {"delta", no_argument, &flag, 7},       {NULL, 0, NULL, 0}};
	return kind == PLAIN  ? getopt(argc, argv, letters)
	       : kind == LONG ? getopt_long(argc, argv, letters, options, NULL)
	                      : getopt_long_only(argc, argv, letters, options, NULL);
}

static int next_model(int argc, char **argv, const char *letters, enum kind kind) {
	static const struct model_option options[] = {
	    {"alpha", 0, NULL, 'A'}, {"alphabet", 1, NULL, 'B'}, {"beta", 1, NULL, 'C'},
	    {"gamma", 2, NULL, 'D'}, {"delta", 0, &flag, 7},     {NULL, 0, NULL, 0}};
	return kind == PLAIN  ? model_getopt(argc, argv, letters)
	       : kind == LONG ? model_getopt_long(argc, argv, letters, options, NULL)
	                      : model_getopt_long_only(argc, argv, letters, options, NULL);
}

static bool same_text(const char *a, const char *b) {
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void compare(int argc, char **argv, const char *letters, enum kind kind) {
	char *theirs[MAX_ARGS + 2], *ours[MAX_ARGS + 2];
	memcpy(theirs, argv, sizeof theirs);
	memcpy(ours, argv, sizeof ours);
	optind = 0;
	model_optind = 0;
	for (int k = 0; k < 100; k++) {
		flag = 0;
		int real = next_real(argc, theirs, letters, kind), set = flag;
		flag = 0;
		int model = next_model(argc, ours, letters, kind);
		bool agree = real == model && set == flag && same_text(optarg, model_optarg) &&
		             (real != '?' || optopt == model_optopt);
		if (!agree) {
			fprintf(stderr, "%s:", letters);
			for (int i = 1; i < argc; i++)
				fprintf(stderr, " %s", argv[i]);
			fprintf(stderr, ": call %d: %d %s, model %d %s\n", k, real, optarg, model,
			        model_optarg);
		}
		CHECK(agree);
		if (real == -1 || !agree)
			break;
	}
	CHECK(optind == model_optind);
	for (int i = 0; i <= argc; i++)
		CHECK(same_text(theirs[i], ours[i]));
}

static void compare_suboptions(const char *text) {
	static char *names[] = {"ro", "size", NULL};
	char a[16], b[16], *x = a, *y = b, *p = NULL, *q = NULL;
	strcpy(a, text);
	strcpy(b, text);
	for (int k = 0; k < 8; k++) {
		int real = getsubopt(&x, names, &p), model = model_getsubopt(&y, names, &q);
		CHECK(real == model && x - a == y - b);
		CHECK((p == NULL) == (q == NULL) && (p == NULL || p - a == q - b));
	}
	CHECK(memcmp(a, b, strlen(text) + 1) == 0);
}

int main(void) {
	static char *words[] = {"-a",      "-b",      "-bval",   "-ab",        "x",      "y",
	                        "--",      "--alpha", "--beta",  "--beta=3",   "--alph", "--be",
	                        "-z",      "-",       "--other", "--alpha=1",  "-c",     "-cfoo",
	                        "--gamma", "--gam=1", "--delta", "--alphab=2", "-a-",    "",
	                        "-alpha",  "-beta",   "-beta=7", "-del",       "-gx",    "-bel"};
	static const char *const letters[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "+:b:"};
	opterr = 0;
	srand(1);
	for (int run = 0; run < RUNS; run++) {
		char *argv[MAX_ARGS + 2] = {"program"};
		int argc = 1 + rand() % (MAX_ARGS + 1);
		for (int i = 1; i < argc; i++)
			argv[i] = words[(size_t)rand() % (sizeof words / sizeof *words)];
		const char *known = letters[(size_t)rand() % 5];
		compare(argc, argv, known, (enum kind)(rand() % 3));
	}
	for (int run = 0; run < RUNS; run++) {
		static char *parts[] = {"ro", "size", "=", ",", "x", "si"};
		char text[16] = "";
		for (int i = rand() % 4; i > 0; i--)
			strcat(text, parts[rand() % 6]);
		compare_suboptions(text);
	}
	return check_done("models of getopt");
}
