/* util/base/version.h -- which cbmc-mt this is. */
#ifndef UTIL_BASE_VERSION_H
#define UTIL_BASE_VERSION_H

#define CBMC_MT_VERSION "0.14.0"

#endif
