#include "cli/session/witness.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

#include "cli/files/file.h"
#include "report/witness/witness.h"
#include "util/files/sha256.h"
#include "util/text/affix.h"

static const struct options *options;

void witness_start(const struct options *o) {
	options = o;
}

static enum witness_format choose_format(const struct options *o) {
	if (o->witness_format != WITNESS_FORMAT_AUTO)
		return o->witness_format == WITNESS_FORMAT_GRAPHML ? WITNESS_GRAPHML : WITNESS_YAML;
	bool is_xml = ends_with(o->witness, ".graphml") || ends_with(o->witness, ".xml");
	return is_xml ? WITNESS_GRAPHML : WITNESS_YAML;
}

static bool read_file(struct arena *a, const char *name, struct witness_file *f) {
	f->name = name;
	f->text = file_bytes(a, name, &f->n);
	if (!f->text)
		return false;
	char real[PATH_MAX];
	f->real_name = realpath(name, real) ? arena_printf(a, "%s", real) : name;
	char *hash = arena_alloc(a, SHA256_TEXT);
	sha256_text(f->text, f->n, hash);
	f->hash = hash;
	return true;
}

/* Those that can still be read. */
static void read_files(struct arena *a, const struct result *r, struct witness_config *c) {
	struct witness_file *file = arena_array(a, struct witness_file, r->info.file.n + 1);
	for (size_t i = 0; i < r->info.file.n; i++)
		if (read_file(a, r->info.file.at[i], &file[c->nfiles]))
			c->nfiles++;
	c->file = file;
}

/* The time that reproducible builds ask for, or that of the clock. */
static const char *tell_time(struct arena *a, bool *is_given) {
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	char *end = NULL;
	time_t now = epoch && *epoch ? (time_t)strtoll(epoch, &end, 10) : 0;
	struct tm utc;
	char text[40];
	*is_given = end && !*end && gmtime_r(&now, &utc);
	if (!*is_given) {
		now = time(NULL);
		gmtime_r(&now, &utc);
	}
	strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
	return arena_printf(a, "%s", text);
}

/* RFC 4122, version 4: random, or made from all there is that does not change. */
static const char *make_uuid(struct arena *a, const struct witness_config *c, bool is_fixed) {
	uint8_t bytes[SHA256_BYTES];
	char *seed = arena_printf(a, "%s %d", c->created, (int)c->format);
	for (size_t i = 0; i < c->nfiles; i++)
		seed = arena_printf(a, "%s %s", seed, c->file[i].hash);
	sha256(seed, strlen(seed), bytes);
	if (!is_fixed && getrandom(bytes, 16, GRND_NONBLOCK) != 16)
		sha256(bytes, sizeof bytes, bytes);
	bytes[6] = (uint8_t)((bytes[6] & 0x0f) | 0x40);
	bytes[8] = (uint8_t)((bytes[8] & 0x3f) | 0x80);
	char text[37], *to = text;
	for (int i = 0; i < 16; i++)
		to += sprintf(to, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", bytes[i]);
	return arena_printf(a, "%s", text);
}

void witness_write(FILE *out, const struct results *all) {
	const struct result *r = witness_result(all);
	if (!r)
		return;
	struct arena *a = arena_open(); /* of its own: the guard may write while the run is at work */
	struct witness_config c = {.format = choose_format(options)};
	bool is_fixed;
	read_files(a, r, &c);
	c.created = tell_time(a, &is_fixed);
	c.uuid = make_uuid(a, &c, is_fixed);
	report_witness(out, all, &c);
	arena_close(a);
}

const char *witness_remark(struct arena *a, const struct results *all) {
	const char *why = witness_refusal(a, all), *class_name = witness_uncommon(all);
	if (why)
		return arena_printf(a, "no witness is written: %s", why);
	if (class_name)
		return arena_printf(a,
		                    "the witness is of 'G ! %s', which SV-COMP has no specification for: "
		                    "other validators do not know it",
		                    class_name);
	return NULL;
}
