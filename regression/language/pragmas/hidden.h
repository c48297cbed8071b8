/* Pragmas and attributes behind macros; what is not used does not count. */
#pragma once
#define DO_PRAGMA(x) _Pragma(#x)
#define PARALLEL     DO_PRAGMA(omp parallel for)
#define ATTR(x)      __attribute__((x))
#define BIG          scalar_storage_order("big-endian")
#define NEVER        _Pragma("omp simd")
#ifdef _OPENMP
#define MAYBE _Pragma("omp parallel for")
#else
#define MAYBE
#endif
