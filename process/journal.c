#include "process/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/map.h"
#include "util/base/vec.h"

/* A line is CHECKSUM SPACE FIELD {TAB FIELD} NEWLINE.  The first character of a field of a record
 * says what it is; tabs, newlines and backslashes in it are escaped. */
enum { CHECKSUM = 8, FINISHED = '-', ADDED = '+', FOUND = '=', STOP = '!', NOTE = '#' };

static const char title[] = "cbmc-mt journal 1";

typedef VEC(char) buffer;

struct entry {
	char *text;    /* NULL: finished */
	uint64_t next; /* entry with the same hash, plus 1 */
};

struct journal {
	int fd;
	off_t end; /* of the last complete line */
	char *error;
	buffer line;             /* being written */
	VEC(struct entry) entry; /* items in the order in which they were added */
	struct map by_hash;      /* of the text -> 1 + the last entry with it */
	VEC(char *) open, found;
	char *stop, *note;
	struct journal_past past;
};

static char *copy(const char *text, size_t n) {
	char *to = mem_alloc(n + 1);
	memcpy(to, text, n);
	return to;
}

static uint64_t hash(const char *text, size_t n) {
	uint64_t h = 0xcbf29ce484222325ULL; /* FNV-1a */
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)text[i]) * 0x100000001b3ULL;
	return map_hash(h);
}

static void put(buffer *to, const char *text, size_t n) {
	vec_reserve(to, to->n + n);
	memcpy(to->at + to->n, text, n);
	to->n += n;
}

static void put_field(buffer *to, char kind, const char *text) {
	put(to, (char[]){'\t', kind}, 2);
	for (; *text; text++)
		switch (*text) {
		case '\t': put(to, "\\t", 2); break;
		case '\n': put(to, "\\n", 2); break;
		case '\\': put(to, "\\\\", 2); break;
		default: vec_push(to, *text);
		}
}

/* Undoes the escapes, in place. */
static void unescape(char *text) {
	char *to = text;
	for (; *text; text++) {
		if (*text == '\\' && text[1]) {
			text++;
			*to++ = (char)(*text == 't' ? '\t' : *text == 'n' ? '\n' : *text);
		} else
			*to++ = *text;
	}
	*to = 0;
}

static void begin_line(buffer *line, const char *text) {
	line->n = 0;
	put(line, "         ", CHECKSUM + 1);
	put(line, text, strlen(text));
}

static void end_line(buffer *line) {
	char sum[CHECKSUM + 1];
	snprintf(sum, sizeof sum, "%08x",
	         (unsigned)hash(line->at + CHECKSUM + 1, line->n - CHECKSUM - 1));
	memcpy(line->at, sum, CHECKSUM);
	vec_push(line, '\n');
}

/* n: without the newline. */
static bool is_sound(const char *line, size_t n) {
	char sum[CHECKSUM + 1];
	if (n < CHECKSUM + 1 || memchr(line, 0, n))
		return false;
	snprintf(sum, sizeof sum, "%08x", (unsigned)hash(line + CHECKSUM + 1, n - CHECKSUM - 1));
	return !memcmp(line, sum, CHECKSUM) && line[CHECKSUM] == ' ';
}

