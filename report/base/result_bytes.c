#include "report/base/result_bytes.h"

#include <string.h>

#include "result/transfer.h"
#include "util/base/intern.h"
#include "util/files/sha256.h"

struct head {
	char magic[8];
	uint8_t sum[SHA256_BYTES]; /* of everything behind the head */
	uint64_t error;            /* bytes of the text, with its 0; 0: there is no error */
	uint64_t file;             /* the same, of its position */
	int32_t exit_code;
	uint32_t line, col, unused;
};

static const char magic[8] = "mtres 1";

static void add_text(byte_vec *to, const char *text, uint64_t *n) {
	*n = text ? strlen(text) + 1 : 0;
	bytes_put(to, text, (size_t)*n);
}

void report_result_bytes(FILE *out, const struct results *results) {
	if (!results->run.n)
		return;
	const struct result *r = results->run.at[0];
	struct head head = {
	    .exit_code = r->error.exit_code, .line = r->error.loc.line, .col = r->error.loc.col};
	byte_vec bytes = {0};
	memcpy(head.magic, magic, sizeof magic);
	add_text(&bytes, r->error.text, &head.error);
	add_text(&bytes, r->error.loc.file, &head.file);
	transfer_write(&bytes, r);
	sha256(bytes.at, bytes.n, head.sum);
	fwrite(&head, sizeof head, 1, out);
	fwrite(bytes.at, 1, bytes.n, out);
	vec_free(&bytes);
}

bool result_bytes_read(const char *bytes, size_t n, struct result *to) {
	struct head head;
	uint8_t sum[SHA256_BYTES];
	if (n < sizeof head)
		return false;
	memcpy(&head, bytes, sizeof head);
	bytes += sizeof head;
	n -= sizeof head;
	sha256(bytes, n, sum);
	if (memcmp(head.magic, magic, sizeof magic) != 0 || memcmp(sum, head.sum, sizeof sum) != 0 ||
	    head.error > n || head.file > n - head.error)
		return false;
	if (head.error)
		to->error.text = arena_printf(to->arena, "%s", bytes);
	if (head.file)
		to->error.loc = (struct loc){intern(bytes + head.error), head.line, head.col};
	to->error.exit_code = head.exit_code;
	return transfer_read(bytes + head.error + head.file, n - head.error - head.file, to);
}
