/* SMT-LIB behind a pipe: text that is written once, replies taken apart, and solvers that die,
 * hang, lie or talk nonsense. */
#include "solvers/smtlib/smtlib_read.h"
#include "solvers/smtlib/smtlib_write.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "solvers/model.h"
#include "solvers/smtlib/smtlib.h"
#include "tests/unit/check.h"
#include "util/base/intern.h"

static struct terms *ts;
static struct arena *arena;
static char dir[] = "/tmp/test_smtlib.XXXXXX";

static term var(const char *name) {
	return term_var(ts, sort_bv(32), name);
}

static const char *text_of(struct smtlib_writer *w) {
	vec_push(&w->text, 0);
	const char *text = arena_copy(arena, w->text.at, w->text.n);
	w->text.n = 0;
	return text;
}

static size_t count(const char *text, const char *what) {
	size_t n = 0;
	for (; (text = strstr(text, what)); text += strlen(what))
		n++;
	return n;
}

static void test_once(void) {
	struct smtlib_writer w;
	smtlib_writer_init(&w, ts);
	term x = var("x"), square = term_mul(ts, x, x);
	term a = term_ult(ts, term_bvxor(ts, square, term_u64(ts, 32, 12)), term_u64(ts, 32, 90));
	smtlib_define(&w, &a, 1);
	smtlib_put_term(&w, a);
	const char *text = text_of(&w);
	CHECK(count(text, "declare-fun") == 1 && count(text, "define-fun") == 0);
	CHECK(count(text, "bvmul") == 1 && strstr(text, "(_ bv12 32)"));
	term b[] = {term_ult(ts, square, term_u64(ts, 32, 7)), term_ult(ts, x, square)};
	smtlib_define(&w, b, 2); /* the square is now used for the second time */
	smtlib_put_term(&w, b[0]);
	smtlib_put_term(&w, b[1]);
	text = text_of(&w);
	CHECK(count(text, "declare-fun") == 0 && count(text, "define-fun") == 1);
	CHECK(count(text, "bvmul") == 1);
	smtlib_define(&w, b, 2);
	smtlib_put_term(&w, term_add(ts, square, x));
	CHECK(count(text_of(&w), "bvmul") == 0);
	smtlib_writer_free(&w);
}

static size_t nesting(const char *text) {
	size_t depth = 0, most = 0;
	for (; *text; text++) {
		depth += *text == '(';
		depth -= *text == ')';
		most = depth > most ? depth : most;
	}
	return most;
}

/* A chain in which everything is used twice, and one in which nothing is. */
static void test_size(void) {
	term x = var("x"), t = x, u = x;
	enum { N = 20000 };
	for (uint64_t i = 0; i < N; i++) {
		term p = term_var(ts, sort_bool(), i % 2 ? "p" : "q");
		t = term_bvxor(ts, term_ite(ts, p, t, x), term_mul(ts, t, term_u64(ts, 32, 3 + 2 * i)));
		u = term_ite(ts, term_var(ts, sort_bool(), i % 3 ? "p" : "r"),
		             term_bvor(ts, u, term_var(ts, sort_bv(32), i % 2 ? "y" : "z")),
		             term_bvnot(ts, u));
	}
	term root[] = {term_ult(ts, t, u), term_ult(ts, u, x)};
	struct smtlib_writer w;
	smtlib_writer_init(&w, ts);
	smtlib_define(&w, root, 2);
	CHECK(w.text.n < N * 300 && nesting(text_of(&w)) < 60);
	smtlib_put_term(&w, root[0]);
	CHECK(nesting(text_of(&w)) < 60);
	smtlib_writer_free(&w);
}

static bool complete(const char *text, bool ended, size_t expect) {
	struct smtlib_scan s = {0};
	size_t end = 0, n = strlen(text);
	bool done = false;
	for (size_t i = 0; i < n && !done; i++) /* byte by byte: the text grows */
		done = smtlib_scan(&s, text, i + 1, false, &end);
	done = done || smtlib_scan(&s, text, n, ended, &end);
	return expect ? done && end == expect : !done;
}

static void test_scan(void) {
	CHECK(complete("sat\n", false, 3) && complete(" ; hm (\n sat ", false, 12));
	CHECK(complete("sat", false, 0) && complete("sat", true, 3));
	CHECK(complete("(a (b) \")\" |)|) sat", false, 15));
	CHECK(complete("(a (b)", false, 0) && complete("(a (b)", true, 0));
	CHECK(complete("\"a b\" c", false, 5) && complete("|a b|", false, 5));
	CHECK(complete("", true, 0) && complete("  \n", true, 0));
}

