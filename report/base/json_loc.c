#include "report/base/json_loc.h"

void json_loc(struct json *j, struct loc loc) {
	if (!loc.file) {
		json_null(j);
		return;
	}
	json_row(j);
	json_put(j, "file", loc.file);
	if (loc.line)
		json_put_uint(j, "line", loc.line);
	if (loc.line && loc.col)
		json_put_uint(j, "column", loc.col);
	json_close(j);
}

void json_put_loc(struct json *j, const char *key, struct loc loc) {
	json_key(j, key);
	json_loc(j, loc);
}
