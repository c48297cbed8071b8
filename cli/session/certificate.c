#include "cli/session/certificate.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/session/info.h"
#include "result/certificate.h"
#include "result/proof.h"
#include "util/base/version.h"
#include "util/files/cache_dir.h"
#include "util/files/json.h"
#include "util/files/sha256.h"
#include "util/text/diag.h"
#include "util/text/path.h"
#include "util/text/utf8.h"

static _Noreturn void fail(const char *file) {
	fatal(EXIT_INPUT, (struct loc){file, 0, 0}, "--certificate: %s", strerror(errno));
}

enum { MEMBER_BITS = 32 };

struct entry { /* a file of the folder that is ours */
	unsigned member, number;
	enum { ENTRY_OTHER, ENTRY_PROOF, ENTRY_ELSEWHERE, ENTRY_LOST, ENTRY_EXPLORED, ENTRY_JSON } kind;
	const char *path;
};

struct entries {
	VEC(struct entry) at;
};

/* What a name says: "0012.proof", "m3-0001.proof", "elsewhere", "m3-lost". */
static struct entry read_name(const char *name) {
	struct entry e = {0};
	char *end;
	if (*name == 'm' && name[1] >= '1' && name[1] <= '9') {
		e.member = (unsigned)strtoul(name + 1, &end, 10);
		if (*end != '-')
			return (struct entry){0};
		name = end + 1;
	}
	size_t digits = strspn(name, "0123456789");
	if (digits >= 4 && digits < 10 && !strcmp(name + digits, ".proof")) {
		e.number = (unsigned)strtoul(name, NULL, 10);
		e.kind = ENTRY_PROOF;
	} else if (!strcmp(name, "elsewhere"))
		e.kind = ENTRY_ELSEWHERE;
	else if (!strcmp(name, "lost"))
		e.kind = ENTRY_LOST;
	else if (!strcmp(name, "explored"))
		e.kind = ENTRY_EXPLORED;
	else if (!strcmp(name, "certificate.json") && !e.member)
		e.kind = ENTRY_JSON;
	return e;
}

