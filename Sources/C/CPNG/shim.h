// Typed shims for what Swift cannot import of this library: variadic functions and macros. No logic.
#ifndef NETLAB_CPNG_SHIM_H
#define NETLAB_CPNG_SHIM_H

#include <png.h>

#endif