static bool reads(const char *text, uint32_t width, const char *expect) {
	struct sexpr x = {0};
	struct bits b;
	bool good = sexpr_parse(&x, text, strlen(text)) && sexpr_bits(&x, 1, width, arena, &b);
	good = expect ? good && !strcmp(bits_print(arena, b, false, 10), expect) : !good;
	sexpr_free(&x);
	return good;
}

static void test_read(void) {
	CHECK(reads("#b0101", 4, "5") && reads("#xfF", 8, "255") && reads("(_ bv77 32)", 32, "77"));
	CHECK(reads("(_ bv18446744073709551617 70)", 70, "18446744073709551617"));
	CHECK(reads("true", 1, "1") && reads("false", 1, "0"));
	CHECK(reads("(let ((a #b11) (b a)) (let ((c b)) c))", 2, "3"));
	CHECK(reads("#b0101", 5, NULL) && reads("#xfg", 8, NULL) && reads("(_ bv1 8)", 9, NULL));
	CHECK(reads("#", 1, NULL) && reads("#b", 1, NULL) && reads("()", 1, NULL));
	CHECK(reads("(_ bv 8)", 8, NULL) && reads("(_ 5 8)", 8, NULL) && reads("(_)", 8, NULL));
	CHECK(reads("(let ((a a)) a)", 1, NULL) && reads("(let", 1, NULL) && reads("(let)", 1, NULL));
	CHECK(reads("((", 1, NULL) && reads("))", 1, NULL) && reads("a b", 1, NULL) &&
	      reads("", 1, NULL));
	char line[20];
	smtlib_first_line(line, sizeof line, "\n \033[31mred\tx\nmore", 17);
	CHECK(!strcmp(line, "[31mred x") || !strcmp(line, " [31mred x"));
	smtlib_first_line(line, sizeof line, "abcdefghijklmnopqrstuvwxyz", 26);
	CHECK(!strcmp(line, "abcdefghijklmnop..."));
}

/* Writes a script that plays a solver and returns its command. */
static const char *fake(const char *name, const char *script) {
	const char *path = arena_printf(arena, "%s/%s", dir, name);
	FILE *f = fopen(path, "w");
	if (!f)
		return "";
	fprintf(f, "#!/bin/sh\n%s\n", script);
	fclose(f);
	chmod(path, 0700);
	return path;
}

static struct solver *open_solver(const char *command, double seconds) {
	struct solver_config config = {.timeout_seconds = seconds, .command = command};
	struct solver *s = solver_smtlib.open(ts, &config);
	solver_smtlib.add(s, term_equal(ts, term_mul(ts, var("x"), var("y")), term_u64(ts, 32, 35)));
	solver_smtlib.add(s, term_ult(ts, var("x"), term_u64(ts, 32, 30)));
	return s;
}

/* UNKNOWN, and for this reason. */
static double timeout = 30; /* seconds */

static bool gives_up_again(const char *command, const char *why, int times) {
	struct solver *s = open_solver(command, timeout);
	bool good = true;
	for (int i = 0; i < times; i++) {
		enum answer r = solver_smtlib.check(s, NULL, 0);
		bool right = r == ANSWER_UNKNOWN && s->reason && strstr(s->reason, why);
		if (!right)
			fprintf(stderr, "%s: answer %d, %s\n", command, (int)r, s->reason ? s->reason : "-");
		good = good && right;
	}
	solver_smtlib.close(s);
	return good;
}

static bool gives_up(const char *command, const char *why) {
	return gives_up_again(command, why, 1);
}