static int by_number(const void *a, const void *b) {
	const struct entry *x = a, *y = b;
	if (x->member != y->member)
		return x->member < y->member ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Our files in the folder, sorted; *other: the name of one that is not ours, or NULL. */
static struct entries list(struct arena *arena, const char *folder, const char **other) {
	struct entries all = {0};
	DIR *d = opendir(folder);
	*other = NULL;
	if (!d)
		fail(folder);
	for (struct dirent *x; (x = readdir(d));) {
		struct entry e = read_name(x->d_name);
		if (!strcmp(x->d_name, ".") || !strcmp(x->d_name, ".."))
			continue;
		if (e.kind == ENTRY_OTHER) {
			*other = arena_printf(arena, "%s", x->d_name);
			continue;
		}
		e.path = arena_printf(arena, "%s/%s", folder, x->d_name);
		vec_push(&all.at, e);
	}
	closedir(d);
	if (all.at.n)
		qsort(all.at.at, all.at.n, sizeof *all.at.at, by_number);
	return all;
}

static void empty(struct arena *arena, const char *folder, bool is_strict) {
	const char *other;
	struct entries all = list(arena, folder, &other);
	if (other && is_strict)
		fatal(EXIT_INPUT, (struct loc){folder, 0, 0},
		      "--certificate: the folder has other files, such as '%s'", other);
	for (size_t i = 0; i < all.at.n; i++)
		if (unlink(all.at.at[i].path))
			fail(all.at.at[i].path);
	vec_free(&all.at);
}

/* Folders of runs that have a name lie side by side in that of the user. */
void certificate_begin(struct proof_folder *f, const struct options *o, struct config *c,
                       const char *name) {
	const char *path = o->certificate;
	if (!path)
		return;
	if (!path_make_folder(path))
		fail(path);
	if (name) {
		char *plain = arena_printf(o->arena, "%s", name);
		for (char *p = plain; *p; p++)
			if (*p == '/' || *p == ' ')
				*p = '_';
		path = arena_printf(o->arena, "%s/%s", path, plain);
		if (!path_make_folder(path))
			fail(path);
	}
	empty(o->arena, path, true);
	*f = (struct proof_folder){.path = path};
	c->symex.solver_config.proofs = f;
}

void certificate_again(const struct config *c) {
	struct proof_folder *f = c->symex.solver_config.proofs;
	if (!f)
		return;
	struct arena *arena = arena_open();
	empty(arena, f->path, false);
	arena_close(arena);
	*f = (struct proof_folder){.path = f->path};
}

/* --- The end. --- */

struct texts {
	VEC(const char *) at;
};

struct proof_entry {
	const char *file, *solver, *order; /* 'order': or NULL */
	struct texts decides, digest;      /* 'digest': of each query */
	uint32_t queries;
};

struct proofs {
	struct arena *arena;
	VEC(struct proof_entry) at;
	uint32_t queries, elsewhere, lost, explored;
};

static void add_text(struct arena *arena, struct texts *to, const char *text) {
	for (size_t i = 0; i < to->at.n; i++)
		if (!strcmp(to->at.at[i], text))
			return;
	vec_push(&to->at, arena_printf(arena, "%s", text));
}

/* Does the line state the problem, so that it is no step of the proof? */
static bool states_problem(const char *line) {
	return *line && strchr("uifeawrsvV", *line);
}

/* What the comments of its beginning say, and its queries. */
static void read_proof(struct arena *arena, const char *path, struct proof_entry *p) {
	FILE *in = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	ssize_t n;
	if (!in)
		fail(path);
	struct sha256_sum problem = {0};
	while ((n = getline(&line, &cap, in)) > 0) {
		if (states_problem(line))
			sha256_add(&problem, line, (size_t)n);
		if (line[n - 1] == '\n')
			line[n - 1] = 0;
		if (!strncmp(line, "c solver ", 9))
			p->solver = arena_printf(arena, "%s", line + 9);
		else if (!strncmp(line, "c order ", 8))
			p->order = arena_printf(arena, "%s", line + 8);
		else if (!strncmp(line, "c decides ", 10))
			add_text(arena, &p->decides, line + 10);
		else if (*line == 'u') {
			char digest[SHA256_TEXT];
			sha256_sum_text(&problem, digest);
			vec_push(&p->digest.at, arena_printf(arena, "%s", digest));
			p->queries++;
		}
	}
	free(line);
	fclose(in);
}

static void free_proof(struct proof_entry *p) {
	vec_free(&p->decides.at);
	vec_free(&p->digest.at);
}

static uint32_t size_of(const char *path) {
	struct stat s;
	return stat(path, &s) ? 0 : (uint32_t)s.st_size;
}

static bool is_counted(const struct proof_folder *f, const struct entry *e) {
	if (!e->member)
		return true;
	return e->member < MEMBER_BITS && f->counts >> e->member & 1;
}

/* Gives the proofs that count numbers one after the other, and removes the other files. */
static void collect(const struct proof_folder *f, struct proofs *to) {
	const char *other;
	struct entries all = list(to->arena, f->path, &other);
	for (size_t i = 0; i < all.at.n; i++) {
		const struct entry *e = &all.at.at[i];
		struct proof_entry p = {.solver = ""};
		bool counts = is_counted(f, e);
		if (counts && e->kind == ENTRY_PROOF)
			read_proof(to->arena, e->path, &p);
		else if (counts && e->kind == ENTRY_ELSEWHERE)
			to->elsewhere += size_of(e->path);
		else if (counts && e->kind == ENTRY_LOST)
			to->lost += size_of(e->path);
		else if (counts && e->kind == ENTRY_EXPLORED)
			to->explored += size_of(e->path);
		if (!p.queries) {
			free_proof(&p);
			unlink(e->path);
			continue;
		}
		p.file = arena_printf(to->arena, "%04zu.proof", to->at.n + 1);
		if (rename(e->path, arena_printf(to->arena, "%s/%s", f->path, p.file)))
			fail(e->path);
		vec_push(&to->at, p);
		to->queries += p.queries;
	}
	vec_free(&all.at);
}

/* One whose name JSON cannot have is on no disk for who reads the list. */
static void write_file(struct json *j, const char *path) {
	FILE *in = utf8_valid(path, strlen(path)) ? fopen(path, "rb") : NULL;
	VEC(char) text = {0};
	char part[1 << 14], digest[SHA256_TEXT];
	size_t n;
	json_row(j);
	json_put(j, "file", path);
	while (in && (n = fread(part, 1, sizeof part, in))) {
		vec_reserve(&text, text.n + n);
		memcpy(text.at + text.n, part, n);
		text.n += n;
	}
	if (in) {
		sha256_text(text.at, text.n, digest);
		json_put(j, "sha256", digest);
		fclose(in);
	}
	vec_free(&text);
	json_close(j);
}

static void write_texts(struct json *j, const char **at, uint32_t n) {
	json_key(j, "holds"), json_array(j), json_line(j);
	for (uint32_t i = 0; i < n; i++)
		json_string(j, at[i]);
	json_close(j);
}

static void write_place(struct json *j, const struct proof *p, uint32_t ix) {
	const struct proof_place *x = &p->place.at[ix];
	json_format(j, "%s:%u:%u (%s)", x->loc.file ? x->loc.file : "", x->loc.line, x->loc.col,
	            x->thread);
}

/* The invariant: what holds at places, and of two threads at two places. */
static void write_invariant(struct json *j, const struct proof *p) {
	json_key(j, "invariant"), json_object(j);
	json_put(j, "method", p->method);
	json_put_array(j, "places");
	for (uint32_t i = 0; i < p->place.n; i++) {
		json_object(j);
		json_key(j, "place"), write_place(j, p, i);
		if (p->place.at[i].only_one)
			json_put_bool(j, "onlyOne", true);
		write_texts(j, p->place.at[i].holds, p->place.at[i].nholds);
		json_close(j);
	}
	json_close(j);
	json_put_array(j, "pairs");
	for (size_t i = 0; i < p->pair.n; i++) {
		const struct proof_pair *x = &p->pair.at[i];
		json_object(j);
		json_key(j, "places"), json_array(j), json_line(j);
		write_place(j, p, x->a);
		write_place(j, p, x->b);
		json_close(j);
		if (x->never)
			json_put_bool(j, "never", true);
		else
			write_texts(j, x->holds, x->nholds);
		json_close(j);
	}
	json_close(j);
	json_close(j);
}

/* The verdict line, but for what it says about the certificate: nothing of it is checked yet. */
static const char *plain_verdict(struct arena *arena, const struct result *r) {
	struct result plain = *r;
	plain.certificate = NULL;
	return result_verdict_line(arena, &plain);
}

static void write_digests(struct json *j, const struct texts *all) {
	json_key(j, "digests"), json_array(j), json_line(j);
	for (size_t i = 0; i < all->at.n; i++)
		json_string(j, all->at.at[i]);
	json_close(j);
}

static void write_json(FILE *out, const struct proofs *p, const struct result *r) {
	struct json j;
	json_init(&j, out, 2);
	json_object(&j);
	json_put_uint(&j, "version", 2);
	json_put(&j, "tool", "cbmc-mt " CBMC_MT_VERSION);
	json_put(&j, "build", cache_dir_build());
	json_put(&j, "command", info_command());
	json_put(&j, "verdict", plain_verdict(p->arena, r));
	json_put_given(&j, "decidedBy", r->decided_by);
	json_put_array(&j, "program");
	for (size_t i = 0; i < r->source.n; i++)
		write_file(&j, r->source.at[i]);
	json_close(&j);
	json_put_array(&j, "proofs");
	for (size_t i = 0; i < p->at.n; i++) {
		json_row(&j);
		json_put(&j, "file", p->at.at[i].file);
		json_put(&j, "solver", p->at.at[i].solver);
		json_put_given(&j, "order", p->at.at[i].order);
		json_put_uint(&j, "queries", p->at.at[i].queries);
		json_key(&j, "decides"), json_array(&j), json_line(&j);
		for (size_t k = 0; k < p->at.at[i].decides.at.n; k++)
			json_string(&j, p->at.at[i].decides.at.at[k]);
		json_close(&j);
		write_digests(&j, &p->at.at[i].digest);
		json_close(&j);
	}
	json_close(&j);
	json_put_uint(&j, "queries", p->queries);
	json_put_uint(&j, "elsewhere", p->elsewhere);
	json_put(&j, "uncertified", r->certificate->uncertified);
	if (r->proof)
		write_invariant(&j, r->proof);
	json_put(&j, "digest", "");
	json_close(&j);
	json_finish(&j);
}

/* The last member is the digest of all that is before it. */
static void write_bound(FILE *out, struct arena *arena, const struct proofs *p,
                        const struct result *r) {
	static const char name[] = "\"digest\"";
	char *text = NULL, digest[SHA256_TEXT];
	size_t n = 0;
	FILE *memory = open_memstream(&text, &n);
	if (!memory)
		fail(r->certificate->folder);
	write_json(memory, p, r);
	fclose(memory);
	char *last = text;
	for (char *at = text; (at = strstr(at, name)); at++)
		last = at;
	sha256_text(text, (size_t)(last - text), digest);
	fprintf(out, "%.*s%s: \"%s\"\n}\n", (int)(last - text), text, name, digest);
	r->certificate->digest = arena_printf(arena, "%s", digest);
	free(text);
}

/* What the verdict rests on besides the queries. */
static const char *rest(const struct proofs *p, const struct result *r) {
	for (size_t i = 0; i < r->source.n; i++)
		if (!access(r->source.at[i], F_OK) && !info_is_older(r->source.at[i]))
			return arena_printf(p->arena, "'%s', which changed during the run", r->source.at[i]);
	if (p->lost)
		return "queries of processes that continued the work of another one";
	if (r->proof)
		return "that these queries suffice for the invariant";
	if (p->explored)
		return "the exploration of schedules";
	return p->queries || p->elsewhere ? NULL : "simplification, which left nothing to ask";
}

void certificate_end(const struct config *c, struct result *r) {
	const struct proof_folder *f = c->symex.solver_config.proofs;
	if (!f || !r)
		return;
	struct proofs p = {.arena = r->arena};
	collect(f, &p);
	r->certificate = arena_new(r->arena, struct certificate);
	*r->certificate = (struct certificate){.folder = f->path,
	                                       .queries = p.queries,
	                                       .elsewhere = p.elsewhere,
	                                       .uncertified = rest(&p, r)};
	const char *path = arena_printf(r->arena, "%s/certificate.json", f->path);
	FILE *out = fopen(path, "w");
	if (!out)
		fail(path);
	write_bound(out, r->arena, &p, r);
	if (fclose(out))
		fail(path);
	for (size_t i = 0; i < p.at.n; i++)
		free_proof(&p.at.at[i]);
	vec_free(&p.at);
}
