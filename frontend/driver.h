/* frontend/driver.h -- the order of a load; frontend.h has the load of a program. */
#ifndef FRONTEND_DRIVER_H
#define FRONTEND_DRIVER_H

#include "frontend/fe.h"

/* Parses the sources one after the other and shows each; nothing is linked. */
void fe_each_unit(const struct fe_config *, void (*visit)(struct fe_unit *, void *), void *data);

#endif
