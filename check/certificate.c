/* As much of JSON as there is: every value is read, those of known members are kept. */
#include "check/certificate.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "check/input.h"

enum { MOST_DEPTH = 50 };

struct reader {
	struct input in;
	struct certificate *certificate;
	int depth;
	bool has_version, has_sources, has_proofs, has_queries, has_elsewhere;
};

typedef bool member_reader(struct reader *, const char *name);

static bool wrong(struct reader *r, const char *message) {
	return input_wrong(&r->in, message);
}

static bool see(struct reader *r, int c) {
	while (r->in.next == ' ' || r->in.next == '\t' || r->in.next == '\n' || r->in.next == '\r')
		if (input_take(&r->in) == '\n')
			r->in.line++;
	return r->in.next == c;
}

static bool expect(struct reader *r, const char *text) {
	see(r, *text);
	for (; *text; text++)
		if (input_take(&r->in) != *text)
			return wrong(r, "this is not JSON");
	return true;
}

/* What a backslash and the following letters stand for. */
static int read_escape(struct reader *r) {
	static const char letter[] = "btnfr", meant[] = "\b\t\n\f\r";
	static const char digits[] = "0123456789abcdef0123456789ABCDEF";
	int c = input_take(&r->in), code = 0;
	const char *known = c > 0 ? strchr(letter, c) : NULL;
	if (c != 'u')
		return known ? meant[known - letter] : c;
	for (int i = 0; i < 4; i++) {
		int digit = input_take(&r->in);
		const char *at = digit > 0 ? strchr(digits, digit) : NULL;
		if (!at)
			return EOF;
		code = 16 * code + (int)(at - digits) % 16;
	}
	return code < 0x80 ? code : '?'; /* others are written as they are */
}

/* The caller frees it; NULL: it is wrong. */
static char *read_string(struct reader *r) {
	LIST(char) t = {0};
	bool good = expect(r, "\"");
	while (good && r->in.next != '"') {
		int c = input_take(&r->in);
		bool is_escape = c == '\\';
		if (is_escape)
			c = read_escape(r);
		if (c <= 0 || (c < ' ' && !is_escape))
			good = wrong(r, "a string does not end");
		else
			list_push(&t, (char)c);
	}
	list_push(&t, '\0');
	if (good && expect(r, "\""))
		return t.at;
	free(t.at);
	return NULL;
}

static bool read_count(struct reader *r, uint64_t *out) {
	int64_t x;
	see(r, 0);
	if (!input_number(&r->in, 0, UINT32_MAX, &x))
		return false;
	*out = (uint64_t)x;
	return true;
}

static bool read_items(struct reader *r, const char *ends, member_reader *member) {
	if (!expect(r, (char[]){ends[0], '\0'}) || ++r->depth > MOST_DEPTH)
		return wrong(r, "this is not JSON, or too deep");
	bool good = true;
	for (bool first = true; good && !see(r, ends[1]); first = false) {
		char *name = NULL;
		good = first || expect(r, ",");
		if (good && *ends == '{')
			good = (name = read_string(r)) && expect(r, ":");
		good = good && member(r, name);
		free(name);
	}
	r->depth--;
	return good && expect(r, ends + 1);
}

/* A value that nothing here depends on. */
static bool skip(struct reader *r, const char *name) {
	(void)name;
	if (see(r, '{') || see(r, '['))
		return read_items(r, r->in.next == '{' ? "{}" : "[]", skip);
	if (see(r, '"')) {
		char *s = read_string(r);
		free(s);
		return s;
	}
	bool any = false;
	while (r->in.next > 0 && strchr("+-.0123456789aeEflnrstu", r->in.next))
		any = input_take(&r->in);
	return any || wrong(r, "this is not JSON");
}

static bool once(struct reader *r, bool is_first) {
	return is_first || wrong(r, "a member is there twice");
}

static bool read_digest(struct reader *r, const char *name) {
	struct certificate *c = r->certificate;
	(void)name;
	char *digest = read_string(r);
	if (digest)
		list_push(&c->proof.at[c->proof.n - 1].digest, digest);
	return digest;
}

static bool source_member(struct reader *r, const char *name) {
	struct certificate_source *s = &r->certificate->source.at[r->certificate->source.n - 1];
	if (!strcmp(name, "file"))
		return once(r, !s->file) && (s->file = read_string(r));
	if (!strcmp(name, "sha256"))
		return once(r, !s->digest) && (s->digest = read_string(r));
	return skip(r, name);
}

static bool read_source(struct reader *r, const char *name) {
	(void)name;
	list_push(&r->certificate->source, ((struct certificate_source){NULL, NULL}));
	if (!read_items(r, "{}", source_member))
		return false;
	return r->certificate->source.at[r->certificate->source.n - 1].file ||
	       wrong(r, "a source has no member 'file'");
}

