/* report/text/orders.h -- what --suggest-orders and --relax have found. */
#ifndef REPORT_TEXT_ORDERS_H
#define REPORT_TEXT_ORDERS_H

#include "report/base/paint.h"
#include "result/result.h"
#include "util/files/json.h"

void orders_print(const struct paint *, const struct result *);
void orders_json(struct json *, const struct result *); /* the member "orders" */

#endif