static double now(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void test_broken(void) {
	CHECK(gives_up("no-such-solver -in", "the program 'no-such-solver' is not installed"));
	CHECK(gives_up(fake("dies", "echo 'out of ideas' >&2; exit 3"),
	               "dies: out of ideas (exit code 3)"));
	CHECK(gives_up(fake("silent", "cat >/dev/null"), "silent: exit code 0"));
	CHECK(gives_up(fake("crashes", "kill -SEGV $$"), "crashes: killed by SIGSEGV"));
	CHECK(gives_up(fake("babbles", "echo 'hello, world'; cat >/dev/null"), "babbles: hello"));
	CHECK(gives_up(fake("colours", "printf '\\033[31m(\\007\\n'"), "colours: [31m"));
	CHECK(gives_up(fake("refuses", "echo '(error \"line 1: I do not like it\")'; cat >/dev/null"),
	               "refuses: line 1: I do not like it"));
	CHECK(gives_up(fake("breaks", "printf '(error \"never'"),
	               "breaks: (error \"never (exit code 0)"));
	CHECK(gives_up(fake("unsure", "cat >/dev/null; echo unknown"), "unsure: unknown"));
	CHECK(gives_up(fake("half", "cat >/dev/null; echo sa"), "half: sa"));
	CHECK(gives_up_again(fake("tired", "exit 9"), "tired: exit code 9", 3));
	double start = now();
	timeout = 1;
	CHECK(gives_up(fake("hangs", "sleep 60"), "no answer within 1 s"));
	timeout = 30;
	CHECK(gives_up(fake("mute", "exec >&-; sleep 60"), "mute: it closed its output"));
	CHECK(now() - start < 30);
}

/* A gigabyte, be it of lines or of one word, is not kept. */
static void test_flood(void) {
	timeout = 30;
	CHECK(gives_up(fake("floods", "yes '(('"), "floods: "));
	CHECK(gives_up(fake("streams", "exec cat /dev/zero"), "its answer does not end"));
}

/* The answer of a liar is taken, its model is not: whoever evaluates it sees. */
static void test_liar(void) {
	const char *command =
	    fake("lies", "while read line; do case $line in\n"
	                 "*check-sat*) echo sat ;;\n"
	                 "*get-value*) set -- ${line#* \\(}; echo '('\n"
	                 "for v in \"$@\"; do case $v in v*) echo \"($v #x00000007)\"; esac; done\n"
	                 "echo ')' ;;\n"
	                 "esac; done");
	struct solver *s = open_solver(command, timeout);
	CHECK(solver_smtlib.check(s, NULL, 0) == ANSWER_SAT);
	term fact = term_equal(ts, term_mul(ts, var("x"), var("y")), term_u64(ts, 32, 35));
	struct bits b;
	CHECK(solver_smtlib.value(s, var("x"), arena, &b) && b.lo == 7);
	struct model *m = model_from_solver(s, &fact, 1);
	CHECK(!model_holds(m, fact));
	model_close(m);
	solver_smtlib.close(s);
	s = open_solver(fake("no-model", "cat >/dev/null; echo sat; echo '(error \"no model\")'"),
	                timeout);
	CHECK(solver_smtlib.check(s, NULL, 0) == ANSWER_SAT);
	CHECK(!solver_smtlib.value(s, var("x"), arena, &b));
	solver_smtlib.close(s);
}

/* Programs that can do less than they should. */
static void test_poor(void) {
	struct solver_config config = {.command = "z3 -in"};
	const char *why = solver_smtlib.missing(arena, &config);
	if (why) {
		printf("skipped: %s\n", why);
		return;
	}
	const char *poor[] = {
	    fake("end-of-file", "cat > $0.in; exec z3 -smt2 $0.in"),
	    fake("no-cores", "sed -u '/produce-unsat-a/s/.*/(foo)/' | z3 -in"),
	    fake("no-assuming", "sed -u '/check-sat-assuming/s/.*/(foo)/' | z3 -in"),
	    fake("no-empty", "sed -u 's/check-sat-assuming ()/foo/' | z3 -in"),
	    fake("success", "sed -u 's/print-success false/print-success true/' | z3 -in"),
	};
	for (size_t i = 0; i < sizeof poor / sizeof *poor; i++) {
		struct solver *s = open_solver(poor[i], 60);
		struct bits b;
		CHECK(solver_smtlib.check(s, NULL, 0) == ANSWER_SAT);
		CHECK(solver_smtlib.value(s, term_mul(ts, var("x"), var("y")), arena, &b) && b.lo == 35);
		term odd[] = {term_equal(ts, var("x"), term_u64(ts, 32, 6)),
		              term_var(ts, sort_bool(), "p")};
		CHECK(solver_smtlib.check(s, odd, 2) == ANSWER_UNSAT && solver_smtlib.in_core(s, odd[0]));
		CHECK(solver_smtlib.check(s, odd + 1, 1) == ANSWER_SAT);
		CHECK(solver_smtlib.value(s, odd[1], arena, &b) && b.lo == 1);
		term holds = term_true(ts);
		CHECK(solver_smtlib.check(s, &holds, 1) == ANSWER_SAT);
		term even = term_mul(ts, var("z"), term_u64(ts, 32, 2));
		solver_smtlib.add(s, term_equal(ts, var("x"), even));
		CHECK(solver_smtlib.check(s, &holds, 1) == ANSWER_UNSAT);
		solver_smtlib.close(s);
	}
}

static void clean_up(void) {
	const char *command = arena_printf(arena, "rm -r %s", dir);
	if (system(command))
		fprintf(stderr, "%s is left\n", dir);
}

int main(void) {
	if (!mkdtemp(dir))
		return 1;
	ts = terms_open();
	arena = arena_open();
	test_once();
	test_size();
	test_scan();
	test_read();
	test_broken();
	test_flood();
	test_liar();
	test_poor();
	clean_up();
	arena_close(arena);
	terms_close(ts);
	intern_free_all();
	return check_done("smtlib");
}