static void fail(struct journal *j, const char *what) {
	char text[200];
	int n = snprintf(text, sizeof text, "%s: %s", what, strerror(errno));
	j->error = copy(text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* Writes the line that was built, with one write() unless the system does less at a time. */
static void write_line(struct journal *j) {
	size_t done = 0;
	while (!j->error && done < j->line.n) {
		ssize_t n = write(j->fd, j->line.at + done, j->line.n - done);
		if (n >= 0)
			done += (size_t)n;
		else if (errno != EINTR)
			fail(j, "cannot write the journal");
	}
	if (!j->error)
		j->end += (off_t)done;
	else if (ftruncate(j->fd, j->end))
		return; /* the incomplete line is dropped when the file is read */
}

static void add(struct journal *j, const char *text) {
	size_t n = strlen(text);
	uint64_t key = hash(text, n), last = 0;
	map_get(&j->by_hash, key, &last);
	struct entry e = {copy(text, n), last};
	vec_push(&j->entry, e);
	map_put(&j->by_hash, key, j->entry.n);
}

static bool finish(struct journal *j, const char *text) {
	uint64_t at = 0;
	map_get(&j->by_hash, hash(text, strlen(text)), &at);
	while (at) {
		struct entry *e = &j->entry.at[at - 1];
		if (e->text && !strcmp(e->text, text)) {
			mem_free(e->text);
			e->text = NULL;
			return true;
		}
		at = e->next;
	}
	return false;
}

static void replace(char **old, const char *text) {
	mem_free(*old);
	*old = copy(text, strlen(text));
}

static bool read_field(struct journal *j, char *field) {
	unescape(field);
	char *text = field + 1;
	switch (*field) {
	case FINISHED:
		if (!finish(j, text))
			return false;
		j->past.nfinished++;
		return true;
	case ADDED: add(j, text); return true;
	case FOUND: vec_push(&j->found, copy(text, strlen(text))); return true;
	case STOP: replace(&j->stop, text); return true;
	case NOTE: replace(&j->note, text); return true;
	default: return false;
	}
}

/* The fields of a record.  false: not one that we have written. */
static bool read_record(struct journal *j, const char *line, size_t n) {
	char *text = copy(line, n), *next;
	bool good = true;
	j->past.begun = true;
	for (char *field = strchr(text, '\t'); good && field; field = next) {
		next = strchr(++field, '\t');
		if (next)
			*next = 0;
		good = read_field(j, field);
	}
	mem_free(text);
	return good;
}

/* Reads the whole file; false: errno says why not. */
static bool load(int fd, buffer *file) {
	for (;;) {
		vec_reserve(file, file->n + 65536);
		ssize_t n = read(fd, file->at + file->n, 65536);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return !n;
		file->n += (size_t)n;
	}
}

static size_t line_length(const buffer *file, size_t from) {
	const char *newline = memchr(file->at + from, '\n', file->n - from);
	return newline ? (size_t)(newline - file->at) - from : SIZE_MAX;
}

enum header { HEADER_OURS, HEADER_NONE, HEADER_OTHER, HEADER_FOREIGN };

/* j->line is the header as we would write it. */
static enum header read_header(const struct journal *j, const buffer *file) {
	const buffer *ours = &j->line;
	if (file->n < ours->n && !memcmp(file->at, ours->at, file->n))
		return HEADER_NONE; /* the process was killed while it wrote it */
	if (file->n >= ours->n && !memcmp(file->at, ours->at, ours->n))
		return HEADER_OURS;
	size_t n = line_length(file, 0);
	bool journal = n != SIZE_MAX && is_sound(file->at, n) && n > CHECKSUM + sizeof title &&
	               !memcmp(file->at + CHECKSUM + 1, title, strcspn(title, "0123456789"));
	return journal ? HEADER_OTHER : HEADER_FOREIGN;
}

static void read_records(struct journal *j, const buffer *file) {
	size_t at = j->line.n, n;
	while ((n = line_length(file, at)) != SIZE_MAX && is_sound(file->at + at, n) &&
	       read_record(j, file->at + at, n))
		at += n + 1;
	j->end = (off_t)at;
}

static void note_past(struct journal *j) {
	for (size_t i = 0; i < j->entry.n; i++)
		if (j->entry.at[i].text)
			vec_push(&j->open, j->entry.at[i].text);
	vec_free(&j->entry);
	map_free(&j->by_hash);
	j->past.open = j->open.at;
	j->past.nopen = j->open.n;
	j->past.found = j->found.at;
	j->past.nfound = j->found.n;
	j->past.stop = j->stop;
	j->past.note = j->note;
}

static bool lock(int fd) {
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	return !fcntl(fd, F_SETLK, &whole);
}

/* The reason why the opened file cannot be used; NULL: it can. */
static const char *use_file(struct journal *j, enum journal_use use) {
	buffer file = {0};
	struct stat about;
	const char *why = NULL;
	if (fstat(j->fd, &about))
		why = strerror(errno);
	else if (!S_ISREG(about.st_mode))
		why = "not an ordinary file";
	else if (!lock(j->fd))
		why = errno == EACCES || errno == EAGAIN ? "another process is using this journal"
		                                         : strerror(errno);
	else if (!load(j->fd, &file))
		why = strerror(errno);
	else
		switch (read_header(j, &file)) {
		case HEADER_OURS:
			if (use != JOURNAL_ANEW)
				read_records(j, &file);
			break;
		case HEADER_NONE: break;
		case HEADER_OTHER:
			if (use != JOURNAL_ANEW)
				why =
				    "this journal is of another program, or of other options; it is left unchanged";
			break;
		case HEADER_FOREIGN: why = "this file is not a journal; it is left unchanged"; break;
		}
	vec_free(&file);
	if (!why && ftruncate(j->fd, j->end))
		why = strerror(errno);
	return why;
}

struct journal *journal_open(const char *path, const char *text, enum journal_use use, char *why,
                             size_t size) {
	struct journal *j = mem_alloc(sizeof *j);
	begin_line(&j->line, title);
	put_field(&j->line, FOUND, text);
	end_line(&j->line);
	int create = use == JOURNAL_PAST ? 0 : O_CREAT;
	j->fd = open(path, O_RDWR | create | O_APPEND | O_CLOEXEC, 0666);
	const char *problem = j->fd < 0 ? strerror(errno) : use_file(j, use);
	if (problem) {
		snprintf(why, size, "%s: %s", path, problem);
		journal_close(j);
		return NULL;
	}
	if (!j->end)
		write_line(j); /* the header */
	note_past(j);
	return j;
}

const struct journal_past *journal_past(const struct journal *j) {
	return &j->past;
}

void journal_write(struct journal *j, const struct journal_record *r) {
	begin_line(&j->line, r->item ? "item" : "begin");
	if (r->item)
		put_field(&j->line, FINISHED, r->item);
	for (size_t i = 0; i < r->nadded; i++)
		put_field(&j->line, ADDED, r->added[i]);
	for (size_t i = 0; i < r->nfound; i++)
		put_field(&j->line, FOUND, r->found[i]);
	if (r->stop)
		put_field(&j->line, STOP, r->stop);
	if (r->note)
		put_field(&j->line, NOTE, r->note);
	end_line(&j->line);
	write_line(j);
}

const char *journal_error(const struct journal *j) {
	return j->error;
}

void journal_leave(struct journal *j) {
	if (j && j->fd >= 0)
		close(j->fd);
	if (j)
		j->fd = -1;
}

void journal_close(struct journal *j) {
	if (!j)
		return;
	journal_leave(j);
	for (size_t i = 0; i < j->entry.n; i++)
		mem_free(j->entry.at[i].text);
	for (size_t i = 0; i < j->open.n; i++)
		mem_free(j->open.at[i]);
	for (size_t i = 0; i < j->found.n; i++)
		mem_free(j->found.at[i]);
	vec_free(&j->entry);
	vec_free(&j->open);
	vec_free(&j->found);
	vec_free(&j->line);
	map_free(&j->by_hash);
	mem_free(j->stop);
	mem_free(j->note);
	mem_free(j->error);
	mem_free(j);
}