static bool proof_member(struct reader *r, const char *name) {
	struct certificate *c = r->certificate;
	struct certificate_proof *p = &c->proof.at[c->proof.n - 1];
	if (!strcmp(name, "queries"))
		return once(r, p->queries == UINT64_MAX) && read_count(r, &p->queries);
	if (!strcmp(name, "digests"))
		return once(r, !p->digest.n) && read_items(r, "[]", read_digest);
	if (strcmp(name, "file"))
		return skip(r, name);
	if (!once(r, !p->file) || !(p->file = read_string(r)))
		return false;
	if (!*p->file || *p->file == '.' || strchr(p->file, '/'))
		return wrong(r, "the name of a proof is not that of a file in the folder");
	for (size_t i = 0; i + 1 < c->proof.n; i++)
		if (!strcmp(c->proof.at[i].file, p->file))
			return wrong(r, "a proof is listed twice");
	return true;
}

static bool read_proof(struct reader *r, const char *name) {
	(void)name;
	struct certificate *c = r->certificate;
	list_push(&c->proof, ((struct certificate_proof){.queries = UINT64_MAX}));
	if (!read_items(r, "{}", proof_member))
		return false;
	const struct certificate_proof *p = &c->proof.at[c->proof.n - 1];
	if (!p->file || p->queries == UINT64_MAX)
		return wrong(r, "a proof has no member 'file' or 'queries'");
	return p->digest.n == p->queries || wrong(r, "a proof has not a digest for each query");
}

static bool top_member(struct reader *r, const char *name) {
	struct certificate *c = r->certificate;
	if (!strcmp(name, "version")) {
		uint64_t version;
		if (!once(r, !r->has_version) || !read_count(r, &version))
			return false;
		r->has_version = true;
		return version == 2 || wrong(r, "this version is not known; there is 2");
	}
	if (!strcmp(name, "verdict"))
		return once(r, !c->verdict) && (c->verdict = read_string(r));
	if (!strcmp(name, "digest"))
		return once(r, !c->digest) && (c->digest = read_string(r));
	if (!strcmp(name, "queries"))
		return once(r, !r->has_queries) && (r->has_queries = read_count(r, &c->queries));
	if (!strcmp(name, "program"))
		return once(r, !r->has_sources) && (r->has_sources = read_items(r, "[]", read_source));
	if (!strcmp(name, "proofs"))
		return once(r, !r->has_proofs) && (r->has_proofs = read_items(r, "[]", read_proof));
	if (!strcmp(name, "elsewhere"))
		return once(r, !r->has_elsewhere) && (r->has_elsewhere = read_count(r, &c->elsewhere));
	if (!strcmp(name, "uncertified") && see(r, '"'))
		return once(r, !c->uncertified) && (c->uncertified = read_string(r));
	return skip(r, name);
}

struct certificate certificate_read(const char *path) {
	struct certificate c = {0};
	struct reader r = {.certificate = &c};
	if (!input_open(&r.in, path)) {
		c.wrong = strerror(errno);
		return c;
	}
	if (read_items(&r, "{}", top_member)) {
		if (!see(&r, EOF))
			wrong(&r, "there is more after the object");
		else if (!r.has_version || !r.has_sources || !r.has_proofs || !r.has_queries ||
		         !r.has_elsewhere || !c.verdict || !c.digest)
			wrong(&r,
			      "'version', 'verdict', 'program', 'proofs', 'queries', 'elsewhere' or 'digest' "
			      "is missing");
	}
	c.wrong = r.in.wrong;
	c.line = r.in.line;
	input_close(&r.in);
	return c;
}

void certificate_free(struct certificate *c) {
	for (size_t i = 0; i < c->proof.n; i++) {
		for (size_t k = 0; k < c->proof.at[i].digest.n; k++)
			free(c->proof.at[i].digest.at[k]);
		free(c->proof.at[i].digest.at);
		free(c->proof.at[i].file);
	}
	for (size_t i = 0; i < c->source.n; i++) {
		free(c->source.at[i].file);
		free(c->source.at[i].digest);
	}
	free(c->proof.at);
	free(c->source.at);
	free(c->verdict);
	free(c->digest);
	free(c->uncertified);
}

bool certificate_digest(const char *path, bool is_source, char text[]) {
	struct input in;
	LIST(char) all = {0};
	struct sha256 sum;
	if (!input_open(&in, path))
		return false;
	while (in.next != EOF)
		list_push(&all, (char)input_take(&in));
	bool good = !in.wrong;
	size_t n = all.n, name = sizeof "\"digest\"" - 1;
	if (!is_source)
		for (n = all.n > name ? all.n - name : 0; n && memcmp(all.at + n, "\"digest\"", name); n--)
			;
	sha256_begin(&sum);
	sha256_add(&sum, all.at, n);
	sha256_text(&sum, text);
	free(all.at);
	input_close(&in);
	return good;
}
